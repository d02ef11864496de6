import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '#contract/base/time.ts'
import { cancelTicket, confirmPayment, createPayment } from '#contract/payments/calls.ts'
import {
  cashfreeWebhook,
  changeGateway,
  checkPayment,
  razorpayWebhook,
  readGateways,
  testGateway,
} from '#contract/payments/gateway-calls.ts'
import type { GatewayName, VendorName } from '#contract/payments/payments.ts'
import { refundPayment } from '#contract/payments/refund-calls.ts'
import { readStorefront } from '#contract/storefront/calls.ts'
import { addressOf, ask, send } from '#tests/support/calls/client.ts'
import { SHOP } from '#tests/support/people/callers.ts'
import { join, ownerOf, staffOf, verifiedShopper } from '#tests/support/people/people.ts'
import {
  BOUGHT,
  booksOf,
  confirm,
  deliver,
  GIVEN_BACK,
  goBack,
  holdEnds,
  MALL,
  type Payer,
  payerOf,
  startWithVendors,
  type Vendors,
} from '#tests/support/people/vendor-payers.ts'
import { startApp } from '#tests/support/server/app.ts'

/** A mall's account with a vendor, the order, and every way in which we hear of the money. */

let world: Vendors
beforeAll(async () => {
  world = await startWithVendors()
})
afterAll(() => world.stop())

const eventsStored = async () => (await world.app.database.db.selectFrom('vendorEvent').select('id').execute()).length

