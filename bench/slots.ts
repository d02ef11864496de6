import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { DAY, serviceDayOf } from '#contract/base/time.ts'
import type { Call } from '#contract/call.ts'
import { confirmPayment, createPayment } from '#contract/payments/calls.ts'
import { chooseSlot, joinQueue } from '#contract/queue/calls.ts'
import { readSlots } from '#contract/slots/calls.ts'
import { slotIdOf } from '#contract/slots/slots.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { addressOf } from '#tests/support/calls/client.ts'
import { information } from '#tests/support/people/people.ts'
import { addOwing, addShoppers, addShops, MALL, mobileOf, secretOf } from './captures/owing.ts'
import { type HttpFigures, load, serveForLoad } from './kit/http-load.ts'
import { machine } from './kit/machine.ts'
import { middle } from './kit/middle.ts'
import { freshPlace, type Place } from './kit/place.ts'

/**
 * Slots over HTTP, at 20 shops with 200 slots a day, some places of each taken: reading a day through four connections (more of them measure
 * how long they wait for each other on a small machine), and through 50 a hold compared with a join, and a whole visit that books (join,
 * hold, order, payment) compared with one that joins the queue (without the hold). They take turns.
 * `node bench/slots.ts [--only PostgreSQL|embedded] [--many 1000] [--rounds 3]`. Makes and drops its own database at BENCH_DATABASE_URL.
 */

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, many: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '3' } },
})
const many = Number(options.many)
const rounds = Number(options.rounds)
const SHOPS = 20
const [SLOTS, SLOT_MINUTES] = [200, 5]
/** A slot is never full in this benchmark, and each hold of a round is in another slot. */
const CAPACITY = 1000

const tomorrow = serviceDayOf(new Date(Date.now() + DAY), 'Asia/Kolkata', 0)
const first = new Date(`${tomorrow}T06:00:00+05:30`)
const shopOf = (n: number) => `bench-${n % SHOPS}`
const slotOf = (n: number) => slotIdOf(shopOf(n), new Date(first.getTime() + (Math.floor(n / SHOPS) % SLOTS) * SLOT_MINUTES * 60_000))

for (const engine of ['PostgreSQL', 'embedded'] as const) if (options.only === undefined || options.only === engine) await measure(engine)
console.log(`\nnode bench/slots.ts --many ${many} --rounds ${rounds}, the median counts; ${machine()}`)

async function measure(engine: 'PostgreSQL' | 'embedded'): Promise<void> {
  const place = await freshPlace(engine)
  // Each work has its own shoppers: those of the warm-up, and of each round.
  const own = many * (1 + rounds)
  try {
    await layPlace(place, 3 * own)
    const server = await serveForLoad(place, { port: 4876, connections: 50 })
    const send = (n: number, call: Call, params: Record<string, string>, body: unknown = {}) =>
      server.send('POST', addressOf(call, params), secretOf(n), body).then((text) => JSON.parse(text))
    const read = (n: number) => server.send('GET', addressOf(readSlots, { id: shopOf(n), query: { day: tomorrow } }), secretOf(0))
    const join = async (n: number) => {
      const answer = await send(n, joinQueue, {}, information({ mobile: mobileOf(n) }, shopOf(n)))
      return joinQueue.answer.parse(answer).newInfo.id
    }
    const joined: string[] = []
    const holdFor = (n: number, ticketId: string) => send(n, chooseSlot, { id: ticketId }, { slotId: slotOf(n) })
    const hold = (n: number) => holdFor(n, joined[n] ?? '')
    const visit = async (n: number, books: boolean) => {
      const ticketId = await join(n)
      if (books) await holdFor(n, ticketId)
      const { payment } = createPayment.answer.parse(await send(n, createPayment, {}, { ticketId }))
      await send(n, confirmPayment, { id: payment.id })
    }
    try {
      console.log(`\n| ${engine} | a second | p50 / p95 | compared | limit |\n|---|---|---|---|---|`)
      const joinFirst = async (n: number) => {
        joined[n] = await join(n)
      }
      await takeTurns(4, [{ name: 'read a day', press: read, limit: { p95: 20 } }])
      await takeTurns(50, [
        { name: 'join', press: joinFirst },
        { name: 'hold', press: hold, limit: { ratio: 0.8 } },
      ])
      await takeTurns(50, [
        { name: 'visit that joins the queue, 3 requests', press: (n) => visit(own + n, false) },
        { name: 'visit that books, 4 requests', press: (n) => visit(2 * own + n, true) },
      ])
    } finally {
      await server.stop()
    }
  } finally {
    await place.cleanUp()
  }
}

