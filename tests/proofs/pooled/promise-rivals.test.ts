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

/** Calls, shoppers who leave, and two nodes that keep promises, all at the moment when the promises of many tickets run out. */

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
  const rows = await db.selectFrom('ticket').select(['id', 'mobile']).where('shop_id', '=', shop).orderBy('number').execute()
  app.clock.stop()
  const begin = app.clock.now().getTime()
  for (const [i, { id }] of rows.entries())
    await db
      .updateTable('ticket')
      .set({ promised_until: new Date(begin + (i * STEP) / AT_ONCE) })
      .where('id', '=', id)
      .execute()
  const cookieOf = new Map(rivals.map(({ mobile, cookie }) => [mobile, cookie]))
  return { shop, tickets: rows.map(({ id, mobile }) => ({ id, cookie: cookieOf.get(mobile) ?? '' })) }
}

/** All act in groups, in no order, while both nodes keep promises. After each group the clock goes on. Returns what the acts return. */
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
  const tickets = await db.selectFrom('ticket').selectAll().where('shop_id', '=', shop).orderBy('number').execute()
  const payments = await db.selectFrom('payment').selectAll().where('shop_id', '=', shop).execute()
  const ids = payments.map(({ id }) => id)
  const refunds = await db
    .selectFrom('payment_attempt')
    .select('payment_id')
    .where('payment_id', 'in', ids)
    .where('kind', '=', 'refund')
    .execute()
  const told = await db.selectFrom('message').select('ticket_id').where('shop_id', '=', shop).where('kind', '=', 'promise').execute()
  return tickets.map((ticket) => {
    const paid = payments.filter(({ ticket_id }) => ticket_id === ticket.id)
    return {
      ticket,
      states: paid.map(({ state }) => state),
      refunds: refunds.filter(({ payment_id }) => paid.some(({ id }) => id === payment_id)).length,
      told: told.filter(({ ticket_id }) => ticket_id === ticket.id).length,
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
      const inTime = ticket.called_at !== null && ticket.promised_until !== null && ticket.called_at <= ticket.promised_until
      expect(ticket.call_count).toBe(1)
      expect([ticket.promise_state, money]).toEqual(
        inTime ? ['kept', { states: ['captured'], refunds: 0, told: 0 }] : ['broken', { states: ['refunded'], refunds: 1, told: 1 }],
      )
    }
    const states = new Set(outcomes.map(({ ticket }) => ticket.promise_state))
    expect(states, 'both happened').toEqual(new Set(['kept', 'broken']))
  })

  test('and all leave at the same time, each fee goes back once if and only if the shopper was still there when the time was over', async () => {
    const { shop, tickets } = await aboutToRunOut()
    const left = await actMeanwhile(tickets, ({ id, cookie }, address) => send(address, cancelTicket, { id }, { cookie }))
    expect(new Set(left.map(({ status }) => status))).toEqual(new Set([200]))
    const outcomes = await outcomesOf(shop)
    for (const { ticket, ...money } of outcomes) {
      const inTime = ticket.ended_at !== null && ticket.promised_until !== null && ticket.ended_at <= ticket.promised_until
      expect([ticket.state, ticket.promise_state, money]).toEqual(
        inTime
          ? ['cancelled', 'ended', { states: ['captured'], refunds: 0, told: 0 }]
          : ['cancelled', 'broken', { states: ['refunded'], refunds: 1, told: 1 }],
      )
    }
    const states = new Set(outcomes.map(({ ticket }) => ticket.promise_state))
    expect(states, 'both happened').toEqual(new Set(['ended', 'broken']))
  })
})
