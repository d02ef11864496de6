import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import swagger from '@fastify/swagger'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswer } from '#contract/base/envelope.ts'
import { refusals } from '#contract/base/errors.ts'
import type { Call } from '#contract/call.ts'
import { callsByName, isCallName } from '#contract/calls.ts'
import { readApiDocument, readApiReference } from '#contract/http/calls.ts'
import { refusalsOf } from '#contract/refusals-of.ts'
import { limitsByClass } from '#server/http/edge/rate-limit.ts'
import { lazily } from '#server/kit/lazily.ts'
import { readVersion } from '#server/kit/version.ts'
import { aboutKeys, keyHeaderOf } from './idempotency-key.ts'

/** The provider would print our side of a codec in responses, so every codec is replaced by the schema of its wire side. */
const wireDocs = {
  zodToJsonConfig: {
    override: ({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: Record<string, unknown> }) => {
      if (!(zodSchema instanceof z.ZodCodec)) return
      const { $schema: _schema, ...wire } = z.toJSONSchema(zodSchema.def.in as z.ZodType, { io: 'input' })
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
      Object.assign(jsonSchema, wire)
    },
  },
}

// Defined once in the document instead of twice in each call.
z.globalRegistry.add(errorAnswer, { id: 'Error' })

const wireSchema = createJsonSchemaTransform(wireDocs as never)

/** Each entry is one alternative; without entries anyone may call. */
const security: Readonly<Record<Call['by'], Readonly<Record<string, string[]>>[]>> = {
  none: [],
  account: [{ account: [] }],
  shopper: [{ shopper: [] }],
  either: [{ account: [] }, { shopper: [] }],
}

/** Hides calls that programs do not make, and routes that are not calls (pages, icons, probes). */
const describeCall: typeof wireSchema = (about) => {
  const name = `${String(about.route.method)} ${about.route.url}`
  const call = isCallName(name) ? callsByName[name] : null
  if (!call || call.hidden) return { schema: { ...about.schema, hide: true }, url: about.url }
  const response = { ...(about.schema.response as object), ...refusedAnswersOf(call) }
  const { schema, url } = wireSchema({ ...about, schema: { ...about.schema, ...keyHeaderOf(call), response } })
  return { schema: { ...schema, tags: [call.tag], summary: call.about, security: security[call.by] }, url }
}

/** By status: its codes with the sentences for a person. */
function refusedAnswersOf(call: Call): Record<string, object> {
  const byStatus = Map.groupBy(refusalsOf(call), (code) => refusals[code][0])
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `- \`${code}\`: ${refusals[code][1]}`).join('\n'),
        content: { 'application/json': { schema: errorAnswer } },
      },
    ]),
  )
}

const about =
  'Queue, token and priority billing for malls and shops. Accounts send `Authorization: Bearer`; shoppers carry the cookie `rc_shopper` that verify-otp sets. Every error has the same envelope with a stable `code`.'

/** Register it before the routes. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Red Carpet',
        version: readVersion().replace(/^v/, ''),
        description: `${about}\n\n${aboutKeys}`,
      },
      components: {
        securitySchemes: {
          account: { type: 'http', scheme: 'bearer' },
          shopper: { type: 'apiKey', in: 'cookie', name: 'rc_shopper' },
        },
      },
    },
    transform: describeCall,
    transformObject: createJsonSchemaTransformObject(wireDocs as never),
  })
}

/**
 * The reference component cannot work with a nonce for styles, so this one page allows inline styles. Its scripts stay strict, and it loads
 * nothing from other hosts.
 */
export async function serveApiDocs(app: FastifyInstance, { demo }: { demo: boolean }): Promise<void> {
  app.route({
    method: readApiDocument.method,
    url: readApiDocument.path,
    handler: async (_request, reply) => reply.send(app.swagger()),
  })
  await app.register(async (own) => {
    own.addHook('onRequest', limitsByClass(app, { demo, purpose: 'docs' }).read)
    own.get(SCRIPT, { schema: { hide: true } }, sendScript)
  })
  app.route({
    method: readApiReference.method,
    url: readApiReference.path,
    handler: async (_request, reply) => {
      const nonce = randomBytes(16).toString('base64')
      const policy = `default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'`
      return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(referencePage(nonce))
    },
  })
}

async function sendScript(request: FastifyRequest, reply: FastifyReply): Promise<Buffer> {
  const body = await compressedScript()
  reply.headers({
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=86400',
    vary: 'accept-encoding',
  })
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return promisify(gunzip)(body)
  reply.header('content-encoding', 'gzip')
  return body
}

/**
 * The script of the reference has four megabytes, and few servers are ever asked for it. So it is loaded at the first request and kept only
 * compressed. We do not serve the component's page, nor its copies of the document, which any site may read.
 */
const compressedScript = lazily(async (): Promise<Buffer> => {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = fastify()
  await app.register(scalar, { routePrefix: '/reference', configuration: { url: readApiDocument.path } })
  const { statusCode, rawPayload } = await app.inject('/reference/js/scalar.js')
  await app.close()
  if (statusCode !== 200) throw new Error(`the reference has no script (${statusCode})`)
  return promisify(gzip)(rawPayload)
})

const SCRIPT = '/docs-assets/js/scalar.js'

const referencePage = (nonce: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Red Carpet API</title><link rel="icon" href="/favicon.svg"></head>
<body><div id="app"></div><script nonce="${nonce}" src="${SCRIPT}"></script>
<script nonce="${nonce}">Scalar.createApiReference('#app', { url: '${readApiDocument.path}', withDefaultFonts: false, telemetry: false, agent: { disabled: true }, mcp: { disabled: true } })</script>
</body></html>`
