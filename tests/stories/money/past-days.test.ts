import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, daysAfter, HOUR, localDateOf } from '#contract/base/time.ts'
import { callTicket, completeTicket } from '#contract/desk/ticket-calls.ts'
import { changeMallDetails } from '#contract/office/mall-calls.ts'
import { confirmPayment } from '#contract/payments/calls.ts'
import { razorpayWebhook } from '#contract/payments/gateway-calls.ts'
import { listMoney, readMoney } from '#contract/payments/money-calls.ts'
import { refundPayment } from '#contract/payments/refund-calls.ts'
import { ask, type Credentials, send } from '#tests/support/calls/client.ts'
import { SHOP } from '#tests/support/people/callers.ts'
import { ownerOf, paidShopper } from '#tests/support/people/people.ts'
import { deliver, MALL, payerAtBank, startWithVendors, type Vendors } from '#tests/support/people/vendor-payers.ts'

/** Days that are over are added up once. What changes afterwards counts at once: see also `three-ways.test.ts`. */

let world: Vendors
beforeAll(async () => {
  world = await startWithVendors()
  // The demo's own day is over: the fees of those who waited go back.
  world.app.clock.advance(DAY)
  await world.app.running.tick()
})
afterAll(() => world.stop())

const today = () => localDateOf(world.app.clock.now(), 'Asia/Kolkata')
const owner = () => ownerOf(world.app.address)
const moneyOf = async (from: string, to = from) =>
  (await ask(world.app.address, readMoney, { id: MALL, query: { from, to } }, await owner())).body
/** The payments of at most one page. */
const listOf = async (from: string, to = from) =>
  (await ask(world.app.address, listMoney, { id: MALL, query: { from, to } }, await owner())).body.payments
const keptDays = async () =>
  (await world.app.database.db.selectFrom('moneyDay').select('day').where('mallId', '=', MALL).distinct().execute()).map(({ day }) => day)

/** After two days, all of a day is over for long enough. */
async function addUp(): Promise<void> {
  world.app.clock.advance(2 * DAY)
  await world.app.running.tick()
  await world.app.running.tick()
}
async function serve(ticketId: string): Promise<void> {
  const by: Credentials = await owner()
  await ask(world.app.address, callTicket, { id: ticketId, body: {} }, by)
  await ask(world.app.address, completeTicket, { id: ticketId, body: {} }, by)
}
async function servedShopper(): Promise<{ paymentId: string }> {
  const shopper = await paidShopper(world.app.address, SHOP)
  await serve(shopper.ticketId)
  return shopper
}
const refund = async (paymentId: string, amountPaise: number, by: Credentials) =>
  send(world.app.address, refundPayment, { id: paymentId, body: { amountPaise, reason: `Waited long, ${amountPaise}` } }, by)

