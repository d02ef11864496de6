import type { FastifyInstance } from 'fastify'
import { HOUR, MINUTE } from '#contract/base/time.ts'
import { recordRefusal } from './audit/service.ts'
import { openCallerLookup } from './caller-lookup.ts'
import type { FollowedClock } from './db/followed-clock.ts'
import type { Database } from './db/open.ts'
import type { Deps } from './deps.ts'
import { type App, buildApp } from './http/app.ts'
import { addressReader } from './http/edge/address.ts'
import { depsOfCaller } from './http/edge/deps-of.ts'
import { forgetOldKeys, openIdempotencyKeys } from './http/edge/idempotency/keys.ts'
import { requestsInFlight } from './http/edge/in-flight.ts'
import { reportReaches } from './http/edge/reach.ts'
import { openSharedCounts } from './http/edge/shared-counts.ts'
import { serveHealth } from './http/health.ts'
import { pageSender, servePages, type WebAssets } from './http/pages/page.ts'
import { backlogSize } from './outbox/backlog.ts'
import { startHearing } from './outbox/hearing.ts'
import { type Relay, startRelay } from './outbox/relay.ts'
import { openPages } from './pages.ts'
import { liveListener } from './realtime/live-listener.ts'
import { liveReads } from './realtime/live-reads.ts'
import { isOwnPage } from './realtime/own-page.ts'
import { isSocketRequest, openSockets } from './realtime/socket-server.ts'
import type { Slice } from './slice.ts'
import { startWorkers, type Worker } from './workers.ts'

export interface Running {
  app: App
  relay: Relay
  /** Does at once what the workers do automatically as time passes. */
  tick(): Promise<void>
  /** Finishes the work in flight, then closes everything. */
  stop(): Promise<void>
}

interface Parts {
  deps: Deps
  database: Database
  time: FollowedClock
  slices: readonly Slice[]
  web: WebAssets
}

/** Builds the server from the slices, starts the relay and the workers, and listens. */
export async function startServing({ deps, database, time, slices, web }: Parts): Promise<Running> {
  const { config, log } = deps
  const callers = openCallerLookup(deps)
  const app = await buildApp({
    config,
    log,
    callers,
    vault: deps.vault,
    counts: config.redisUrl === null ? null : await openSharedCounts(config.redisUrl, log),
    keys: openIdempotencyKeys(deps),
    upgrades: (request) => isSocketRequest(request) || web.upgrades?.(request) === true,
    routes: (app) => addRoutes(app, deps, slices),
  })
  const pages = openPages(deps, callers, web)
  const sendPage = pageSender(pages)
  const requests = requestsInFlight(app.server)
  const reads = liveReads(deps)
  const sockets = openSockets(deps, reads, app.server, {
    lookup: callers,
    parseCookie: (header) => app.parseCookie(header),
    addressOf: addressReader(config.trustProxy),
    mayConnect: (request) => isOwnPage(config, request),
  })
  const probes = {
    ping: () => database.ping(),
    metricsToken: config.metricsToken,
    sockets: sockets.count,
    eventsKept: () => backlogSize(database),
    clockAheadMs: time.aheadMs,
    refusedPasscodes: deps.budgetAlarm.refused,
  }
  serveHealth(app as FastifyInstance, probes, sendPage)
  servePages(app as FastifyInstance, pages, sendPage)

  const forget = () => Promise.all([...slices.map((slice) => slice.forget?.(deps)), forgetOldKeys(deps)])
  const workers = startWorkers([...slices.map((slice) => slice.workers?.(deps) ?? []), housekeeping(database, forget)], log)
  const live = liveListener(deps, reads, sockets.io)
  const hearing = await startHearing({ database, log, hear: live.hear })
  const listeners = slices.flatMap((slice) => slice.listeners?.(deps) ?? [])
  const relay = await startRelay({ database, clock: deps.clock, log, listeners, wake: workers.wake, relayed: hearing.tell })
  await listen(app, config)

  return {
    app,
    relay,
    async tick() {
      await workers.endWhatIsOver()
      await relay.drain()
      await workers.settled()
      await relay.drain()
      await hearing.drain()
      await Promise.all([forget(), relay.forget()])
    },
    async stop() {
      // No new connections from here on; requests in flight are answered first.
      const closed = app.close()
      await sockets.stop()
      await Promise.all([workers.stop(), time.stop(), requests.settled()])
      // Idle connections that browsers keep open would delay the stop by more than a minute.
      app.server.closeAllConnections()
      await closed
      await relay.stop()
      await hearing.stop()
      await live.stop()
      await workers.finish()
      await database.close()
    },
  }
}

function addRoutes(app: App, deps: Deps, slices: readonly Slice[]): void {
  reportReaches(app as FastifyInstance, (by, call, refusal) => recordRefusal(deps, by, call, refusal))
  const depsOf = depsOfCaller(deps)
  for (const { routes = [] } of slices) for (const add of routes) add(app, depsOf, deps)
}

/** The background work that belongs to no slice. */
const housekeeping = (database: Database, forget: () => Promise<unknown>): Worker[] => [
  { name: 'vacuuming', everyMs: 5 * MINUTE, run: () => database.vacuum() },
  { name: 'deleting old data', everyMs: HOUR, run: forget },
]

/**
 * How many connections may wait to be accepted; the system caps it (4096 on Linux). With Node's default of 511, a rush of a thousand phones
 * gets some connections reset while the process is busy.
 */
const BACKLOG = 4096

const listen = (app: App, { port, host }: { port: number; host: string }): Promise<string> => app.listen({ port, host, backlog: BACKLOG })