describe('the account of a mall', () => {
  test('is offered to shoppers while it is on, before the ways without a vendor', async () => {
    const offered = async () => (await ask(world.app.address, readStorefront, { id: SHOP })).body.gateways
    const owner = await ownerOf(world.app.address)
    const change = (on: boolean) => ask(world.app.address, changeGateway, { id: MALL, body: { name: 'cashfree', on } }, owner)
    expect(await offered()).toEqual(['razorpay', 'cashfree', 'demo', 'cash'])
    await change(false)
    expect(await offered()).toEqual(['razorpay', 'demo', 'cash'])
    const shopper = await verifiedShopper(world.app.address)
    const ticketId = await join(world.app.address, shopper, SHOP)
    const refused = await send(world.app.address, createPayment, { body: { ticketId, gateway: 'cashfree' } }, shopper)
    expect([refused.status, refused.body.code]).toEqual([400, 'gateway_unknown'])
    await change(true)
    expect(await offered()).toEqual(['razorpay', 'cashfree', 'demo', 'cash'])
  })

  test('shows what is there and never a secret; the database has no secret in plain text', async () => {
    const { body } = await ask(world.app.address, readGateways, { id: MALL }, await ownerOf(world.app.address))
    const { keyId, keySecret, webhookSecret } = world.razorpay.keys
    expect(body[0]).toMatchObject({ name: 'razorpay', on: true, keyId, hasSecret: true, hasWebhookSecret: true, live: false })
    expect(body[0]?.webhookUrl).toMatch(new RegExp(`^https?://.*${addressOf(razorpayWebhook, { id: MALL })}$`))
    const { db } = world.app.database
    const rows = [
      ...(await db.selectFrom('gatewaySecret').selectAll().execute()),
      ...(await db.selectFrom('audit').selectAll().where('action', '=', 'gateway.changed').execute()),
    ]
    expect(rows.length).toBeGreaterThan(4)
    for (const secret of [keySecret, webhookSecret, world.cashfree.keys.keySecret])
      expect(JSON.stringify([body, rows])).not.toContain(secret)
  })

  test('can be tested: the vendor says whether it accepts the keys, and nothing changes there', async () => {
    const owner = await ownerOf(world.app.address)
    const told = (name: VendorName) => send(world.app.address, testGateway, { id: MALL, body: { name } }, owner)
    const enter = (keys: object) => ask(world.app.address, changeGateway, { id: MALL, body: { name: 'razorpay', ...keys } }, owner)
    expect((await told('razorpay')).body).toMatchObject({ accepted: true })
    expect((await told('cashfree')).body).toMatchObject({ accepted: true })
    await enter({ keySecret: 'a secret of another key' })
    expect((await told('razorpay')).body).toMatchObject({ accepted: false })
    await enter(world.razorpay.keys)
    world.cashfree.misbehave('GET /pg/orders', 'broken')
    world.cashfree.misbehave('GET /pg/orders', 'broken')
    const silent = await told('cashfree')
    expect([silent.status, silent.body.code]).toEqual([502, 'gateway_unavailable'])
    world.razorpay.misbehave('GET /v1/orders', 'busy')
    const busy = await told('razorpay')
    expect([busy.status, busy.body.code]).toEqual([503, 'unavailable'])
  })

  test('is not switched on without its keys', async () => {
    const owner = await ownerOf(world.app.address)
    const { db } = world.app.database
    await db.deleteFrom('gatewaySecret').where('gateway', '=', 'cashfree').execute()
    const refused = await send(world.app.address, changeGateway, { id: MALL, body: { name: 'cashfree', on: true } }, owner)
    expect([refused.status, refused.body.code]).toEqual([409, 'gateway_incomplete'])
    const body = { name: 'cashfree' as const, ...world.cashfree.keys }
    const alone = await send(world.app.address, changeGateway, { id: MALL, body: { name: 'razorpay', keyId: 'rzp_test_another' } }, owner)
    expect([alone.status, alone.body.code], 'a new key without its secret').toEqual([409, 'gateway_incomplete'])
    expect((await ask(world.app.address, changeGateway, { id: MALL, body }, owner)).body[1]).toMatchObject({ on: true, hasSecret: true })
  })

  test('accepts the previous webhook secret for a day after a change', async () => {
    const owner = await ownerOf(world.app.address)
    const webhookSecret = 'a newer secret of the webhook'
    await ask(world.app.address, changeGateway, { id: MALL, body: { name: 'razorpay', webhookSecret } }, owner)
    const payer = await payerOf(world, 'razorpay')
    const { razorpay_payment_id: id } = world.razorpay.pay(payer.vendorOrderId)
    world.razorpay.decide()
    const [older, newer] = [world.razorpay.eventOf('payment.captured', id), world.razorpay.eventOf('payment.captured', id, webhookSecret)]
    expect((await deliver(world, razorpayWebhook, older)).status).toBe(200)
    expect((await deliver(world, razorpayWebhook, newer)).status).toBe(200)
    world.app.clock.advance(DAY + MINUTE)
    const late = world.razorpay.eventOf('payment.captured', id)
    expect(await deliver(world, razorpayWebhook, late)).toEqual({ status: 400, code: 'signature_wrong' })
    // By now the session has ended.
    const again = await ownerOf(world.app.address)
    await ask(world.app.address, changeGateway, { id: MALL, body: { name: 'razorpay', ...world.razorpay.keys } }, again)
    const { body } = await ask(world.app.address, readGateways, { id: MALL }, again)
    expect(body[0]?.lastWebhookAt).toMatch(/^20/)
  })
})

describe('a check of a payment', () => {
  test('says whether money may still come', async () => {
    const asks = async ({ paymentId, shopper }: Payer) =>
      (await ask(world.app.address, checkPayment, { id: paymentId, body: {} }, shopper)).body.underWay
    const [untouched, paying, refused] = [
      await payerOf(world, 'razorpay'),
      await payerOf(world, 'razorpay'),
      await payerOf(world, 'cashfree'),
    ]
    world.razorpay.pay(paying.vendorOrderId)
    expect(await asks(untouched)).toBe(false)
    expect(await asks(untouched), 'asked again at once').toBeNull()
    expect(await asks(paying)).toBe(true)
    expect(await asks(refused)).toBe(false)
    world.razorpay.decide()
  })
})

