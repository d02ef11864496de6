import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '#contract/base/time.ts'
import { cancelTicket, confirmPayment } from '#contract/payments/calls.ts'
import { cashfreeWebhook, checkPayment, razorpayWebhook } from '#contract/payments/gateway-calls.ts'
import { listMoney } from '#contract/payments/money-calls.ts'
import { decideOrphan, readVendorMatters } from '#contract/payments/vendor-books-calls.ts'
import { openLog } from '#server/kit/log.ts'
import { ask, send } from '#tests/support/calls/client.ts'
import { ownerOf } from '#tests/support/people/people.ts'
import {
  BOUGHT,
  booksOf,
  deliver,
  GIVEN_BACK,
  holdEnds,
  MALL,
  type Payer,
  payerOf,
  startWithVendors,
  type Vendors,
} from '#tests/support/people/vendor-payers.ts'

/** Money at the vendors that needs a person: what fits no order, and what a bank asks back. */

let world: Vendors
const logged: string[] = []
beforeAll(async () => {
  world = await startWithVendors({ log: openLog('error', { write: (line: string) => void logged.push(line) }) })
})
afterAll(() => world.stop())

const matters = async () => (await ask(world.app.address, readVendorMatters, { id: MALL }, await ownerOf(world.app.address))).body
const orphansOf = async ({ paymentId }: Payer) => (await matters()).orphans.filter((one) => one.paymentId === paymentId)
const disputesOf = async ({ paymentId }: Payer) => (await matters()).disputes.filter((one) => one.paymentId === paymentId)
const attemptsOf = async ({ paymentId }: Payer) =>
  (await world.app.database.db.selectFrom('paymentAttempt').select('kind').where('paymentId', '=', paymentId).execute()).length

