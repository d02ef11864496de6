import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR, localDateOf, MINUTE } from '#contract/base/time.ts'
import { cancelTicket, confirmPayment } from '#contract/payments/calls.ts'
import { razorpayWebhook } from '#contract/payments/gateway-calls.ts'
import { listMoney, readMoney } from '#contract/payments/money-calls.ts'
import type { VendorName } from '#contract/payments/payments.ts'
import { readSettlements, readVendorMatters } from '#contract/payments/vendor-books-calls.ts'
import { ask, send } from '#tests/support/calls/client.ts'
import { ownerOf } from '#tests/support/people/people.ts'
import {
  BOUGHT,
  booksOf,
  confirm,
  deliver,
  GIVEN_BACK,
  holdEnds,
  MALL,
  type Payer,
  payerAtBank,
  payerOf,
  startWithVendors,
  type Vendors,
} from '#tests/support/people/vendor-payers.ts'

let world: Vendors
beforeAll(async () => {
  world = await startWithVendors()
})
afterAll(() => world.stop())

const today = () => localDateOf(world.app.clock.now(), 'Asia/Kolkata')
async function importOnce() {
  world.app.clock.advance(7 * HOUR)
  await world.app.running.tick()
}
const settlements = async () =>
  (await ask(world.app.address, readSettlements, { id: MALL }, await ownerOf(world.app.address))).body.settlements
const linesOf = async ({ paymentId }: Payer) =>
  world.app.database.db.selectFrom('settlementLine').selectAll().where('paymentId', '=', paymentId).orderBy('kind').execute()
const orphansOf = async ({ paymentId }: Payer) => {
  const { orphans } = (await ask(world.app.address, readVendorMatters, { id: MALL }, await ownerOf(world.app.address))).body
  return orphans.filter((orphan) => orphan.paymentId === paymentId)
}
async function buy(vendor: VendorName): Promise<Payer> {
  const payer = await payerAtBank(world, vendor)
  await send(world.app.address, confirmPayment, { id: payer.paymentId }, payer.shopper)
  return payer
}

test('transfers of Razorpay are read with their fees, once, and their net equals the vendor’s to the paisa', async () => {
  const [kept, left] = [await buy('razorpay'), await buy('razorpay')]
  await send(world.app.address, cancelTicket, { id: left.ticketId }, left.shopper)
  await world.app.running.tick()
  world.razorpay.decide()
  world.app.clock.advance(MINUTE)
  await world.app.running.tick()
  const elsewhere = world.razorpay.payElsewhere(50_000)
  const day = today()
  const told = world.razorpay.settle(day)
  for (let n = 0; n < 3; n += 1) await importOnce()
  const found = (await settlements()).filter(({ utr }) => utr === told.utr)
  expect(found).toMatchObject([{ gateway: 'razorpay', netPaise: told.net, feesPaise: told.fees, taxPaise: told.tax, refundsPaise: 14_160 }])
  expect(found[0]).toMatchObject({ paymentsPaise: 2 * 14_160 + 50_000, lines: 4 })
  // 2 % of ₹141.60 are ₹2.83, and 18 % of that are 51 paise.
  expect(await linesOf(kept)).toMatchObject([{ kind: 'payment', amountPaise: 14_160, feePaise: 283, taxPaise: 51, netPaise: 13_826 }])
  expect((await linesOf(left)).map(({ kind, netPaise }) => [kind, netPaise])).toEqual([
    ['payment', 13_826],
    ['refund', -14_160],
  ])
  const { body } = await ask(world.app.address, readVendorMatters, { id: MALL }, await ownerOf(world.app.address))
  expect(body.orphans.filter(({ vendorPaymentId }) => vendorPaymentId === elsewhere)).toMatchObject([
    { kind: 'unknown', amountPaise: 50_000 },
  ])
  const query = { from: day, to: today() }
  const money = (await ask(world.app.address, readMoney, { id: MALL, query }, await ownerOf(world.app.address))).body
  // Demo mode has payments of its own.
  expect(money.byGateway.find(({ gateway }) => gateway === 'razorpay')).toMatchObject({
    ...{ count: 3, feesPaise: told.fees + told.tax, netPaise: told.net },
  })
  const { payments } = (await ask(world.app.address, listMoney, { id: MALL, query }, await ownerOf(world.app.address))).body
  const ofVendor = payments.filter(({ gateway }) => gateway === 'razorpay')
  expect(ofVendor.map(({ state, feePaise }) => [state, feePaise])).toEqual([
    // 2 % of ₹500 with the GST.
    ['orphan', 1180],
    ['refunded', 334],
    // The day has ended before this one was called.
    ['refund_due', 334],
  ])
})

