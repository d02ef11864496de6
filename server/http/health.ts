import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { Refusal } from '#contract/base/errors.ts'
import { sameText } from '#server/kit/hash.ts'
import { readVersion } from '#server/kit/version.ts'
import { type SendPage, wantsHtml } from './pages/page.ts'

interface Probes {
  /** Throws if the database does not answer. */
  ping(): Promise<void>
  metricsToken: string | null
  sockets(): number
  /** Events that a listener of the relay could not record; the relay retries them. */
  eventsKept(): Promise<number>
  clockAheadMs(): number
  /** Requests for a passcode that a budget has refused, by budget. */
  refusedPasscodes(): ReadonlyMap<string, number>
}

/** The proxy's readiness check times out after this (`deploy/Caddyfile`), so a database that has not answered is away. */
const READY_MS = 2000

/** `/health` (the process lives), `/ready` (the database answers), `/version`, `/metrics`. Browsers get the designed pages instead. */
export function serveHealth(app: FastifyInstance, probes: Probes, sendPage: SendPage): void {
  const version = readVersion()
  // Load balancers ask every second: their successful requests would fill most of the log. Another level than `info` stays as it is set.
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
      request.log.error({ err: error }, 'the database is not responding')
      // The proxy only needs to know that it should use other nodes.
      throw new Refusal('unavailable', { retryAfterSeconds: 2 })
    })
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('OK')
  })
  serveMetrics(app, probes, quiet)
}

/** While one ping is in flight, no other starts: they would fill the queue for connections. */
function readiness({ ping }: Probes): () => Promise<void> {
  let asked: Promise<void> | null = null
  return async () => {
    asked ??= ping().finally(() => {
      asked = null
    })
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error(`the database did not answer for ${READY_MS} ms`)), READY_MS)
    await Promise.race([asked, late.promise]).finally(() => clearTimeout(timer))
  }
}

/**
 * How often the delay of the event loop is sampled; the figures of `/metrics` include this time. The default of 10 ms is a hundred wake-ups
 * per second: 1 % of a core on a small machine, even when nothing happens.
 */
const LOOP_SAMPLE_MS = 250

function serveMetrics(
  app: FastifyInstance,
  { metricsToken, sockets, eventsKept, clockAheadMs, refusedPasscodes }: Probes,
  quiet: RouteShorthandOptions,
): void {
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
  new Gauge({
    name: 'events_kept',
    help: 'Events that could not be recorded and are retried; if it stays above 0 for minutes, please investigate.',
    registers: [registry],
    async collect() {
      // While the database is away the last figure stays.
      await eventsKept().then(
        (kept) => this.set(kept),
        () => {},
      )
    },
  })
  new Gauge({
    name: 'clock_ahead_seconds',
    help: "How far this machine's clock is ahead of the database's, which the node uses.",
    registers: [registry],
    collect: metricOf(() => clockAheadMs() / 1000),
  })

  new Gauge({
    name: 'passcodes_refused_by_budget',
    help: 'Requests for a one-time passcode that a used-up budget has refused since the start.',
    labelNames: ['budget'],
    registers: [registry],
    collect() {
      for (const [budget, refused] of refusedPasscodes()) this.set({ budget }, refused)
    },
  })

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

/** If a token is set, the request must carry it. If not, only this host itself may read, and not through a load balancer. */
function mayReadMetrics(request: FastifyRequest, token: string | null): boolean {
  if (token !== null) return sameText(request.headers.authorization ?? '', `Bearer ${token}`)
  const direct = request.headers['x-forwarded-for'] === undefined && request.headers.forwarded === undefined
  return direct && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '')
}
