import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, daysAfter, HOUR, localDateOf, MINUTE } from '#contract/base/time.ts'
import { type Figures, readInsights } from '#contract/office/insights-calls.ts'
import { removeShop } from '#contract/office/mall-calls.ts'
import { cancelTicket } from '#contract/payments/calls.ts'
import { readMoney } from '#contract/payments/money-calls.ts'
import { refundPayment } from '#contract/payments/refund-calls.ts'
import { type Credentials, clientOf, done, type Parts } from '#tests/support/calls/client.ts'
import { type TicketAction, ticketActions } from '#tests/support/calls/ticket-actions.ts'
import { addRivals, RIVAL_SHOP } from '#tests/support/people/callers.ts'
import { ownerOf, paidShopper, staffOf } from '#tests/support/people/people.ts'
import { freshCounter, freshMall, freshShop } from '#tests/support/people/place-rows.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

/** The owner's day in figures: two shops on a day, and the same weekday before. */

let app: TestApp
let owner: Credentials
let mall: string
let books: { id: string; name: string }
let cafe: { id: string; name: string }
/** Local dates of the mall. */
let day: string
let weekBefore: string

const as = clientOf(() => app.address)
const read = async (query: Parts<typeof readInsights>['query'] = {}, id = mall) => (await done(as(owner, readInsights, { id, query }))).body
const act = async (ticketId: string, ...actions: TicketAction[]) => {
  for (const action of actions) await done(as(owner, ticketActions[action], { id: ticketId }))
}
/** Moves the clock to a time of the mall, at most a day later, and signs in again: a session ends when it is not used for a while. */
const until = async (hour: number, minute = 0) => {
  const now = app.clock.now().getTime() + 5.5 * HOUR
  const wanted = (hour * 60 + minute) * MINUTE
  app.clock.advance((wanted - (now % DAY) + DAY) % DAY || DAY)
  owner = await ownerOf(app.address)
}
/** Pays, waits and is served. */
const served = async (shopId: string, waited: number) => {
  const person = await paidShopper(app.address, shopId)
  app.clock.advance(waited)
  await act(person.ticketId, 'call', 'arrive', 'complete')
  return person
}

beforeAll(async () => {
  app = await startApp()
  await addRivals(app)
  app.clock.stop()
  await until(10)
  mall = await freshMall(app)
  ;[cafe, books] = [await freshShop(app, mall), await freshShop(app, mall)]
  await freshCounter(app, cafe.id, mall)
  await freshCounter(app, books.id, mall)

  // A week before: one is served at ten, one does not come, and one waits until three. Then another one is served and one gets money back.
  weekBefore = localDateOf(app.clock.now(), 'Asia/Kolkata')
  await served(cafe.id, 8 * MINUTE)
  const missing = await paidShopper(app.address, cafe.id)
  await act(missing.ticketId, 'call', 'no-show')
  const slow = await paidShopper(app.address, cafe.id)
  await until(15)
  await act(slow.ticketId, 'call', 'arrive', 'complete')
  await done(as(owner, refundPayment, { id: missing.paymentId, body: { amountPaise: 2000, reason: 'The shop was hard to find' } }))
  await served(books.id, 20 * MINUTE)

  for (let n = 0; n < 7; n += 1) await until(10)
  day = localDateOf(app.clock.now(), 'Asia/Kolkata')
  await served(cafe.id, 4 * MINUTE)
  await served(cafe.id, 10 * MINUTE)
  await until(12)
  const refunded = await paidShopper(app.address, books.id)
  await done(as(owner, refundPayment, { id: refunded.paymentId, body: { amountPaise: 5000, reason: 'The printer was broken' } }))
  const left = await paidShopper(app.address, books.id)
  await done(as({ cookie: left.cookie }, cancelTicket, { id: left.ticketId }))
  await paidShopper(app.address, cafe.id)
  await paidShopper(app.address, RIVAL_SHOP)
  await app.running.tick()
})
afterAll(() => app.stop())

const sumOf = (all: readonly Figures[], part: 'tokens' | 'served' | 'earnedPaise' | 'refundedPaise') =>
  all.reduce((sum, one) => sum + one[part], 0)

