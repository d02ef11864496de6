import type { Page } from '@playwright/test'
import { changeSettings } from '#contract/office/settings-calls.ts'
import { book, hasToken, heading, isReadable, newShopper, payerAt, press, vendorPage } from '#tests/support/browser/at-vendor.ts'
import { type Axe, expect } from '#tests/support/browser/browser.ts'
import { askFrom } from '#tests/support/browser/browser-client.ts'
import { openPayment, phone } from '#tests/support/browser/journey.ts'
import { type JourneyVendors, newMall, takesMoneyThrough, test } from '#tests/support/browser/vendor-shop.ts'

let vendors: JourneyVendors
test.beforeAll(({ vendors: opened }) => {
  vendors = opened
})

const payer = (page: Page, vendor: 'razorpay' | 'cashfree' = 'razorpay') => payerAt(page, vendors, vendor)

test('the vendor’s script is blocked: the page says that nothing was charged, and cash is possible', async ({
  newPerson,
  axe,
  allowRefusal,
}) => {
  allowRefusal(404, /razorpay\.js/)
  const page = await newShopper(newPerson)
  await payer(page)
  vendors.checkout.isBlocked = true
  await book(page)
  await expect(heading(page, 'Razorpay did not open')).toBeVisible()
  await isReadable(page, axe)
  vendors.checkout.isBlocked = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await press(page, 'Close')
  await expect(heading(page, 'You closed the payment')).toBeVisible()
})

/** The vendor does not open the order, and the page says it with this title. */
async function bookInVain(page: Page, axe: Axe, fault: 'broken' | 'busy', title: string): Promise<void> {
  await payer(page)
  for (let i = 0; i < 4; i += 1) vendors.razorpay.misbehave('POST /v1/orders', fault)
  await book(page)
  await expect(heading(page, title)).toBeVisible()
  await isReadable(page, axe)
}

test('the vendor is down: the page says so clearly, and cash is possible', async ({ newPerson, axe, allowRefusal }) => {
  allowRefusal(502, /api\/payments/)
  const page = await newShopper(newPerson)
  await bookInVain(page, axe, 'broken', 'Online payment is not working right now')
  await page.getByRole('button', { name: 'Pay cash at the counter' }).click()
  await expect(heading(page, 'Pay at the counter')).toBeVisible()
  vendors.razorpay.behave()
})

test('the vendor takes no more payments for a moment: the page says so and offers cash, and the next try works', async ({
  newPerson,
  axe,
  allowRefusal,
}) => {
  allowRefusal(503, /api\/payments/)
  const page = await newShopper(newPerson)
  await bookInVain(page, axe, 'busy', 'Online payment is busy right now')
  await expect(page.getByRole('button', { name: 'Pay cash at the counter' })).toBeVisible()
  const again = page.getByRole('button', { name: 'Try again' })
  await again.click()
  await expect(heading(page, 'Online payment is busy right now')).toBeFocused()
  vendors.razorpay.behave()
  await again.click()
  await press(page, 'Close')
  await expect(heading(page, 'You closed the payment')).toBeVisible()
})

test('in an app’s own browser the vendor’s page replaces ours, and the shopper comes back by its form', async ({ newPerson }) => {
  const userAgent =
    'Mozilla/5.0 (Linux; Android 14; Pixel 7; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 Instagram 355.0.0.0'
  const page = await newPerson({ ...phone, userAgent })
  await payer(page)
  await book(page)
  await page.getByRole('link', { name: 'Let the bank refuse' }).click()
  await expect(heading(page, 'Not paid yet')).toBeVisible()
  await page.getByRole('button', { name: 'Back to payment' }).click()
  await page.getByRole('link', { name: 'Pay', exact: true }).click()
  await hasToken(page)
  expect(vendors.checkout.opened.at(-1)).toMatchObject({
    redirect: true,
    callback_url: expect.stringMatching(/\/api\/payments\/\w+\/return$/),
  })

  const other = await newPerson({ ...phone, userAgent })
  await payer(other, 'cashfree')
  await book(other)
  await other.getByRole('link', { name: 'Pay, the bank decides later' }).click()
  await expect(heading(other, 'Waiting for your bank')).toBeVisible()
  vendors.cashfree.decide()
  await hasToken(other)
})

test('a reader of Hindi pays in Hindi, at the vendor too', async ({ newPerson }) => {
  const page = await newShopper(newPerson)
  await payer(page)
  await page.getByRole('button', { name: 'हिन्दी में पढ़ें' }).click()
  await page.getByRole('button', { name: 'अपॉइंटमेंट बुक करें' }).click()
  await expect(heading(page, 'पेमेंट खुल रहा है…')).toBeVisible()
  await press(page, 'Pay, the bank decides later')
  expect(vendors.checkout.opened.at(-1)).toMatchObject({ config: { display: { language: 'hi' } } })
  await expect(heading(page, 'आपके बैंक का इंतज़ार है')).toBeVisible()
})

test('money of another amount: the page does not say that nothing was taken, and offers no second payment', async ({
  newPerson,
  axe,
  allowRefusal,
}) => {
  allowRefusal(409, /check/)
  const page = await newShopper(newPerson)
  await payer(page)
  await book(page)
  await expect(vendorPage(page).getByRole('heading', { name: 'Pay here' })).toBeVisible()
  vendors.razorpay.pay(String(vendors.checkout.opened.at(-1)?.order_id), { amount: 100 })
  vendors.razorpay.decide()
  await press(page, 'Close')
  await expect(heading(page, 'Please do not pay again')).toBeVisible()
  await expect(
    page.getByText('Your bank sent a different amount from ₹138, so there is no token yet. Please ask at the counter.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await isReadable(page, axe)
})

test('a held time stays in sight with its clock while the shopper pays', async ({ newPerson, axe }) => {
  const page = await newShopper(newPerson)
  const mall = await newMall(page.request)
  await takesMoneyThrough(page.request, mall, 'razorpay', vendors)
  const slots = { minutes: 120, capacity: 3, daysAhead: 6, moveUntilMinutes: 15 }
  await askFrom(page.request, changeSettings, { id: mall.shopId, body: { slots } }, mall.token)
  await openPayment(page, mall.shopId, 'Asha Verma')
  await page.getByRole('group', { name: 'Day' }).locator('label').nth(1).click()
  await page.locator('.slot-picker__slot').filter({ hasText: '6:00 pm' }).click()
  const held = page.getByText('6:00 pm is held for you until', { exact: false })
  await expect(held).toBeVisible()
  await book(page)
  await press(page, 'Close')
  await expect(heading(page, 'You closed the payment')).toBeVisible()
  await expect(held).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^1\d:\d\d$/)
  await expect(page.getByText('If ₹138 leaves your account anyway, your token comes automatically, or all of it goes back.')).toBeVisible()
  await isReadable(page, axe)
})

test('a press without a connection says so, and the next one pays', async ({ newPerson, allowOffline }) => {
  allowOffline()
  const page = await newShopper(newPerson)
  const live = page.waitForEvent('websocket')
  await payer(page)
  await live
  await page.context().setOffline(true)
  await book(page)
  await expect(page.getByText('You are offline. Please try again when you are connected.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('You are offline. Please try again when you are connected.'), 'it is not true any more').toBeHidden()
  await book(page)
  await press(page, 'Pay')
  await hasToken(page)
})
