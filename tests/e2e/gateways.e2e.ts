import type { Locator, Page } from '@playwright/test'
import { razorpayWebhook } from '#contract/payments/gateway-calls.ts'
import { expect } from '#tests/support/browser/browser.ts'
import { signInAs } from '#tests/support/browser/journey.ts'
import { type JourneyVendors, newMall, test } from '#tests/support/browser/vendor-shop.ts'
import { addressOf } from '#tests/support/calls/client.ts'
import { inBothThemes } from '#tests/support/people/places.ts'

const screenshots = process.env.SCREENSHOTS

let vendors: JourneyVendors
test.beforeAll(({ vendors: opened }) => {
  vendors = opened
})

async function openGateways(page: Page, mall: { mallId: string; email: string; password: string }): Promise<Locator> {
  await signInAs(page, mall.email, mall)
  await page.getByRole('button', { name: 'Online payments' }).click()
  return page.getByRole('region', { name: 'Online payments' })
}

test('the owner enters keys, tests them, copies the webhook address and switches the vendor on', async ({
  page,
  context,
  axe,
  allowRefusal,
}) => {
  // Switched on before its keys are there; a vendor that does not answer.
  allowRefusal(409, /gateways/)
  allowRefusal(502, /gateways\/test/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 1280, height: 800 })
  const mall = await newMall(page.request)
  const panel = await openGateways(page, mall)
  const razorpay = panel.getByRole('article', { name: 'Razorpay' })
  await expect(razorpay).toContainText('none so far')
  await expect(panel.getByRole('article', { name: 'Cashfree' })).toContainText('Off')
  await inBothThemes(page, axe)

  await razorpay.getByRole('switch').press('Space')
  await expect(razorpay.getByRole('alert')).toContainText('Please enter the key, its secret and the webhook secret first.')
  await expect(razorpay.getByRole('switch')).not.toBeChecked()

  const { keyId, keySecret, webhookSecret } = vendors.razorpay.keys
  await razorpay.getByRole('button', { name: 'Enter keys' }).click()
  await razorpay.getByRole('button', { name: 'Save and test' }).click()
  await expect(razorpay.getByText('Please enter the key')).toBeVisible()
  await razorpay.getByLabel('Key ID').fill(keyId)
  await razorpay.getByLabel('Key secret', { exact: true }).fill('not the secret')
  await razorpay.getByLabel('Webhook secret', { exact: true }).fill(webhookSecret)
  await inBothThemes(page, axe)
  await razorpay.getByRole('button', { name: 'Save and test' }).click()
  await expect(razorpay.getByRole('alert')).toContainText('Razorpay does not know this key')

  // The form never shows what is stored.
  await razorpay.getByRole('button', { name: 'Change keys' }).click()
  await expect(razorpay.getByLabel('Key ID')).toHaveValue(keyId)
  await expect(razorpay.getByLabel('Key secret', { exact: true })).toHaveValue('')
  await expect(razorpay.getByLabel('Webhook secret', { exact: true })).toHaveValue('')
  await razorpay.getByLabel('Key secret', { exact: true }).fill(keySecret)
  await razorpay.getByRole('button', { name: 'Save and test' }).click()
  await expect(razorpay.getByRole('status')).toContainText('Razorpay accepts these keys. A test key takes no real money.')
  await expect(razorpay).toContainText('Test key')
  expect(await page.content(), 'a secret on the page').not.toContain(keySecret)

  await razorpay.getByRole('switch').press('Space')
  await expect(page.getByText('Shoppers can now pay with Razorpay.')).toBeVisible()
  await expect(razorpay.getByRole('switch')).toBeChecked()

  await razorpay.getByRole('button', { name: 'Copy the address' }).click()
  await expect(razorpay.getByRole('button', { name: 'Copied' })).toBeVisible()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  expect(address).toMatch(new RegExp(`${addressOf(razorpayWebhook, { id: mall.mallId })}$`))
  const event = vendors.razorpay.eventOf('payment.downtime.started', vendors.razorpay.fail('order_elsewhere'))
  const delivered = await page.request.post(address, { headers: event.headers, data: Buffer.from(event.raw) })
  expect(delivered.status()).toBe(200)
  await page.reload()
  await page.getByRole('button', { name: 'Online payments' }).click()
  await expect(razorpay).not.toContainText('none so far')
  await inBothThemes(page, axe)

  await razorpay.getByRole('button', { name: 'Change keys' }).click()
  await expect(razorpay.getByRole('alert')).toBeHidden()
  await razorpay.getByLabel('Key ID').fill('rzp_test_another')
  await expect(razorpay.getByRole('alert')).toContainText('it cannot refund what shoppers have paid to the earlier one')
  await inBothThemes(page, axe)
  if (screenshots) await page.screenshot({ path: `${screenshots}/other-account.png`, fullPage: true })
  await razorpay.getByRole('button', { name: 'Cancel' }).click()

  vendors.razorpay.misbehave('GET /v1/orders', 'broken')
  vendors.razorpay.misbehave('GET /v1/orders', 'broken')
  await razorpay.getByRole('button', { name: 'Test keys' }).click()
  await expect(razorpay.getByRole('alert')).toContainText('Razorpay did not respond')
})

test('a mall without money says what comes next, and leads to its accounts at the vendors', async ({ page, axe }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const mall = await newMall(page.request)
  await signInAs(page, mall.email, mall)
  await page.getByRole('link', { name: 'Money' }).click()
  await expect(page.getByRole('heading', { name: 'No payments yet' })).toBeVisible()
  await inBothThemes(page, axe)
  await page.getByRole('link', { name: 'Online payments' }).click()
  await expect(page.getByRole('region', { name: 'Online payments' }).getByRole('article', { name: 'Razorpay' })).toBeVisible()
})
