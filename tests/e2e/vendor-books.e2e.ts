import { razorpayWebhook } from '#contract/payments/gateway-calls.ts'
import { paths } from '#contract/screens.ts'
import { book, hasToken, newShopper, press } from '#tests/support/browser/at-vendor.ts'
import { expect } from '#tests/support/browser/browser.ts'
import { desktop, openPayment, phone, signInAs } from '#tests/support/browser/journey.ts'
import { newMall, takesMoneyThrough, test } from '#tests/support/browser/vendor-shop.ts'
import { addressOf } from '#tests/support/calls/client.ts'
import { inBothThemes } from '#tests/support/people/places.ts'

const screenshots = process.env.SCREENSHOTS

test('an owner settles money without an order, reads a dispute, and compares a transfer with the bank', async ({
  vendors,
  newPerson,
  clock,
  axe,
  baseURL,
}) => {
  const { razorpay, checkout } = vendors
  const shopper = await newShopper(newPerson)
  const mall = await newMall(shopper.request)
  // What other journeys have paid to this double goes into a transfer that is too old to be read.
  razorpay.settle(await clock.dateIn(-30))
  // Taken with the same account in the mall's web shop, for example, and transferred already.
  const elsewhere = razorpay.payElsewhere(50_000)
  const { utr } = razorpay.settle(await clock.dateIn(-1))
  await takesMoneyThrough(shopper.request, mall, 'razorpay', vendors)
  await openPayment(shopper, mall.shopId, 'Asha Verma')
  await book(shopper)
  await press(shopper, 'Pay')
  await hasToken(shopper)
  const { order_id } = checkout.opened.at(-1) as { order_id: string }
  const paid = razorpay.paymentsOf(order_id)[0]?.id ?? ''
  const { raw, headers } = razorpay.disputeEventOf('created', paid)
  const told = await fetch(baseURL + addressOf(razorpayWebhook, { id: mall.mallId }), { method: 'POST', headers, body: Buffer.from(raw) })
  expect(told.status).toBe(200)

  const owner = await newPerson(desktop)
  await signInAs(owner, mall.email, mall)
  const matters = owner.getByRole('region', { name: 'Money to settle at the gateway' })
  const transfer = owner.getByRole('region', { name: 'Transfers to your bank' }).getByRole('row').filter({ hasText: utr })
  const orphan = matters.getByRole('listitem').filter({ hasText: elsewhere })
  await expect(async () => {
    await owner.goto(paths.money(mall.mallId))
    await expect(orphan).toBeVisible({ timeout: 2000 })
    await expect(transfer).toContainText('₹488.20', { timeout: 2000 })
  }).toPass({ timeout: 150_000 })
  await expect(orphan).toContainText('₹500.00 No order of yours Needs you')
  const dispute = matters.getByRole('listitem').filter({ hasText: 'asked back by the shopper’s bank' })
  await expect(dispute).toContainText(/Please answer at Razorpay by .+, or the money is lost\./)
  if (screenshots)
    await inBothThemes(owner, async () => {
      const theme = await owner.locator('html').getAttribute('data-theme')
      await owner.screenshot({ path: `${screenshots}/vendor-books-1280-${theme}.png`, fullPage: true })
    })
  await inBothThemes(owner, axe)

  await dispute.getByRole('button', { name: 'Find the payment' }).click()
  const drawer = owner.getByRole('dialog')
  await expect(drawer.getByText('The vendor reported a dispute')).toBeVisible()
  // The bank may take this money, so the owner is warned; and the account at the vendor is empty.
  razorpay.isPoor = true
  await drawer.getByRole('button', { name: 'Give money back' }).click()
  const refund = owner.getByRole('dialog', { name: 'Give money back to Asha Verma' })
  await expect(refund.getByText(/Look at the dispute first, or it may go back twice/)).toBeVisible()
  await refund.getByLabel('Reason').selectOption('Paid twice')
  if (screenshots) await owner.screenshot({ path: `${screenshots}/refund-disputed.png` })
  await axe(owner)
  await refund.getByRole('button', { name: /^Give ₹.+ back$/ }).click()
  await expect(async () => {
    await drawer.getByRole('button', { name: 'Ask Razorpay again' }).click()
    await expect(drawer.getByText(/^Your account at Razorpay has too little money/)).toBeVisible({ timeout: 3000 })
  }).toPass()
  if (screenshots) await owner.screenshot({ path: `${screenshots}/refund-no-funds.png` })
  razorpay.isPoor = false
  await drawer.getByRole('button', { name: 'Close' }).click()

  // With the keyboard alone.
  await orphan.getByRole('button', { name: 'Mark as settled' }).press('Enter')
  await expect(orphan.getByText('Please say what was done')).toBeVisible()
  await expect(orphan.getByLabel('What was done')).toBeFocused()
  await owner.keyboard.type('A sale of the web shop')
  await owner.keyboard.press('Enter')
  await expect(owner.getByText('Marked as settled.')).toBeVisible()
  await expect(matters.getByRole('heading')).toBeFocused()
  await expect(owner.getByRole('button', { name: 'Orphan ₹500.00 1 payment No order of yours' })).toBeVisible()
  await matters.getByText('1 more, with nothing for you to do').press('Enter')
  await expect(orphan).toContainText(/Settled on .+: A sale of the web shop/)
  await axe(owner)

  const small = await newPerson(phone)
  await signInAs(small, mall.email, mall)
  await small.goto(paths.money(mall.mallId))
  await expect(small.getByRole('region', { name: 'Transfers to your bank' }).first()).toBeVisible()
  await axe(small)
  if (screenshots) await small.screenshot({ path: `${screenshots}/vendor-books-phone.png`, fullPage: true })
  expect(await small.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
