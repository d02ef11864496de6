import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR, localDateOf, MINUTE } from '#contract/base/time.ts'
import { changeMallDetails, mallOverview } from '#contract/office/mall-calls.ts'
import { cancelTicket, handBack } from '#contract/payments/calls.ts'
import { razorpayWebhook } from '#contract/payments/gateway-calls.ts'
import { ledgers } from '#contract/payments/ledgers.ts'
import { exportMoney } from '#contract/payments/money-calls.ts'
import type { VendorName } from '#contract/payments/payments.ts'
import { refundPayment } from '#contract/payments/refund-calls.ts'
import { addressOf, ask, done, send } from '#tests/support/calls/client.ts'
import { SHOP } from '#tests/support/people/callers.ts'
import { ownerOf } from '#tests/support/people/people.ts'
import {
  confirm,
  deliver,
  holdEnds,
  MALL,
  type Payer,
  payerAtBank,
  payerOf,
  startWithVendors,
  type Vendors,
} from '#tests/support/people/vendor-payers.ts'

/** Vouchers for TallyPrime, of a mall that is paid through two vendors. */

let world: Vendors
const told = { net: 0, fees: 0, tax: 0 }
let references: [vendor: string, utr: string][] = []
beforeAll(async () => {
  world = await startWithVendors()
  references = await tradeOfADay()
})
afterAll(() => world.stop())

const today = () => localDateOf(world.app.clock.now(), 'Asia/Kolkata')
async function goOn(): Promise<void> {
  await world.app.running.tick()
  for (const vendor of [world.razorpay, world.cashfree]) vendor.decide()
  world.app.clock.advance(MINUTE)
  await world.app.running.tick()
}
async function buy(vendor: VendorName): Promise<Payer> {
  const payer = await payerAtBank(world, vendor)
  await confirm(world, payer)
  return payer
}

/** Everything that can happen to money, and then both vendors transfer what they have. Returns the bank’s references. */
async function tradeOfADay(): Promise<typeof references> {
  const { app, razorpay, cashfree } = world
  const owner = await ownerOf(app.address)
  const handBackInCash = async ({ paymentId }: Payer) => {
    await app.running.tick()
    // As if the vendor had refused it for a day.
    await app.database.db.updateTable('refund').set({ state: 'by_hand' }).where('paymentId', '=', paymentId).execute()
    await done(ask(app.address, handBack, { id: paymentId, body: {} }, owner))
  }
  const [part, inCash, disputed] = [await buy('razorpay'), await buy('razorpay'), await buy('razorpay')]
  const left = await buy('cashfree')
  await buy('cashfree')
  await ask(app.address, refundPayment, { id: part.paymentId, body: { amountPaise: 6000, reason: 'Waited long' } }, owner)
  await send(app.address, cancelTicket, { id: left.ticketId }, left.shopper)
  await goOn()
  razorpay.isPoor = true
  await ask(app.address, refundPayment, { id: inCash.paymentId, body: { reason: 'Waited long' } }, owner)
  await handBackInCash(inCash)
  razorpay.isPoor = false
  const [id = ''] = razorpay.paymentsOf(disputed.vendorOrderId).map((one) => one.id)
  await deliver(world, razorpayWebhook, razorpay.disputeEventOf('lost', id, { status: 'lost', deducted: 2000 }))
  // The same order is paid once more.
  const second = razorpay.pay(part.vendorOrderId)
  razorpay.decide()
  await deliver(world, razorpayWebhook, razorpay.eventOf('payment.captured', second.razorpay_payment_id))
  const late = await payerOf(world, 'razorpay')
  const lateInCash = await payerOf(world, 'razorpay')
  await holdEnds(world)
  const payLate = async ({ vendorOrderId }: Payer) => {
    const { razorpay_payment_id: claim } = razorpay.pay(vendorOrderId)
    await goOn()
    await deliver(world, razorpayWebhook, razorpay.eventOf('payment.captured', claim))
  }
  await payLate(late)
  await goOn()
  razorpay.isPoor = true
  await payLate(lateInCash)
  await handBackInCash(lateInCash)
  razorpay.isPoor = false
  await goOn()
  razorpay.payElsewhere(50_000)
  const transfers = [razorpay.settle(today()), cashfree.settle(today())]
  for (const one of transfers) for (const key of ['net', 'fees', 'tax'] as const) told[key] += one[key]
  app.clock.advance(7 * HOUR)
  await app.running.tick()
  return [
    ['Razorpay', transfers[0]?.utr ?? ''],
    ['Cashfree', transfers[1]?.utr ?? ''],
  ]
}

