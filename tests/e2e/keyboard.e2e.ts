import type { Page } from '@playwright/test'
import { DEMO_PASSWORD, demoAccounts } from '../../contract/demo.ts'
import { expect, test } from '../support/browser.ts'
import { desktop, newMobile } from '../support/journey.ts'

/** Presses Tab until the focused element has this name; fails after forty. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let i = 0; i < 40; i += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const at = document.activeElement
      const label = at instanceof HTMLInputElement ? (at.labels?.[0]?.textContent ?? at.getAttribute('aria-label')) : null
      return at?.getAttribute('aria-label') ?? label ?? at?.textContent ?? ''
    })
    if (name.test(focused.trim())) return
  }
  throw new Error(`no stop of the Tab key is named ${name}`)
}

test('the main job with the keyboard alone, on both sides', async ({ newPerson }) => {
  const shopper = await newPerson(desktop)
  await shopper.goto('/phoenix-cafe')
  await expect(shopper.getByRole('link', { name: 'Buy Cart' })).toBeVisible()
  await shopper.keyboard.press('Enter')
  await expect(shopper).toHaveURL(/\/information/)
  await tabTo(shopper, /^Name/)
  await shopper.keyboard.type('Tara Keys')
  await tabTo(shopper, /^Mobile/)
  await shopper.keyboard.type(newMobile())
  await tabTo(shopper, /^Email/)
  await shopper.keyboard.type('tara@example.in')
  await shopper.keyboard.press('Enter')
  await expect(shopper.getByText('Your OTP')).toBeVisible()
  await expect(shopper.getByRole('textbox', { name: /OTP/ }), 'the code is what comes next').toBeFocused()
  await shopper.keyboard.press('Enter')
  await expect(shopper).toHaveURL(/paymentpage/)
  await tabTo(shopper, /^Book Appointment/)
  await shopper.keyboard.press('Enter')
  await expect(shopper.getByText('Your TOKEN Number has been GENERATED')).toBeVisible()

  const staff = await newPerson(desktop)
  await staff.goto('/')
  await tabTo(staff, /^Email/)
  await staff.keyboard.type(demoAccounts.staff.email)
  await tabTo(staff, /^Password/)
  await staff.keyboard.type(DEMO_PASSWORD)
  await staff.keyboard.press('Enter')
  await expect(staff).toHaveURL(/\/counter$/)
  await expect(staff.getByRole('row').filter({ hasText: 'Tara Keys' })).toBeVisible()
  await staff.keyboard.press('/')
  await staff.keyboard.type('Tara K')
  await expect(staff.getByRole('row')).toHaveCount(2)
  await tabTo(staff, /^OK/)
  await staff.keyboard.press('Enter')
  await expect(staff).toHaveURL(/\/countdown$/)
  await expect(shopper.getByRole('heading', { name: 'It is your turn' })).toBeVisible()
  await staff.keyboard.press('Enter')
  await expect(staff).toHaveURL(/\/counter$/)
  await staff.keyboard.press('s')
  await expect(shopper.getByText("Thank's for VISIT")).toBeVisible()
})

/** Opens a welcome whose scripts are a second and a half late. */
async function openBeforeScripts(page: Page): Promise<void> {
  await page.route('**/static/js/**', async (route) => {
    await new Promise((later) => setTimeout(later, 1500))
    await route.continue()
  })
  await page.goto('/lotus-books', { waitUntil: 'commit' })
}

test('a press before the page is alive is not lost', async ({ newPerson }) => {
  const page = await newPerson()
  await openBeforeScripts(page)
  const music = page.getByRole('button', { name: /music|sound/i }).first()
  await music.waitFor()
  const before = await music.getAttribute('aria-pressed')
  await music.click()
  await expect(music).not.toHaveAttribute('aria-pressed', String(before), { timeout: 15_000 })
})

test('Enter on the welcome before its scripts have come is not lost', async ({ newPerson }) => {
  const page = await newPerson()
  await openBeforeScripts(page)
  await page.getByRole('link', { name: 'Buy Cart' }).waitFor()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/information/, { timeout: 15_000 })
})
