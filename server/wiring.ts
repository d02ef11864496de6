import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { HOUR } from '../contract/time.ts'
import { accountRoutes } from './accounts/routes.ts'
import { findSession, forgetOldSessions } from './accounts/service.ts'
import { ensureSuperAdministrator } from './accounts/super-administrator.ts'
import { recordRefusal } from './audit/service.ts'
import { type Config, ConfigError } from './config.ts'
import { counterRoutes } from './counters/routes.ts'
import { countersOf, openFirstCounter } from './counters/service.ts'
import { migrate } from './db/migrate.ts'
import type { Database } from './db/open.ts'
import { waitForTurn } from './db/turn.ts'
import { checkWall } from './db/wall.ts'
import { bringQueueToLife } from './demo/queue-life.ts'
import { type DemoGuide, demoGuide, seedDemo } from './demo/seed.ts'
import { displayRoutes } from './displays/routes.ts'
import { addressReader } from './http/address.ts'
import { type App, buildApp } from './http/app.ts'
import { depsOfCaller } from './http/deps-of.ts'
import { serveHealth } from './http/health.ts'
import { localeOf } from './http/locale.ts'
import { pageSender, servePages, type WebAssets } from './http/page.ts'
import { type CallerLookup, SHOPPER_COOKIE } from './http/policy.ts'
import { reportReaches } from './http/reach.ts'
import { openSharedCounts } from './http/shared-counts.ts'
import { requestsUnderWay } from './http/under-way.ts'
import { type Clock, every, systemClock } from './kit/clock.ts'
import { gatherReads, shareReads } from './kit/gather-reads.ts'
import { openVault } from './kit/hash.ts'
import type { Log } from './kit/log.ts'
import { oneAtATime } from './kit/one-at-a-time.ts'
import { signUpRoutes } from './malls/sign-up-routes.ts'
import { mediaRoutes } from './media/routes.ts'
import { messageListener } from './messages/queue-messages.ts'
import { msg91Sender } from './messages/senders/msg91.ts'
import { screenMailSender, screenSender } from './messages/senders/screen.ts'
import { smtpSender } from './messages/senders/smtp.ts'
import { deliverMessages, forgetOldMessages, type MessageDeps } from './messages/service.ts'
import { startHearing } from './outbox/hearing.ts'
import { type Relay, startRelay } from './outbox/relay.ts'
import { openCapture, type PaymentDeps } from './payments/capture.ts'
import type { Gateway } from './payments/gateway.ts'
import { cashGateway } from './payments/gateways/cash.ts'
import { demoGateway } from './payments/gateways/demo.ts'
import { readOrders } from './payments/read-orders.ts'
import { moneyOfExpired, payRefunds } from './payments/refunds.ts'
import { paymentRoutes } from './payments/routes.ts'
import { placeRoutes } from './queue/place-routes.ts'
import { queueRoutes } from './queue/routes.ts'
import { endEarlierDays, endOverdue } from './queue/sweep.ts'
import { liveListener } from './realtime/live-listener.ts'
import { liveReads } from './realtime/live-reads.ts'
import { isSocketRequest, openSockets } from './realtime/socket-server.ts'
import { posterRoutes } from './shops/poster-routes.ts'
import { shopRoutes } from './shops/routes.ts'
import { tenantsOf } from './shops/service.ts'
import { staffRoutes } from './shops/staff-routes.ts'
import { storefrontRoutes } from './storefront/routes.ts'
import { firstDataFor, readStorefront } from './storefront/service.ts'
import { verificationRoutes } from './verification/routes.ts'
import { findShoppers, forgetOldCodes } from './verification/service.ts'

/** The running product: where it listens and how to stop it gently. */
export interface Running {
  app: App
  relay: Relay
  /** Who and what there is to try in demo mode; null in production. */
  demo: DemoGuide | null
  /** Does now what the workers do by themselves as time passes. */
  tick(): Promise<void>
  /** Finishes what is under way, then lets go of everything. */
  stop(): Promise<void>
}

