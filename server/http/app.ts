import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import cookie from '@fastify/cookie'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import helmet from 'helmet'
import { Refusal } from '#contract/base/errors.ts'
import { MAX_PARAM_LENGTH } from '#contract/base/ids.ts'
import { reportCsp } from '#contract/http/calls.ts'
import type { Config } from '#server/config.ts'
import { systemClock } from '#server/kit/clock.ts'
import type { Vault } from '#server/kit/hash.ts'
import type { Log } from '#server/kit/log.ts'
import { limitPerMinute } from '#server/kit/rate-window.ts'
import { describeApi, serveApiDocs } from './docs/openapi.ts'
import { tidyForwarded } from './edge/address.ts'
import { answerBroken, answerUnreadable, handleErrors } from './edge/errors.ts'
import { speakPlainly } from './edge/field-sentences.ts'
import { warnOfUnknownProxy } from './edge/forwarded.ts'
import { keepResponses } from './edge/idempotency/keep-responses.ts'
import type { IdempotencyKeys } from './edge/idempotency/keys.ts'
import { acceptLegacyRequests, pathOfAbsolute } from './edge/legacy-requests.ts'
import { type CallerLookup, enforcePolicies } from './edge/policy.ts'
import { limitRates } from './edge/rate-limit.ts'
import { RequestLog } from './edge/request-log.ts'
import type { SharedCounts } from './edge/shared-counts.ts'

/** Schemas are Zod, request bodies arrive decoded, responses are encoded on the way out. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** The largest body of a JSON call, in bytes; pictures have separate calls. */
const BODY_LIMIT = 64 * 1024

interface AppParts {
  config: Config
  log: Log
  callers: CallerLookup
  /** Recognises the credentials that this server issued. */
  vault: Vault
  /** Request counts that all nodes share; null if each node counts alone. */
  counts: SharedCounts | null
  keys: IdempotencyKeys
  /** True for a request that becomes a socket; any other `Upgrade` is ignored, as HTTP allows. */
  upgrades: (request: IncomingMessage) => boolean
  routes: (app: App) => void
}

/**
 * Does not listen yet. The order matters: errors and headers first, limits before sessions (a refused request costs no query), the schema
 * collector before the routes.
 */
export async function buildApp({ config, log, callers, vault, counts, keys, upgrades, routes }: AppParts): Promise<App> {
  speakPlainly()
  const https = config.publicUrl.protocol === 'https:'
  const app: App = fastify({
    loggerInstance: log as FastifyBaseLogger,
    childLoggerFactory: (_parent, fields, { level }) => new RequestLog(log, fields, level),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    // For a missing `Host` or a foreign `Upgrade`, Node would answer without our envelope, or not at all.
    http: { requireHostHeader: false, shouldUpgradeCallback: upgrades },
    // Fastify calls it before anything else, also before its log reads the address.
    rewriteUrl: (request) => {
      tidyForwarded(request)
      return pathOfAbsolute(request.url ?? '/')
    },
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
  limitRates(app as FastifyInstance, counts, vault)
  handleErrors(app as FastifyInstance)
  acceptJsonOnly(app)
  refuseNulInAddress(app)
  const protect = helmet({
    // Pages set their own policy with a nonce; a hook below sets the closed one on other responses.
    contentSecurityPolicy: false,
    hsts: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
  })
  // The plugin for Fastify would make `protect` again for every request.
  app.addHook('onRequest', (request, reply, next) => protect(request.raw, reply.raw, () => next()))
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(self)')
  })
  acceptLegacyRequests(app as FastifyInstance)
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  await app.register(cookie)
  enforcePolicies(app as FastifyInstance, callers, { demo: config.mode === 'demo', ownOrigins: new Set([config.publicUrl.origin]) })
  keepResponses(app as FastifyInstance, keys)
  await describeApi(app as FastifyInstance)
  collectReports(app)
  routes(app)
  await serveApiDocs(app as FastifyInstance, { demo: config.mode === 'demo' })
  return app
}

/** No text and no forms: any site can send a form. An empty body counts as no body. */
function acceptJsonOnly(app: App): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, null)
    else if (NUL_IN_JSON.test(body as string)) done(new Refusal('invalid_json'))
    else parse(request, body as string, done)
  })
}

/** Finds NUL, which a database text cannot hold; it would fail there as a server error. It is `%00` in an address, `\u0000` in JSON. */
const NUL_IN_JSON = /(?<!\\)(?:\\\\)*\\u0000/

function refuseNulInAddress(app: App): void {
  app.addHook('preValidation', async (request) => {
    if (request.url.includes('%00')) throw new Refusal('invalid_input')
  })
}

/** How many reports per minute, of all browsers together, are logged. */
const REPORTS_PER_MINUTE = 20

/** Logs what the policy stopped a browser from doing. What a report says is never an error. */
function collectReports(app: App): void {
  const mayTell = limitPerMinute(systemClock, () => REPORTS_PER_MINUTE)
  // In a separate scope: no other call accepts this media type.
  app.register(async (own: App) => {
    own.addContentTypeParser('application/csp-report', { parseAs: 'string', bodyLimit: 16_384 }, (_request, body, done) =>
      done(null, { report: body }),
    )
    const { method, path: url, body } = reportCsp
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const report = (request.body as { report?: unknown } | null)?.report
      // The query strings in a report may hold personal data, so they are cut off.
      const told = typeof report === 'string' ? report.slice(0, 2000).replace(/\?[^"\s]*/g, '?…') : null
      // a flood of reports must not fill the disk: the first ones of a minute show what is wrong
      if (mayTell('reports')) request.log.warn({ report: told }, 'content security policy report')
      return reply.code(204).send()
    }
    own.route({ method, url, schema: { body }, handler })
  })
}
