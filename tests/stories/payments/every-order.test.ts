import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '#contract/base/time.ts'
import { handBack } from '#contract/payments/calls.ts'
import { cashfreeWebhook, checkPayment, razorpayWebhook } from '#contract/payments/gateway-calls.ts'
import type { VendorName } from '#contract/payments/payments.ts'
import { type Credentials, send } from '#tests/support/calls/client.ts'
import { ownerOf, staffOf } from '#tests/support/people/people.ts'
import {
  actsOf,
  BOUGHT,
  booksOf,
  confirm,
  deliver,
  GIVEN_BACK,
  goBack,
  holdEnds,
  moneyOf,
  type Payer,
  payerOf,
  reportAll,
  startWithVendors,
  type Vendors,
} from '#tests/support/people/vendor-payers.ts'

/** What can be heard of one payment, and what people do with it: in any order, up to five times each, in turn and at the same time. */

let world: Vendors
let owner: Credentials
let staff: Credentials
beforeAll(async () => {
  world = await startWithVendors()
})
afterAll(() => world.stop())

/** Mixes of each vendor; the proof tries more of another seed. */
const { ORDERS = '12', SEED = '20261126' } = process.env

/** The shop's midnight is 14.5 hours later. */
const MORNING = 4 * HOUR
let signedInAt = 0
/**
 * Goes to the next morning if the midnight is near, because then the fees of people who were never called go back. An owner's session ends
 * after two hours without use.
 */
async function beginMix() {
  const { app } = world
  const sinceMorning = (app.clock.now().getTime() - MORNING) % DAY
  if (sinceMorning > 13 * HOUR) app.clock.advance(DAY - sinceMorning)
  if (app.clock.now().getTime() - signedInAt < HOUR) return
  owner = await ownerOf(app.address)
  staff = await staffOf(app.address)
  signedInAt = app.clock.now().getTime()
}
const look = () => world.app.running.tick()
const decide = () => {
  world.razorpay.decide()
  world.cashfree.decide()
}
const orphans = () => world.app.database.db.selectFrom('orphan').selectAll().orderBy('seenAt').execute()

/** What can be heard or done, each with its name. No other step has this `reason`. */
type Ways = Record<string, (reason: string) => Promise<unknown>>

/** A refund on the vendor's own pages, in paise. */
const ON_PAGES = 4160

interface How {
  /** The hold ends before the bank has decided. */
  isLate: boolean
  /** Two tries succeed. */
  isTwice: boolean
  /** The bank decides in a step, or at last. */
  isSlow: boolean
}
/** What can be heard of each vendor. */
const always = (payer: Payer): Ways => ({
  check: () => send(world.app.address, checkPayment, { id: payer.paymentId }, payer.shopper),
  look,
  'the bank decides': async () => decide(),
  'two seconds pass': async () => world.app.clock.advance(2 * SECOND),
})
const later = () => new Date(Date.now() + HOUR)

/** The shopper pays in time or while the hold ends. Returns what can be heard of it. */
async function payAtRazorpay(payer: Payer, { isLate, isTwice, isSlow }: How): Promise<Ways> {
  const { razorpay } = world
  const failed = razorpay.fail(payer.vendorOrderId)
  const claim = razorpay.pay(payer.vendorOrderId)
  // The vendor gives the second payment back.
  const second = isTwice ? razorpay.pay(payer.vendorOrderId).razorpay_payment_id : null
  if (isLate) await holdEnds(world)
  if (!isSlow) razorpay.decide()
  const isDecided = () => razorpay.paymentsOf(payer.vendorOrderId).every(({ status }) => status !== 'authorized')
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
      'second captured': async () => isDecided() && event('payment.captured', second),
      'second returned': async () => isDecided() && deliver(world, razorpayWebhook, razorpay.returnEventOf(second)),
    }),
    ...always(payer),
  }
}

/** A part is refunded on the vendor's own pages. Returns what can be heard then. */
function refundOnPages(payer: Payer, vendor: VendorName, heard: Ways): Ways {
  const event = world[vendor].refundOnDashboard(payer.vendorOrderId, ON_PAGES)
  const call = vendor === 'razorpay' ? razorpayWebhook : cashfreeWebhook
  return { ...heard, 'refunded on the pages': () => deliver(world, call, event) }
}

async function payAtCashfree(payer: Payer, { isLate, isTwice, isSlow }: How): Promise<Ways> {
  const { cashfree } = world
  cashfree.pay(payer.vendorOrderId)
  if (isTwice) cashfree.pay(payer.vendorOrderId)
  if (isLate) await holdEnds(world)
  if (!isSlow) cashfree.decide()
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
    ...(isTwice && {
      'second returned': async () =>
        cashfree.statusOf(payer.vendorOrderId) === 'PAID' && deliver(world, cashfreeWebhook, cashfree.returnEventOf(payer.vendorOrderId)),
    }),
    ...always(payer),
  }
}

