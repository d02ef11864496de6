import type { FrameLocator, Page } from '@playwright/test'
import { type Axe, expect, type NewPerson } from './browser.ts'
import { openPayment, phone } from './journey.ts'
import { type JourneyVendors, type NewMall, newMall, takesMoneyThrough } from './vendor-shop.ts'

/** What a shopper does at Razorpay or Cashfree. The vendors are doubles on this machine. */

export const newShopper = (newPerson: NewPerson) => newPerson({ ...phone })

/** Makes a mall with one shop that takes money through a vendor. */
export async function mallAt({ request }: Page, vendors: JourneyVendors, vendor: 'razorpay' | 'cashfree'): Promise<NewMall> {
  const mall = await newMall(request)
  await takesMoneyThrough(request, mall, vendor, vendors)
  return mall
}

/** Makes `page` the payment page of a shopper of a new shop that takes money through a vendor. */
export async function payerAt(page: Page, vendors: JourneyVendors, vendor: 'razorpay' | 'cashfree'): Promise<NewMall> {
  const mall = await mallAt(page, vendors, vendor)
  await openPayment(page, mall.shopId, 'Asha Verma')
  return mall
}

export const book = (page: Page) => page.getByRole('button', { name: 'Book Appointment' }).click()

export const vendorPage = (page: Page): FrameLocator => page.frameLocator('iframe')

/**
 * Presses a button of the vendor's page until it is pressed, as a person would. Chromium may give a click on a new frame to the page behind
 * it.
 */
export async function press(page: Page, name: string): Promise<void> {
  const button = vendorPage(page).getByRole('button', { name, exact: true, disabled: false })
  await button.waitFor()
  await expect(async () => {
    // A press can take its frame away before it is done: then it fails, although it was made.
    if ((await button.count()) > 0) await button.click({ timeout: 10_000 })
    await expect(button).toHaveCount(0, { timeout: 1000 })
  }).toPass()
}

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

export async function hasToken(page: Page): Promise<void> {
  await expect(heading(page, 'Your TOKEN Number has been GENERATED')).toBeVisible()
  await expect(page.locator('.ring b')).toHaveText('1')
}

/** Fails if axe finds anything in the light theme, or in the colours of the dark one. */
export async function isReadable(page: Page, axe: Axe): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await axe(page, colorScheme === 'dark' ? 'colours' : undefined)
  }
}
