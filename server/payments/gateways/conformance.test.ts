import { afterAll, describe, expect, test } from 'vitest'
import { MINUTE } from '#contract/base/time.ts'
import type { Credentials, Gateway, GatewayOrder, OrderToOpen, Refund } from '#server/payments/gateway.ts'
import { openCashfree } from '#tests/support/vendors/cashfree.ts'
import { openRazorpay } from '#tests/support/vendors/razorpay.ts'
import { openSlowBank } from '#tests/support/vendors/slow-bank.ts'
import { cashGateway } from './cash.ts'
import { cashfreeGateway } from './cashfree.ts'
import { demoGateway } from './demo.ts'
import { razorpayGateway } from './razorpay.ts'

/** A new gateway is one more line in `subjects`, with a double of its vendor. */

interface Subject {
  name: string
  gateway: Gateway
  credentials: Credentials | null
  /** The shopper (or staff, for cash) pays an open order. Returns the claim to confirm it with. */
  pay(order: GatewayOrder): Readonly<Record<string, unknown>>
  /** Lets the vendor decide what is pending. */
  decide(): void
  /** How much the vendor paid out for a refund, in paise; null if there is no vendor. */
  paidOut(refundId: string): number | null
  /** A webhook that the vendor sends about an order; null if it sends none. */
  webhookOf: ((order: GatewayOrder, credentials: Credentials) => { raw: Uint8Array; headers: Record<string, string> }) | null
}

/** A gateway without a vendor: confirming is paying, and nothing is ever pending. */
const alone = (gateway: Gateway): Subject => ({
  ...{ name: gateway.name, gateway, credentials: null, webhookOf: null },
  ...{ pay: () => ({}), decide: () => {}, paidOut: () => null },
})
const keys: Credentials = { keyId: 'key', keySecret: 'a secret', webhookSecrets: ['the new secret', 'the old secret'] }

const [razorpay, cashfree] = [await openRazorpay(), await openCashfree()]
afterAll(() => Promise.all([razorpay.close(), cashfree.close()]))

const subjects: Subject[] = [
  alone(cashGateway),
  alone(demoGateway),
  { name: 'slow bank', credentials: keys, ...openSlowBank() },
  {
    name: 'Razorpay',
    gateway: razorpayGateway({ url: razorpay.url, scriptUrl: 'https://checkout.example/script.js' }),
    credentials: { ...razorpay.keys, webhookSecrets: keys.webhookSecrets },
    pay: ({ vendorOrderId }) => razorpay.pay(vendorOrderId),
    ...{ decide: razorpay.decide, paidOut: razorpay.paidOut },
    webhookOf: ({ vendorPaymentId }, { webhookSecrets }) => razorpay.eventOf('payment.captured', vendorPaymentId ?? '', webhookSecrets[0]),
  },
  {
    name: 'Cashfree',
    gateway: cashfreeGateway({ url: cashfree.url, scriptUrl: 'https://checkout.example/script.js' }),
    credentials: { ...cashfree.keys, webhookSecrets: keys.webhookSecrets },
    pay: ({ vendorOrderId }) => cashfree.pay(vendorOrderId),
    ...{ decide: cashfree.decide, paidOut: cashfree.paidOut },
    webhookOf: ({ vendorOrderId }, { webhookSecrets: [secret = ''] }) =>
      cashfree.eventOf('PAYMENT_SUCCESS_WEBHOOK', vendorOrderId, { secret }),
  },
]

let orders = 0
/** An order that no other test has. */
const newOrder = (amountPaise = 14_160): OrderToOpen => {
  orders += 1
  const now = new Date()
  return {
    ...{ id: `order${orders}of20characters`, amountPaise, currency: 'INR', vendorOrderId: null, vendorPaymentId: null },
    ...{
      isFirstTry: false,
      now,
      expiresAt: new Date(now.getTime() + 15 * MINUTE),
      seller: 'Phoenix Mall',
      description: 'Priority billing',
    },
    shopper: { name: 'Asha Verma', mobile: '9000000000', email: 'asha@example.in' },
  }
}

