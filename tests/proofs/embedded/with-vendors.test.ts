import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPayment } from '#contract/payments/calls.ts'
import { listMoney } from '#contract/payments/money-calls.ts'
import type { VendorName } from '#contract/payments/payments.ts'
import { shopperPaths } from '#contract/shopper-screens.ts'
import { readPass } from '#contract/storefront/calls.ts'
import { ask } from '#tests/support/calls/client.ts'
import { SHOP } from '#tests/support/people/callers.ts'
import { join, ownerOf, verifiedShopper } from '#tests/support/people/people.ts'
import { MALL } from '#tests/support/people/vendor-payers.ts'
import { eventually } from '#tests/support/server/app.ts'
import { type DemoWithVendors, launchDemoWithVendors, openDemoWithVendors } from '#tests/support/with-vendors/child.ts'

/** `npm start -- --with-vendors`: everything here goes over HTTP, to the demo and to the page of the vendors. */

const SCRIPT = 'tests/support/server/with-vendors-child.ts'
const SLOW_MS = 60_000

let demo: DemoWithVendors
beforeAll(async () => {
  demo = await openDemoWithVendors(SCRIPT)
})
afterAll(() => demo.stop())

/** A shopper who presses `press` on the page of a vendor. Returns how to look at what follows. */
async function payer(gateway: VendorName, press: string) {
  const shopper = await verifiedShopper(demo.address)
  const ticketId = await join(demo.address, shopper, SHOP)
  const { checkout, payment } = (await ask(demo.address, createPayment, { body: { ticketId, gateway } }, shopper)).body
  if (!('scriptUrl' in checkout)) throw new Error('the order is not at a vendor')
  const order = checkout.gateway === 'razorpay' ? checkout.orderId : payment.id
  const page = new URL(`/press?${new URLSearchParams({ vendor: gateway, order, press })}`, checkout.scriptUrl)
  expect((await fetch(page)).status).toBe(200)
  return {
    order,
    pass: async () => (await ask(demo.address, readPass, { id: ticketId }, shopper)).body,
    inTheBooks: async () => {
      const { body } = await ask(demo.address, listMoney, { id: MALL }, await ownerOf(demo.address))
      return body.payments.find(({ id }) => id === payment.id)
    },
  }
}
const deskText = async () => (await fetch(demo.desk)).text()

test.each(['razorpay', 'cashfree'] as const)('a shopper pays at %s, and its webhook alone brings the token', async (vendor) => {
  const paid = await payer(vendor, 'Pay')
  const pass = await eventually(async () => ((await paid.pass()).number === null ? undefined : paid.pass()), SLOW_MS)
  expect(pass.state).toBe('waiting')
  expect((await paid.inTheBooks())?.gateway).toBe(vendor)
  expect(await deskText()).toMatch(new RegExp(`<td>${paid.order}</td><td>(?:payment.captured|PAYMENT_SUCCESS_WEBHOOK)</td><td>200</td>`))
})

test.each(['razorpay', 'cashfree'] as const)('money that comes to %s after the hold goes back', async (vendor) => {
  const late = await payer(vendor, 'Choose an app and wait')
  expect((await late.pass()).state).toBe('pending_payment')
  await demo.act('pass')
  await eventually(async () => ((await late.pass()).state === 'expired' ? true : undefined), SLOW_MS)
  expect(await late.inTheBooks(), 'no money has come').toBeUndefined()
  await demo.act('decide')
  await eventually(async () => ((await late.inTheBooks())?.state === 'late' ? true : undefined), SLOW_MS)
  // The refund reaches the vendor a moment later, and its bank pays at the next press.
  await eventually(async () => {
    await demo.act('decide')
    return (await late.inTheBooks())?.state === 'refunded' ? true : undefined
  }, SLOW_MS)
  expect((await late.pass()).number).toBeNull()
})

test('webhooks that are held back wait, and are delivered later', async () => {
  await demo.act('hold')
  const held = await payer('razorpay', 'Pay')
  await eventually(async () => ((await deskText()).includes('<td>waits</td>') ? true : undefined), SLOW_MS)
  expect((await held.pass()).number).toBeNull()
  await demo.act('release')
  await eventually(async () => ((await held.pass()).number === null ? undefined : true), SLOW_MS)
})

test('the page of the checkout may load the played vendors, and nothing else', async () => {
  const shopper = await verifiedShopper(demo.address)
  const ticketId = await join(demo.address, shopper, SHOP)
  const path = shopperPaths.payment(SHOP, ticketId)
  const page = await fetch(demo.address + path, { headers: { accept: 'text/html', cookie: shopper.cookie } })
  const policy = page.headers.get('content-security-policy') ?? ''
  const script = policy.split(';').find((part) => part.trim().startsWith('script-src ')) ?? ''
  expect(script).toMatch(/http:\/\/127\.0\.0\.1:\d+/)
  expect(script).not.toContain('unsafe')
  expect(policy).not.toMatch(/razorpay\.com|cashfree\.com/)
})

test('the vendors are never played in production', async () => {
  const refused = await launchDemoWithVendors(SCRIPT, { NODE_ENV: 'production' })
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toContain('--with-vendors plays the payment vendors; it works only in demo mode')
  expect(refused.output()).not.toContain('is ready')
})
