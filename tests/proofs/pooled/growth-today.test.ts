import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listMissed, listTickets, readDeskState } from '#contract/desk/calls.ts'
import { callTicket, completeTicket } from '#contract/desk/ticket-calls.ts'
import { cancelTicket } from '#contract/payments/calls.ts'
import { peopleAheadOf } from '#contract/queue/waiting.ts'
import { readPass, readStorefront } from '#contract/storefront/calls.ts'
import { ask, type Credentials, clientOf } from '#tests/support/calls/client.ts'
import { addRivals } from '#tests/support/people/callers.ts'
import { join, signIn, verifiedShopper } from '#tests/support/people/people.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'
import { layBusyDay } from '#tests/support/server/busy-day.ts'
import { overhear, type Reading, readingsOf, type Statement } from '#tests/support/server/statements.ts'

/** A free shop of the demo, with one counter and an empty queue. */
const SHOP = 'lotus-books'
const ENDED = 20_000
const WAITING = 2000
/** Rows that a step may read for nothing, and pages that it may touch besides those of the rows that it keeps. */
const [FREE_ROWS, FREE_PAGES, PAGES_PER_ROW] = [100, 40, 3]
/** The longest list that is shown: a hundred missed people, each with their history. 1,600 were missed. */
const LONG = 500

const faultOf = ({ table, way, kept, wasted, pages }: Reading): string | null => {
  if (wasted > FREE_ROWS && wasted > kept) return `reads ${wasted} rows of ${table || 'a join'} for nothing`
  if (way.includes('Scan') && pages > FREE_PAGES + PAGES_PER_ROW * kept)
    return `touches ${pages} pages of ${table} for ${kept} rows (${way})`
  return kept > LONG ? `reads ${kept} rows of ${table || 'a join'}` : null
}

let app: TestApp
let staff: Credentials
let heard: () => readonly Statement[]
const as = clientOf(() => app.address)
beforeAll(async () => {
  app = await startApp()
  await addRivals(app)
  staff = await signIn(app.address, 'staff@lotus.test')
  await layBusyDay(app.database, { shopId: SHOP, ended: ENDED, waiting: 0, every: 1 }, app.clock.now())
  heard = overhear(app.database.db)
})
afterAll(() => app.stop())

/** What statements since `from` read for tickets that have ended. */
async function faultsSince(from: number): Promise<string[]> {
  const queries = heard()
    .slice(from)
    .filter(({ text }) => /^\s*(?:select|insert|update|delete|with)\b/i.test(text))
  expect(queries.length).toBeGreaterThan(0)
  // As autovacuum does every minute: until then, an index still names the rows that were done a moment ago.
  await sql`vacuum`.execute(app.database.db)
  const faults: string[] = []
  for (const query of new Map(queries.map((one) => [one.text, one])).values())
    for (const reading of await readingsOf(app.database.db, query)) {
      const fault = faultOf(reading)
      if (fault) faults.push(`${fault}, planned for ${reading.planned}: ${query.text}`)
    }
  return faults
}

describe('at a shop that has had 20,000 tickets today', () => {
  test('joining, waiting, calling, serving and leaving read none of the tickets that have ended', async () => {
    const from = heard().length
    const shopper = await verifiedShopper(app.address)
    const id = await join(app.address, shopper, SHOP)
    expect(await as(shopper, readPass, { id })).toMatchObject({ status: 200, body: { state: 'waiting', number: ENDED + 1 } })
    expect(await as({}, readStorefront, { id: SHOP })).toMatchObject({ body: { queue: { waiting: 1, order: [ENDED + 1] } } })
    expect(await as(staff, callTicket, { id })).toMatchObject({ status: 200, body: { alreadyDone: false } })
    expect(await as(staff, completeTicket, { id })).toMatchObject({ status: 200 })
    const again = await join(app.address, shopper, SHOP)
    expect(await as(shopper, cancelTicket, { id: again })).toMatchObject({ status: 200 })
    await app.running.tick()
    expect(await faultsSince(from)).toEqual([])
  })

  test('the staff table, the missed people and the counters are read without them', async () => {
    const from = heard().length
    expect(await as(staff, listTickets, { id: SHOP })).toMatchObject({ status: 200, body: [] })
    const { body } = await ask(app.address, listMissed, { id: SHOP }, staff)
    expect(body.tickets).toHaveLength(100)
    expect(await as(staff, readDeskState, { id: SHOP })).toMatchObject({ status: 200 })
    expect(await faultsSince(from)).toEqual([])
  })
})

describe('with 2,000 people who wait, of whom most joined between others that have ended', () => {
  test('the digest has at most 2 kB, and each phone finds its place in it', async () => {
    await layBusyDay(app.database, { shopId: SHOP, ended: ENDED, waiting: WAITING, every: 7 }, app.clock.now())
    const { queue } = (await ask(app.address, readStorefront, { id: SHOP })).body
    expect(queue.waiting).toBe(WAITING)
    expect(JSON.stringify(queue).length).toBeLessThanOrEqual(2000)
    const { body: rows } = await ask(app.address, listTickets, { id: SHOP }, staff)
    expect(rows).toHaveLength(WAITING)
    for (const [place, { token, lane }] of rows.entries()) {
      const ahead = peopleAheadOf(queue, token ?? Number.NaN, lane) ?? Number.NaN
      if (place < 80) expect(ahead).toBe(place)
      else expect(Math.abs(ahead - place)).toBeLessThanOrEqual(20)
    }
  })
})
