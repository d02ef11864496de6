import type { Page } from '@playwright/test'
import { DEMO_PASSWORD, demoAccounts } from '#contract/base/demo.ts'
import { paths } from '#contract/screens.ts'
import { book, heading, press } from '#tests/support/browser/at-vendor.ts'
import { expect, type NewPerson, test } from '#tests/support/browser/browser.ts'
import { desktop, phone, verify } from '#tests/support/browser/journey.ts'
import { inBothThemes, login } from '#tests/support/people/places.ts'
import { type DemoWithVendors, openDemoWithVendors } from '#tests/support/with-vendors/child.ts'

/** The story of the README: `npm start -- --with-vendors`, and a UPI payment that comes after the hold. */

const screenshots = process.env.SCREENSHOTS

let demo: DemoWithVendors
test.beforeAll(async () => {
  demo = await openDemoWithVendors('tests/support/with-vendors/main.ts')
})
test.afterAll(() => demo.stop())

const picture = async (page: Page, name: string, fullPage = true) => {
  if (screenshots) await page.screenshot({ path: `${screenshots}/${name}.png`, fullPage })
}
async function look(page: Page, name: string, axe: (page: Page) => Promise<void>): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await picture(page, `${name}-${colorScheme}`)
    await axe(page)
  }
}

async function atVendor(newPerson: NewPerson, name: string, vendor: 'Razorpay' | 'Cashfree'): Promise<Page> {
  const shopper = await newPerson(phone)
  await shopper.goto(`${demo.address}/phoenix-cafe`)
  await shopper.getByRole('link', { name: 'Buy Cart' }).click()
  await verify(shopper, name)
  await shopper.getByText(`UPI, card or net banking, with ${vendor}`).click()
  await expect(shopper.getByRole('radio', { name: new RegExp(`with ${vendor}`) })).toBeChecked()
  await book(shopper)
  return shopper
}

test('a shopper pays after the hold has ended: the money goes back, and shopper and owner see it', async ({ newPerson, axe }) => {
  const inTime = await atVendor(newPerson, 'Bela Rao', 'Cashfree')
  await press(inTime, 'Pay')
  await expect(heading(inTime, 'Your TOKEN Number has been GENERATED')).toBeVisible()
  const shopper = await atVendor(newPerson, 'Asha Verma', 'Razorpay')
  await press(shopper, 'Choose an app and wait')

  // The page is hidden behind the UPI app while the hold ends.
  const desk = await newPerson(desktop)
  await desk.goto(demo.desk)
  await expect(desk.getByRole('row', { name: /razorpay order_\w+ ₹141\.60 pending/ })).toBeVisible()
  await picture(desk, 'desk-of-the-vendors')
  await desk.getByRole('button', { name: 'Let 16 minutes pass' }).click()
  await expect(shopper.getByText('If ₹141.60 has left your account, all of it comes back automatically. We message you.')).toBeVisible()
  await look(shopper, 'late-hold-ended', axe)

  await desk.getByRole('button', { name: 'Decide now' }).click()
  await expect(desk.getByRole('row', { name: /payment\.captured 200/ })).toBeVisible()
  await expect(heading(shopper, 'Your payment came too late')).toBeVisible()
  await expect(
    shopper.getByText('₹141.60 reached us after your place had expired, so there is no token. All of it goes back.'),
  ).toBeVisible()
  await look(shopper, 'late-came', axe)
  await shopper.reload()
  await expect(heading(shopper, 'Your payment came too late'), 'after a reload').toBeVisible()

  const owner = await newPerson(desktop)
  await owner.goto(`${demo.address}/`)
  await login(owner, demoAccounts.owner.email, DEMO_PASSWORD)
  await expect(heading(owner, 'Phoenix Mall')).toBeVisible()
  await owner.goto(demo.address + paths.money('phoenix-mall'))
  const row = owner.getByRole('row', { name: /Asha Verma/ })
  await expect(row).toContainText('Late')
  await inBothThemes(owner, async (page) => {
    await picture(page, `late-owner-${await page.locator('html').getAttribute('data-theme')}`)
    await axe(page)
  })

  await owner.setViewportSize({ width: 390, height: 844 })
  const width = () => owner.evaluate(() => document.documentElement.scrollWidth)
  // The chart follows the window a moment later.
  await expect.poll(width, 'a phone shows all of it').toBe(390)
  await owner.setViewportSize({ width: 1280, height: 800 })

  // The refund is at the vendor, and its bank pays it out.
  await expect(desk.getByRole('row', { name: /razorpay order_\w+ ₹141\.60 pending/ })).toBeVisible()
  await desk.getByRole('button', { name: 'Decide now' }).click()
  await expect(desk.getByRole('row', { name: /refund\.processed 200/ })).toBeVisible()
  await expect(heading(shopper, 'Your money is back')).toBeVisible()
  await expect(shopper.getByText('₹141.60 reached us after your place had expired. All of it has gone back.')).toBeVisible()
  await expect(shopper.getByText('Your fee of ₹141.60 at Phoenix Café has been refunded.'), 'the message').toBeVisible()
  await look(shopper, 'late-back', axe)
  await owner.reload()
  await expect(row).toContainText('Refunded')
  await row.getByRole('button', { name: /Open the payment/ }).click()
  await expect(owner.getByRole('dialog').getByText('Money received too late')).toBeVisible()
  await expect(owner.getByRole('dialog').getByText('The day ended')).toHaveCount(0)
  await inBothThemes(owner, async (page) => {
    await picture(page, `late-owner-drawer-${await page.locator('html').getAttribute('data-theme')}`, false)
    await axe(page)
  })
})