test('what a bank takes back for a dispute is in the history of its payment, and leaves the net of its day', async () => {
  const payer = await buy('razorpay')
  // Money without an order is disputed, too: a second payment of the order, and one of another program.
  world.razorpay.pay(payer.vendorOrderId)
  world.razorpay.decide()
  const ids = [...world.razorpay.paymentsOf(payer.vendorOrderId).map(({ id }) => id), world.razorpay.payElsewhere(50_000)]
  const [lost, ofSecond] = ids.map((id) => world.razorpay.disputeEventOf('lost', id, { status: 'lost', deducted: 14_160 }))
  if (lost) await deliver(world, razorpayWebhook, lost)
  await deliver(world, razorpayWebhook, world.razorpay.eventOf('payment.captured', ids[1] ?? ''))
  if (ofSecond) await deliver(world, razorpayWebhook, ofSecond)
  const day = today()
  world.razorpay.settle(day)
  await importOnce()
  const owner = await ownerOf(world.app.address)
  const query = { from: day, to: today() }
  const { byGateway, byShop } = (await ask(world.app.address, readMoney, { id: MALL, query }, owner)).body
  const ofVendor = byGateway.find(({ gateway }) => gateway === 'razorpay')
  expect(ofVendor).toMatchObject({ disputedPaise: 3 * 14_160 })
  expect(byShop.find(({ shopId }) => shopId === null)).toMatchObject({ disputedPaise: 2 * 14_160 })
  const ofFirst = (await linesOf(payer)).filter(({ vendorPaymentId }) => vendorPaymentId === ids[0])
  expect(ofFirst.map(({ kind, netPaise }) => [kind, netPaise])).toEqual([
    ['dispute', -14_160],
    ['payment', 13_826],
  ])
  const search = { search: payer.paymentId }
  const { payments } = (await ask(world.app.address, listMoney, { id: MALL, query: search }, owner)).body
  expect(payments[0]?.history.filter(({ kind }) => kind === 'told_dispute')).toMatchObject([{ amountPaise: 14_160, result: 'done' }])
})

test('transfers of Cashfree are read page by page, from nested and from flat rows', async () => {
  const payers = [await buy('cashfree'), await buy('cashfree'), await buy('cashfree')]
  const nested = world.cashfree.settle(today())
  const more = await buy('cashfree')
  const flat = world.cashfree.settle(today(), { flat: true })
  await importOnce()
  const found = new Map((await settlements()).map((one) => [one.utr, one]))
  expect(found.get(nested.utr)).toMatchObject({ netPaise: nested.net, feesPaise: nested.fees, taxPaise: nested.tax, lines: 3 })
  expect(found.get(flat.utr)).toMatchObject({ netPaise: flat.net, feesPaise: flat.fees, taxPaise: flat.tax, lines: 1 })
  for (const payer of [...payers, more]) expect(await linesOf(payer)).toMatchObject([{ kind: 'payment', amountPaise: 14_160 }])
})

test('a vendor that takes no more calls is asked again later, and nothing is read twice', async () => {
  await buy('razorpay')
  const told = world.razorpay.settle(today())
  world.razorpay.misbehave('GET /v1/settlements', 'busy')
  world.app.clock.advance(7 * HOUR)
  await world.app.running.tick()
  world.app.clock.advance(MINUTE)
  await world.app.running.tick()
  const transfer = async () => (await settlements()).filter(({ utr }) => utr === told.utr)
  expect(await transfer()).toMatchObject([{ netPaise: told.net }])
  // As if the vendor had not known the bank's reference at first.
  await world.app.database.db.updateTable('settlement').set({ utr: null }).where('utr', '=', told.utr).execute()
  expect(await transfer()).toEqual([])
  await importOnce()
  expect(await transfer()).toMatchObject([{ netPaise: told.net }])
})

