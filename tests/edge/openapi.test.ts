import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusals } from '#contract/base/errors.ts'
import { type CallName, callsByName } from '#contract/calls.ts'
import { readDisplay } from '#contract/displays/calls.ts'
import { readApiDocument } from '#contract/http/calls.ts'
import { listMalls, readMall } from '#contract/office/form-calls.ts'
import { readCountdown } from '#contract/queue/calls.ts'
import { refusalsOf } from '#contract/refusals-of.ts'
import { readStorefront } from '#contract/storefront/calls.ts'
import { raw, sendLoosely } from '#tests/support/calls/client.ts'
import { superOf } from '#tests/support/people/people.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

interface Schema {
  $ref?: string
  properties?: Record<string, Schema>
  items?: Schema
  required?: string[]
  anyOf?: Schema[]
}
interface Operation {
  summary?: string
  tags?: string[]
  security?: Record<string, string[]>[]
  parameters?: { name: string; in: string; schema?: unknown }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
}
interface Document {
  openapi: string
  info: { version: string; description: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, unknown> }
}

/** Calls that are not for programs: the document itself, its page, the browsers' reports, and their return from a vendor. */
const hidden = ['GET /api/openapi.json', 'GET /api/docs', 'POST /api/reports/csp', 'POST /api/payments/:id/return']

let app: TestApp
let document: Document
beforeAll(async () => {
  app = await startApp()
  document = await (await fetch(app.address + readApiDocument.path)).json()
})
afterAll(() => app.stop())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      operation,
    })),
  )
function operation(method: string, path: string): Operation {
  const found = document.paths[path]?.[method]
  if (!found) throw new Error(`${method} ${path} is not in the document`)
  return found
}
const fieldsOf = (schema: Schema | undefined): string[] =>
  schema === undefined
    ? []
    : [
        ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [name, ...fieldsOf(inner)]),
        ...fieldsOf(schema.items),
        ...(schema.anyOf ?? []).flatMap(fieldsOf),
      ]
/** Leaves out what is inside the field `slot`: the specification does not know it, and a slot's wire format names its id `id`. */
const withoutSlots = (schema: Schema | undefined): Schema | undefined =>
  schema && {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, name === 'slot' ? {} : (withoutSlots(inner) ?? {})]),
    ),
    ...(schema.items && { items: withoutSlots(schema.items) ?? {} }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map((one) => withoutSlots(one) ?? {}) }),
  }
const answerOf = (operation: Operation, status = '200') => operation.responses[status]?.content?.['application/json']?.schema
const bodyOf = (operation: Operation) => operation.requestBody?.content['application/json']?.schema

