import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SECOND } from '#contract/base/time.ts'
import { confirmPayment, readPayment } from '#contract/payments/calls.ts'
import { cashfreeWebhook, changeGateway, checkPayment, razorpayWebhook } from '#contract/payments/gateway-calls.ts'
import type { VendorName } from '#contract/payments/payments.ts'
import { refundPayment } from '#contract/payments/refund-calls.ts'
import { readVendorMatters } from '#contract/payments/vendor-books-calls.ts'
import { readPass } from '#contract/storefront/calls.ts'
import { ask, sendLoosely } from '#tests/support/calls/client.ts'
import { addRivals, introductions } from '#tests/support/people/callers.ts'
import { ownerOf } from '#tests/support/people/people.ts'
import {
  booksOf,
  confirm,
  deliver,
  MALL,
  type Payer,
  payerOf,
  startWithVendors,
  type Vendors,
} from '#tests/support/people/vendor-payers.ts'
import { startApp } from '#tests/support/server/app.ts'
import type { SignedEvent } from '#tests/support/vendors/razorpay-events.ts'

/** What must not count as the money of an order, although a vendor says it, another mall signs it, or a browser sends it. */

const RIVAL = 'rival-mall'
const RIVAL_SECRET = 'a secret of the other mall'
const webhooks = { razorpay: razorpayWebhook, cashfree: cashfreeWebhook }
const vendors = ['razorpay', 'cashfree'] as const

let world: Vendors
beforeAll(async () => {
  world = await startWithVendors()
  await addRivals(world.app)
  const rival = await introductions(world.app.address)('the owner of another mall')
  for (const keys of [
    { name: 'razorpay' as const, ...world.razorpay.keys, webhookSecret: RIVAL_SECRET },
    // Cashfree signs with the secret of the key.
    { name: 'cashfree' as const, ...world.cashfree.keys, keySecret: RIVAL_SECRET },
  ])
    await ask(world.app.address, changeGateway, { id: RIVAL, body: { on: true, ...keys } }, rival)
})
afterAll(() => world.stop())

/** A shopper whose bank has paid, and the event that says so. */
async function paidAt(gateway: VendorName) {
  const payer = await payerOf(world, gateway)
  const claim = world[gateway].pay(payer.vendorOrderId)
  world[gateway].decide()
  const event =
    gateway === 'razorpay'
      ? world.razorpay.eventOf('payment.captured', String(claim.razorpay_payment_id))
      : world.cashfree.eventOf('PAYMENT_SUCCESS_WEBHOOK', payer.vendorOrderId)
  return { payer, claim, event }
}

/** The event with these bytes, signed with this secret as its vendor signs. */
function signedAs(gateway: VendorName, { headers }: SignedEvent, raw: Uint8Array, secret: string): SignedEvent {
  const proof = createHmac('sha256', secret)
  const own =
    gateway === 'razorpay'
      ? { 'x-razorpay-signature': proof.update(raw).digest('hex') }
      : { 'x-webhook-signature': proof.update(`${headers['x-webhook-timestamp']}`).update(raw).digest('base64') }
  return { raw, headers: { ...headers, ...own } }
}

