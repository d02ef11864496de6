import { expect, type Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { demoAccounts } from '#contract/base/demo.ts'
import { signInAs } from '#tests/support/browser/journey.ts'

let made = Date.now() % 100_000
/** A name that nothing else in this run has. */
export const newName = (what: string): string => `${what} ${(made++).toString(36)}`
export const newEmail = (): string => `somebody-${(made++).toString(36)}@example.in`

export async function login(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** Signs in as the demo owner and waits for their mall. */
export async function signInAsOwner(page: Page): Promise<void> {
  await signInAs(page, demoAccounts.owner.email)
  await expect(page.getByRole('heading', { name: 'Phoenix Mall', level: 1 })).toBeVisible()
}

/** Signs in as the super administrator and waits for the malls. */
export async function signInAsOperator(page: Page): Promise<void> {
  await signInAs(page, demoAccounts.superadmin.email)
  await expect(page.getByRole('heading', { name: 'SELECT YOUR MALL' })).toBeVisible()
}

/** Runs `look` in the light theme, and in the dark one, where axe need only look at the colours. */
export async function inBothThemes(page: Page, look: (page: Page, only?: 'colours') => Promise<void>): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    await look(page, colorScheme === 'dark' ? 'colours' : undefined)
  }
}

/** Larger than the picture that the form sends. */
export function pictureFile(width = 1200, height = 600): { name: string; mimeType: string; buffer: Buffer } {
  const picture = new PNG({ width, height })
  for (let i = 0; i < picture.data.length; i += 4) picture.data.set([150, (i / 4) % 255, 46, 255], i)
  return { name: 'mall.png', mimeType: 'image/png', buffer: PNG.sync.write(picture) }
}

export async function fillShop(page: Page, shop: { name: string; email: string; password: string }): Promise<void> {
  const form = page.getByRole('form', { name: "Add Shop's" })
  await form.getByLabel('Name', { exact: true }).fill(shop.name)
  await form.getByLabel('Description').fill('Silks from Kanchipuram.')
  await form.locator('input[type=file]').setInputFiles(pictureFile(300, 300))
  await expect(form.getByAltText('The chosen picture')).toBeVisible()
  await form.getByLabel('Link').fill('silk.example.in')
  await form.getByLabel('Email').fill(shop.email)
  await form.getByLabel('Password', { exact: true }).fill(shop.password)
  await form.getByLabel('Confirm').fill(shop.password)
  await expect(form.getByLabel('Link'), 'the missing https:// is added').toHaveValue('https://silk.example.in')
}