async function vouchersOf(id: string) {
  const { bearer } = await ownerOf(world.app.address)
  const day = today()
  const address = world.app.address + addressOf(exportMoney, { id, query: { kind: 'tally', from: day, to: day } })
  const text = await (await fetch(address, { headers: { authorization: `Bearer ${bearer}` } })).text()
  return (text.match(/<VOUCHER .*?<\/VOUCHER>/g) ?? []).map((voucher) => ({
    kind: /<VOUCHERTYPENAME>([^<]*)/.exec(voucher)?.[1],
    narration: /<NARRATION>([^<]*)/.exec(voucher)?.[1],
    entries: [...voucher.matchAll(/<LEDGERNAME>([^<]*).*?<AMOUNT>([^<]*)/g)].map(([, name = '', rupees]) => ({
      name,
      paise: Math.round(Number(rupees) * 100),
    })),
  }))
}
type Vouchers = Awaited<ReturnType<typeof vouchersOf>>
const inLedger = (vouchers: Vouchers, name: string) =>
  vouchers.flatMap(({ entries }) => entries).reduce((sum, entry) => sum + (entry.name === name ? entry.paise : 0), 0)

test('when all is transferred, the ledgers of the vendors are empty, and the bank has what the vendors say', async () => {
  const vouchers = await vouchersOf(MALL)
  const transfers = vouchers.flatMap(({ kind, narration }) => (kind === 'Receipt' ? narration : []))
  expect(new Set(transfers)).toEqual(new Set(references.map(([by, utr]) => `Transfer by ${by}, UTR ${utr}`)))
  for (const { entries } of vouchers) expect(entries.reduce((sum, { paise }) => sum + paise, 0)).toBe(0)
  const of = (name: string) => inLedger(vouchers, name)
  expect([of('Razorpay Clearing'), of('Cashfree Clearing')]).toEqual([0, 0])
  expect([of('Bank'), of('Payment Gateway Fees'), of('GST on Payment Gateway Fees')]).toEqual([-told.net, -told.fees, -told.tax])
  expect(of('Payment Disputes'), 'a loss').toBe(-2000)
  expect(of('Payments to Return'), 'the late payments went back, the second one and that of another program did not').toBe(64_160)
  expect(of('Cash'), 'handed back twice out of a drawer, once for a late payment').toBe(28_320)
})

test('the file of a shop has no transfers, because no one knows their shops', async () => {
  const kinds = new Set((await vouchersOf(SHOP)).map(({ kind }) => kind))
  expect(kinds).toEqual(new Set(['Sales', 'Credit Note', 'Payment']))
})

test('the ledgers have the names that the owner enters, and ours again for an empty one', async () => {
  const owner = await ownerOf(world.app.address)
  const change = async (names: object) =>
    (await ask(world.app.address, changeMallDetails, { id: MALL, body: { ledgers: names } }, owner)).body.ledgers
  expect(await change({ sales: ' Queue & Fees ', bank: 'HDFC 1234' })).toEqual({ ...ledgers, sales: 'Queue & Fees', bank: 'HDFC 1234' })
  const vouchers = await vouchersOf(MALL)
  expect(inLedger(vouchers, 'HDFC 1234')).toBe(-told.net)
  expect(inLedger(vouchers, 'Queue &amp; Fees')).toBeGreaterThan(0)
  expect([inLedger(vouchers, 'Bank'), inLedger(vouchers, 'Priority Billing Sales')]).toEqual([0, 0])
  expect(await change({ bank: '' })).toEqual({ ...ledgers, sales: 'Queue & Fees' })
  expect((await ask(world.app.address, mallOverview, { id: MALL }, owner)).body.ledgers).toEqual({ ...ledgers, sales: 'Queue & Fees' })
})