/**
 * Connections that may wait until they are accepted; the system caps it (4096 on Linux). With Node's 511 a rush of a thousand phones finds
 * some of its connections reset while the process is busy.
 */
const BACKLOG = 4096

interface Parts {
  config: Config
  log: Log
  database: Database
  web: WebAssets
  clock?: Clock
  /** Ways to pay, the first being the default; tests hand in their own. */
  gateways?: readonly Gateway[]
}

/**
 * The composition root: migrates, seeds demo mode, builds the HTTP side and the sockets, starts the relay and the workers, and listens.
 */
export async function start({ config, log, database, web, clock = systemClock, gateways = gatewaysFor(config) }: Parts): Promise<Running> {
  await migrate(database, { waits: () => log.info('the schema is to be brought up to date: waiting for a backup or another node') })
  await checkWall(database.db)
  const deps: PaymentDeps = {
    db: database.db,
    clock,
    config,
    log,
    vault: openVault(config.secretKey),
    gateways: new Map(gateways.map((gateway) => [gateway.name, gateway])),
    capture: openCapture(database),
    orderOf: gatherReads((ids) => readOrders(database.db, ids)),
  }
  const release = await waitForTurn(database, 'first-data')
  await makeFirstData(deps).finally(release)

  const findShopper = gatherReads((cookies) => findShoppers(deps, cookies))
  const lookup = callerLookup(deps, findShopper)
  const counts = config.redisUrl === null ? null : openSharedCounts(config.redisUrl, log)
  const app = await buildApp({
    config,
    log,
    callers: lookup,
    counts,
    upgrades: (request) => isSocketRequest(request) || web.upgrades?.(request) === true,
    routes: (app) => addRoutes(app, deps),
  })
  const pages = {
    web,
    demo: config.mode === 'demo',
    publicUrl: config.publicUrl.origin,
    firstData: async (request: Parameters<typeof localeOf>[0]) => {
      const cookie = request.cookies[SHOPPER_COOKIE]
      const url = new URL(request.url, 'http://page')
      return firstDataFor(deps, {
        path: url.pathname,
        query: url.searchParams,
        locale: localeOf(request),
        shopper: (cookie && (await findShopper(cookie))) || null,
      })
    },
  }
  const sendPage = pageSender(pages)
  const requests = requestsUnderWay(app.server)
  const reads = liveReads(deps)
  const sockets = openSockets(deps, reads, app.server, {
    lookup,
    parseCookie: (header) => app.parseCookie(header),
    addressOf: addressReader(config.trustProxy),
    mayConnect: (request) => isOwnPage(config, request),
  })
  serveHealth(app as FastifyInstance, { ping: () => database.ping(), metricsToken: config.metricsToken, sockets: sockets.count }, sendPage)
  servePages(app as FastifyInstance, pages, sendPage)

  const senders = {
    sender: config.msg91 ? msg91Sender(config.msg91) : screenSender,
    mail: config.mail ? smtpSender(config.mail) : screenMailSender,
  }
  const workers = startWorkers(deps, database, senders)
  const live = liveListener(deps, reads, sockets.io)
  const hearing = await startHearing({ database, log, hear: live.hear })
  const listeners = [moneyOfExpired(workers.refund), messageListener({ ...deps, ...senders }, workers.deliver)]
  const relay = await startRelay({ database, clock, log, listeners })
  await app.listen({ port: config.port, host: config.host, backlog: BACKLOG })

  return {
    app,
    relay,
    demo: config.mode === 'demo' ? demoGuide : null,
    async tick() {
      await endOverdue(deps)
      await endEarlierDays(deps)
      await relay.drain()
      await workers.settled()
      await relay.drain()
      await hearing.drain()
      await Promise.all([workers.forget(), relay.forget()])
    },
    async stop() {
      // No new connections from here on; what is under way is answered first.
      const closed = app.close()
      await sockets.stop()
      await Promise.all([workers.stop(), requests.settled()])
      // Connections that browsers keep open for later would hold the server for more than a minute.
      app.server.closeAllConnections()
      await closed
      await relay.stop()
      await hearing.stop()
      live.stop()
      await workers.settled()
      await database.close()
    },
  }
}