describe('the figures of a day', () => {
  test('have what was earned and given back, and what became of the tokens', async () => {
    const { total, day: of, today, timeZone, dayBefore } = await read()
    expect([of, today, timeZone, dayBefore]).toEqual([day, day, 'Asia/Kolkata', weekBefore])
    expect(daysAfter(weekBefore, 7)).toBe(day)
    expect(total.day).toEqual({
      ...{ tokens: 5, served: 2, missed: 0, left: 1, open: 2, medianWait: expect.closeTo(7, 1) },
      ...{ earnedPaise: 4 * 12_000 - 5000, refundedPaise: 12_000 + 5000 },
    })
  })

  test('are beside those of the same weekday before, until the same time while the day runs', async () => {
    const { total, beforeUntil } = await read()
    expect(beforeUntil).toBe(new Date(app.clock.now().getTime() - 7 * DAY).toISOString())
    expect(total.before).toEqual({
      ...{ tokens: 3, served: 1, missed: 1, left: 0, open: 1, medianWait: expect.closeTo(4, 1) },
      ...{ earnedPaise: 36_000, refundedPaise: 0 },
    })
    const past = await read({ day: weekBefore })
    expect(past).toMatchObject({
      beforeUntil: null,
      total: { day: { tokens: 4, served: 3, earnedPaise: 46_000, refundedPaise: 2000 }, before: { tokens: 0 } },
    })
  })

  test('are also by hour, and those of the week before are of the whole day', async () => {
    const { byHour } = await read()
    expect(byHour.map(({ hour, state, day: own, before }) => [hour, state, own.tokens, before.tokens])).toEqual([
      [10, 'over', 2, 3],
      [11, 'over', 0, 0],
      [12, 'running', 3, 0],
      [13, 'to_come', 0, 0],
      [14, 'to_come', 0, 0],
      [15, 'to_come', 0, 1],
    ])
    expect(byHour[0]).toMatchObject({ day: { medianWait: expect.closeTo(7, 1), earnedPaise: 24_000 }, before: { missed: 1, served: 2 } })
    expect(byHour[2]?.day).toMatchObject({ earnedPaise: 19_000, refundedPaise: 17_000, left: 1 })
    expect(byHour[5]?.before).toMatchObject({ medianWait: expect.closeTo(20, 1) })
  })

  test('are also by shop, and the one that earned most comes first', async () => {
    const { byShop } = await read()
    expect(byShop.map(({ shopId, name, day: own, before }) => [shopId, name, own.earnedPaise, before.tokens])).toEqual([
      [cafe.id, cafe.name, 36_000, 3],
      [books.id, books.name, 7000, 0],
    ])
    expect((await read({}, books.id)).total.day).toMatchObject({ tokens: 2, earnedPaise: 7000 })
    expect((await read({}, books.id)).byShop.map(({ shopId }) => shopId)).toEqual([books.id])
  })

  test('of the hours and of the shops add up to those of the day, and the money is that of the money screen', async () => {
    for (const asked of [day, weekBefore]) {
      const { total, byHour, byShop } = await read({ day: asked })
      const hours = byHour.map((one) => one.day)
      for (const part of ['tokens', 'served', 'earnedPaise', 'refundedPaise'] as const)
        expect(
          [
            sumOf(hours, part),
            sumOf(
              byShop.map((one) => one.day),
              part,
            ),
          ],
          part,
        ).toEqual([total.day[part], total.day[part]])
      const money = (await done(as(owner, readMoney, { id: mall, query: { from: asked, to: asked } }))).body.totals
      expect([total.day.earnedPaise, total.day.refundedPaise]).toEqual([money.keptPaise, money.refundedPaise])
    }
  })

  test('are final when the day is over, and stay when a shop is removed', async () => {
    await until(0, 1)
    await app.running.tick()
    owner = await ownerOf(app.address)
    await done(as(owner, removeShop, { shopId: mall, itemName: books.name }))
    const { total, byShop, beforeUntil } = await read({ day })
    // The two who were never called get their fee back.
    expect(total).toMatchObject({
      day: { tokens: 5, served: 2, left: 3, open: 0, earnedPaise: 24_000, refundedPaise: 36_000 },
      before: { tokens: 4, served: 3, earnedPaise: 46_000 },
    })
    expect(byShop.map(({ shopId, day: own }) => [shopId, own.tokens])).toEqual([
      [cafe.id, 3],
      [books.id, 2],
    ])
    expect(beforeUntil).toBeNull()
    expect((await read()).total.day.tokens, 'the new day').toBe(0)
    const ahead = await read({ day: daysAfter(day, 7) })
    expect([...new Set(ahead.byHour.map(({ state }) => state))]).toEqual(['to_come'])
  })
})

test('the figures of a day are for those who manage the mall, and refuse what is not a day', async () => {
  expect((await as(await staffOf(app.address), readInsights, { id: 'phoenix-mall', query: {} })).status).toBe(403)
  expect((await as(owner, readInsights, { id: RIVAL_SHOP, query: {} })).status).toBe(403)
  expect((await as(owner, readInsights, { id: 'nowhere', query: {} })).body.code).toBe('mall_not_found')
  expect((await as(owner, readInsights, { id: mall, query: { day: '2026-02-30' } })).body.code).toBe('invalid_input')
})
