import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser/browser.ts'
import { desktop, openToken, phone } from '#tests/support/browser/journey.ts'
import { newDeskShop, rowOf, standAt } from '#tests/support/people/desk-shop.ts'
import { inBothThemes } from '#tests/support/people/places.ts'

const screenshots = process.env.SCREENSHOTS

test('staff refund up to the limit of the shop, with a reason, and no further', async ({ newPerson, axe }) => {
  const staff = await newPerson(desktop)
  const shop = await newDeskShop(staff.request, { counters: 1, baseFeePaise: 12_000, staffRefundLimitPaise: 5000 })
  await standAt(staff, shop, 'Counter 1')
  const shopper = await newPerson(phone)
  const number = await openToken(shopper, shop.id, 'Nila Menon')

  const look = async (name: string) => {
    for (const [size, viewport] of Object.entries({ desktop: desktop.viewport, phone: phone.viewport }))
      await inBothThemes(staff, async (page: Page) => {
        await page.setViewportSize(viewport ?? { width: 1280, height: 800 })
        const theme = await page.locator('html').getAttribute('data-theme')
        if (screenshots) await page.screenshot({ path: `${screenshots}/desk-refund-${name}-${size}-${theme}.png` })
        await axe(page)
      })
    await staff.setViewportSize(desktop.viewport ?? { width: 1280, height: 800 })
  }
  const open = () =>
    rowOf(staff, 'Nila Menon')
      .getByRole('button', { name: `Refund token ${number}` })
      .click()
  const dialog = staff.getByRole('dialog', { name: `Refund Nila Menon, token ${number}` })

  await look('row')
  await open()
  await expect(dialog.getByText('₹141.60 was paid.')).toBeVisible()
  await expect(dialog.getByText('You can refund up to ₹50.')).toBeVisible()
  await expect(dialog.getByLabel('Amount')).toHaveValue('50')
  await look('dialog')

  await dialog.getByLabel('Amount').fill('50.01')
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(dialog.getByText('Please enter an amount up to ₹50.')).toBeVisible()
  await expect(dialog.getByText('Please say why.')).toBeVisible()
  await look('wrong')
  await dialog.getByLabel('Amount').fill('20.50')
  await dialog.getByLabel('Reason').fill('Counter 1 was down.')
  await dialog.getByRole('button', { name: 'Refund ₹20.50' }).click()
  await expect(staff.getByText(`Token ${number}: the refund of ₹20.50 has started.`)).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await open()
  await expect(dialog.getByText(/^₹20\.50 (?:is being refunded|is on its way|has been refunded)\.$/)).toBeVisible()
  await expect(dialog.getByLabel('Amount')).toHaveValue('29.50')
  await look('second')
  await dialog.getByLabel('Reason').fill('The bill was wrong.')
  await dialog.getByRole('button', { name: 'Refund ₹29.50' }).click()
  await expect(dialog).toHaveCount(0)
  await open()
  await expect(dialog.getByText('You cannot refund any more of this payment. The owner may still be able to.')).toBeVisible()
  await look('nothing-left')
  await dialog.getByRole('button', { name: 'Close' }).click()

  await expect(shopper.locator('.ring b'), 'the place is kept').toHaveText(number)
  await expect(async () => {
    await shopper.reload()
    await expect(shopper.getByText('₹29.50 has been refunded.')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(shopper.getByText('₹20.50 has been refunded.')).toBeVisible()
})