const dollars = (json: string) => json.replaceAll('"INR"', '"USD"')
/** The vendor at `url`, except that its money is in dollars. */
async function openInDollars(url: string) {
  const server = createServer(async (request, response) => {
    const { method = '', headers } = request
    const kept = Object.entries(headers).filter(([name]) => /^(?:authorization|content-type|x-.*)$/.test(name))
    const body = method === 'GET' ? null : await text(request)
    const answer = await fetch(`${url}${request.url}`, { method, headers: Object.fromEntries(kept) as Record<string, string>, body })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(dollars(await answer.text()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the vendor does not listen on a port')
  return { url: `http://127.0.0.1:${bound.port}`, close: () => server.close() }
}

test.each(vendors)('dollars at %s buy no token, whether an event, a confirm or a check tells of them; rupees do', async (gateway) => {
  const vendor = await openInDollars(world[gateway].url)
  const urls = { RAZORPAY_API_URL: world.razorpay.url, CASHFREE_API_URL: world.cashfree.url }
  const app = await startApp({
    beside: world.app,
    env: { ...urls, [`${gateway.toUpperCase()}_API_URL`]: vendor.url, LOG_LEVEL: 'silent' },
  })
  try {
    const { payer, claim, event } = await paidAt(gateway)
    const secret = gateway === 'razorpay' ? world.razorpay.keys.webhookSecret : world.cashfree.keys.keySecret
    const told = signedAs(gateway, event, Buffer.from(dollars(Buffer.from(event.raw).toString())), secret)
    expect((await deliver(world, webhooks[gateway], told)).status).toBe(200)
    expect((await confirm({ ...world, app }, payer, claim)).body.state).toBe('pending')
    world.app.clock.advance(2 * SECOND)
    const { body } = await ask(app.address, checkPayment, { id: payer.paymentId, body: {} }, payer.shopper)
    expect([body.payment.state, body.receiptId, body.underWay]).toEqual(['created', null, false])
    expect(await booksOf(world, payer)).toMatchObject({ state: 'created', hasToken: false, receipts: 0, captures: 0 })
    expect((await confirm(world, payer, claim)).status).toBe(200)
  } finally {
    await app.stop()
    vendor.close()
  }
})

/** What shopper and owner read of a payment. */
async function readOf({ shopper, paymentId, ticketId }: Payer) {
  const { payment } = (await ask(world.app.address, readPayment, { id: paymentId }, shopper)).body
  const pass = (await ask(world.app.address, readPass, { id: ticketId }, shopper)).body
  const matters = (await ask(world.app.address, readVendorMatters, { id: MALL }, await ownerOf(world.app.address))).body
  return {
    ...{ state: payment.state, number: pass.number, refunds: pass.payment?.refunds.map(({ state, amountPaise }) => [state, amountPaise]) },
    ...{ refundedPaise: payment.refundedPaise, disputes: matters.disputes.filter((one) => one.paymentId === paymentId).length },
    orphans: matters.orphans.length,
  }
}

test.each(vendors)('events of a payment at %s that come to another mall, signed by it, change nothing of the payment', async (gateway) => {
  const { payer, claim, event } = await paidAt(gateway)
  const tell = async (events: readonly SignedEvent[], mall: string) => {
    for (const one of events) {
      const sent = mall === RIVAL ? signedAs(gateway, one, one.raw, RIVAL_SECRET) : one
      expect(await deliver(world, webhooks[gateway], sent, mall)).toEqual({ status: 200, code: undefined })
    }
    await world.app.running.tick()
  }
  const unpaid = await readOf(payer)
  await tell([event], RIVAL)
  expect(await readOf(payer)).toEqual(unpaid)
  await tell([event], MALL)
  const body = { amountPaise: 5000, reason: 'the wait was too long' }
  const { refund } = (await ask(world.app.address, refundPayment, { id: payer.paymentId, body }, await ownerOf(world.app.address))).body
  await world.app.running.tick()
  world[gateway].decide()
  const news = [
    gateway === 'razorpay'
      ? world.razorpay.refundEventOf('refund.processed', refund.id)
      : world.cashfree.eventOf('REFUND_STATUS_WEBHOOK', payer.vendorOrderId, { refundId: refund.id }),
    world[gateway].refundOnDashboard(payer.vendorOrderId, 4000),
    gateway === 'razorpay'
      ? world.razorpay.disputeEventOf('created', String(claim.razorpay_payment_id))
      : world.cashfree.disputeEventOf(payer.vendorOrderId, 'CHARGEBACK_CREATED'),
  ]
  const paid = await readOf(payer)
  expect(paid).toMatchObject({ state: 'captured', number: expect.any(Number), refunds: [['started', 5000]], refundedPaise: 0, disputes: 0 })
  await tell(news, RIVAL)
  expect(await readOf(payer)).toEqual(paid)
  await tell(news, MALL)
  const refunds = [
    ['done', 5000],
    ['done', 4000],
  ]
  expect(await readOf(payer)).toEqual({ ...paid, refunds, refundedPaise: 9000, disputes: 1 })
})

test('a confirm with half a claim, with wrong values or with another body than an object is refused, and buys nothing', async () => {
  const { payer, claim } = await paidAt('razorpay')
  const { razorpay_payment_id, razorpay_signature } = claim as Record<string, string>
  const refusalOf = async (body: unknown) => {
    const refused = await sendLoosely(world.app.address, confirmPayment, { id: payer.paymentId, body }, payer.shopper)
    return [refused.status, refused.body.code]
  }
  for (const half of [
    { razorpay_payment_id, razorpay_signature },
    { razorpay_signature },
    { ...claim, razorpay_signature: 5 },
    { ...claim, razorpay_payment_id: [razorpay_payment_id] },
    { razorpay_unknown: 'a field that does not exist' },
    { razorpay_unknown: null, cf_payment_id: '1', order_id: payer.vendorOrderId },
  ])
    expect(await refusalOf(half), JSON.stringify(half)).toEqual([400, 'signature_wrong'])
  for (const body of [[claim], '"paid"', '1']) expect(await refusalOf(body), JSON.stringify(body)).toEqual([400, 'invalid_input'])
  expect(await booksOf(world, payer)).toMatchObject({ state: 'created', hasToken: false })
})

test.each(vendors)('a confirm at %s with the fields of the other vendor proves nothing: without money it buys nothing', async (gateway) => {
  const payer = await payerOf(world, gateway)
  const ofOther = gateway === 'razorpay' ? { cf_payment_id: '1', payment_status: 'SUCCESS' } : (await paidAt('razorpay')).claim
  expect((await confirm(world, payer, { ...ofOther, order_id: payer.vendorOrderId })).status).not.toBe(200)
  expect(await booksOf(world, payer)).toMatchObject({ state: 'created', hasToken: false, captures: 0 })
})
