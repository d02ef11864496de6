import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOUR, MINUTE, serviceDayOf } from '#contract/base/time.ts'
import { listTickets } from '#contract/desk/calls.ts'
import { readInsights } from '#contract/office/insights-calls.ts'
import { changeMallDetails, mallOverview } from '#contract/office/mall-calls.ts'
import { changeSettings } from '#contract/office/settings-calls.ts'
import { mallToday } from '#contract/office/today-calls.ts'
import { cancelTicket, readPayment, readReceipt } from '#contract/payments/calls.ts'
import { joinQueue, readToken } from '#contract/queue/calls.ts'
import { type Credentials, clientOf } from '#tests/support/calls/client.ts'
import { type TicketAction, ticketActions } from '#tests/support/calls/ticket-actions.ts'
import { information, ownerOf, paidShopper, verifiedShopper } from '#tests/support/people/people.ts'
import { freshCounter, freshMall, freshShop } from '#tests/support/people/place-rows.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

const ZONE = 'Asia/Kolkata'
const QUARTER = 15 * MINUTE

let app: TestApp
let owner: Credentials
let mall: string
let shopId: string
beforeEach(async () => {
  app = await startApp()
  mall = await freshMall(app)
  owner = await ownerOf(app.address)
  shopId = (await freshShop(app, mall)).id
  await freshCounter(app, shopId, mall)
  await freshCounter(app, shopId, mall)
})
afterEach(() => app.stop())

const as = clientOf(() => app.address)
const beginDayAt = (dayStartHour: number) => as(owner, changeMallDetails, { id: mall, body: { dayStartHour } })
const clock = () =>
  new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(app.clock.now())
/** Puts the clock forward to the next moment at which the mall's clocks show this full hour. */
async function untilClock(hour: number): Promise<void> {
  app.clock.advance(QUARTER - (app.clock.now().getTime() % QUARTER) + 1000)
  while (clock() !== `${String(hour).padStart(2, '0')}:00`) app.clock.advance(QUARTER)
  await app.running.tick()
  // Earlier sessions can have ended by then.
  owner = await ownerOf(app.address)
}
const stateOf = async (ticketId: string) =>
  await app.database.db.selectFrom('ticket').select(['state', 'number', 'serviceDay']).where('id', '=', ticketId).executeTakeFirstOrThrow()
const act = (ticketId: string, action: TicketAction) => as(owner, ticketActions[action], { id: ticketId })

describe('a mall that begins its day at four', () => {
  test('keeps everyone at midnight: the queue, its numbers and the desk continue until four', async () => {
    expect((await beginDayAt(4)).body).toMatchObject({ dayStartHour: 4 })
    await untilClock(23)
    const evening = [await paidShopper(app.address, shopId), await paidShopper(app.address, shopId)]
    const [first, second] = evening as [(typeof evening)[number], (typeof evening)[number]]
    const day = (await stateOf(first.ticketId)).serviceDay
    await untilClock(1)
    expect(await stateOf(first.ticketId)).toMatchObject({ state: 'waiting', number: 1 })
    const table = await as(owner, listTickets, { id: shopId })
    expect(table.body.map(({ token }) => token)).toEqual([1, 2])
    const night = await paidShopper(app.address, shopId)
    expect(night.number, 'the numbers continue').toBe(3)
    expect((await stateOf(night.ticketId)).serviceDay).toBe(day)
    expect((await as(night, readToken, { query: { phone: night.mobile } })).body.token).toBe(3)
    expect((await act(first.ticketId, 'call')).status).toBe(200)
    await act(first.ticketId, 'arrive')
    await act(second.ticketId, 'call')
    const overview = await as(owner, mallOverview, { id: mall })
    expect(overview.body.shops?.[0]?.waiting).toBe(1)
    const insights = (await as(owner, readInsights, { id: mall, query: {} })).body
    expect(insights.byHour?.map(({ hour, day: own }) => [hour, own.tokens, own.earnedPaise])).toEqual([
      [23, 2, 24_000],
      [0, 0, 0],
      [1, 1, 12_000],
    ])
    expect((await as(owner, mallToday, { id: mall })).body.today).toMatchObject({ tokens: 3, earnedPaise: 36_000 })

    await untilClock(4)
    expect(await stateOf(night.ticketId), 'a shopper who was never called gets the fee back').toMatchObject({ state: 'expired' })
    expect((await as(night, readPayment, { id: night.paymentId })).body.payment).toMatchObject({ state: 'refunded' })
    expect((await stateOf(first.ticketId)).state, 'a shopper at the counter was served').toBe('served')
    expect(['missed', 'expired']).toContain((await stateOf(second.ticketId)).state)
    const morning = await paidShopper(app.address, shopId)
    expect(morning.number, 'a new day').toBe(1)
    expect((await stateOf(morning.ticketId)).serviceDay > day).toBe(true)
  })

  test('keeps its opening hours past midnight, and closes with them', async () => {
    await beginDayAt(4)
    const openingHours = Array.from({ length: 7 }, (): [string, string][] => [['18:00', '02:00']])
    await as(owner, changeSettings, { id: shopId, body: { openingHours } })
    await untilClock(1)
    const shopper = await verifiedShopper(app.address)
    expect((await as(shopper, joinQueue, { body: information(shopper, shopId) })).status).toBe(201)
    await untilClock(2)
    const late = await verifiedShopper(app.address)
    expect((await as(late, joinQueue, { body: information(late, shopId) })).body.code).toBe('shop_closed')
  })

  test('issues receipts by the calendar: after midnight on 1 April they belong to the new financial year', async () => {
    await beginDayAt(4)
    app.clock.advance(Date.parse('2027-03-31T17:30:00Z') - app.clock.now().getTime())
    await app.running.tick()
    owner = await ownerOf(app.address)
    const numberOf = async (person: Awaited<ReturnType<typeof paidShopper>>) =>
      (await as(person, readReceipt, { id: person.receiptId })).body.number
    const evening = await paidShopper(app.address, shopId)
    expect(await numberOf(evening)).toMatch(/\/2627\/000001$/)
    app.clock.advance(2 * HOUR)
    const night = await paidShopper(app.address, shopId)
    expect([await numberOf(night), night.number]).toEqual([expect.stringMatching(/\/2728\/000001$/), 2])
    expect((await stateOf(night.ticketId)).serviceDay).toBe('2027-03-31')
  })
})

test('in a mall whose day begins at midnight, a person who is at the counter then counts as served', async () => {
  await untilClock(23)
  const person = await paidShopper(app.address, shopId)
  await act(person.ticketId, 'call')
  await act(person.ticketId, 'arrive')
  await untilClock(0)
  expect((await stateOf(person.ticketId)).state).toBe('served')
  expect((await as(person, readPayment, { id: person.paymentId })).body.payment).toMatchObject({ state: 'captured' })
})

test('the day start cannot change while people wait, because their service day would change', async () => {
  const person = await paidShopper(app.address, shopId)
  expect(await beginDayAt(5)).toMatchObject({ status: 409, body: { code: 'tickets_live' } })
  expect((await as(owner, changeMallDetails, { id: mall, body: { dayStartHour: 0, title: 'Night Mall' } })).status, 'the same hour').toBe(
    200,
  )
  await as(person, cancelTicket, { id: person.ticketId })
  expect((await beginDayAt(5)).status).toBe(200)
  for (const wrong of [-1, 13, 1.5]) expect((await beginDayAt(wrong)).body.code).toBe('invalid_input')
  expect(serviceDayOf(app.clock.now(), ZONE, 5) <= serviceDayOf(app.clock.now(), ZONE, 0)).toBe(true)
})
