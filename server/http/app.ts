import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswer } from '../../contract/envelope.ts'
import { Refusal } from '../../contract/errors.ts'
import { MAX_PARAM_LENGTH } from '../../contract/ids.ts'
import type { Config } from '../config.ts'
import type { Log } from '../kit/log.ts'
import { answerBroken, answerUnreadable, handleErrors } from './errors.ts'
import { speakPlainly } from './field-sentences.ts'
import { warnOfUnknownProxy } from './forwarded.ts'
import { acceptOldManners, pathOfAbsolute } from './old-manners.ts'
import { describeApi, serveApiDocs } from './openapi.ts'
import { type CallerLookup, enforcePolicies } from './policy.ts'
import { limitRates } from './rate-limit.ts'
import type { SharedCounts } from './shared-counts.ts'

/** The app as the slices' routes see it: schemas are Zod, bodies arrive decoded, answers leave encoded. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** The largest body of a JSON call; pictures have calls of their own. */
const BODY_LIMIT = 64 * 1024

/** The answers of a call for its schema: the given one for each of its success codes, the envelope for everything else. */
export function answers<T extends z.ZodType, S extends number = 200>(schema: T, ...codes: S[]) {
  const ok = Object.fromEntries((codes.length > 0 ? codes : [200]).map((code) => [code, schema])) as Record<S, T>
  return { ...ok, '4xx': errorAnswer, '5xx': errorAnswer }
}

interface AppParts {
  config: Config
  log: Log
  callers: CallerLookup
  /** Where all nodes count requests together; null where each counts by itself. */
  counts: SharedCounts | null
  /** True for a request that becomes a socket; any other `Upgrade` is ignored, as HTTP allows. */
  upgrades: (request: IncomingMessage) => boolean
  /** Registers the slices' routes. */
  routes: (app: App) => void
}

/**
 * Builds the HTTP side without listening. The order matters: errors and headers first, limits before sessions (a refused request
 * costs no query), the schema collector before the routes.
 */
export async function buildApp({ config, log, callers, counts, upgrades, routes }: AppParts): Promise<App> {
  speakPlainly()
  const https = config.publicUrl.protocol === 'https:'
  const app: App = fastify({
    loggerInstance: log as FastifyBaseLogger,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    // Whether a request without `Host` is refused and a foreign `Upgrade` ignored is ours to say: Node would answer bare, or not at all.
    http: { requireHostHeader: false, shouldUpgradeCallback: upgrades },
    rewriteUrl: ({ url = '/' }) => pathOfAbsolute(url),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: true },
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    return503OnClosing: true,
    frameworkErrors: answerUnreadable,
    clientErrorHandler: answerBroken,
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)

  if (config.mode === 'production' && config.trustProxy.length === 0) warnOfUnknownProxy(app as FastifyInstance, log)
  await limitRates(app as FastifyInstance, counts)
  handleErrors(app as FastifyInstance)
  acceptJsonOnly(app)
  refuseNulInAddress(app)
  await app.register(helmet, {
    // Pages set their own policy with a nonce; the hook below gives everything else the closed one.
    contentSecurityPolicy: false,
    hsts: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(self)')
  })
  acceptOldManners(app as FastifyInstance)
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  await app.register(cookie)
  enforcePolicies(app as FastifyInstance, callers, { demo: config.mode === 'demo', ownOrigins: new Set([config.publicUrl.origin]) })
  await describeApi(app as FastifyInstance)
  collectReports(app)
  routes(app)
  await serveApiDocs(app as FastifyInstance)
  return app
}

/** JSON only: no text, no forms (a form can be sent by any site). An empty body counts as none. */
function acceptJsonOnly(app: App): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, null)
    else if (NUL_IN_JSON.test(body as string)) done(new Refusal('invalid_json'))
    else parse(request, body as string, done)
  })
}

/** NUL, which no text of the database can hold (it would fail there as our own error): `%00` in an address, `\u0000` in JSON. */
const NUL_IN_JSON = /(?<!\\)(?:\\\\)*\\u0000/

function refuseNulInAddress(app: App): void {
  app.addHook('preValidation', async (request) => {
    if (request.url.includes('%00')) throw new Refusal('invalid_input')
  })
}

/** POST /api/reports/csp: what a browser was kept from doing, into the log. Never an error, the browser cannot act on one. */
function collectReports(app: App): void {
  // In a scope of its own: no other call takes this media type.
  app.register(async (own: App) => {
    own.addContentTypeParser('application/csp-report', { parseAs: 'string', bodyLimit: 16_384 }, (_request, body, done) =>
      done(null, { report: body }),
    )
    own.post('/api/reports/csp', { schema: { hide: true, body: z.unknown() } }, async (request, reply) => {
      const report = (request.body as { report?: unknown } | null)?.report
      // Addresses of pages and scripts stand in it; what follows their question mark may be somebody's.
      const told = typeof report === 'string' ? report.slice(0, 2000).replace(/\?[^"\s]*/g, '?…') : null
      request.log.warn({ report: told }, 'content security policy report')
      return reply.code(204).send()
    })
  })
}