describe('a day that has been added up', () => {
  test('has the refunds of later days at once, and is added up again', async () => {
    const day = today()
    const { paymentId } = await servedShopper()
    const before = (await moneyOf(day)).totals
    await addUp()
    expect(await keptDays()).toContain(day)
    expect((await moneyOf(day)).totals).toEqual(before)
    await refund(paymentId, 4000, await owner())
    const { states, totals } = await moneyOf(day)
    expect(states.refund_due.amountPaise + totals.refundedPaise).toBe(4000)
    await world.app.running.tick()
    await world.app.running.tick()
    expect((await moneyOf(day)).totals).toEqual({
      ...before,
      refundedPaise: 4000,
      netPaise: before.netPaise - 4000,
      keptPaise: before.keptPaise - 4000,
      // ₹141.60 has ₹21.60 of GST: 6.10 are in ₹40, half of it each to the paisa.
      taxPaise: before.taxPaise - 610,
    })
  })

  test('has each of many refunds that come while it is added up again', async () => {
    const day = today()
    const served = [await servedShopper(), await servedShopper(), await servedShopper(), await servedShopper()]
    await addUp()
    const by = await owner()
    let isOver = false
    const adding = (async () => {
      while (!isOver) await world.app.running.tick()
    })()
    await Promise.all(served.flatMap(({ paymentId }) => [100, 200, 300, 400].map((paise) => refund(paymentId, paise, by))))
    isOver = true
    await adding
    const sums = async () => {
      const { totals, states } = await moneyOf(day)
      return [totals.refundedPaise + states.refund_due.amountPaise, totals.capturedPaise]
    }
    expect(await sums()).toEqual([4000, 4 * 14_160])
    await world.app.running.tick()
    expect(await sums()).toEqual([4000, 4 * 14_160])
  })

  test('tells of a refund that waits for funds since a later day', async () => {
    const day = today()
    const payer = await payerAtBank(world, 'razorpay')
    await send(world.app.address, confirmPayment, { id: payer.paymentId }, payer.shopper)
    await serve(payer.ticketId)
    await addUp()
    await refund(payer.paymentId, 4000, await owner())
    await world.app.running.tick()
    await world.app.running.tick()
    expect((await moneyOf(day)).states.refund_due).toEqual({ count: 1, needsPerson: 0, amountPaise: 4000 })
    world.razorpay.rejectRefunds()
    world.razorpay.isPoor = true
    world.app.clock.advance(HOUR)
    await world.app.running.tick()
    expect((await moneyOf(day)).states.refund_due).toEqual({ count: 1, needsPerson: 1, amountPaise: 4000 })
  })

  test('has other payments in another time zone', async () => {
    const day = today()
    await servedShopper()
    await addUp()
    const [ofDay, kolkata] = [await moneyOf(day), await moneyOf(daysAfter(day, -3), today())]
    const { ids, all } = { ids: (await listOf(day)).map(({ id }) => id), all: kolkata.totals.count }
    expect(ids.length).toBeGreaterThan(0)
    // The morning in India is the evening before in Honolulu.
    await ask(world.app.address, changeMallDetails, { id: MALL, body: { timeZone: 'Pacific/Honolulu' } }, await owner())
    for (const hasAddedUp of [false, true]) {
      if (hasAddedUp) await addUp()
      expect((await moneyOf(day)).totals.count, 'of this date there').toBe(0)
      expect((await moneyOf(daysAfter(day, -1))).totals.count).toBeGreaterThanOrEqual(ids.length)
      expect((await moneyOf(daysAfter(day, -4), daysAfter(day, 3))).totals.count).toBe(all)
    }
    await ask(world.app.address, changeMallDetails, { id: MALL, body: { timeZone: 'Asia/Kolkata' } }, await owner())
    for (const hasAddedUp of [false, true]) {
      if (hasAddedUp) await addUp()
      expect((await moneyOf(day)).totals).toEqual(ofDay.totals)
    }
  })

  test('loses the dispute of a payment that turns out to have no order', async () => {
    const { razorpay } = world
    const day = today()
    const payer = await payerAtBank(world, 'razorpay')
    await send(world.app.address, confirmPayment, { id: payer.paymentId }, payer.shopper)
    razorpay.pay(payer.vendorOrderId)
    razorpay.decide()
    const second = razorpay.paymentsOf(payer.vendorOrderId)[1]?.id ?? ''
    // The vendor names the second payment in a transfer before it tells of it.
    const of = { mallId: MALL, gateway: 'razorpay' as const }
    const { db } = world.app.database
    await db
      .insertInto('settlement')
      .values({ ...of, id: 'transfer', vendorSettlementId: 'setl_1', settledAt: world.app.clock.now() })
      .execute()
    const money = { amountPaise: 2000, feePaise: 0, taxPaise: 0, netPaise: -2000, happenedAt: world.app.clock.now() }
    await db
      .insertInto('settlementLine')
      .values({
        ...of,
        ...money,
        id: 'line',
        settlementId: 'transfer',
        kind: 'dispute',
        vendorLineId: 'adjustment 1',
        paymentId: payer.paymentId,
        vendorPaymentId: second,
      })
      .execute()
    await addUp()
    const disputes = async () => (await moneyOf(day, today())).byShop.map(({ shopId, disputedPaise }) => [shopId, disputedPaise])
    expect(await disputes()).toEqual([[SHOP, 2000]])
    await deliver(world, razorpayWebhook, razorpay.eventOf('payment.captured', second))
    const after = [
      [SHOP, 0],
      [null, 2000],
    ]
    expect(await disputes()).toEqual(expect.arrayContaining(after))
    await addUp()
    expect(await disputes()).toEqual(expect.arrayContaining(after))
  })
})