describe('an order at Razorpay', () => {
  test('gives the browser what its checkout needs, and the same again', async () => {
    const { shopper, ticketId, vendorOrderId } = await payerOf(world, 'razorpay')
    const { status, body } = await ask(world.app.address, createPayment, { body: { ticketId, gateway: 'razorpay' } }, shopper)
    expect([status, body.checkout]).toEqual([
      200,
      {
        ...{ gateway: 'razorpay', scriptUrl: 'https://checkout.razorpay.com/v1/checkout.js', keyId: world.razorpay.keys.keyId },
        ...{
          orderId: vendorOrderId,
          amountPaise: 14_160,
          currency: 'INR',
          name: expect.stringMatching(/./),
          description: 'Priority billing',
        },
        prefill: { name: 'Asha Verma', email: 'asha@example.in', contact: `+91${shopper.mobile}` },
        timeoutSeconds: expect.any(Number),
      },
    ])
  })

  test('is one order for both browsers, if two presses come at once', async () => {
    const shopper = await verifiedShopper(world.app.address)
    const ticketId = await join(world.app.address, shopper, SHOP)
    const press = () => ask(world.app.address, createPayment, { body: { ticketId, gateway: 'razorpay' } }, shopper)
    const orders = (await Promise.all([press(), press(), press()])).map(({ body: { checkout } }) =>
      checkout.gateway === 'razorpay' ? checkout.orderId : null,
    )
    expect(new Set(orders).size).toBe(1)
  })

  test('is looked up after an answer that was lost', async () => {
    const shopper = await verifiedShopper(world.app.address)
    const ticketId = await join(world.app.address, shopper, SHOP)
    const open = () => send(world.app.address, createPayment, { body: { ticketId, gateway: 'razorpay' } }, shopper)
    world.razorpay.misbehave('POST /v1/orders', 'lost')
    expect((await open()).body.code).toBe('gateway_unavailable')
    const made = () => world.razorpay.calls.filter((call) => call === 'POST /v1/orders').length
    const before = made()
    expect((await open()).status).toBe(200)
    expect(made(), 'no second order was made').toBe(before)
  })

  test('asks the caller to wait while the vendor takes no more calls', async () => {
    const shopper = await verifiedShopper(world.app.address)
    const ticketId = await join(world.app.address, shopper, SHOP)
    world.cashfree.misbehave('POST /pg/orders', 'busy')
    const busy = await send(world.app.address, createPayment, { body: { ticketId, gateway: 'cashfree' } }, shopper)
    expect([busy.status, busy.body.code, busy.headers.get('retry-after')]).toEqual([503, 'unavailable', '7'])
  })

  test('is pending until the bank has decided, then buys one token', async () => {
    const payer = await payerOf(world, 'razorpay')
    const claim = world.razorpay.pay(payer.vendorOrderId)
    const early = await confirm(world, payer, claim)
    expect([early.status, early.body.state]).toEqual([202, 'pending'])
    world.razorpay.decide()
    world.app.clock.advance(2 * SECOND)
    const [first, again] = [await confirm(world, payer, claim), await confirm(world, payer, claim)]
    expect([first.status, again.status, again.body.token]).toEqual([200, 200, first.body.token])
    await world.app.running.tick()
    expect(await booksOf(world, payer)).toEqual(BOUGHT)
  })

  test('uses up one call of the vendor in two seconds, however often the shopper presses', async () => {
    for (const gateway of ['razorpay', 'cashfree'] as const) {
      const payer = await payerOf(world, gateway)
      const asked = () => world[gateway].calls.filter((call) => call.endsWith(payer.vendorOrderId)).length
      const before = asked()
      const presses = await Promise.all(Array.from({ length: 20 }, () => confirm(world, payer)))
      expect(new Set(presses.map(({ status, body }) => `${status} ${body.state}`)), 'the truth').toEqual(new Set(['202 pending']))
      expect(asked() - before, gateway).toBe(1)
      world[gateway].pay(payer.vendorOrderId)
      world[gateway].decide()
      expect((await confirm(world, payer)).status, 'a moment later').toBe(202)
      world.app.clock.advance(2 * SECOND)
      expect((await confirm(world, payer)).status).toBe(200)
    }
  })

  test('is confirmed at once by a payment that the vendor has signed, also a moment after another question', async () => {
    const payer = await payerOf(world, 'razorpay')
    expect((await confirm(world, payer)).status).toBe(202)
    const claim = world.razorpay.pay(payer.vendorOrderId)
    world.razorpay.decide()
    expect((await confirm(world, payer, { ...claim, razorpay_signature: '0'.repeat(64) })).body.code).toBe('signature_wrong')
    expect((await confirm(world, payer, claim)).status).toBe(200)
  })

  test('is not confirmed by a forged signature, or by that of another order', async () => {
    const [payer, other] = [await payerOf(world, 'razorpay'), await payerOf(world, 'razorpay')]
    const [claim, foreign] = [world.razorpay.pay(payer.vendorOrderId), world.razorpay.pay(other.vendorOrderId)]
    world.razorpay.decide()
    for (const forged of [
      { ...claim, razorpay_signature: '0'.repeat(64) },
      { ...claim, razorpay_signature: claim.razorpay_signature.toUpperCase() },
      { ...claim, razorpay_payment_id: foreign.razorpay_payment_id },
      foreign,
      { razorpay_payment_id: claim.razorpay_payment_id },
    ]) {
      const refused = await confirm(world, payer, forged)
      expect([refused.status, refused.body.code]).toEqual([400, 'signature_wrong'])
    }
    expect((await booksOf(world, payer)).state).toBe('created')
  })

  test('is paid in full where the account lets the shopper bear the fee of the vendor, however we hear of it', async () => {
    world.razorpay.isFeeOnTop = true
    try {
      for (const how of ['the shopper', 'an event', 'a check'] as const) {
        const payer = await payerOf(world, 'razorpay')
        const claim = world.razorpay.pay(payer.vendorOrderId)
        world.razorpay.decide()
        if (how === 'the shopper') await confirm(world, payer, claim)
        if (how === 'an event') await deliver(world, razorpayWebhook, world.razorpay.eventOf('order.paid', claim.razorpay_payment_id))
        if (how === 'a check') await send(world.app.address, checkPayment, { id: payer.paymentId, body: {} }, payer.shopper)
        await world.app.running.tick()
        expect(await booksOf(world, payer), how).toEqual(BOUGHT)
      }
      const short = await payerOf(world, 'razorpay')
      world.razorpay.pay(short.vendorOrderId, { amount: 13_700 })
      world.razorpay.decide()
      expect((await confirm(world, short)).body.code, '₹137 and the fee').toBe('payment_other_amount')
    } finally {
      world.razorpay.isFeeOnTop = false
    }
  })

  test('is not captured by another amount', async () => {
    const payer = await payerOf(world, 'razorpay')
    const { razorpay_payment_id: id } = world.razorpay.pay(payer.vendorOrderId, { amount: 100 })
    world.razorpay.decide()
    expect((await confirm(world, payer)).body.code).toBe('payment_other_amount')
    world.app.clock.advance(3 * SECOND)
    const checked = await send(world.app.address, checkPayment, { id: payer.paymentId, body: {} }, payer.shopper)
    expect([checked.status, checked.body.code], 'no one reads that nothing was taken').toEqual([409, 'payment_other_amount'])
    expect((await deliver(world, razorpayWebhook, world.razorpay.eventOf('order.paid', id))).status).toBe(200)
    expect((await booksOf(world, payer)).state).toBe('created')
  })
})

