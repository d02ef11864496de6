import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { Refusal } from '../../contract/errors.ts'
import { sameText } from '../kit/hash.ts'
import { readVersion } from '../kit/version.ts'
import { type SendPage, wantsHtml } from './page.ts'

interface Probes {
  /** Throws while the database does not answer. */
  ping(): Promise<void>
  metricsToken: string | null
  /** Connected sockets now. */
  sockets(): number
}

/** Who asks whether requests may come has given up after two seconds itself (`deploy/Caddyfile`): a database that says nothing is away. */
const READY_MS = 2000

/** `/health` (the process lives), `/ready` (the database answers), `/version`, `/metrics`. Browsers get the designed pages instead. */
export function serveHealth(app: FastifyInstance, probes: Probes, sendPage: SendPage): void {
  const version = readVersion()
  // Asked every second by balancers: their good answers would be most of the log. Who set another level gets what it says.
  const quiet: RouteShorthandOptions = app.log.level === 'info' ? { logLevel: 'warn' } : {}
  for (const [path, text] of [
    ['/health', 'OK'],
    ['/version', version],
  ] as const) {
    app.get(path, quiet, async (request, reply) => {
      if (wantsHtml(request)) return sendPage(request, reply)
      return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(text)
    })
  }
  const ready = readiness(probes)
  app.get('/ready', quiet, async (request, reply) => {
    await ready().catch((error: unknown) => {
      request.log.error({ err: error }, 'the database does not answer')
      // Whatever the reason: who asks has only to know that other nodes should be asked instead.
      throw new Refusal('unavailable', { retryAfterSeconds: 2 })
    })
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('OK')
  })
  serveMetrics(app, probes, quiet)
}

/** Whether the database answers in time. While one question has no answer nobody asks another: they would fill the queue for connections. */
function readiness({ ping }: Probes): () => Promise<void> {
  let asked: Promise<void> | null = null
  return async () => {
    asked ??= ping().finally(() => {
      asked = null
    })
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error(`the database said nothing for ${READY_MS} ms`)), READY_MS)
    await Promise.race([asked, late.promise]).finally(() => clearTimeout(timer))
  }
}

/**
 * How often the delay of the event loop is sampled; the figures of `/metrics` contain this time. By default it would be every 10 ms: a
 * hundred wakes a second, 1 % of a core on a small machine, while nothing happens.
 */
const LOOP_SAMPLE_MS = 250

function serveMetrics(app: FastifyInstance, { metricsToken, sockets }: Probes, quiet: RouteShorthandOptions): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_SAMPLE_MS })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  new Gauge({ name: 'live_sockets', help: 'Connected sockets.', registers: [registry], collect: metricOf(sockets) })

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', quiet, async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken)) throw new Refusal('forbidden')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

const metricOf = (read: () => number) =>
  function (this: Gauge) {
    this.set(read())
  }

/** With a token: its bearer. Without one: this host itself, and nothing that came through a balancer. */
function mayReadMetrics(request: FastifyRequest, token: string | null): boolean {
  if (token !== null) return sameText(request.headers.authorization ?? '', `Bearer ${token}`)
  const direct = request.headers['x-forwarded-for'] === undefined && request.headers.forwarded === undefined
  return direct && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '')
}