/** None of these shoppers has a ticket; many others have. In each slot of seven days people have booked before. */
async function layPlace(place: Place, shoppers: number): Promise<void> {
  const database = await openDatabase(place)
  const { db } = database
  await migrate(database)
  await addShops(db, SHOPS)
  // Today the shops are open at any hour, so that a visit can join the queue.
  const weekday = new Date(`${tomorrow}T00:00:00Z`).getUTCDay()
  const hours = JSON.stringify(Array.from({ length: 7 }, (_, day) => [day === weekday ? ['06:00', '22:40'] : ['00:00', '24:00']]))
  const slots = JSON.stringify({ minutes: SLOT_MINUTES, capacity: CAPACITY, daysAhead: 7, moveUntilMinutes: 15 })
  await sql`update shop set opening_hours = ${hours}::jsonb, slots = ${slots}::jsonb`.execute(db)
  await sql`insert into slot_count (shop_id, starts_at, mall_id, taken)
    select id, ${first}::timestamptz + day * interval '1 day' + n * ${SLOT_MINUTES} * interval '1 minute', ${MALL}, 10
    from shop, generate_series(0, 6) day, generate_series(0, ${SLOTS - 1}) n`.execute(db)
  await sql`vacuum analyze slot_count`.execute(db)
  await addShoppers(db, { from: 0, many: shoppers })
  // On an empty table the database would plan as for a few rows, and keep these plans.
  await addOwing(db, { from: shoppers, many: 20_000, shops: SHOPS })
  await database.close()
}

interface Work {
  name: string
  press: (n: number) => Promise<unknown>
  /** The p95 in ms, and the rate compared with that of the first work. */
  limit?: { p95?: number; ratio?: number }
}

async function takeTurns(connections: number, works: readonly Work[]): Promise<void> {
  const figures = works.map((): Omit<HttpFigures, 'p99'>[] => [])
  for (let round = 0; round <= rounds; round += 1)
    for (const [i, { press }] of works.entries()) {
      const one = await load(many, connections, (n) => press(round * many + n))
      // The first round warms up.
      if (round > 0) figures[i]?.push(one)
    }
  const medianOf = (all: typeof figures, i: number, name: 'perSecond' | 'p50' | 'p95') => middle((all[i] ?? []).map((one) => one[name]))
  for (const [i, { name, limit = {} }] of works.entries()) {
    const p95 = medianOf(figures, i, 'p95')
    const ratio = medianOf(figures, i, 'perSecond') / medianOf(figures, 0, 'perSecond')
    const isMissed = p95 > (limit.p95 ?? Number.POSITIVE_INFINITY) || ratio < (limit.ratio ?? 0)
    if (isMissed) process.exitCode = 1
    const limits = [limit.p95 ? `p95 ≤ ${limit.p95} ms` : '', limit.ratio ? `≥ ${limit.ratio}` : ''].join('')
    const rate = Math.round(medianOf(figures, i, 'perSecond'))
    const times = `${medianOf(figures, i, 'p50').toFixed(0)} / ${p95.toFixed(0)} ms`
    console.log(`| ${name} | ${rate} | ${times} | ${i > 0 ? ratio.toFixed(2) : '–'} | ${limits || '–'}${isMissed ? ' (missed)' : ''} |`)
  }
}