describe('a browser that the vendor sends back', () => {
  test('is led to the token page, whether the payment went through or not', async () => {
    const payer = await payerOf(world, 'razorpay')
    const page = `/${SHOP}/token`
    const failed = await goBack(world, payer.paymentId, { 'error[code]': 'BAD_REQUEST_ERROR', 'error[description]': 'declined' })
    expect([failed.status, failed.headers.get('location')]).toEqual([303, page])
    const claim = world.razorpay.pay(payer.vendorOrderId)
    world.razorpay.decide()
    const paid = await goBack(world, payer.paymentId, claim)
    expect([paid.status, paid.headers.get('location')]).toEqual([303, page])
    expect((await booksOf(world, payer)).state).toBe('captured')
  })

  test('changes nothing without the signature, and nothing of an order that is not of a vendor', async () => {
    const payer = await payerOf(world, 'razorpay')
    const claim = world.razorpay.pay(payer.vendorOrderId)
    world.razorpay.decide()
    expect((await goBack(world, payer.paymentId, { ...claim, razorpay_signature: 'f'.repeat(64) })).status).toBe(400)
    expect((await booksOf(world, payer)).state).toBe('created')
    expect((await goBack(world, 'nobody-s', claim)).status).toBe(404)
  })
})

describe('an event of a vendor', () => {
  test('buys the token without the browser, however often and in which form it comes', async () => {
    const payer = await payerOf(world, 'razorpay')
    const { razorpay_payment_id: id } = world.razorpay.pay(payer.vendorOrderId)
    world.razorpay.decide()
    const before = await eventsStored()
    const captured = world.razorpay.eventOf('payment.captured', id)
    const all = [captured, captured, world.razorpay.eventOf('order.paid', id), captured]
    for (const { status } of await Promise.all(all.map((event) => deliver(world, razorpayWebhook, event)))) expect(status).toBe(200)
    await world.app.running.tick()
    expect(await booksOf(world, payer)).toEqual(BOUGHT)
    expect(await eventsStored(), 'each event once').toBe(before + 2)
  })

  test('is refused and not stored if no secret of this mall signed its bytes', async () => {
    const payer = await payerOf(world, 'razorpay')
    const { razorpay_payment_id: id } = world.razorpay.pay(payer.vendorOrderId)
    world.razorpay.decide()
    const before = await eventsStored()
    const event = world.razorpay.eventOf('payment.captured', id)
    const wrong = { status: 400, code: 'signature_wrong' }
    expect(await deliver(world, razorpayWebhook, world.razorpay.eventOf('payment.captured', id, 'a guess'))).toEqual(wrong)
    expect(await deliver(world, razorpayWebhook, { ...event, raw: Buffer.from(` ${event.raw}`) })).toEqual(wrong)
    expect(await deliver(world, razorpayWebhook, event, 'rival-mall')).toEqual(wrong)
    expect(await deliver(world, cashfreeWebhook, event)).toEqual(wrong)
    expect([await eventsStored(), (await booksOf(world, payer)).state]).toEqual([before, 'created'])
  })

  test('of a kind that we do not use is stored and changes nothing', async () => {
    const payer = await payerOf(world, 'razorpay')
    const { razorpay_payment_id: id } = world.razorpay.pay(payer.vendorOrderId)
    for (const kind of ['payment.authorized', 'payment.failed', 'payment.dispute.created', 'settlement.processed'])
      expect((await deliver(world, razorpayWebhook, world.razorpay.eventOf(kind, id))).status).toBe(200)
    expect((await booksOf(world, payer)).state).toBe('created')
  })

  test('that comes before its order is stored waits for it', async () => {
    const payer = await payerOf(world, 'razorpay')
    const { db } = world.app.database
    const row = await db.selectFrom('vendorOrder').selectAll().where('paymentId', '=', payer.paymentId).executeTakeFirstOrThrow()
    await db.deleteFrom('vendorOrder').where('paymentId', '=', payer.paymentId).execute()
    const { razorpay_payment_id: id } = world.razorpay.pay(payer.vendorOrderId)
    world.razorpay.decide()
    expect((await deliver(world, razorpayWebhook, world.razorpay.eventOf('payment.captured', id))).status).toBe(200)
    expect((await booksOf(world, payer)).state).toBe('created')
    await db
      .insertInto('vendorOrder')
      .values({ ...row, nextCheckAt: null })
      .execute()
    world.app.clock.advance(5 * SECOND)
    await world.app.running.tick()
    expect((await booksOf(world, payer)).state).toBe('captured')
  })

  test('of Cashfree counts for its bytes, with the amount and the id as they are written', async () => {
    const payer = await payerOf(world, 'cashfree')
    world.cashfree.pay(payer.vendorOrderId)
    world.cashfree.decide()
    const event = world.cashfree.eventOf('PAYMENT_SUCCESS_WEBHOOK', payer.vendorOrderId, { asNumber: true })
    expect(Buffer.from(event.raw).toString()).toContain('"order_amount":141.60')
    const written = Buffer.from(JSON.stringify(JSON.parse(Buffer.from(event.raw).toString())))
    expect((await deliver(world, cashfreeWebhook, { ...event, raw: written })).code).toBe('signature_wrong')
    expect((await deliver(world, cashfreeWebhook, event)).status).toBe(200)
    await world.app.running.tick()
    expect(await booksOf(world, payer)).toEqual(BOUGHT)
  })
})