describe('the document', () => {
  test('is valid OpenAPI 3.1 and has the version of the product', async () => {
    const result = await new Validator().validate(structuredClone(document) as never)
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
    expect(document.openapi).toBe('3.1.0')
    expect(document.info.version).toBe((await (await fetch(`${app.address}/version`)).text()).replace(/^v/, ''))
  })

  test('lists every call of the matrix but the hidden ones, and nothing else', () => {
    const expected = Object.keys(callsByName).filter((name) => !hidden.includes(name))
    expect(
      operations()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(expected.sort())
  })

  test('gives each call a summary, a chapter and the credentials that open it', () => {
    const ways = { none: [], account: [{ account: [] }], shopper: [{ shopper: [] }], either: [{ account: [] }, { shopper: [] }] }
    const summaries = operations().map(({ name, operation }) => {
      expect(operation.summary, name).toMatch(/^[A-Z].{4,}[^.]$/)
      expect(operation.tags, name).toHaveLength(1)
      expect(operation.security, name).toEqual(ways[callsByName[name as CallName]?.by ?? 'none'])
      return operation.summary
    })
    expect(new Set(summaries).size, 'no two calls have the same summary').toBe(summaries.length)
    expect(document.components.securitySchemes).toMatchObject({
      account: { type: 'http', scheme: 'bearer' },
      shopper: { type: 'apiKey', in: 'cookie', name: 'rc_shopper' },
    })
  })

  test('lists the refusals of each call by status, each with its code and its sentence', () => {
    for (const { name, operation } of operations()) {
      const codes = refusalsOf(callsByName[name as CallName])
      const listed = Object.entries(operation.responses).flatMap(([status, { description }]) =>
        Number(status) < 400 ? [] : description.split('\n').map((line) => `${status} ${line}`),
      )
      expect(listed.toSorted(), name).toEqual(codes.map((code) => `${refusals[code][0]} - \`${code}\`: ${refusals[code][1]}`).toSorted())
    }
    expect(operation('post', '/api/information').responses[409]?.description).toContain('- `shop_closed`: The shop is closed now.')
  })

  test('declares the envelope of errors once, and each refusal refers to it', () => {
    const envelope = document.components.schemas.Error
    expect(Object.keys(envelope?.properties ?? {}).sort()).toEqual([
      ...['amountPaise', 'challenge', 'code', 'enrol', 'error', 'fields', 'gstins', 'message', 'nearest', 'requestId', 'success'],
    ])
    expect(envelope?.required?.toSorted()).toEqual(['code', 'error', 'message', 'success'])
    for (const { name, operation } of operations()) {
      for (const status of Object.keys(operation.responses).filter((one) => Number(one) >= 400))
        expect(answerOf(operation, status), `${name} ${status}`).toEqual({ $ref: '#/components/schemas/Error' })
    }
  })

  test('has the words of the wire in the specified calls, not our own', () => {
    const malls = fieldsOf(answerOf(operation('get', '/api/shops')))
    expect(malls).toEqual(expect.arrayContaining(['_id', 'title', 'imageUrl', 'menuItems']))
    expect(malls).not.toContain('shops')
    expect(fieldsOf(answerOf(operation('get', '/api/display/{id}')))).toEqual(
      expect.arrayContaining(['displayid', 'phoenixText', 'pText', 'royalPassText']),
    )
    const join = operation('post', '/api/information')
    expect(fieldsOf(bodyOf(join))).toEqual(expect.arrayContaining(['name', 'mobile', 'email', 'shopid']))
    expect(fieldsOf(answerOf(join, '201'))).toEqual(expect.arrayContaining(['newInfo', '_id', 'token', 'shopid', 'clicked']))
    expect(fieldsOf(answerOf(operation('get', '/api/get-data/{id}')))).toEqual(expect.arrayContaining(['_id', 'token', 'shopid']))
    expect(fieldsOf(bodyOf(operation('post', '/api/send-message')))).toContain('number')
    expect(fieldsOf(bodyOf(operation('post', '/api/start-countdown'))).sort()).toEqual(['duration', 'phoneNumber', 'shopId'])
    expect(fieldsOf(answerOf(operation('post', '/api/auth/login')))).toEqual(
      expect.arrayContaining(['token', 'user', '_id', 'role', 'shopIds']),
    )

    const specified = [
      '/api/shops',
      '/api/shops/{id}',
      '/api/information',
      '/api/get-token',
      '/api/get-data/{id}',
      '/api/send-message',
      '/api/auth/login',
    ]
    for (const path of specified) {
      for (const one of Object.values(document.paths[path] ?? {})) {
        const fields = ['200', '201'].flatMap((status) => fieldsOf(withoutSlots(answerOf(one, status))))
        expect(fields, path).not.toContain('id')
        expect(fields, path).not.toContain('number')
        if (path !== '/api/auth/login') expect(fields, path).not.toContain('shopId')
      }
    }
  })

  test('says for each POST that it takes an idempotency key, and how it refuses one', () => {
    const posts = Object.entries(document.paths).flatMap(([path, { post }]) => (post ? [{ path, post }] : []))
    expect(posts.length).toBeGreaterThan(30)
    for (const { path, post } of posts) {
      const headers = (post.parameters ?? []).filter((parameter) => parameter.in === 'header')
      expect(headers, path).toMatchObject([{ name: 'Idempotency-Key', schema: { minLength: 1, maxLength: 255 } }])
      expect(post.responses['400']?.description, path).toContain('`idempotency_key_invalid`')
    }
    expect(operation('post', '/api/payments').responses['409']?.description).toContain('`idempotency_in_progress`')
    expect(operation('post', '/api/payments').responses['422']?.description).toContain('`idempotency_mismatch`')
    expect(operation('post', '/api/auth/login').responses).not.toHaveProperty('422')
    const others = Object.values(document.paths).flatMap(({ post: _post, ...rest }) => Object.values(rest))
    expect(others.flatMap(({ parameters = [] }) => parameters).filter((parameter) => parameter.in === 'header')).toEqual([])
    expect(document.info.description).toContain('`Idempotency-Key`')
  })

  test('names each parameter of an address', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      for (const one of Object.values(methods)) {
        expect(
          (one.parameters ?? []).filter((parameter) => parameter.in === 'path').map(({ name }) => name),
          path,
        ).toEqual(wanted)
      }
    }
    expect(
      operation('get', '/api/get-token')
        .parameters?.map(({ name }) => name)
        .sort(),
    ).toEqual(['phone', 'shopId'])
  })

  test('describes what the calls return to a super administrator, who sees most', async () => {
    const operator = await superOf(app.address)
    for (const [call, parts] of [
      [listMalls, {}],
      [readMall, { id: 'phoenix-mall' }],
      [readDisplay, { id: 'phoenix-cafe' }],
      [readStorefront, { id: 'phoenix-cafe' }],
      [readCountdown, { query: { shopId: 'phoenix-cafe' } }],
    ] as const) {
      const path = call.path.replace(':id', '{id}')
      const schema = answerOf(operation('get', path))
      const { body } = await sendLoosely(app.address, call, parts, operator)
      const [seen, told] = schema?.items ? [Array.isArray(body) ? body[0] : {}, schema.items] : [body, schema]
      expect(Object.keys(seen).sort(), path).toEqual(Object.keys(told?.properties ?? {}).sort())
    }
  })
})

