import { readFileSync } from 'node:fs'
import { DEFAULT_TIME_ZONE } from '#contract/base/time.ts'
import { timeOfDay, zoned } from '#contract/base/zoned.ts'
import { expect, test } from '#tests/support/browser/browser.ts'
import { inBothThemes, signInAsOperator, signInAsOwner } from '#tests/support/people/places.ts'

test('an owner reads who changed the fee, filters the record and saves it as a file', async ({ page, axe }) => {
  await signInAsOwner(page)
  await page.goto('/shop/phoenix-mall?shop=royal-sarees&part=settings')
  const fee = page.getByLabel('Base fee (₹)')
  const before = await fee.inputValue()
  await fee.fill(before === '131' ? '132' : '131')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()

  await page.goto('/shop/phoenix-mall')
  await page.getByRole('link', { name: 'Record' }).click()
  await expect(page.getByRole('heading', { name: 'Record of Phoenix Mall' })).toBeVisible()
  await expect(page.getByText(/Omkar Desai changed the fee of .+ from ₹\d+ to ₹13[12]/).first()).toBeVisible()
  await inBothThemes(page, axe)
  await expect(page.getByText('signed in'), 'the many logins are a topic of their own').toHaveCount(0)
  await page.getByLabel('Topic').selectOption('Logins')
  await expect(page.getByText(/^Omkar Desai signed in/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect(page.getByRole('link', { name: 'Calls, served customers and no-shows of a day' })).toHaveAttribute(
    'href',
    '/shop/phoenix-mall/day',
  )

  await page.getByLabel('Search the record').fill('nothing is called so')
  await expect(page.getByText('No entries match this search.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await page.getByLabel('Topic').selectOption('Fees and settings')
  await expect(page.getByText(/changed the fee of/).first()).toBeVisible()

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const file = readFileSync(await (await saved).path(), 'utf8')
  expect(file).toContain('shop.settings-changed')
  await page.getByLabel('Topic').selectOption('Exports')
  await expect(page.getByText('Omkar Desai exported this record').first()).toBeVisible()
})

test('the administrator reads the record of all malls, and owners do not', async ({ page, newPerson }) => {
  await signInAsOperator(page)
  await page.goto('/ownerdashboard')
  await page.getByRole('link', { name: 'Record' }).click()
  await expect(page.getByRole('heading', { name: 'Record of all malls' })).toBeVisible()
  const owner = await newPerson()
  await signInAsOwner(owner)
  await owner.goto('/ownerdashboard/audit')
  await expect(owner).toHaveURL(/\/branddashboard2\//)
})

test('on a PC that is set to another time zone the record keeps the time of the mall', async ({ newPerson }) => {
  const page = await newPerson({ timezoneId: 'America/Los_Angeles' })
  await signInAsOwner(page)
  await page.goto('/shop/phoenix-mall/audit')
  const time = page.locator('.audit time').first()
  const at = Date.parse((await time.getAttribute('datetime')) ?? '')
  await expect(time).toHaveText(timeOfDay(at, DEFAULT_TIME_ZONE))
  const day = zoned(at, 'en-IN', DEFAULT_TIME_ZONE, { dateStyle: 'full' })
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(day)
})
