import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#contract/base/time.ts'
import { changeCounter } from '#contract/counters/calls.ts'
import { pauseShop } from '#contract/desk/calls.ts'
import { changeSettings } from '#contract/office/settings-calls.ts'
import { mallToday } from '#contract/office/today-calls.ts'
import { cancelTicket, confirmPayment } from '#contract/payments/calls.ts'
import { countCash, listDrawers } from '#contract/payments/cash-calls.ts'
import { readMoney } from '#contract/payments/money-calls.ts'
import { refundPayment } from '#contract/payments/refund-calls.ts'
import { type Credentials, clientOf, done } from '#tests/support/calls/client.ts'
import { type TicketAction, ticketActions } from '#tests/support/calls/ticket-actions.ts'
import { cashShopper, ownerOf, paidShopper, staffOf } from '#tests/support/people/people.ts'
import { freshCounter, freshMall, freshShop } from '#tests/support/people/place-rows.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

/** The owner's first screen: the day so far next to the day before, and which shops need help. */

let app: TestApp
let owner: Credentials
let mall: string
let busy: { id: string; name: string }
let quiet: { id: string; name: string }
let counter: string

const as = clientOf(() => app.address)
const read = async () => (await done(as(owner, mallToday, { id: mall }))).body
const shop = async ({ id }: { id: string }) => (await read()).shops.find((one) => one.id === id)
const act = (ticketId: string, ...actions: TicketAction[]) =>
  actions.reduce<Promise<unknown>>(async (before, action) => {
    await before
    await done(as(owner, ticketActions[action], { id: ticketId }))
  }, Promise.resolve())
const paidInCash = async (shopId: string) => {
  const payer = await cashShopper(app.address, shopId)
  await done(as(owner, confirmPayment, { id: payer.paymentId }))
  return payer
}
/** Moves the clock on, and signs in again: a session ends when it is not used for a while. */
const later = async (ms: number) => {
  app.clock.advance(ms)
  owner = await ownerOf(app.address)
}
const served = async (waited: number) => {
  const person = await paidShopper(app.address, busy.id)
  app.clock.advance(waited)
  await act(person.ticketId, 'call', 'arrive', 'complete')
}

beforeAll(async () => {
  app = await startApp()
  owner = await ownerOf(app.address)
  mall = await freshMall(app)
  ;[busy, quiet] = [await freshShop(app, mall), await freshShop(app, mall)]
  counter = await freshCounter(app, busy.id, mall)

  await served(6 * MINUTE)
  const missing = await paidShopper(app.address, busy.id)
  await act(missing.ticketId, 'call', 'no-show')
  await later(2 * HOUR)
  await served(0)
  await later(DAY - HOUR)
})
afterAll(() => app.stop())

describe('the day of a mall so far', () => {
  test('is beside the day before until the same time', async () => {
    const { today, yesterday } = await read()
    expect(today).toMatchObject({ earnedPaise: 0, tokens: 0, served: 0, medianWait: null, missed: 0 })
    expect(yesterday).toMatchObject({ earnedPaise: 24_000, tokens: 2, served: 1, medianWait: expect.closeTo(3, 1), missed: 1 })
    await later(HOUR)
    expect((await read()).yesterday, 'an hour later another person had been served').toMatchObject({ earnedPaise: 36_000, served: 2 })
  })

  test('has the money that is kept, the cash in the drawers and what people must give back', async () => {
    const [kept, back] = [await paidInCash(busy.id), await paidInCash(busy.id)]
    const online = await paidShopper(app.address, quiet.id)
    await done(as(owner, refundPayment, { id: online.paymentId, body: { amountPaise: 5000, reason: 'A cold coffee' } }))
    await done(as({ cookie: back.cookie }, cancelTicket, { id: back.ticketId }))
    await app.running.tick()
    expect(await read()).toMatchObject({
      today: { earnedPaise: 12_000 + 7000 },
      cashPaise: 24_000,
      owed: { count: 1, amountPaise: 12_000 },
    })
    const drawers = (await done(as(owner, listDrawers, { id: busy.id }))).body.drawers
    const { counterId = null, taken = 0 } = drawers.find((one) => one.taken > 0) ?? {}
    const counted = { counterId, lastCountId: null, taken, handedBack: 0, countedPaise: 24_000, leftPaise: 5000 }
    await done(as(owner, countCash, { id: busy.id, body: counted }))
    expect((await read()).cashPaise, 'the rest was taken out').toBe(5000)
    const money = await done(as(owner, readMoney, { id: mall, query: {} }))
    expect(money.body.totals.keptPaise, 'as the money screen says').toBe(19_000)
    expect([await shop(busy), await shop(quiet)]).toMatchObject([{ earnedPaise: 12_000 }, { earnedPaise: 7000 }])
    await act(kept.ticketId, 'call', 'arrive', 'complete')
    await act(online.ticketId, 'call', 'complete')
    expect((await read()).today.served).toBe(2)
  })
})

describe('the shops of a mall', () => {
  test('are listed by who needs help: without a counter, paused, slower than the billing queue, and all others', async () => {
    expect(await shop(busy)).toMatchObject({ state: 'running', waiting: 0, wait: null, counters: 1, openCounters: 1 })
    await done(as(owner, changeSettings, { id: busy.id, body: { usualWaitMinutes: 8 } }))
    for (let n = 0; n < 2; n += 1) await paidShopper(app.address, busy.id)
    expect(await shop(busy)).toMatchObject({ state: 'slow', waiting: 2, wait: { low: 5, high: 15 }, usualWaitMinutes: 8 })
    await done(as(owner, pauseShop, { id: quiet.id, body: { reason: 'busy' } }))
    expect((await read()).shops.map(({ id, state }) => [id, state])).toEqual([
      [quiet.id, 'paused'],
      [busy.id, 'slow'],
    ])
    await done(as(owner, changeCounter, { id: counter, body: { isOpen: false } }))
    const [first, second] = (await read()).shops
    expect(first).toMatchObject({ id: busy.id, state: 'no_counter', wait: null, openCounters: 0 })
    expect(second).toMatchObject({ id: quiet.id, state: 'paused', paused: { reason: 'busy' } })
  })
})

test('the day of a mall is not for staff, and not for a shop', async () => {
  expect((await as(await staffOf(app.address), mallToday, { id: mall })).status).toBe(403)
  expect((await as(owner, mallToday, { id: busy.id })).body.code).toBe('is_a_shop')
})