describe('money that fits no order', () => {
  test('of another amount is one row for the owner, one line in the log and one entry of history, however often it is heard', async () => {
    const payer = await payerOf(world, 'razorpay')
    const { razorpay_payment_id: id } = world.razorpay.pay(payer.vendorOrderId, { amount: 9900 })
    world.razorpay.decide()
    for (let n = 0; n < 3; n += 1) {
      await deliver(world, razorpayWebhook, world.razorpay.eventOf('payment.captured', id))
      await send(world.app.address, confirmPayment, { id: payer.paymentId }, payer.shopper)
      world.app.clock.advance(2 * SECOND)
      await send(world.app.address, checkPayment, { id: payer.paymentId }, payer.shopper)
      world.app.clock.advance(MINUTE)
      await world.app.running.tick()
    }
    expect(await orphansOf(payer)).toMatchObject([
      { kind: 'other_amount', vendorPaymentId: id, amountPaise: 9900, returnedAt: null, decidedAt: null, gateway: 'razorpay' },
    ])
    expect(logged.filter((line) => line.includes(id))).toHaveLength(1)
    expect(await attemptsOf(payer)).toBe(1)
    expect((await booksOf(world, payer)).state).toBe('created')
  })

  test('of a second payment is one row; the first payment stays, and the vendor gives the other one back', async () => {
    const payer = await payerOf(world, 'razorpay')
    const first = world.razorpay.pay(payer.vendorOrderId).razorpay_payment_id
    const second = world.razorpay.pay(payer.vendorOrderId).razorpay_payment_id
    world.razorpay.decide()
    // The news of the second comes first: the payment that counts is the one that the vendor keeps.
    await deliver(world, razorpayWebhook, world.razorpay.eventOf('payment.captured', second))
    await deliver(world, razorpayWebhook, world.razorpay.eventOf('payment.captured', first))
    await deliver(world, razorpayWebhook, world.razorpay.eventOf('payment.captured', second))
    expect(await orphansOf(payer)).toMatchObject([{ kind: 'second', vendorPaymentId: second, returnedAt: null }])
    await deliver(world, razorpayWebhook, world.razorpay.returnEventOf(second))
    expect(await orphansOf(payer)).toMatchObject([{ kind: 'second', vendorPaymentId: second, returnedAt: expect.any(String) }])
    const { db } = world.app.database
    const stored = await db.selectFrom('payment').select('vendorPaymentId').where('id', '=', payer.paymentId).executeTakeFirst()
    expect(stored?.vendorPaymentId).toBe(first)
    await world.app.running.tick()
    expect(await booksOf(world, payer)).toEqual(BOUGHT)
  })

  test.each([
    ['the first', (ids: readonly string[]) => ids],
    ['the second', (ids: readonly string[]) => ids.toReversed()],
  ])(
    'of two late payments of one order that are told at once, %s before the other: one goes back, the second is one row',
    async (_, inOrder) => {
      const payer = await payerOf(world, 'razorpay')
      const { razorpay, app } = world
      const ids = [razorpay.pay(payer.vendorOrderId).razorpay_payment_id, razorpay.pay(payer.vendorOrderId).razorpay_payment_id]
      await holdEnds(world)
      razorpay.decide()
      await Promise.all(inOrder(ids).map((id) => deliver(world, razorpayWebhook, razorpay.eventOf('payment.captured', id))))
      for (let times = 0; times < 4; times += 1) {
        await app.running.tick()
        razorpay.decide()
        app.clock.advance(HOUR)
      }
      await app.running.tick()
      expect(await booksOf(world, payer)).toEqual(GIVEN_BACK)
      expect(await orphansOf(payer)).toMatchObject([{ kind: 'second', vendorPaymentId: ids[1] }])
    },
  )

  test('of a second payment at Cashfree is one row that is given back', async () => {
    const payer = await payerOf(world, 'cashfree')
    world.cashfree.pay(payer.vendorOrderId)
    world.cashfree.pay(payer.vendorOrderId)
    world.cashfree.decide()
    await deliver(world, cashfreeWebhook, world.cashfree.returnEventOf(payer.vendorOrderId))
    await deliver(world, cashfreeWebhook, world.cashfree.eventOf('PAYMENT_SUCCESS_WEBHOOK', payer.vendorOrderId))
    world.app.clock.advance(MINUTE)
    await world.app.running.tick()
    expect(await orphansOf(payer)).toMatchObject([{ kind: 'second', gateway: 'cashfree', returnedAt: expect.any(String) }])
    expect(await booksOf(world, payer)).toEqual(BOUGHT)
  })

  test('of a second payment is one row even if the vendor does not say of which order it was', async () => {
    const payer = await payerOf(world, 'cashfree')
    world.cashfree.pay(payer.vendorOrderId)
    world.cashfree.pay(payer.vendorOrderId)
    world.cashfree.decide()
    const before = new Set((await matters()).orphans.map(({ id }) => id))
    await deliver(world, cashfreeWebhook, world.cashfree.returnEventOf(payer.vendorOrderId, { namesOrder: false }))
    await deliver(world, cashfreeWebhook, world.cashfree.eventOf('PAYMENT_SUCCESS_WEBHOOK', payer.vendorOrderId))
    await world.app.running.tick()
    const found = (await matters()).orphans.filter(({ id }) => !before.has(id))
    expect(found).toMatchObject([{ gateway: 'cashfree', amountPaise: 14_160, returnedAt: expect.any(String) }])
    expect(await booksOf(world, payer)).toEqual(BOUGHT)
  })

  test('of an order that we do not know is a row after an hour; the owner says once what was done about it', async () => {
    const payer = await payerOf(world, 'razorpay')
    const { db } = world.app.database
    await db.deleteFrom('vendorOrder').where('paymentId', '=', payer.paymentId).execute()
    const { razorpay_payment_id: id } = world.razorpay.pay(payer.vendorOrderId)
    world.razorpay.decide()
    await deliver(world, razorpayWebhook, world.razorpay.eventOf('payment.captured', id))
    const found = async () => (await matters()).orphans.find(({ vendorPaymentId }) => vendorPaymentId === id)
    expect(await found()).toBeUndefined()
    world.app.clock.advance(2 * HOUR)
    await world.app.running.tick()
    const orphan = await found()
    expect(orphan).toMatchObject({ kind: 'unknown', paymentId: null, amountPaise: 14_160, decidedAt: null })
    const owner = await ownerOf(world.app.address)
    const decide = (note: string) => ask(world.app.address, decideOrphan, { id: orphan?.id, body: { note } }, owner)
    expect((await decide('Given back on the pages of Razorpay')).body.orphan.note).toBe('Given back on the pages of Razorpay')
    expect((await decide('something else')).body.orphan.note).toBe('Given back on the pages of Razorpay')
    const entries = await db.selectFrom('audit').select('subject').where('action', '=', 'orphan.decided').execute()
    expect(entries).toEqual([{ subject: orphan?.id }])
  })
})

test('a signed event of an unknown shape is kept and is one line in the log, however often it comes', async () => {
  const event = world.razorpay.signed({ event: 'payment.captured', payload: { payment: { entity: { id: 7 } } } })
  const id = event.headers['x-razorpay-event-id'] ?? ''
  for (let n = 0; n < 2; n += 1) expect((await deliver(world, razorpayWebhook, event)).status).toBe(200)
  expect(logged.filter((line) => line.includes(id))).toHaveLength(1)
  const { db } = world.app.database
  expect(await db.selectFrom('vendorEvent').select('id').where('eventId', '=', id).execute()).toHaveLength(1)
})

