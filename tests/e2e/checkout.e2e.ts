import type { Page } from '@playwright/test'
import { cashfreeWebhook } from '#contract/payments/gateway-calls.ts'
import { book, hasToken, heading, isReadable, mallAt, newShopper, payerAt, press, vendorPage } from '#tests/support/browser/at-vendor.ts'
import { expect } from '#tests/support/browser/browser.ts'
import { enter, verify } from '#tests/support/browser/journey.ts'
import { type JourneyVendors, test } from '#tests/support/browser/vendor-shop.ts'
import { addressOf } from '#tests/support/calls/client.ts'

/** The vendors are doubles on this machine. */

let vendors: JourneyVendors
test.beforeAll(({ vendors: opened }) => {
  vendors = opened
})

const payer = (page: Page, vendor: 'razorpay' | 'cashfree' = 'razorpay') => payerAt(page, vendors, vendor)

test('a shopper pays at Razorpay and gets the token; the vendor’s script is on the payment page alone', async ({ newPerson, axe }) => {
  const page = await newShopper(newPerson)
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(vendors.checkout.url)) scripts.push(new URL(request.url()).pathname)
  })
  const policies = new Map<string, string>()
  page.on('response', (response) => {
    const header = response.headers()['content-security-policy']
    if (response.request().isNavigationRequest() && header) policies.set(new URL(response.url()).pathname.split('/')[2] ?? '', header)
  })
  const { shopId } = await mallAt(page, vendors, 'razorpay')
  await enter(page, shopId)
  await verify(page, 'Asha Verma')
  await expect(page.getByRole('radio', { name: 'Pay online UPI, card or net banking, with Razorpay' })).toBeChecked()
  await expect(page.getByText('OTP verified successfully!')).toBeVisible()
  expect(scripts, 'before the press').toEqual([])
  await isReadable(page, axe)
  await book(page)
  await expect(vendorPage(page).getByRole('heading', { name: 'Pay here' })).toBeVisible()
  await expect(heading(page, 'Opening the payment…')).toBeVisible()
  const options = vendors.checkout.opened.at(-1)
  expect(options).toMatchObject({
    ...{ key: vendors.razorpay.keys.keyId, amount: 13_800, currency: 'INR' },
    config: { display: { language: 'en', hide: [{ method: 'upi', flows: ['collect'] }] } },
  })
  expect(options).not.toHaveProperty('callback_url')
  await press(page, 'Pay')
  await hasToken(page)
  // A new document: the script of the vendor is gone.
  expect(await page.evaluate(() => 'Razorpay' in window)).toBe(false)
  expect(scripts.filter((path) => path === '/razorpay.js')).toHaveLength(1)
  expect(policies.get('paymentpage')).toContain(vendors.checkout.url)
  for (const screen of ['information', 'token', '']) expect(policies.get(screen) ?? '', screen).not.toContain(vendors.checkout.url)
})

test('a shopper pays at Cashfree, whose page signs nothing, leaves, and reads with which reference the bank finds the refund', async ({
  newPerson,
  baseURL,
}) => {
  const page = await newShopper(newPerson)
  const { mallId } = await payer(page, 'cashfree')
  await book(page)
  await press(page, 'Pay')
  await hasToken(page)
  const options = vendors.checkout.opened.at(-1)
  expect(options).toMatchObject({ mode: 'sandbox', redirectTarget: '_modal' })
  await page.getByRole('button', { name: 'Leave the queue' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /Leave/ }).click()
  await expect(page.getByText('The refund of ₹138 has started.')).toBeVisible()
  await expect(page.getByText('Bank reference')).toHaveCount(0)
  const order = String(options?.paymentSessionId).replace('session_', '')
  const refund = () => vendors.cashfree.books().refunds.find(({ orderId }) => orderId === order)
  await expect.poll(refund, 'the vendor has been asked').toMatchObject({ amountPaise: 13_800 })
  vendors.cashfree.decide()
  const { raw, headers } = vendors.cashfree.eventOf('REFUND_STATUS_WEBHOOK', order)
  await fetch(baseURL + addressOf(cashfreeWebhook, { id: mallId }), { method: 'POST', headers, body: Buffer.from(raw) })
  await expect(page.getByText('₹138 has been refunded.')).toBeVisible()
  await expect(page.getByText(/^Bank reference: 74332741/)).toBeVisible()
})