test('transfers of Razorpay are read beyond the first page', async () => {
  // A page has a thousand lines.
  for (let n = 0; n <= 1000; n += 1) {
    const id = world.razorpay.fail('an order of another program')
    world.razorpay.disputeEventOf('lost', id, { status: 'lost', deducted: 100 })
  }
  const told = world.razorpay.settle(today())
  // The list has transfers up to now, and this one is of the coming noon.
  for (let n = 0; n < 2; n += 1) await importOnce()
  expect((await settlements()).filter(({ utr }) => utr === told.utr)).toMatchObject([{ lines: 1001, netPaise: -100_100 }])
})

test('a second payment that only transfers name is found, and later that it was given back', async () => {
  const payer = await payerOf(world, 'razorpay')
  const [first, second] = [world.razorpay.pay(payer.vendorOrderId), world.razorpay.pay(payer.vendorOrderId)]
  world.razorpay.decide()
  await confirm(world, payer, first)
  await world.app.running.tick()
  expect(await booksOf(world, payer)).toEqual(BOUGHT)
  const begin = today()
  const net = async () => {
    const query = { from: begin, to: today() }
    const { byGateway } = (await ask(world.app.address, readMoney, { id: MALL, query }, await ownerOf(world.app.address))).body
    return byGateway.find(({ gateway }) => gateway === 'razorpay')?.netPaise ?? 0
  }
  const before = await net()
  world.razorpay.settle(begin)
  // Razorpay is asked which of the two stands. As long as it does not answer, the import is tried again.
  for (let calls = 0; calls < 4; calls += 1) world.razorpay.misbehave('GET /v1/orders/', 'broken')
  await importOnce()
  expect(await orphansOf(payer)).toEqual([])
  world.razorpay.behave()
  world.app.clock.advance(HOUR)
  await world.app.running.tick()
  const found = { kind: 'second', vendorPaymentId: second.razorpay_payment_id, amountPaise: 14_160 }
  expect(await orphansOf(payer)).toMatchObject([{ ...found, returnedAt: null }])
  world.razorpay.settle(today())
  for (let n = 0; n < 2; n += 1) {
    await importOnce()
    expect(await orphansOf(payer)).toMatchObject([{ ...found, returnedAt: expect.any(String) }])
    // Both fees are lost: the vendor keeps that of a payment which it gives back.
    expect(await net()).toBe(before - 2 * 334)
  }
  expect(await booksOf(world, payer)).toMatchObject({ receipts: 1, captures: 1 })
})

test.each(['razorpay', 'cashfree'] as const)('a late payment at %s that only a transfer names is refunded once', async (vendor) => {
  const payer = await payerOf(world, vendor)
  world[vendor].pay(payer.vendorOrderId)
  await holdEnds(world)
  await neverChecked(payer)
  world[vendor].decide()
  world[vendor].settle(today())
  for (let n = 0; n < 3; n += 1) {
    await importOnce()
    world[vendor].decide()
  }
  expect(await booksOf(world, payer)).toEqual(GIVEN_BACK)
  expect(await orphansOf(payer)).toEqual([])
})

test('a late payment that a person has given back on the pages of the vendor is not refunded again', async () => {
  const payer = await payerOf(world, 'razorpay')
  world.razorpay.pay(payer.vendorOrderId)
  await holdEnds(world)
  await neverChecked(payer)
  world.razorpay.decide()
  world.razorpay.settle(today())
  world.razorpay.refundOnDashboard(payer.vendorOrderId, 14_160)
  for (let n = 0; n < 2; n += 1) await importOnce()
  expect(await booksOf(world, payer)).toMatchObject({ state: 'expired', captures: 0, refunds: 0 })
})

/** As if no node had run when the vendor could be asked about it. */
const neverChecked = ({ paymentId }: Payer) =>
  world.app.database.db.updateTable('vendorOrder').set({ nextCheckAt: null }).where('paymentId', '=', paymentId).execute()

test('a fee that the shopper bears on top of the order is in no sum of the mall', async () => {
  world.razorpay.isFeeOnTop = true
  const payer = await buy('razorpay')
  world.razorpay.settle(today())
  world.razorpay.isFeeOnTop = false
  await importOnce()
  expect(await linesOf(payer)).toMatchObject([{ kind: 'payment', amountPaise: 14_160, feePaise: 0, taxPaise: 0, netPaise: 14_160 }])
})
