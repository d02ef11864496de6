import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE } from '#contract/base/time.ts'
import { callTicket } from '#contract/desk/ticket-calls.ts'
import { changeSettings } from '#contract/office/settings-calls.ts'
import { cancelTicket } from '#contract/payments/calls.ts'
import { type Credentials, clientOf, send } from '#tests/support/calls/client.ts'
import { ownerOf } from '#tests/support/people/people.ts'
import { freshShop } from '#tests/support/people/place-rows.ts'
import { knownShoppers, payTogether } from '#tests/support/people/rush.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

/** Calls, shoppers who leave, and two nodes that keep promises, all when the promises of many tickets run out. */

let app: TestApp
let second: TestApp
let owner: Credentials
beforeAll(async () => {
  app = await startApp()
  second = await startApp({ beside: app })
  owner = await ownerOf(app.address)
})
afterAll(async () => {
  await second.stop()
  await app.stop()
})
const as = clientOf(() => app.address)

const PEOPLE = 120
/** How many act at the same moment, and how far the clock goes on after that, in ms. */
const [AT_ONCE, STEP] = [10, 100]

/** Stops the clock. The promises of these people run out one after another while the clock goes on. */
async function aboutToRunOut(): Promise<{ shop: string; tickets: { id: string; cookie: string }[] }> {
  const { id: shop } = await freshShop(app)
  const settings = { promise: { minutes: 1, refund: true as const }, refundOnLeave: false }
  expect((await as(owner, changeSettings, { id: shop, body: settings })).status).toBe(200)
  const rivals = await knownShoppers(app.database, PEOPLE, app.clock.now())
  await payTogether(rivals, () => ({ address: app.address, shop }))
  const { db } = app.database
  const rows = await db.selectFrom('ticket').select(['id', 'mobile']).where('shopId', '=', shop).orderBy('number').execute()
  app.clock.stop()
  const begin = app.clock.now().getTime()
  for (const [i, { id }] of rows.entries())
    await db
      .updateTable('ticket')
      .set({ promisedUntil: new Date(begin + (i * STEP) / AT_ONCE) })
      .where('id', '=', id)
      .execute()
  const cookieOf = new Map(rivals.map(({ mobile, cookie }) => [mobile, cookie]))
  return { shop, tickets: rows.map(({ id, mobile }) => ({ id, cookie: cookieOf.get(mobile) ?? '' })) }
}

/** All act in groups, in random order, while both nodes keep promises. After each group the clock goes on. Returns what the acts return. */
async function actMeanwhile<T>(
  tickets: readonly { id: string; cookie: string }[],
  act: (ticket: { id: string; cookie: string }, address: string) => Promise<T>,
): Promise<T[]> {
  const left = tickets.toSorted(() => Math.random() - 0.5)
  const results: T[] = []
  while (left.length > 0) {
    const group = left.splice(0, AT_ONCE).map((ticket, i) => act(ticket, i % 2 === 0 ? app.address : second.address))
    const [acted] = await Promise.all([Promise.all(group), app.running.tick(), second.running.tick()])
    results.push(...acted)
    app.clock.advance(STEP)
  }
  app.clock.advance(MINUTE)
  await app.running.tick()
  await app.running.tick()
  return results
}

async function outcomesOf(shop: string) {
  const { db } = app.database
  const tickets = await db.selectFrom('ticket').selectAll().where('shopId', '=', shop).orderBy('number').execute()
  const payments = await db.selectFrom('payment').selectAll().where('shopId', '=', shop).execute()
  const ids = payments.map(({ id }) => id)
  const refunds = await db
    .selectFrom('paymentAttempt')
    .select('paymentId')
    .where('paymentId', 'in', ids)
    .where('kind', '=', 'refund')
    .execute()
  const told = await db.selectFrom('message').select('ticketId').where('shopId', '=', shop).where('kind', '=', 'promise').execute()
  return tickets.map((ticket) => {
    const paid = payments.filter(({ ticketId }) => ticketId === ticket.id)
    return {
      ticket,
      states: paid.map(({ state }) => state),
      refunds: refunds.filter(({ paymentId }) => paid.some(({ id }) => id === paymentId)).length,
      told: told.filter(({ ticketId }) => ticketId === ticket.id).length,
    }
  })
}

describe('when the promises of many tickets run out', () => {
  test('and all are called at the same time, each promise is kept by a call in time or broken by one refund, and every person is called', async () => {
    const { shop, tickets } = await aboutToRunOut()
    const calls = await actMeanwhile(tickets, ({ id }, address) => send(address, callTicket, { id }, owner))
    expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([200]))
    const outcomes = await outcomesOf(shop)
    for (const { ticket, ...money } of outcomes) {
      const inTime = ticket.calledAt !== null && ticket.promisedUntil !== null && ticket.calledAt <= ticket.promisedUntil
      expect(ticket.callCount).toBe(1)
      expect([ticket.promiseState, money]).toEqual(
        inTime ? ['kept', { states: ['captured'], refunds: 0, told: 0 }] : ['broken', { states: ['refunded'], refunds: 1, told: 1 }],
      )
    }
    const states = new Set(outcomes.map(({ ticket }) => ticket.promiseState))
    expect(states, 'both happened').toEqual(new Set(['kept', 'broken']))
  })

  test('and all leave at the same time, each fee goes back once if and only if the shopper was still there when the time was over', async () => {
    const { shop, tickets } = await aboutToRunOut()
    const left = await actMeanwhile(tickets, ({ id, cookie }, address) => send(address, cancelTicket, { id }, { cookie }))
    expect(new Set(left.map(({ status }) => status))).toEqual(new Set([200]))
    const outcomes = await outcomesOf(shop)
    for (const { ticket, ...money } of outcomes) {
      const inTime = ticket.endedAt !== null && ticket.promisedUntil !== null && ticket.endedAt <= ticket.promisedUntil
      expect([ticket.state, ticket.promiseState, money]).toEqual(
        inTime
          ? ['cancelled', 'ended', { states: ['captured'], refunds: 0, told: 0 }]
          : ['cancelled', 'broken', { states: ['refunded'], refunds: 1, told: 1 }],
      )
    }
    const states = new Set(outcomes.map(({ ticket }) => ticket.promiseState))
    expect(states, 'both happened').toEqual(new Set(['ended', 'broken']))
  })
})
