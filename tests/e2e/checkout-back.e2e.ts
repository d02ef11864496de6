import type { Page } from '@playwright/test'
import { book, hasToken, heading, mallAt, newShopper, payerAt, press } from '#tests/support/browser/at-vendor.ts'
import { expect } from '#tests/support/browser/browser.ts'
import { enter, phone, verify } from '#tests/support/browser/journey.ts'
import { type JourneyVendors, test } from '#tests/support/browser/vendor-shop.ts'

/** The browser of an app: the vendor's page replaces ours. */
const inApp = {
  ...phone,
  userAgent: 'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
}

/** Opens the vendor's own page, and comes back with the browser's button. */
async function goThereAndBack(page: Page, vendors: JourneyVendors): Promise<void> {
  await payerAt(page, vendors, 'cashfree')
  await book(page)
  await expect(heading(page, 'Pay here')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Not paid yet')).toBeVisible()
}

test('Back and Forward while the bank decides lead to the same question, which warns against paying twice; one token comes of it', async ({
  newPerson,
  vendors,
}) => {
  const page = await newShopper(newPerson)
  const { shopId } = await mallAt(page, vendors, 'razorpay')
  await enter(page, shopId)
  await verify(page, 'Asha Verma')
  const before = vendors.checkout.opened.length
  await book(page)
  await press(page, 'Choose an app and wait')
  const isAsked = async () => {
    await expect(heading(page, 'Waiting for your bank')).toBeVisible()
    await expect(page.getByText('Please do not pay again.')).toBeVisible()
  }
  await page.goBack()
  const goOn = page.getByRole('link', { name: 'Continue to payment' })
  await expect(goOn).toBeVisible()
  await page.goForward()
  await isAsked()
  await page.goBack()
  await goOn.click()
  await isAsked()
  vendors.razorpay.decide()
  await hasToken(page)
  await page.goBack()
  await page.goForward()
  await hasToken(page)
  expect(vendors.checkout.opened.length - before, 'vendor pages that were opened').toBe(1)
  const order = String(vendors.checkout.opened.at(-1)?.order_id)
  expect(vendors.razorpay.paymentsOf(order)).toMatchObject([{ status: 'captured' }])
})

test('Back from the vendor’s own page asks whether there is money, and the next press leads there again to pay', async ({
  newPerson,
  vendors,
}) => {
  const page = await newPerson(inApp)
  await goThereAndBack(page, vendors)
  await page.getByRole('button', { name: 'Back to payment' }).click()
  await page.getByRole('link', { name: 'Pay', exact: true }).click()
  await hasToken(page)
})

test('who paid after all, when this page had thought that nothing was paid, is not asked to pay again', async ({ newPerson, vendors }) => {
  const page = await newPerson(inApp)
  await goThereAndBack(page, vendors)
  await page.goForward()
  await page.getByRole('link', { name: 'Pay, the bank decides later' }).click()
  await page.waitForURL(/paymentpage/)
  await expect(heading(page, 'Waiting for your bank')).toBeVisible()
  vendors.cashfree.decide()
  await hasToken(page)
})