const paying = { razorpay: payAtRazorpay, cashfree: payAtCashfree }

/** What is heard or done, how often, and whether at the same time as what comes before. */
const step = fc.record({
  isHeard: fc.boolean(),
  what: fc.nat(1000),
  times: fc.integer({ min: 1, max: 5 }),
  isBeside: fc.boolean(),
})
/** Most is of interest once something is paid, left or changed. Each is also a mix of its own, so that every run has each of `ends`. */
const beginnings = [
  ['leave'],
  ['report all orders', 'leave'],
  ['report all orders', 'refund a part'],
  ['report all orders', 'refund what is left'],
  ['change the vendor', 'pay the newest order'],
  ['change to cash', 'report all orders'],
  ['change to cash', 'take cash'],
  ['report all orders', 'second returned'],
]
const seldom = fc.constantFrom(true, false, false, false)
const mixes = fc.noBias(
  fc.record({
    /** People do nothing, so the end is known to the last row. */
    isOnlyHeard: seldom,
    first: fc.constantFrom([], ...beginnings),
    steps: fc.array(step, { minLength: 2, maxLength: 10 }),
    ...{ isLate: seldom, isTwice: fc.boolean(), isOnPages: fc.boolean(), isSlow: seldom },
  }),
)
type Mix = typeof mixes extends fc.Arbitrary<infer M> ? M : never
const plain = { steps: [], isOnlyHeard: false, isLate: false, isTwice: true, isOnPages: false, isSlow: false }
const examples = beginnings.map((first): [Mix] => [{ ...plain, first }])

/** Returns the names of the steps that have happened: one that returns false has not. No call may fail, whatever comes with it. */
async function play(heard: Ways, acts: Ways, { first, steps, isOnlyHeard }: Mix): Promise<Set<string>> {
  const played = new Set<string>()
  const once = async (name: string, way: Ways[string] | undefined, reason: string) => {
    const answer = await way?.(reason)
    const { status } = (answer ?? {}) as { status?: number }
    expect([500, 502], name).not.toContain(status)
    if (way && answer !== false) played.add(name)
  }
  const all = { ...heard, ...acts }
  if (!isOnlyHeard) for (const name of first) await once(name, all[name], 'first')
  const running: Promise<unknown>[] = []
  for (const [number, { isHeard, what, times, isBeside }] of steps.entries()) {
    if (!isBeside) await Promise.all(running.splice(0))
    const ways = Object.entries(isHeard || isOnlyHeard ? heard : acts)
    const [name = '', way] = ways[what % ways.length] ?? []
    for (let n = 0; n < times; n += 1) running.push(once(name, way, `step ${number}`))
  }
  await Promise.all(running)
  return played
}

/** The vendors report all money once more and pay out what they owe, and staff hand back cash. */
async function end(payer: Payer, heard: Ways) {
  const { app } = world
  decide()
  app.clock.advance(2 * SECOND)
  await reportAll(world, payer)
  await heard['refunded on the pages']?.('')
  for (let rounds = 0, isOpen = true; isOpen && rounds < 10; rounds += 1) {
    await look()
    decide()
    app.clock.advance(MINUTE)
    const { payments } = await moneyOf(world, payer.ticketId)
    for (const { id, refunds } of payments)
      if (refunds.some(({ state }) => state === 'by_hand')) await send(app.address, handBack, { id, body: {} }, staff)
    const events = await app.database.db.selectFrom('vendorEvent').select('id').where('handledAt', 'is', null).execute()
    isOpen = events.length > 0 || payments.some(({ refunds }) => refunds.some(({ state }) => state !== 'processed'))
  }
  await look()
}