test('the bank takes its time: the page asks, warns against paying twice, and ends with the token', async ({ newPerson, axe }) => {
  const page = await newShopper(newPerson)
  await payer(page)
  await book(page)
  await press(page, 'Pay, the bank decides later')
  await expect(heading(page, 'Waiting for your bank')).toBeVisible()
  await expect(page.getByText('Please do not pay again.')).toBeVisible()
  await expect(page.getByText('You paid at Razorpay')).toBeVisible()
  // The vendor's page said that it is paid, so no one is asked to say the opposite.
  await expect(page.getByRole('button', { name: 'I did not pay' })).toHaveCount(0)
  await isReadable(page, axe)
  await page.reload()
  await expect(heading(page, 'Waiting for your bank'), 'after a reload').toBeVisible()
  vendors.razorpay.decide()
  await hasToken(page)
})

test('the page is killed while the UPI app is open; the shopper comes back to the truth', async ({ newPerson }) => {
  const page = await newShopper(newPerson)
  const mall = await payer(page)
  await book(page)
  await press(page, 'Choose an app and wait')
  const context = page.context()
  await page.close()
  const again = await context.newPage()
  await again.goto(`/${mall.shopId}/token`)
  await expect(heading(again, 'Waiting for your bank')).toBeVisible()
  await expect(again.getByText('You opened Razorpay')).toBeVisible()
  vendors.razorpay.decide()
  await hasToken(again)
})

test('two tabs and two presses: one order, one payment page at a time, one token in both', async ({ newPerson }) => {
  const one = await newShopper(newPerson)
  const before = vendors.checkout.opened.length
  await payer(one)
  const two = await one.context().newPage()
  await two.goto(one.url())
  await expect(two.getByRole('button', { name: 'Book Appointment' })).toBeEnabled()
  await one.getByRole('button', { name: 'Book Appointment' }).dblclick()
  await press(one, 'Choose an app and wait')
  await book(two)
  await expect(heading(two, 'Waiting for your bank')).toBeVisible()
  expect(vendors.checkout.opened.length - before, 'vendor pages that were opened').toBe(1)
  vendors.razorpay.decide()
  await hasToken(two)
  await hasToken(one)
})

test('a shopper closes the payment, comes back, and pays; or pays cash instead', async ({ newPerson, axe }) => {
  const page = await newShopper(newPerson)
  await payer(page)
  await book(page)
  await press(page, 'Close')
  await expect(heading(page, 'You closed the payment')).toBeVisible()
  await expect(page.getByText('Nothing was charged. Your place is still held.')).toBeVisible()
  await isReadable(page, axe)
  await page.getByRole('button', { name: 'Back to payment' }).click()
  await press(page, 'Pay')
  await hasToken(page)

  const other = await newShopper(newPerson)
  await payer(other, 'cashfree')
  await book(other)
  await press(other, 'Close')
  await expect(heading(other, 'You closed the payment')).toBeVisible()
  await other.getByRole('button', { name: 'Pay cash at the counter' }).click()
  await expect(heading(other, 'Pay at the counter')).toBeVisible()
})

test('the bank refuses: the page says why, and another try works', async ({ newPerson, axe }) => {
  const page = await newShopper(newPerson)
  await payer(page)
  await book(page)
  await press(page, 'Let the bank refuse')
  await press(page, 'Close')
  await expect(heading(page, 'The payment did not go through')).toBeVisible()
  await expect(page.getByText('Your bank declined it. No money has reached us')).toBeVisible()
  await isReadable(page, axe)
  await page.getByRole('button', { name: 'Another UPI app or a card' }).click()
  await press(page, 'Pay')
  await hasToken(page)
})

test('closed with an app still open is not closed: the bank is asked, until the shopper says that nothing was paid', async ({
  newPerson,
}) => {
  const page = await newShopper(newPerson)
  await payer(page)
  await book(page)
  await press(page, 'Choose an app and wait')
  await press(page, 'Close')
  await expect(heading(page, 'Waiting for your bank')).toBeVisible()
  await page.getByRole('button', { name: 'I did not pay' }).click()
  await expect(heading(page, 'Not paid yet')).toBeVisible()
  await page.getByRole('button', { name: 'Back to payment' }).click()
  await press(page, 'Pay')
  await hasToken(page)
})
