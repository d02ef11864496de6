import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { razorpayWebhook } from '#contract/payments/gateway-calls.ts'
import { migrate } from '#server/db/migrate.ts'
import { type Database, openDatabase } from '#server/db/open.ts'
import { addressOf } from '#tests/support/calls/client.ts'
import { addOwing, addShops, checkBooks, MALL } from './captures/owing.ts'
import { backendsOf, cpuOf } from './kit/cpu-of.ts'
import { type HttpFigures, load, serveForLoad } from './kit/http-load.ts'
import { machine } from './kit/machine.ts'
import { middle } from './kit/middle.ts'
import { type Compared, peerTable } from './kit/peer-table.ts'
import { freshPlace } from './kit/place.ts'
import { addAccount, SECRET_KEY } from './webhooks/account.ts'
import { EVENTS_PER_PAYMENT, unusedWebhook, type Webhook, webhook } from './webhooks/events.ts'

/**
 * Measures the intake of webhooks on PostgreSQL: signed events of Razorpay over HTTP, three for each payment, through 50 connections. A
 * webhook is answered once it is stored. The same events again are the duplicates. Events of a kind that we do not use are only stored, so they
 * show what the raw event costs. The peer is `GET /health`, which does nothing; all take
 * turns in one run. At the end each payment must be captured once and each event be handled once. `node_modules/.bin/node bench/webhooks.ts
 * [--events 9000] [--rounds 3] [--shops 50]`. Makes and drops its own database at BENCH_DATABASE_URL.
 */

const [CONNECTIONS, LIMIT, PORT] = [50, 2000, 3997]

const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '9000' },
    rounds: { type: 'string', default: '3' },
    shops: { type: 'string', default: '50' },
  },
})
const [rounds, shops] = [Number(options.rounds), Number(options.shops)]
const each = Math.ceil(Number(options.events) / EVENTS_PER_PAYMENT) * EVENTS_PER_PAYMENT

const place = await freshPlace('PostgreSQL')
const database = await openDatabase(place)
const figures = { stored: [] as HttpFigures[], again: [] as HttpFigures[], unused: [] as HttpFigures[], health: [] as HttpFigures[] }
const handled: number[] = []
/** Of the server and its database, in ms for each event. */
const cpu = { handled: [] as number[], stored: [] as number[] }
try {
  await migrate(database)
  await addShops(database.db, shops)
  await addAccount(database.db)
  const payments = ((rounds + 1) * each) / EVENTS_PER_PAYMENT
  await addOwing(database.db, { from: 0, many: payments, shops, gateway: 'razorpay' })
  // Nothing listens there: no event of this rush needs a call to the vendor.
  const env = { RAZORPAY_API_URL: 'http://127.0.0.1:9', SECRET_KEY, LOG_LEVEL: 'error' }
  const server = await serveForLoad(place, { port: PORT, connections: CONNECTIONS, env })
  try {
    // The first round is only a warm-up.
    for (let round = 0; round <= rounds; round += 1) {
      const events = Array.from({ length: each }, (_, i) => webhook(round * each + i))
      const others = Array.from({ length: each }, (_, i) => unusedWebhook(round * each + i))
      const report = (all: readonly Webhook[]) => load(each, CONNECTIONS, (i) => post(all[i] as Webhook))
      const pids = [server.pid, ...(await backendsOf(database))]
      const before = cpuOf(pids)
      const begun = performance.now()
      const stored = await report(events)
      const until = await whenHandled(database, (round + 1) * each)
      const used = cpuOf(pids) - before
      const again = await report(events)
      const beforeUnused = cpuOf(pids)
      const unused = await report(others)
      const usedToStore = cpuOf(pids) - beforeUnused
      const health = await load(each, CONNECTIONS, () => server.send('GET', '/health', ''))
      if (round === 0) continue
      figures.stored.push(stored)
      figures.again.push(again)
      figures.unused.push(unused)
      figures.health.push(health)
      handled.push((each / (until - begun)) * 1000)
      cpu.handled.push(used / each)
      cpu.stored.push(usedToStore / each)
    }
  } finally {
    await server.stop()
  }
  await checkEvents(database, payments)
  await checkBooks(database.db)

  function post({ raw, headers }: Webhook) {
    return server.post(addressOf(razorpayWebhook, { id: MALL }), raw, headers)
  }
} finally {
  await database.close()
  await place.cleanUp()
}

const perSecond = (n: number) => `${Math.round(n).toLocaleString('en')} /s`
const of = (all: readonly HttpFigures[], what: keyof HttpFigures) => middle(all.map((figure) => figure[what]))
const withTimes = (all: readonly HttpFigures[]) =>
  `${perSecond(of(all, 'perSecond'))}, p50 ${Math.round(of(all, 'p50'))} ms, p99 ${Math.round(of(all, 'p99'))} ms`
const peer = of(figures.health, 'perSecond')
const compared = (what: string, all: readonly HttpFigures[], limit: number | null): Compared => {
  const ours = of(all, 'perSecond')
  const ratio = `${(ours / peer).toFixed(2)} ×`
  return {
    what,
    limit: limit === null ? '–' : perSecond(limit),
    peer: perSecond(peer),
    ours: withTimes(all),
    ratio,
    ok: ours >= (limit ?? 0),
  }
}
const rows = [
  compared(`webhooks with ${CONNECTIONS} connections, stored before the answer`, figures.stored, LIMIT),
  compared('the same events again', figures.again, LIMIT),
  compared('events of another kind, which are only stored', figures.unused, LIMIT),
]
const all = { what: 'until all are handled: the payments are captured', limit: '–', peer: perSecond(peer), ratio: '–', ok: true }
rows.push({ ...all, ours: perSecond(middle(handled)) })
console.log(peerTable(rows))
const [toHandle, toStore] = [middle(cpu.handled), middle(cpu.stored)]
console.log(`\nCPU of the server and its database until all are handled: ${toHandle.toFixed(2)} ms for each event.`)
console.log(
  `To store one alone: ${toStore.toFixed(2)} ms, so ${(EVENTS_PER_PAYMENT * toStore).toFixed(2)} ms for the ${EVENTS_PER_PAYMENT} of a payment.`,
)
console.log(`\n\`node bench/webhooks.ts\`, ${rounds} rounds of ${each} events at ${shops} shops, the median counts; ${machine()}`)
process.exitCode = rows.every(({ ok }) => ok) ? 0 : 1

async function whenHandled({ db }: Database, many: number): Promise<number> {
  for (;;) {
    const { rows } = await sql<{ handled: number }>`select count(*)::int as handled from vendor_event
      where handled_at is not null and event_id like 'evt_bench%'`.execute(db)
    if (rows[0]?.handled === many) return performance.now()
    await pause(100)
  }
}

/** Throws unless each event is there once and each payment was captured once. */
async function checkEvents({ db }: Database, payments: number): Promise<void> {
  const { rows } = await sql<{ events: number; captured: number; captures: number }>`
    select (select count(*)::int from vendor_event where event_id like 'evt_bench%') as events,
      (select count(*)::int from payment where mall_id = ${MALL} and state = 'captured') as captured,
      (select count(*)::int from payment_attempt join payment on payment.id = payment_id
        where payment.mall_id = ${MALL} and kind = 'capture') as captures`.execute(db)
  const [found] = rows
  if (found?.events !== payments * EVENTS_PER_PAYMENT || found.captured !== payments || found.captures !== payments)
    throw new Error(`Of ${payments} payments with ${EVENTS_PER_PAYMENT} events each, the database has ${JSON.stringify(found)}.`)
}
