import type { Page } from '@playwright/test'
import { demoAccounts } from '#contract/base/demo.ts'
import { expect, test } from '#tests/support/browser/browser.ts'
import { desktop, holdScripts, openToken, phone, signInAs } from '#tests/support/browser/journey.ts'
import { newDeskShop } from '#tests/support/people/desk-shop.ts'

const incomplete = (page: Page) => page.getByText('This page did not load completely.', { exact: false })

/** Waits until the page says that it did not load completely. Returns a function that brings the connection back. */
async function loseConnection(page: Page, filesMayCome: () => void): Promise<() => Promise<void>> {
  await page.context().setOffline(true)
  filesMayCome()
  await expect(incomplete(page)).toBeVisible()
  return async () => {
    const live = page.waitForEvent('websocket')
    await page.context().setOffline(false)
    await live
  }
}

for (const [what, files] of Object.entries({ 'its scripts': '**/static/js/shopper-*.js', 'its screen': '**/static/js/screen-token-*.js' }))
  test(`a token page that lost the connection before ${what} came says so, and goes on when it is back`, async ({
    newPerson,
    allowOffline,
  }) => {
    const page = await newPerson(phone)
    const filesMayCome = await holdScripts(page, files)
    await openToken(page, 'phoenix-cafe', 'Lift Lata')
    allowOffline({ beforeItsFiles: true })
    const comesBack = await loseConnection(page, filesMayCome)
    await comesBack()
    await expect(incomplete(page)).toBeHidden()
  })

test('what was typed before the connection was lost is there when the page comes again', async ({ newPerson, allowOffline }) => {
  const page = await newPerson(phone)
  const filesMayCome = await holdScripts(page, '**/static/js/shopper-*.js')
  // Its id is not the name in its address.
  const { id } = await newDeskShop(page.request, { counters: 1 })
  await page.goto(`/${id}/information`)
  await page.getByLabel('Name').fill('Lift Lata')
  await page.getByLabel('Mobile number').fill('98765 43210')
  allowOffline({ beforeItsFiles: true })
  const comesBack = await loseConnection(page, filesMayCome)
  await comesBack()
  await expect(page.getByLabel('Name')).toHaveValue('Lift Lata')
  await expect(page.getByLabel('Mobile number')).toHaveValue('98765 43210')
})

test('a board that starts before its Wi-Fi shows its numbers when the Wi-Fi is there', async ({ newPerson, allowOffline }) => {
  const page = await newPerson(desktop)
  await signInAs(page, demoAccounts.staff.email)
  const filesMayCome = await holdScripts(page, '**/static/js/console-*.js')
  await page.goto('/display?shop=phoenix-cafe', { waitUntil: 'commit' })
  allowOffline({ beforeItsFiles: true })
  const comesBack = await loseConnection(page, filesMayCome)
  await comesBack()
  await expect(page.getByRole('region', { name: 'Next' })).toBeVisible()
})