describe('a dispute', () => {
  test('is one row with the newest word, and moves neither ticket nor payment', async () => {
    const payer = await payerOf(world, 'razorpay')
    const { razorpay_payment_id: id } = world.razorpay.pay(payer.vendorOrderId)
    world.razorpay.decide()
    await deliver(world, razorpayWebhook, world.razorpay.eventOf('payment.captured', id))
    await world.app.running.tick()
    const at = (hours: number) => new Date(Date.now() + hours * HOUR)
    const tell = (kind: string, how: { status: string; deducted?: number; at: Date }) =>
      deliver(world, razorpayWebhook, world.razorpay.disputeEventOf(kind, id, how))
    // The loss is told before the review that came earlier.
    await tell('created', { status: 'open', at: at(0) })
    expect(await disputesOf(payer)).toMatchObject([{ state: 'open', phase: 'chargeback', amountPaise: 14_160, deductedPaise: 0 }])
    await tell('lost', { status: 'lost', deducted: 14_160, at: at(3) })
    await tell('under_review', { status: 'under_review', at: at(2) })
    await tell('created', { status: 'open', at: at(0) })
    expect(await disputesOf(payer)).toMatchObject([{ state: 'lost', deductedPaise: 14_160, gateway: 'razorpay' }])
    world.app.clock.advance(2 * MINUTE)
    await world.app.running.tick()
    expect(await booksOf(world, payer)).toEqual(BOUGHT)
    expect(world.razorpay.refundsOf(payer.paymentId)).toBe(0)
  })

  test('keeps a refund that the vendor refuses from becoming cash, since the bank may pay the shopper itself', async () => {
    const payer = await payerOf(world, 'razorpay')
    const { razorpay_payment_id: id } = world.razorpay.pay(payer.vendorOrderId)
    world.razorpay.decide()
    await deliver(world, razorpayWebhook, world.razorpay.eventOf('payment.captured', id))
    const tell = (kind: string, status: string, hours: number) =>
      deliver(world, razorpayWebhook, world.razorpay.disputeEventOf(kind, id, { status, at: new Date(Date.now() + hours * HOUR) }))
    await tell('created', 'open', 0)
    await send(world.app.address, cancelTicket, { id: payer.ticketId }, payer.shopper)
    const refuse = async (hours: number) => {
      for (let n = 0; n < hours; n += 1) {
        world.app.clock.advance(HOUR + SECOND)
        await world.app.running.tick()
        world.razorpay.rejectRefunds()
      }
    }
    const { db } = world.app.database
    const state = async () => (await db.selectFrom('refund').select('state').where('paymentId', '=', payer.paymentId).execute())[0]?.state
    await refuse(28)
    expect(await state()).not.toBe('by_hand')
    await tell('won', 'won', 40)
    await refuse(4)
    expect(await state()).toBe('by_hand')
  })

  test('at Cashfree is told in its own words', async () => {
    const payer = await payerOf(world, 'cashfree')
    world.cashfree.pay(payer.vendorOrderId)
    world.cashfree.decide()
    await deliver(world, cashfreeWebhook, world.cashfree.eventOf('PAYMENT_SUCCESS_WEBHOOK', payer.vendorOrderId))
    await deliver(world, cashfreeWebhook, world.cashfree.disputeEventOf(payer.vendorOrderId, 'PRE_ARBITRATION_CREATED'))
    expect(await disputesOf(payer)).toMatchObject([{ state: 'open', phase: 'pre_arbitration', reason: '4855', amountPaise: 14_160 }])
    const won = world.cashfree.disputeEventOf(payer.vendorOrderId, 'PRE_ARBITRATION_MERCHANT_WON', new Date(Date.now() + DAY))
    await deliver(world, cashfreeWebhook, won)
    await world.app.running.tick()
    expect(await disputesOf(payer)).toMatchObject([{ state: 'won', deductedPaise: 0, respondBy: '2030-11-27T18:30:00.000Z' }])
    const query = { search: payer.paymentId }
    const { payments } = (await ask(world.app.address, listMoney, { id: MALL, query }, await ownerOf(world.app.address))).body
    expect(payments[0]?.history.filter(({ kind }) => kind === 'told_dispute')).toHaveLength(2)
    expect(await booksOf(world, payer)).toEqual(BOUGHT)
  })
})
