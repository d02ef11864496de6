import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '#contract/base/time.ts'
import { cashfreeWebhook, checkPayment, razorpayWebhook } from '#contract/payments/gateway-calls.ts'
import { send } from '#tests/support/calls/client.ts'
import {
  BOUGHT,
  booksOf,
  confirm,
  deliver,
  GIVEN_BACK,
  goBack,
  holdEnds,
  type Payer,
  payerOf,
  startWithVendors,
  type Vendors,
} from '#tests/support/people/vendor-payers.ts'

/** Everything that can be heard of one payment: in any order, up to five times each, in turn and at the same time. */

let world: Vendors
beforeAll(async () => {
  world = await startWithVendors()
})
afterAll(() => world.stop())

/** Mixes of each vendor; the proof tries more of another seed. */
const { ORDERS = '12', SEED = '20261126' } = process.env

/** The shop's midnight is 14.5 hours later. */
const MORNING = 4 * HOUR
/** Goes to the next morning if the midnight is near, because then the fees of people who were never called go back. */
function avoidMidnight() {
  const sinceMorning = (world.app.clock.now().getTime() - MORNING) % DAY
  if (sinceMorning > 13 * HOUR) world.app.clock.advance(DAY - sinceMorning)
}
const check = ({ paymentId, shopper }: Payer) => send(world.app.address, checkPayment, { id: paymentId }, shopper)
const look = () => world.app.running.tick()
const refundsOf = async ({ paymentId }: Payer) =>
  (
    await world.app.database.db.selectFrom('refund').select(['kind', 'state', 'amountPaise']).where('paymentId', '=', paymentId).execute()
  ).map(({ kind, state, amountPaise }) => [kind, state, amountPaise])
const paidIn = (payer: Payer, vendor: 'razorpay' | 'cashfree') => world[vendor].paidOut(payer.paymentId)

type Heard = Record<string, () => Promise<unknown>>

/** A refund on the vendor's own pages, in paise. */
const ON_PAGES = 4160

interface How {
  /** The hold ends before the bank has decided. */
  isLate: boolean
  /** Two tries succeed. */
  isTwice: boolean
}
const later = () => new Date(Date.now() + HOUR)

/** The shopper pays in time or while the hold ends. Returns what can be heard of it. */
async function payAtRazorpay(payer: Payer, { isLate, isTwice }: How): Promise<Heard> {
  const { razorpay } = world
  const failed = razorpay.fail(payer.vendorOrderId)
  const claim = razorpay.pay(payer.vendorOrderId)
  // The vendor gives the second payment back.
  const second = isTwice ? razorpay.pay(payer.vendorOrderId).razorpay_payment_id : null
  if (isLate) await holdEnds(world)
  razorpay.decide()
  const event = (kind: string, id = claim.razorpay_payment_id) => deliver(world, razorpayWebhook, razorpay.eventOf(kind, id))
  const refund = async (kind: string) => {
    if (razorpay.refundsOf(payer.paymentId) > 0) await deliver(world, razorpayWebhook, razorpay.refundEventOf(kind, payer.paymentId))
  }
  return {
    confirm: () => confirm(world, payer, claim),
    unsigned: () => confirm(world, payer),
    callback: () => goBack(world, payer.paymentId, claim),
    'failed callback': () => goBack(world, payer.paymentId, { 'error[code]': 'BAD_REQUEST_ERROR' }),
    authorized: () => event('payment.authorized'),
    captured: () => event('payment.captured'),
    'order paid': () => event('order.paid'),
    failed: () => event('payment.failed', failed),
    'failed, then captured': () => event('payment.failed'),
    'refund created': () => refund('refund.created'),
    'refund processed': () => refund('refund.processed'),
    disputed: () => deliver(world, razorpayWebhook, razorpay.disputeEventOf('created', claim.razorpay_payment_id)),
    'dispute won': () =>
      deliver(world, razorpayWebhook, razorpay.disputeEventOf('won', claim.razorpay_payment_id, { status: 'won', at: later() })),
    ...(second !== null && {
      'second captured': () => event('payment.captured', second),
      'second returned': () => deliver(world, razorpayWebhook, razorpay.returnEventOf(second)),
    }),
    check: () => check(payer),
    look,
  }
}

