import type { Page } from '@playwright/test'
import { MINUTE } from '#contract/base/time.ts'
import { paths } from '#contract/screens.ts'
import { expect, test } from '#tests/support/browser/browser.ts'
import { call, desktop, enter, payOnline, phone, verify } from '#tests/support/browser/journey.ts'
import { newDeskShop, rowOf, standAt } from '#tests/support/people/desk-shop.ts'
import { inBothThemes, signInAsOwner } from '#tests/support/people/places.ts'

const TERMS = 'Called within 1 minute, or your fee is refunded automatically.'

async function inBothColours(page: Page, look: (page: Page) => Promise<void>): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await look(page)
  }
}

async function payFor(shopper: Page, shopId: string, name: string): Promise<void> {
  await enter(shopper, shopId)
  await expect(shopper.getByText(TERMS)).toBeVisible()
  await verify(shopper, name)
  await expect(shopper.getByText(TERMS)).toBeVisible()
  await payOnline(shopper)
  await expect(shopper.getByText(/^Called by \d+:\d\d\s[ap]m, or your fee comes back\.$/)).toBeVisible()
}

test('an owner makes a promise; one shopper is called in time, the other gets the fee back and is still served', async ({
  newPerson,
  axe,
  clock,
}) => {
  const staff = await newPerson(desktop)
  const shop = await newDeskShop(staff.request, { counters: 1, baseFeePaise: 12_000 })
  const owner = await newPerson(desktop)
  await signInAsOwner(owner)
  await owner.goto(paths.shopPlace('phoenix-mall', shop.id, 'settings'))
  await owner.getByLabel('Service promise (minutes)').fill('241')
  await owner.getByRole('button', { name: 'Save settings' }).click()
  await expect(owner.getByText('Please enter a whole number from 1 to 240')).toBeVisible()
  await owner.getByLabel('Service promise (minutes)').fill('1')
  await expect(owner.getByText(`Shoppers read: “${TERMS}”`)).toBeVisible()
  await inBothThemes(owner, axe)
  await owner.getByRole('button', { name: 'Save settings' }).click()
  await expect(owner.getByRole('alert').filter({ hasText: 'Settings saved.' })).toBeVisible()
  await standAt(staff, shop, 'Counter 1')

  const [waits, called] = [await newPerson(phone), await newPerson(phone)]
  await waits.goto(`/${shop.id}`)
  await expect(waits.getByText(TERMS)).toBeVisible()
  await inBothColours(waits, axe)
  await payFor(waits, shop.id, 'Bela Waits')
  await expect(rowOf(staff, 'Bela Waits')).toContainText(/Promise until \d+:\d\d\s[ap]m/)
  await payFor(called, shop.id, 'Asha Called')
  await call(staff, 'Asha Called')
  await expect(called.getByRole('heading', { name: 'It is your turn' })).toBeVisible()
  await expect(staff.getByText(/seconds? remaining|Time’s up/).first()).toBeVisible()
  await staff.keyboard.press('Escape')
  await expect(staff).toHaveURL(/\/counter$/)

  await clock.pass(MINUTE)
  await expect(waits.getByText('Sorry, we did not call you by', { exact: false })).toBeVisible()
  await expect(waits.getByText('Your fee of ₹141.60 has been refunded. You keep your place.')).toBeVisible()
  await expect(waits.locator('.ring b'), 'the place is kept').toHaveText('1')
  await inBothColours(waits, axe)
  await waits.reload()
  await expect(waits.getByText('Sorry, we did not call you by', { exact: false }), 'from the first HTML on').toBeVisible()
  await expect(rowOf(staff, 'Bela Waits')).toContainText('Promise missed, fee goes back')
  await expect(rowOf(staff, 'Asha Called')).not.toContainText('Promise')
  await inBothThemes(staff, axe)

  await waits.getByRole('button', { name: 'Leave the queue' }).first().click()
  await expect(waits.getByRole('dialog').getByText('₹141.60 has been refunded.')).toBeVisible()
  await waits.getByRole('button', { name: 'Stay in the queue' }).click()
  await call(staff, 'Bela Waits')
  await expect(waits.getByRole('heading', { name: 'It is your turn' })).toBeVisible()
})

test('the promise is also in Hindi', async ({ newPerson }) => {
  const owner = await newPerson(desktop)
  const shop = await newDeskShop(owner.request, { counters: 1, baseFeePaise: 12_000, promise: { minutes: 20, refund: true } })
  const shopper = await newPerson({ ...phone, locale: 'hi-IN' })
  await shopper.goto(`/${shop.id}`)
  await expect(shopper.getByText('20 मिनट में बुलाएँगे, नहीं तो आपकी फ़ीस अपने आप वापस।')).toBeVisible()
})