describe.each(subjects)('the gateway $name', ({ gateway, credentials, pay, decide, paidOut, webhookOf }) => {
  const opened = async (order = newOrder()): Promise<OrderToOpen> => ({
    ...order,
    vendorOrderId: (await gateway.open(order, credentials)).vendorOrderId,
  })
  const confirm = (order: GatewayOrder, claim = {}) => gateway.confirm(order, claim, credentials)
  const fetched = (order: GatewayOrder) => gateway.fetchOrder(order, credentials)
  /** A paid order as our rows have it after the vendor has decided. */
  const captured = async (): Promise<OrderToOpen> => {
    const order = await opened()
    const claim = pay(order)
    decide()
    const confirmation = await confirm(order, claim)
    if (confirmation.state !== 'captured') throw new Error(`a paid order is ${confirmation.state}`)
    return { ...order, vendorPaymentId: confirmation.vendorPaymentId }
  }
  const refundOf = (order: GatewayOrder): Refund => ({ id: `refundOf${order.id}`, order, amountPaise: order.amountPaise })

  test.runIf(gateway.acceptsKeys !== null)('says whether its vendor accepts the keys of a mall', async () => {
    if (!gateway.acceptsKeys || !credentials) throw new Error('a vendor needs keys')
    expect(await gateway.acceptsKeys(credentials)).toBe(true)
    expect(await gateway.acceptsKeys({ ...credentials, keySecret: 'another secret' })).toBe(false)
    expect(await gateway.acceptsKeys({ ...credentials, keyId: 'another key' })).toBe(false)
  })

  test('opens the same order twice as one order, and two orders as two', async () => {
    const order = newOrder()
    const first = await opened(order)
    expect((await opened(order)).vendorOrderId).toBe(first.vendorOrderId)
    const other = (await opened()).vendorOrderId
    if (other !== null) expect(other).not.toBe(first.vendorOrderId)
  })

  test('confirms a paid order, and again with the same capture', async () => {
    const order = await captured()
    expect(order.vendorPaymentId).toMatch(/./)
    expect(await confirm(order)).toEqual({ state: 'captured', vendorPaymentId: order.vendorPaymentId })
    expect((await captured()).vendorPaymentId, 'another order is another capture').not.toBe(order.vendorPaymentId)
  })

  // Without a vendor that holds money, there is no record that ours could differ from.
  test.runIf(gateway.takesMoneyElsewhere)('confirms no other order and no other amount with the money of an order', async () => {
    const paid = await captured()
    const other = { ...newOrder(), vendorOrderId: paid.vendorOrderId }
    expect((await confirm(other)).state).toBe('failed')
    for (const amountPaise of [paid.amountPaise - 1, paid.amountPaise + 1])
      expect(['failed', 'other_amount']).toContain((await confirm({ ...paid, amountPaise })).state)
    expect((await confirm(newOrder())).state, 'an order that was never opened').toBe('failed')
  })

  test('reports money that is under way as a state and never throws it', async () => {
    const order = await opened()
    const claim = pay(order)
    const before = await confirm(order, claim)
    expect(['pending', 'captured']).toContain(before.state)
    if (before.state === 'pending') expect(await fetched(order)).toEqual({ state: 'pending' })
    decide()
    expect((await confirm(order, claim)).state).toBe('captured')
  })

  test('tells the state of an order after it was opened and after it was confirmed', async () => {
    expect((await fetched(await opened())).state).toBe('open')
    const order = await captured()
    const { vendorPaymentId, amountPaise } = order
    expect(await fetched(order)).toEqual({ state: 'captured', vendorPaymentId, amountPaise })
  })

  test.runIf(gateway.takesMoneyElsewhere)('does not know an order that was never opened', async () => {
    expect(await fetched(newOrder())).toEqual({ state: 'unknown' })
  })

  test.runIf(gateway.cancel)('takes no money for a cancelled order, and does not cancel one that is paid', async () => {
    const order = await opened()
    for (let tries = 0; tries < 2; tries += 1) expect((await gateway.cancel?.(order, credentials))?.state).toBe('cancelled')
    expect((await fetched(order)).state).toBe('cancelled')
    expect((await confirm(order, pay(order))).state).toBe('failed')
    const paid = await captured()
    expect((await gateway.cancel?.(paid, credentials))?.state).toBe('captured')
  })

  test('refunds a row once, however often it is asked, and tells when the money is under way', async () => {
    const refund = refundOf(await captured())
    const ask = () => gateway.refund(refund, credentials)
    const first = await ask()
    expect(['processed', 'pending', 'by_hand']).toContain(first.state)
    expect((await ask()).state).toBe(first.state)
    if (first.state === 'pending') expect(gateway.fetchRefund, 'a refund that can be pending can be asked for').not.toBeNull()
    decide()
    const last = await ask()
    expect(last.state).toBe(gateway.confirmedBy === 'staff' ? 'by_hand' : 'processed')
    expect(paidOut(refund.id) ?? refund.amountPaise).toBe(refund.amountPaise)
  })

  test.runIf(gateway.fetchRefund)('tells the state of a refund, also of one that it was never asked for', async () => {
    const refund = refundOf(await captured())
    const state = async () => (await gateway.fetchRefund?.(refund, credentials))?.state
    expect(await state()).toBe('unknown')
    const { state: asked } = await gateway.refund(refund, credentials)
    expect(await state()).toBe(asked)
    decide()
    expect(await state()).toBe('processed')
  })

  test.runIf(gateway.readWebhook)('reads a webhook that a secret of the mall signed, and no other', async () => {
    const order = await captured()
    if (!credentials || !webhookOf) throw new Error('a gateway with webhooks needs a double that signs them')
    const read = (raw: Uint8Array, headers: Record<string, string>, by = credentials) => gateway.readWebhook?.(raw, headers, by)
    const { raw, headers } = webhookOf(order, credentials)
    const told = { vendorOrderId: order.vendorOrderId, order: await fetched(order) }
    expect(read(raw, headers)).toEqual({ id: expect.any(String), isReadable: true, about: told })
    const [newer, older] = credentials.webhookSecrets
    const signedBefore = webhookOf(order, { ...credentials, webhookSecrets: [older ?? ''] })
    expect(read(signedBefore.raw, signedBefore.headers), 'a retry keeps the previous secret').toMatchObject({ about: told })
    expect(read(raw, {})).toBe('forged')
    expect(read(Buffer.concat([raw, Buffer.from(' ')]), headers)).toBe('forged')
    expect(read(raw, headers, { ...credentials, webhookSecrets: [`${newer} of another mall`] })).toBe('forged')
  })
})