/** What has to be there before anybody comes. Two nodes that start together must not both find that it is not. */
async function makeFirstData(deps: PaymentDeps): Promise<void> {
  const { mode, superadmin } = deps.config
  if (mode === 'demo') {
    await seedDemo(deps)
    await bringQueueToLife(deps)
  }
  if (superadmin && !(await ensureSuperAdministrator(deps, superadmin.email, superadmin.password)))
    throw new ConfigError(['SUPERADMIN_EMAIL is the email of an account of another role: take another email for the super administrator'])
}

/** The ways to pay, the default first. Cash needs no vendor; demo money exists in demo mode alone. */
const gatewaysFor = (config: Config): readonly Gateway[] => (config.mode === 'demo' ? [demoGateway, cashGateway] : [cashGateway])

function addRoutes(app: App, deps: PaymentDeps): void {
  reportReaches(app as FastifyInstance, (by, call, refusal) => recordRefusal(deps, by, call, refusal))
  const depsOf = depsOfCaller(deps)
  signUpRoutes(app, deps)
  accountRoutes(app, depsOf, (account) => tenantsOf(deps, account))
  shopRoutes(app, depsOf, openFirstCounter)
  staffRoutes(app, depsOf)
  posterRoutes(app, depsOf, countersOf)
  displayRoutes(app, depsOf)
  mediaRoutes(app, deps)
  verificationRoutes(app, deps)
  counterRoutes(app, depsOf)
  queueRoutes(app, depsOf)
  placeRoutes(app, depsOf)
  paymentRoutes(app, depsOf)
  // A hall of phones asks for its shop when the display changes, and when it comes back after a cut.
  const storefrontOf = shareReads((shopId) => readStorefront(deps, shopId))
  storefrontRoutes(app, depsOf, storefrontOf)
}

const callerLookup = (deps: PaymentDeps, findShopper: (cookie: string) => Promise<{ mobile: string } | undefined>): CallerLookup => ({
  async account(bearer) {
    const session = await findSession(deps, bearer)
    return session && { ...(await tenantsOf(deps, session.account)), sessionId: session.sessionId }
  },
  shopper: async (cookie) => (await findShopper(cookie)) ?? null,
})

/** A socket carries the cookie along, so it must come from our own page; a program without an `Origin` has nobody's cookie but its own. */
function isOwnPage(config: Config, request: IncomingMessage): boolean {
  const { origin, host } = request.headers
  if (origin === undefined || origin === config.publicUrl.origin) return true
  return config.mode === 'demo' && URL.canParse(origin) && new URL(origin).host === host
}

type Senders = Pick<MessageDeps, 'sender' | 'mail'>

/** What happens by itself: time that ends things, messages, refunds, forgetting. Each is safe to run on every node. */
function startWorkers(deps: PaymentDeps, database: Database, senders: Senders) {
  const failed = (what: string) => (error: unknown) => deps.log.error({ err: error }, `${what} failed, trying again`)
  const deliver = oneAtATime(() => deliverMessages({ ...deps, ...senders }), failed('delivering messages'))
  const refund = oneAtATime(() => payRefunds(deps), failed('refunding'))
  const forget = () => Promise.all([forgetOldSessions(deps), forgetOldCodes(deps), forgetOldMessages(deps)])
  const stops = [
    every(1000, () => endOverdue(deps), failed('ending overdue tickets')),
    every(2000, deliver, failed('delivering messages')),
    every(5000, refund, failed('refunding')),
    every(60_000, () => endEarlierDays(deps), failed('ending earlier days')),
    every(60_000, () => (deps.config.mode === 'demo' ? bringQueueToLife(deps) : Promise.resolve()), failed('the demo queue')),
    every(5 * 60_000, () => database.sweepDust(), failed('vacuuming')),
    every(HOUR, forget, failed('forgetting')),
  ]
  return {
    deliver: () => void deliver(),
    refund: () => void refund(),
    forget,
    stop: async () => void (await Promise.all(stops.map((stop) => stop()))),
    settled: async () => void (await Promise.all([deliver(), refund()])),
  }
}