describe('money for an order that another way to pay has replaced', () => {
  const other = async ({ ticketId, shopper }: Payer, gateway: GatewayName) =>
    (await ask(world.app.address, createPayment, { body: { ticketId, gateway } }, shopper)).body.payment.id
  const stateOf = async (id: string) =>
    (await world.app.database.db.selectFrom('payment').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

  test('buys the token that the shopper still waits for, and staff are not asked for cash any more', async () => {
    for (const gateway of ['razorpay', 'cashfree'] as const) {
      const payer = await payerOf(world, gateway)
      const cash = await other(payer, 'cash')
      world[gateway].pay(payer.vendorOrderId)
      world[gateway].decide()
      await confirm(world, payer)
      await world.app.running.tick()
      expect(await booksOf(world, payer), gateway).toEqual(BOUGHT)
      expect(await stateOf(cash)).toBe('expired')
      const staff = await staffOf(world.app.address)
      expect((await send(world.app.address, confirmPayment, { id: cash, body: {} }, staff)).body.code).toBe('payment_lapsed')
    }
  })

  test('and for the order that replaced it buys one token, and one of the two goes back', async () => {
    const payer = await payerOf(world, 'razorpay')
    const second = await other(payer, 'cashfree')
    world.razorpay.pay(payer.vendorOrderId)
    world.razorpay.decide()
    world.cashfree.pay(second)
    world.cashfree.decide()
    const both = [payer, { ...payer, paymentId: second, vendorOrderId: second }]
    await Promise.all([...both, ...both].map((one) => confirm(world, one)))
    for (let times = 0; times < 3; times += 1) {
      await world.app.running.tick()
      world.razorpay.decide()
      world.cashfree.decide()
      world.app.clock.advance(MINUTE)
    }
    expect([await stateOf(payer.paymentId), await stateOf(second)].sort()).toEqual(['captured', 'refunded'])
    expect(world.razorpay.paidOut(payer.paymentId) + world.cashfree.paidOut(second)).toBe(14_160)
    const { receipts } = await booksOf(world, payer)
    expect(receipts + (await booksOf(world, { ...payer, paymentId: second })).receipts).toBe(1)
  })
})

describe('money that comes too late', () => {
  test('buys nothing and goes back through the vendor, once', async () => {
    const payer = await payerOf(world, 'razorpay')
    await holdEnds(world)
    const { razorpay_payment_id: id } = world.razorpay.pay(payer.vendorOrderId)
    world.razorpay.decide()
    await deliver(world, razorpayWebhook, world.razorpay.eventOf('payment.captured', id))
    await world.app.running.tick()
    expect((await booksOf(world, payer)).state).toBe('refund_pending')
    world.razorpay.decide()
    await deliver(world, razorpayWebhook, world.razorpay.refundEventOf('refund.processed', payer.paymentId, { amount: 100 }))
    expect((await booksOf(world, payer)).state, 'after a part was refunded').toBe('refund_pending')
    const refunded = world.razorpay.refundEventOf('refund.processed', payer.paymentId)
    await deliver(world, razorpayWebhook, refunded)
    await deliver(world, razorpayWebhook, world.razorpay.refundEventOf('refund.processed', payer.paymentId))
    await world.app.running.tick()
    expect(await booksOf(world, payer)).toEqual(GIVEN_BACK)
    expect([world.razorpay.paidOut(payer.paymentId), world.razorpay.refundsOf(payer.paymentId)]).toEqual([14_160, 1])
  })

  test('goes back even if another payment of the ticket has been refunded and the number stays', async () => {
    const payer = await payerOf(world, 'razorpay')
    const { ticketId, shopper } = payer
    const { payment } = (await ask(world.app.address, createPayment, { body: { ticketId, gateway: 'demo' } }, shopper)).body
    const paid = await ask(world.app.address, confirmPayment, { id: payment.id, body: {} }, shopper)
    const owner = await ownerOf(world.app.address)
    await ask(world.app.address, refundPayment, { id: payment.id, body: { reason: 'the wait was long' } }, owner)
    const { razorpay_payment_id: id } = world.razorpay.pay(payer.vendorOrderId)
    world.razorpay.decide()
    await deliver(world, razorpayWebhook, world.razorpay.eventOf('payment.captured', id))
    await world.app.running.tick()
    world.razorpay.decide()
    await deliver(world, razorpayWebhook, world.razorpay.refundEventOf('refund.processed', payer.paymentId))
    await world.app.running.tick()
    expect((await booksOf(world, payer)).state).toBe('refunded')
    expect(world.razorpay.paidOut(payer.paymentId)).toBe(14_160)
    expect((await confirm(world, payer)).body.code).toBe('payment_late')
    const again = await send(world.app.address, confirmPayment, { id: payment.id, body: {} }, shopper)
    expect(again.body, 'what bought the number is still paid').toMatchObject({ token: paid.body.token })
  })

  test('is returned once even if the answer to the refund is lost', async () => {
    const payer = await payerOf(world, 'cashfree')
    await holdEnds(world)
    world.cashfree.expire(payer.vendorOrderId)
    world.cashfree.pay(payer.vendorOrderId)
    world.cashfree.decide()
    world.cashfree.misbehave(`POST /pg/orders/${payer.vendorOrderId}/refunds`, 'lost')
    await deliver(world, cashfreeWebhook, world.cashfree.eventOf('PAYMENT_SUCCESS_WEBHOOK', payer.vendorOrderId))
    await world.app.running.tick()
    world.cashfree.decide()
    world.app.clock.advance(HOUR)
    await world.app.running.tick()
    expect(await booksOf(world, payer)).toEqual(GIVEN_BACK)
    expect(world.cashfree.paidOut(payer.paymentId)).toBe(14_160)
  })

  test('is refunded again if the bank refuses the first refund', async () => {
    for (const gateway of ['razorpay', 'cashfree'] as const) {
      const payer = await payerOf(world, gateway)
      await holdEnds(world)
      if (gateway === 'cashfree') world.cashfree.expire(payer.vendorOrderId)
      world[gateway].pay(payer.vendorOrderId)
      world[gateway].decide()
      expect((await confirm(world, payer)).body.code).toBe('payment_late')
      await world.app.running.tick()
      world[gateway].rejectRefunds()
      for (let tries = 0; tries < 3; tries += 1) {
        world.app.clock.advance(5 * MINUTE)
        await world.app.running.tick()
        world[gateway].decide()
      }
      expect(await booksOf(world, payer), gateway).toEqual(GIVEN_BACK)
      expect(world[gateway].paidOut(payer.paymentId), gateway).toBe(14_160)
    }
  })

  test('stays owed while the account at the vendor has no money', async () => {
    const payer = await payerOf(world, 'razorpay')
    await holdEnds(world)
    world.razorpay.pay(payer.vendorOrderId)
    world.razorpay.decide()
    world.razorpay.isPoor = true
    expect((await confirm(world, payer)).body.code).toBe('payment_late')
    await world.app.running.tick()
    expect([(await booksOf(world, payer)).state, world.razorpay.refundsOf(payer.paymentId)]).toEqual(['refund_pending', 0])
    world.razorpay.isPoor = false
    world.app.clock.advance(HOUR)
    await world.app.running.tick()
    world.razorpay.decide()
    world.app.clock.advance(HOUR)
    await world.app.running.tick()
    expect(await booksOf(world, payer)).toEqual(GIVEN_BACK)
  })
})

describe('a payment that no one told us of', () => {
  test('is found when someone checks it: the shopper, or staff of the shop', async () => {
    const staff = await staffOf(world.app.address)
    for (const gateway of ['razorpay', 'cashfree'] as const) {
      const payer = await payerOf(world, gateway)
      world[gateway].pay(payer.vendorOrderId)
      const early = await ask(world.app.address, checkPayment, { id: payer.paymentId }, payer.shopper)
      expect([early.body.payment.state, early.body.receiptId]).toEqual(['created', null])
      world[gateway].decide()
      const asked = () => world[gateway].calls.filter((call) => call.includes(payer.vendorOrderId)).length
      const before = asked()
      await ask(world.app.address, checkPayment, { id: payer.paymentId }, payer.shopper)
      expect(asked(), 'not twice in two seconds').toBe(before)
      world.app.clock.advance(2 * SECOND)
      const found = await ask(world.app.address, checkPayment, { id: payer.paymentId }, staff)
      expect([found.body.payment.state, found.body.receiptId]).toEqual(['captured', expect.any(String)])
    }
  })

  test('is found by the server, which asks at growing intervals and no more once it is paid', async () => {
    const payer = await payerOf(world, 'razorpay')
    const asked = () => world.razorpay.calls.filter((call) => call.endsWith(`${payer.vendorOrderId}/payments`)).length
    await world.app.running.tick()
    expect(asked()).toBe(0)
    world.app.clock.advance(31 * SECOND)
    await world.app.running.tick()
    await world.app.running.tick()
    expect(asked()).toBe(1)
    world.razorpay.pay(payer.vendorOrderId)
    world.razorpay.decide()
    world.app.clock.advance(2 * MINUTE)
    await world.app.running.tick()
    expect([asked(), await booksOf(world, payer)]).toEqual([2, BOUGHT])
    world.app.clock.advance(HOUR)
    await world.app.running.tick()
    expect(asked()).toBe(2)
  })

  test('is found later if the vendor takes no more calls or does not answer', async () => {
    const payer = await payerOf(world, 'razorpay')
    world.razorpay.pay(payer.vendorOrderId)
    world.razorpay.decide()
    world.razorpay.allow(0)
    world.app.clock.advance(31 * SECOND)
    await world.app.running.tick()
    world.razorpay.allow(null)
    expect((await booksOf(world, payer)).state).toBe('created')
    world.razorpay.misbehave(`GET /v1/orders/${payer.vendorOrderId}/payments`, 'cut')
    world.app.clock.advance(2 * MINUTE)
    await world.app.running.tick()
    expect(await booksOf(world, payer), 'a read that failed is tried once more').toEqual(BOUGHT)
  })

  test('cannot be paid any more once the shopper has left: the vendor ends the order at once', async () => {
    const payer = await payerOf(world, 'cashfree')
    await send(world.app.address, cancelTicket, { id: payer.ticketId }, payer.shopper)
    await world.app.running.tick()
    expect(world.cashfree.statusOf(payer.vendorOrderId)).toBe('TERMINATED')
  })

  test('is found after its order has expired, and a vendor that can end an order is asked to', async () => {
    const payer = await payerOf(world, 'cashfree')
    await holdEnds(world)
    world.app.clock.advance(2 * MINUTE)
    await world.app.running.tick()
    expect(world.cashfree.statusOf(payer.vendorOrderId)).toBe('TERMINATED')
    const late = await payerOf(world, 'cashfree')
    world.cashfree.pay(late.vendorOrderId)
    await holdEnds(world)
    world.cashfree.decide()
    world.app.clock.advance(DAY)
    await world.app.running.tick()
    world.cashfree.decide()
    world.app.clock.advance(HOUR)
    await world.app.running.tick()
    expect(await booksOf(world, late)).toEqual(GIVEN_BACK)
  })
})

test('a node with a new SECRET_KEY and the previous one seals the secrets again, and takes money with them', async () => {
  // The hours of the tests before may have led to midnight, when places of the day before lapse.
  const morning = 4 * HOUR
  world.app.clock.advance(DAY - ((world.app.clock.now().getTime() - morning) % DAY))
  // A demo fills an empty day when a node starts, while the other node already ends what has waited too long.
  await payerOf(world, 'razorpay')
  const sealed = async () =>
    (await world.app.database.db.selectFrom('gatewaySecret').select('sealed').orderBy('id').execute()).map((row) => row.sealed)
  const before = await sealed()
  const [previous, next] = ['a key for tests, not for anybody else', 'a newer key for tests, not for anybody else']
  const env = { SECRET_KEY: next, RAZORPAY_API_URL: world.razorpay.url, CASHFREE_API_URL: world.cashfree.url, LOG_LEVEL: 'silent' }
  const both = await startApp({ beside: world.app, env: { ...env, SECRET_KEY_PREVIOUS: previous } })
  await both.running.tick()
  await both.stop()
  const after = await sealed()
  expect(after.filter((one) => before.includes(one))).toEqual([])
  const newer = await startApp({ beside: world.app, env })
  try {
    const payer = await payerOf({ ...world, app: newer }, 'razorpay')
    const claim = world.razorpay.pay(payer.vendorOrderId)
    world.razorpay.decide()
    expect((await send(newer.address, confirmPayment, { id: payer.paymentId, body: { ...claim } }, payer.shopper)).status).toBe(200)
  } finally {
    await newer.stop()
  }
})
