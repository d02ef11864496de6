import type { Locator } from '@playwright/test'
import { paths } from '#contract/screens.ts'
import { expect, test } from '#tests/support/browser/browser.ts'
import { desktop, openPayment, phone } from '#tests/support/browser/journey.ts'
import { newDeskShop, newSlotShop, standAt } from '#tests/support/people/desk-shop.ts'
import { inBothThemes, signInAsOwner } from '#tests/support/people/places.ts'

test('an owner sets opening hours, other hours of some dates and the slots; shoppers see exactly these times', async ({
  newPerson,
  axe,
  clock,
}) => {
  const [inTwoDays, inThreeDays] = [await clock.dateIn(2), await clock.dateIn(3)]
  const owner = await newPerson(desktop)
  const shop = await newDeskShop(owner.request, { counters: 1, baseFeePaise: 12_000 })
  await signInAsOwner(owner)
  await owner.goto(paths.shopPlace('phoenix-mall', shop.id, 'settings'))
  await owner.getByRole('switch', { name: 'Open 24 hours' }).press('Space')
  await owner.getByLabel('Monday, from').fill('10:00')
  await owner.getByLabel('Monday, to').fill('14:00')
  await owner.getByRole('button', { name: 'Copy Monday to all days' }).click()
  await expect(owner.getByLabel('Sunday, to')).toHaveValue('14:00')
  for (const [n, date] of [inTwoDays, inThreeDays].entries()) {
    await owner.getByRole('button', { name: 'Add a day' }).click()
    await owner.getByLabel('Date', { exact: true }).nth(n).fill(date)
  }
  await owner.getByRole('button', { name: `Add hours, ${inThreeDays}` }).click()
  await owner.getByLabel(`${inThreeDays}, from`).fill('16:00')
  await owner.getByLabel(`${inThreeDays}, to`).fill('18:00')
  await owner.getByRole('switch', { name: 'Shoppers can book a time' }).press('Space')
  await owner.getByLabel('Slot length (minutes)').fill('3')
  await owner.getByRole('button', { name: 'Save settings' }).click()
  await expect(owner.getByText('Please enter a whole number from 5 to 120')).toBeVisible()
  await expect(owner.getByLabel('Slot length (minutes)')).toBeFocused()
  await owner.getByLabel('Slot length (minutes)').fill('120')
  await owner.getByLabel('People per slot').fill('3')
  await owner.getByLabel('Days ahead').fill('4')
  await owner.getByLabel('Move or cancel until (minutes before)').fill('30')
  await inBothThemes(owner, axe)
  await owner.getByRole('button', { name: 'Save settings' }).click()
  await expect(owner.getByRole('alert').filter({ hasText: 'Settings saved.' })).toBeVisible()
  await owner.reload()
  await expect(owner.getByLabel('People per slot'), 'it is saved').toHaveValue('3')

  const shopper = await newPerson(phone)
  await openPayment(shopper, shop.id, 'Asha Looks')
  const days = shopper.getByRole('group', { name: 'Day' }).locator('label')
  await expect(days, 'today and four days ahead').toHaveCount(5)
  const times = shopper.locator('.slot-picker__slot')
  await days.nth(1).click()
  await expect(times).toHaveText([/^10:00\sam3 left$/, /^12:00\spm3 left$/])
  await expect(days.nth(2), 'the closed date').toContainText('closed')
  await expect(days.nth(2).getByRole('radio')).toBeDisabled()
  await days.nth(3).click()
  await expect(times, 'other hours').toHaveText([/^10:00\samclosed$/, /^12:00\spmclosed$/, /^4:00\spm3 left$/])
  await days.nth(4).click()
  await expect(times).toHaveCount(2)
})

test('a booking stays when its date is closed: desk and owner see it, and the owner ends it, which the phone says at once', async ({
  newPerson,
  axe,
  clock,
}) => {
  const page = await newPerson(phone)
  const shop = await newSlotShop(page.request)
  await openPayment(page, shop.id, 'Asha Books')
  await page.getByRole('group', { name: 'Day' }).locator('label').nth(2).click()
  const time = page.locator('label.slot-picker__slot').filter({ hasText: '6:00 pm' })
  await time.click()
  await expect(time).toContainText('yours')
  await page.getByRole('button', { name: 'Book Appointment' }).click()
  await expect(page.getByText(/^Booked for /)).toBeVisible()

  const owner = await newPerson(desktop)
  await signInAsOwner(owner)
  await owner.goto(paths.shopPlace('phoenix-mall', shop.id, 'settings'))
  const desk = await newPerson(desktop)
  await standAt(desk, shop, 'Counter 1')
  await owner.getByRole('button', { name: 'Add a day' }).click()
  await owner.getByLabel('Date', { exact: true }).fill(await clock.dateIn(2))
  await owner.getByRole('button', { name: 'Save settings' }).click()
  const [atDesk, outside] = [desk, owner].map((one) => one.getByRole('region', { name: /^Outside opening hours/ })) as [Locator, Locator]
  await expect(atDesk, 'without a reload').toContainText('Asha Books')
  await expect(atDesk.getByRole('button'), 'only the owner ends it').toHaveCount(0)
  await expect(outside).toContainText(/Asha Books .*, 6:00\spm/)
  await expect(outside, 'far above the button that was pressed').toBeFocused()
  await expect(page.getByText(/^Booked for /), 'it stays').toBeVisible()
  await inBothThemes(desk, axe)
  await outside.getByRole('button', { name: 'End them…' }).click()
  const question = owner.getByRole('dialog', { name: 'End these bookings?' })
  await expect(question).toContainText('Their fees go back at once')
  await inBothThemes(owner, axe)
  await question.getByRole('button', { name: 'Keep them' }).click()
  await expect(question).toBeHidden()
  await outside.getByRole('button', { name: 'End them…' }).click()
  await question.getByRole('button', { name: 'End the booking' }).click()
  await expect(owner.getByRole('alert').filter({ hasText: '1 booking has ended. The fee goes back.' })).toBeVisible()
  await expect(outside).toHaveCount(0)

  await expect(page.getByRole('heading', { name: 'Your booking was cancelled' }), 'without a reload').toBeVisible()
  await expect(page.getByText(new RegExp(`We are sorry: ${shop.name} is closed at the time that you booked, .*6:00\\spm\\.`))).toBeVisible()
  await expect(page.getByText('₹141.60 has been refunded.').first()).toBeVisible()
  await axe(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your booking was cancelled' }), 'also later').toBeVisible()
})
