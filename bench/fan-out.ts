import { parseArgs } from 'node:util'
import { HEARTBEAT_EVERY_MS } from '#contract/events.ts'
import { runsOf } from '#contract/queue/waiting.ts'
import { PING_EVERY_MS } from '#server/realtime/socket-server.ts'
import type { BareAnswers } from './fan-out/bare-child.ts'
import { type Crowd, gather, phoneOf } from './fan-out/crowd.ts'
import { type Desk, openDesk } from './fan-out/desk.ts'
import { hallOf, LARGE_SHOP } from './fan-out/hall.ts'
import type { NetworkAnswers } from './fan-out/network-child.ts'
import { pause, sharedNow, startChild } from './fan-out/processes.ts'
import type { ServerAnswers } from './fan-out/server-child.ts'
import { type Row, say, tableOf } from './fan-out/table.ts'
import type { Usage } from './fan-out/usage.ts'
import { percentile } from './kit/percentile.ts'
import { freshPlace } from './kit/place.ts'
import { costsLine, machineCosts } from './kit/rest.ts'

/**
 * Measures a hall of phones on one server process: how soon a call reaches the last phone, and how phones reconnect after a cut. Also
 * measures the memory and CPU of phones. Exit code 1 if a limit is exceeded. `node bench/fan-out.ts --help`
 */

const { values: options } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    phones: { type: 'string', default: '10000' },
    calls: { type: 'string', default: '60' },
    seconds: { type: 'string', default: '30' },
    postgres: { type: 'boolean', default: false },
  },
})
if (options.help) {
  console.log(`node bench/fan-out.ts [--phones 10000] [--calls 60] [--seconds 30] [--postgres]
  --phones    connected phones in all; a fifth of them at one large shop, behind a network that the benchmark cuts
  --calls     measured calls at each size
  --seconds   how long a cut lasts, and how long CPU is measured, which is rounded up to whole rounds of heartbeats
  --postgres  makes and drops its own database on the server at BENCH_DATABASE_URL; without it, uses the embedded database
The hard limit (ulimit -Hn) says how many files a process may open; the server needs one for each phone.`)
  process.exit(0)
}

const PHONES = Number(options.phones)
const CALLS = Number(options.calls)
const SECONDS = Number(options.seconds)
/** All screens get their heartbeats at the same moment. A shorter time would contain one or none. */
const WORK_SECONDS = Math.ceil((SECONDS * 1000) / HEARTBEAT_EVERY_MS) * (HEARTBEAT_EVERY_MS / 1000)
/** When the first and the last phone connected (shared clock, ms): their pings come `PING_EVERY_MS` later, and again. */
const connected = { first: Number.NaN, last: Number.NaN }
/** Calls while the code is still being compiled; they do not count. */
const WARM_UP = 3
/** The time between two calls, in ms: the work of one has ended before the next. */
const CALL_EVERY_MS = 1000

const hall = hallOf(PHONES)
const large = hall[0]?.phones ?? 0
const rows: Row[] = []
const rowOf = (what: string): Row | undefined => rows.find((one) => one.what === what)
/** The rows that are also measured for the peer. */
const MEMORY = 'memory per phone, resident'
const LAST = 'call → last phone, all at one shop, p99'
const DIGEST = 'a digest a second, all at one shop'
const ADDED = 'the same, what the phones add'

const rest = costsLine(await machineCosts())
say(rest)
const place = await freshPlace(options.postgres ? 'PostgreSQL' : 'embedded')
try {
  await measureProduct()
  await measurePeer()
} finally {
  await place.cleanUp()
}
console.log(tableOf(`${PHONES} phones, ${options.postgres ? 'PostgreSQL' : 'embedded database'}`, rows))
console.log(rest)
process.exitCode = rows.every(({ ours, limit }) => ours <= limit) ? 0 : 1

