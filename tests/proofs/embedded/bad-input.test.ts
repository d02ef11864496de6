import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readApiDocument } from '#contract/http/calls.ts'
import { logout } from '#contract/sign-in/calls.ts'
import { raw } from '#tests/support/calls/client.ts'
import { paidShopper, superOf, verifiedShopper } from '#tests/support/people/people.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

interface Document {
  paths: Record<
    string,
    Record<string, { requestBody?: { content: Record<string, { schema: Schema }> }; parameters?: { name: string; in: string }[] }>
  >
}
interface Schema {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
}

let app: TestApp
let document: Document
let who: { bearer?: string; cookie: string }
let ids: string[]
beforeAll(async () => {
  app = await startApp()
  document = await (await fetch(app.address + readApiDocument.path)).json()
  const paid = await paidShopper(app.address, 'phoenix-cafe')
  who = { ...(await superOf(app.address)), cookie: paid.cookie }
  ids = [paid.ticketId, paid.paymentId, paid.receiptId, 'phoenix-cafe', 'phoenix-mall']
})
afterAll(() => app.stop())

const long = 'x'.repeat(5000)
const oddities: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  -0,
  '',
  ' ',
  long,
  '\u0000',
  '\ud800',
  '🪷'.repeat(300),
  'नमस्ते',
  '\u202Egnirts',
  '../../etc/passwd',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '1e1000',
  'NaN',
  '9'.repeat(400),
  [],
  [[]],
  ['a'],
  {},
  { $ne: null },
  { length: 1e9 },
  { toString: 1 },
]
const protoBodies = [
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"a":1,"a":2}',
  '{"__proto__":null}',
  '[{"__proto__":1}]',
]
const brokenBodies = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '5',
  'true',
  '{"a":}',
  '\u0000',
  `{"a":"${long}${long}"}`,
  '['.repeat(20_000),
  '{"a":'.repeat(5000),
]

const objectOf = (schema: Schema | undefined): Schema | undefined =>
  schema?.properties ? schema : schema?.anyOf?.map(objectOf).find((found) => found !== undefined)

/** A body whose fields have the right types. */
const plausible = (schema: Schema): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, field]) => [
      name,
      field.type === 'number' || field.type === 'integer' ? 1 : field.type === 'boolean' ? true : 'phoenix-cafe',
    ]),
  )

function* wrongBodies(schema: Schema | undefined): Generator<string> {
  yield* brokenBodies
  yield* protoBodies
  const object = objectOf(schema)
  if (!object) return
  const base = plausible(object)
  for (const name of Object.keys(base)) {
    const { [name]: _gone, ...without } = base
    yield JSON.stringify(without)
    for (const odd of oddities) yield JSON.stringify({ ...base, [name]: odd })
  }
  yield JSON.stringify({ ...base, ...Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`extra${i}`, i])) })
}

async function refuseWell(method: string, path: string, body: string | undefined, hint: string): Promise<void> {
  const answer = await raw(app.address, method, path, body, who)
  expect(answer.status, `${hint} ${body?.slice(0, 200) ?? ''}`).toBeLessThan(500)
  if (answer.status < 400) return
  expect(answer.body, hint).toMatchObject({
    success: false,
    error: expect.stringMatching(/\S/),
    message: answer.body.error,
    code: expect.stringMatching(/^[a-z_]+$/),
  })
  const text = JSON.stringify(answer.body)
  expect(text, hint).not.toMatch(/expected .* received|node_modules|select .* from|insert into|at \w+ \(/i)
}

describe('wrong input', () => {
  test('every call with a body refuses generated wrong bodies in the envelope and never fails', async () => {
    let tried = 0
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        const schema = operation.requestBody?.content['application/json']?.schema
        if (!schema || path === logout.path) continue
        for (const [i, body] of [...wrongBodies(schema)].entries()) {
          const address = path.replace(/\{\w+\}/g, () => ids[i % ids.length] ?? 'x')
          await refuseWell(method.toUpperCase(), address, body, `${method} ${path}`)
          tried += 1
        }
      }
    }
    expect(tried).toBeGreaterThan(500)
  })

  test('every call with a parameter refuses wrong ones in the envelope and never fails', async () => {
    const wrong = [
      '%00',
      '%F0%9F%AA%B7',
      encodeURIComponent(long.slice(0, 199)),
      long,
      '..%2f..',
      '%27%20or%201=1',
      '__proto__',
      'constructor',
      '%ff',
      '-',
      'a b',
    ]
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query')
        const body = method === 'get' || method === 'delete' ? undefined : '{}'
        for (const value of wrong) {
          if (path.includes('{'))
            await refuseWell(method.toUpperCase(), path.replace(/\{\w+\}/g, value), body, `${method} ${path} ${value}`)
          for (const { name } of query) {
            await refuseWell(method.toUpperCase(), `${path}?${name}=${value}`, body, `${method} ${path}?${name}`)
            await refuseWell(
              method.toUpperCase(),
              `${path}?${name}=${value}&${name}=1&${name}[x]=2`,
              body,
              `${method} ${path}?${name} twice`,
            )
          }
        }
      }
    }
  })

  test('afterwards the product still works', async () => {
    expect((await raw(app.address, 'GET', '/ready')).status).toBe(200)
    await verifiedShopper(app.address)
  })
})
