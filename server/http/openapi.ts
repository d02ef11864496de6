import { randomBytes } from 'node:crypto'
import swagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswer } from '../../contract/envelope.ts'
import { type CallName, type Policy, policies } from '../../contract/permissions.ts'
import { readVersion } from '../kit/version.ts'
import { descriptions } from './call-descriptions.ts'

/**
 * The document shows what goes over the wire. The provider would print our side of a codec in answers, so every codec is replaced
 * by the schema of its wire side.
 */
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

// Named once in the document instead of twice in each call.
z.globalRegistry.add(errorAnswer, { id: 'Error' })

const wireSchema = createJsonSchemaTransform(wireDocs as never)

/** Which credentials open a call: each entry is one way in, none at all means anyone. */
const security: Readonly<Record<Policy['by'], Readonly<Record<string, string[]>>[]>> = {
  none: [],
  account: [{ account: [] }],
  shopper: [{ shopper: [] }],
  either: [{ account: [] }, { shopper: [] }],
}

/** Every call of the matrix with its line, chapter and credentials; what has no policy (pages, icons, probes) is no call. */
const describeCall: typeof wireSchema = (about) => {
  const name = `${String(about.route.method)} ${about.route.url}`
  const { schema, url } = wireSchema(about)
  if (!isCall(name)) return { schema: { ...schema, hide: true }, url }
  const [tag, summary] = descriptions[name]
  return { schema: { ...schema, tags: [tag], summary, security: security[policies[name].by] }, url }
}

const isCall = (name: string): name is CallName => Object.hasOwn(policies, name)

/** Collects the routes' schemas; register it before the routes. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Red Carpet',
        version: readVersion().replace(/^v/, ''),
        description:
          'Queue, token and priority billing for malls and shops. Accounts send `Authorization: Bearer`; shoppers carry the cookie `rc_shopper` that verify-otp sets. Every error has the same envelope with a stable `code`.',
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
 * Serves the document and its reference page. The reference component cannot work with a nonce for styles, so this one page
 * allows inline styles; its scripts stay strict and it asks nothing of other hosts.
 */
export async function serveApiDocs(app: FastifyInstance): Promise<void> {
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) => reply.send(app.swagger()))
  await app.register(async (own) => {
    // Of what the component brings, its script is all we need: not its page, and not its copies of the document, which any site may read.
    own.addHook('onRequest', async (request, reply) => {
      if (request.url.split('?', 1)[0] !== SCRIPT) return reply.callNotFound()
      reply.header('cache-control', 'public, max-age=86400')
    })
    await own.register(scalar, { routePrefix: '/docs-assets', configuration: { withDefaultFonts: false, telemetry: false } as never })
  })
  app.get('/api/docs', { schema: { hide: true } }, async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    const policy = `default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'`
    return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(referencePage(nonce))
  })
}

const SCRIPT = '/docs-assets/js/scalar.js'

const referencePage = (nonce: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Red Carpet API</title><link rel="icon" href="/favicon.svg"></head>
<body><div id="app"></div><script nonce="${nonce}" src="${SCRIPT}"></script>
<script nonce="${nonce}">Scalar.createApiReference('#app', { url: '/api/openapi.json', withDefaultFonts: false, telemetry: false, agent: { disabled: true }, mcp: { disabled: true } })</script>
</body></html>`