async function measureProduct(): Promise<void> {
  const server = startChild<ServerAnswers>('server-child.ts', {
    ...('url' in place ? { HALL_URL: place.url } : { HALL_DATA: place.dataDir }),
  })
  const network = startChild<NetworkAnswers>('network-child.ts')
  const crowd = gather()
  const usage = (lean = false) => server.ask('usage', lean)
  try {
    const address = await server.ask('address')
    const port = Number(new URL(address).port)
    await server.ask('fill', hall)
    const cutPort = await network.ask('open', port)
    const desk = await openDesk(address)
    await pause(3000)
    const alone = await usage(true)
    const aloneWork = await workOf(usage, WORK_SECONDS)
    // The same events without a phone: the bare server has neither events nor a queue.
    const aloneStirred = await workOf(usage, WORK_SECONDS, () => server.ask('stir', [LARGE_SHOP]))

    const begun = performance.now()
    connected.first = sharedNow()
    await crowd.connect(
      hall.flatMap(({ id, phones }) => Array.from({ length: phones }, (_, i) => phoneOf(id, i + 1, id === LARGE_SHOP ? cutPort : port))),
    )
    connected.last = sharedNow()
    say(`${PHONES} phones connected in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
    await pause(5000)
    const uncollected = ((await usage()).rss - alone.rss) / PHONES / 1000
    const full = await usage(true)
    row(MEMORY, 25, (full.rss - alone.rss) / PHONES / 1000, 'kB', `${uncollected.toFixed(1)} before garbage collection`)
    row('memory per phone, heap', 25, (full.heap - alone.heap) / PHONES / 1000, 'kB')
    row('idle', 3, await workOf(usage, WORK_SECONDS), '% of a core', `${aloneWork.toFixed(1)} without phones`)

    await callsReach(desk, crowd, 'call → last phone of the large shop, p99', large)
    const shops = hall.map(({ id }) => id)
    row(
      `a digest a second at each of ${shops.length} shops`,
      15,
      await workOf(usage, WORK_SECONDS, () => server.ask('stir', shops)),
      '% of a core',
    )
    for (const how of ['cut', 'freeze'] as const) {
      await network.ask(how)
      const seq = await callMeanwhile(desk, async () => {
        // The last event of the queue may be one that no digest shows.
        await server.ask('stir', [LARGE_SHOP])
        await pause(CALL_EVERY_MS)
        return server.ask('seq', LARGE_SHOP)
      })
      await crowd.countReturns()
      const mended = sharedNow()
      await network.ask('mend')
      await theyAreBack(crowd, how === 'cut' ? 'cut' : 'standstill', seq, mended)
    }

    await crowd.watchToo(LARGE_SHOP)
    await callsReach(desk, crowd, LAST, PHONES)
    const stirred = await workOf(usage, WORK_SECONDS, () => server.ask('stir', [LARGE_SHOP]))
    row(DIGEST, 15, stirred, '% of a core', `${aloneStirred.toFixed(1)} for the same events without phones`)
    row(ADDED, 15, stirred - aloneStirred, '% of a core')
  } finally {
    await Promise.all([crowd.stop(), network.stop()])
    await server.stop()
  }
}

/** Measures the same phones, and the same bytes to all of them, on a server that does nothing else. */
async function measurePeer(): Promise<void> {
  const bare = startChild<BareAnswers>('bare-child.ts')
  // It sends no pings.
  Object.assign(connected, { first: Number.NaN, last: Number.NaN })
  const crowd = gather()
  const usage = (lean = false) => bare.ask('usage', lean)
  try {
    const port = await bare.ask('open')
    const alone = await usage(true)
    await crowd.connect(Array.from({ length: PHONES }, (_, i) => phoneOf(LARGE_SHOP, i + 1, port)))
    await pause(5000)
    peer(MEMORY, ((await usage(true)).rss - alone.rss) / PHONES / 1000)
    const took: number[] = []
    for (let token = 1; token <= CALLS; token += 1) {
      const begun = sharedNow()
      const body = `{"startTime":${Date.now()},"duration":180,"shopId":"${LARGE_SHOP}","token":${token},"counter":"Counter 1","serverTime":${Date.now()},"seq":${token}}`
      await bare.ask('broadcast', { name: 'countdown-start', body })
      took.push((await crowd.allHeard({ shopId: LARGE_SHOP, token }, PHONES)) - begun)
      await pause(CALL_EVERY_MS)
    }
    peer(LAST, percentile(took, 0.99))
    const order = runsOf(Array.from({ length: large }, (_, i) => i + 1))
    const body = JSON.stringify({ shopId: LARGE_SHOP, seq: 1, waiting: large, order, nowServing: [], minutesPerTicket: 4, openCounters: 2 })
    const bareWork = await workOf(usage, WORK_SECONDS, () => bare.ask('broadcast', { name: 'shop-digest', body }))
    for (const what of [DIGEST, ADDED]) peer(what, bareWork)
  } finally {
    await crowd.stop()
    await bare.stop()
  }
}

/** Records how long it took until `phones` phones had heard each call of the large shop. */
async function callsReach(desk: Desk, crowd: Crowd, what: string, phones: number): Promise<void> {
  const took: number[] = []
  for (let i = -WARM_UP; i < CALLS; i += 1) {
    const begun = sharedNow()
    const token = await desk.callNext()
    const last = await crowd.allHeard({ shopId: LARGE_SHOP, token }, phones)
    if (i >= 0) took.push(last - begun)
    await serveAndPause(desk, token)
  }
  row(what, 300, percentile(took, 0.99), 'ms', `p50 ${percentile(took, 0.5).toFixed(0)}`)
}

/** Pauses too, so that no more people are called at once than there are counters. */
async function serveAndPause(desk: Desk, token: number): Promise<void> {
  await pause(CALL_EVERY_MS / 2)
  await desk.serve(token)
  await pause(CALL_EVERY_MS / 2)
}

/** Lets the queue move on for `SECONDS` seconds; returns the sequence number of its last state. */
async function callMeanwhile(desk: Desk, lastSeq: () => Promise<number>): Promise<number> {
  const end = sharedNow() + SECONDS * 1000
  while (sharedNow() < end - 4 * CALL_EVERY_MS) {
    await serveAndPause(desk, await desk.callNext())
  }
  await pause(CALL_EVERY_MS)
  const seq = await lastSeq()
  await pause(Math.max(0, end - sharedNow()))
  return seq
}

async function theyAreBack(crowd: Crowd, what: string, seq: number, mended: number): Promise<void> {
  const last = await crowd.allShow(LARGE_SHOP, seq)
  await pause(5000)
  const returns = await crowd.returns()
  const inTenths = Map.groupBy(returns, (at) => Math.floor((at - mended) / 100))
  const busiest = Math.max(0, ...[...inTenths.values()].map((same) => same.length))
  row(`${SECONDS} s of ${what} for ${large} phones: its end → all show the newest state`, 3, (last - mended) / 1000, 's')
  const how = `${returns.length} came back, at most ${busiest} in 100 ms; ${await crowd.failedReads()} reads failed`
  row(`${what}: older states after newer ones`, 0, await crowd.backwards(), '', how)
}

/**
 * Returns the CPU use of a process over `seconds` seconds, in % of one core; calls `each` once a second. Waits first if a round of pings
 * would fall into it: these are rare, and would be in some figures only.
 */
async function workOf(usage: () => Promise<Usage>, seconds: number, each: () => Promise<void> = async () => {}): Promise<number> {
  const sincePings = (sharedNow() - connected.first) % PING_EVERY_MS
  const pinging = connected.last - connected.first + 1000
  if (sincePings < pinging && sharedNow() - connected.first > PING_EVERY_MS) await pause(pinging - sincePings)
  if (sincePings + seconds * 1000 > PING_EVERY_MS) await pause(PING_EVERY_MS - sincePings + pinging)
  const begun = sharedNow()
  const before = await usage()
  for (let i = 1; i <= seconds; i += 1) {
    await each()
    await pause(Math.max(0, begun + i * 1000 - sharedNow()))
  }
  return (((await usage()).cpu - before.cpu) / (sharedNow() - begun)) * 100
}

function row(what: string, limit: number, ours: number, unit: string, note?: string): void {
  rows.push({ what, limit, ours, unit, ...(note ? { note } : {}) })
  say(`${what}: ${ours.toFixed(1)} ${unit}${note ? ` (${note})` : ''}`)
}

function peer(what: string, value: number): void {
  const measured = rowOf(what)
  if (measured) measured.peer = value
  say(`peer, ${what}: ${value.toFixed(1)}`)
}