describe('the reference page', () => {
  test('loads only our own scripts, which are reachable and allowed by its policy', async () => {
    const answer = await fetch(`${app.address}/api/docs`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const page = await answer.text()
    const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]
    const scripts = page.match(/<script\b[^>]*>/g) ?? []
    expect(scripts.length).toBeGreaterThan(0)
    for (const tag of scripts) expect(tag).toContain(`nonce="${nonce}"`)
    const sources = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '')
    expect(sources).toContain('/docs-assets/js/scalar.js')
    for (const source of sources) {
      expect(source).toMatch(/^\/[^/]/)
      expect((await fetch(app.address + source)).status, source).toBe(200)
    }
    const script = await fetch(`${app.address}/docs-assets/js/scalar.js`)
    expect(script.headers.get('content-type')).toContain('javascript')
    expect((await script.text()).length).toBeGreaterThan(100_000)
    const asked = (encoding: string) => fetch(`${app.address}/docs-assets/js/scalar.js`, { headers: { 'accept-encoding': encoding } })
    const small = await asked('gzip')
    expect(small.headers.get('content-encoding')).toBe('gzip')
    expect(Number(small.headers.get('content-length'))).toBeLessThan(1_500_000)
    expect((await asked('identity')).headers.get('content-encoding')).toBe(null)
    expect(page).toContain("url: '/api/openapi.json'")
  })

  test('serves no second copy of the document or of the page', async () => {
    for (const path of ['/docs-assets', '/docs-assets/', '/docs-assets/openapi.json', '/docs-assets/openapi.yaml']) {
      expect((await raw(app.address, 'GET', path)).status, path).toBe(404)
    }
  })
})