/** A part is refunded on the vendor's own pages. Returns what can be heard then. */
function refundOnPages(payer: Payer, vendor: 'razorpay' | 'cashfree', heard: Heard): Heard {
  const event = world[vendor].refundOnDashboard(payer.vendorOrderId, ON_PAGES)
  const call = vendor === 'razorpay' ? razorpayWebhook : cashfreeWebhook
  return { ...heard, 'refunded on the pages': () => deliver(world, call, event) }
}

async function payAtCashfree(payer: Payer, { isLate, isTwice }: How): Promise<Heard> {
  const { cashfree } = world
  cashfree.pay(payer.vendorOrderId)
  if (isTwice) cashfree.pay(payer.vendorOrderId)
  if (isLate) await holdEnds(world)
  cashfree.decide()
  const event = (kind: string, asNumber = false) =>
    deliver(world, cashfreeWebhook, cashfree.eventOf(kind, payer.vendorOrderId, { asNumber }))
  return {
    confirm: () => confirm(world, payer),
    success: () => event('PAYMENT_SUCCESS_WEBHOOK'),
    'success of the older version': () => event('PAYMENT_SUCCESS_WEBHOOK', true),
    failed: () => event('PAYMENT_FAILED_WEBHOOK'),
    dropped: () => event('PAYMENT_USER_DROPPED_WEBHOOK'),
    refunded: () => event('REFUND_STATUS_WEBHOOK'),
    disputed: () => deliver(world, cashfreeWebhook, cashfree.disputeEventOf(payer.vendorOrderId, 'CHARGEBACK_CREATED')),
    'dispute won': () => deliver(world, cashfreeWebhook, cashfree.disputeEventOf(payer.vendorOrderId, 'CHARGEBACK_MERCHANT_WON', later())),
    ...(isTwice && { 'second returned': () => deliver(world, cashfreeWebhook, cashfree.returnEventOf(payer.vendorOrderId)) }),
    check: () => check(payer),
    look,
  }
}

const vendors = {
  razorpay: { pay: payAtRazorpay, last: 'captured' },
  cashfree: { pay: payAtCashfree, last: 'success' },
} as const
/** What is heard, how often, and whether at the same time as what comes before. */
const step = fc.record({
  what: fc.nat(100),
  times: fc.integer({ min: 1, max: 5 }),
  isBeside: fc.boolean(),
})
const mixes = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
  isLate: fc.boolean(),
  isTwice: fc.boolean(),
  isOnPages: fc.boolean(),
})

async function hear(heard: Heard, steps: readonly { what: number; times: number; isBeside: boolean }[]) {
  const ways = Object.values(heard)
  const running: Promise<unknown>[] = []
  for (const { what, times, isBeside } of steps) {
    if (!isBeside) await Promise.all(running.splice(0))
    const way = ways[what % ways.length]
    for (let n = 0; n < times; n += 1) running.push(Promise.resolve(way?.()))
  }
  await Promise.all(running)
}

describe.each(['razorpay', 'cashfree'] as const)('a payment at %s', (vendor) => {
  test('buys one token with one receipt and one message, or goes back once, whatever is heard of it in whichever order', async () => {
    await fc.assert(
      fc.asyncProperty(mixes, async ({ steps, isLate, isTwice, isOnPages }) => {
        avoidMidnight()
        const payer = await payerOf(world, vendor)
        const { pay, last } = vendors[vendor]
        const isInTime = !isLate && isOnPages
        const paid = await pay(payer, { isLate, isTwice })
        const heard = isInTime ? refundOnPages(payer, vendor, paid) : paid
        await hear(heard, steps)
        // At last the vendor reports the money once more, and pays out what it owes.
        world.app.clock.advance(2 * SECOND)
        await heard[last]?.()
        await heard['refunded on the pages']?.()
        for (let n = 0; n < 2; n += 1) {
          await look()
          world[vendor].decide()
          world.app.clock.advance(MINUTE)
        }
        await look()
        const bought = isInTime ? { ...BOUGHT, messages: ['part', 'token'], refunds: 1 } : BOUGHT
        expect(await booksOf(world, payer)).toEqual(isLate ? GIVEN_BACK : bought)
        expect(await refundsOf(payer)).toEqual(
          isInTime ? [['dashboard', 'processed', ON_PAGES]] : isLate ? [['late', 'processed', 14_160]] : [],
        )
        expect(paidIn(payer, vendor)).toBe(isLate ? 14_160 : 0)
      }),
      { numRuns: Number(ORDERS), seed: Number(SEED), endOnFailure: true },
    )
  }, 600_000)
})