/** What holds at the end of each mix: one token at most, and each rupee is with the mall for it, or back. Returns which ends it was. */
async function expectBalance({ ticketId }: Payer) {
  const { ticket, messages, payments } = await moneyOf(world, ticketId)
  const isLeft = ticket.state === 'cancelled'
  const bought = payments.filter(({ receiptId }) => receiptId !== null)
  expect(bought, 'one receipt for a token, none without').toHaveLength(ticket.number === null ? 0 : 1)
  for (const { id, state, amountPaise, refundingPaise, refundedPaise, refunds, notesPaise, takenPaise, backPaise, receiptId } of payments) {
    const processed = refunds.reduce((sum, one) => sum + (one.state === 'processed' ? one.amountPaise : 0), 0)
    const money = { refundingPaise, refundedPaise, processed, notesPaise }
    const back = { refundingPaise: backPaise, refundedPaise: backPaise, processed: backPaise, notesPaise: receiptId ? backPaise : 0 }
    expect(money, `what the vendor has paid out of ${id}`).toEqual(back)
    expect(backPaise).toBeLessThanOrEqual(takenPaise)
    if (takenPaise === 0) expect(['created', 'expired'], 'nothing was paid').toContain(state)
    else expect(state).toBe(backPaise === amountPaise ? 'refunded' : 'captured')
    if (!receiptId || isLeft) expect(backPaise, 'no token, so no fee').toBe(takenPaise)
    const causes = receiptId ? ['owner', 'dashboard', ...(isLeft ? ['leave'] : [])] : ['late', 'dashboard']
    for (const { kind } of refunds) expect(causes).toContain(kind)
    const reasons = refunds.flatMap(({ kind, reason }) => (kind === 'owner' ? reason : []))
    expect(reasons, 'the presses of a step are one press').toHaveLength(new Set(reasons).size)
  }
  const refunds = payments.flatMap(({ refunds: all, amountPaise }) =>
    all.map((one) => ({ ...one, isWhole: one.amountPaise === amountPaise })),
  )
  const calledBack = refunds.filter(({ gateway, kind }) => gateway === 'cash' && kind === 'owner').map(() => 'collect')
  const told = [...refunds.map(({ isWhole }) => (isWhole ? 'refund' : 'part')), ...calledBack]
  expect(messages, 'one for each cause').toEqual([...told, ...(ticket.number === null ? [] : ['token'])].sort())
  return {
    'left before the payment': isLeft && ticket.number === null,
    'left after it': isLeft && ticket.number !== null,
    'the owner refunded a part': refunds.some(({ kind, isWhole }) => kind === 'owner' && !isWhole),
    'the owner refunded all': !isLeft && bought.some(({ state }) => state === 'refunded'),
    'paid in one of several ways': payments.length > 1 && bought.length === 1,
    'paid in two ways': payments.filter(({ takenPaise }) => takenPaise > 0).length > 1,
    'paid by an order that was replaced': bought.some(({ id }) => id !== payments.at(-1)?.id),
    'paid in cash': bought.some(({ vendor }) => vendor === null),
  }
}

describe.each(['razorpay', 'cashfree'] as const)('a payment at %s', (vendor) => {
  test('buys one token with one receipt and one message, or goes back once, whatever is heard and done in whichever order', async () => {
    const [ends, names] = [{} as Record<string, number>, new Set<string>()]
    await fc.assert(
      fc.asyncProperty(mixes, async (mix) => {
        const { isOnlyHeard, isLate } = mix
        await beginMix()
        const before = (await orphans()).length
        const payer = await payerOf(world, vendor)
        const paid = await paying[vendor](payer, mix)
        const isOnPages = mix.isOnPages && !mix.isSlow
        const heard = isOnPages ? refundOnPages(payer, vendor, paid) : paid
        const played = await play(heard, actsOf(world, payer, vendor, { owner, staff }), mix)
        for (const name of played) names.add(name)
        await end(payer, heard)
        const was = await expectBalance(payer)
        // The vendor gives back the second of two payments, and says so in these events.
        const isReturned = played.has('second returned')
        const second = world[vendor].books().payments.findLast(({ orderId }) => orderId === payer.vendorOrderId)?.id
        const found = (await orphans()).slice(before).map((one) => [one.kind, one.paymentId, one.vendorPaymentId, one.returnedAt !== null])
        expect(found).toEqual(isReturned || played.has('second captured') ? [['second', payer.paymentId, second, isReturned]] : [])
        for (const [name, is] of Object.entries({ ...was, 'paid twice in one way': found.length > 0 }))
          ends[name] = (ends[name] ?? 0) + Number(is)
        if (!isOnlyHeard || (isLate && isOnPages)) return
        const bought = isOnPages ? { ...BOUGHT, messages: ['part', 'token'], refunds: 1 } : BOUGHT
        expect(await booksOf(world, payer)).toEqual(isLate ? GIVEN_BACK : bought)
      }),
      { examples, numRuns: examples.length + Number(ORDERS), seed: Number(SEED), endOnFailure: true },
    )
    for (const [name, many] of Object.entries(ends)) expect(many, `some mixes: ${name}`).toBeGreaterThan(0)
    expect(names.size, 'the mixes play many steps').toBeGreaterThan(10)
  }, 600_000)
})
