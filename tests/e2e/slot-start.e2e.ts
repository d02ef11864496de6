import type { Locator } from '@playwright/test'
import { MINUTE } from '#contract/base/time.ts'
import { expect, test } from '#tests/support/browser/browser.ts'
import { desktop, openPayment, phone } from '#tests/support/browser/journey.ts'
import { newSlotShop, rowOf, standAt } from '#tests/support/people/desk-shop.ts'
import { inBothThemes } from '#tests/support/people/places.ts'

/** Long enough to verify, to choose a time and to pay before the first slot starts. */
const TO_BOOK_MS = 30 * MINUTE

const inIndia = (at: number): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Kolkata' }).format(at)

/** The shop opens at the next whole minute that leaves time to book. Its first slot starts then. */
async function openingSoon(request: Parameters<typeof newSlotShop>[0], now: number) {
  const opens = Math.ceil((now + TO_BOOK_MS) / MINUTE) * MINUTE
  const openingHours = Array.from({ length: 7 }, (): [string, string][] => [[inIndia(opens), inIndia(opens + 120 * MINUTE)]])
  return newSlotShop(request, { openingHours, staffRefundLimitPaise: 5000 })
}

test('staff see who is booked beside the queue; at the time of the slot the phone and the desk change without a reload', async ({
  newPerson,
  axe,
  clock,
}) => {
  const staff = await newPerson(desktop)
  const later = await newSlotShop(staff.request)
  await standAt(staff, later, 'Counter 1')
  await expect(staff.getByRole('radio', { name: /^Booked/ }), 'nobody is booked').toHaveCount(0)

  const shop = await openingSoon(staff.request, await clock.now())
  const desk = await newPerson(desktop)
  await standAt(desk, shop, 'Counter 1')
  const page = await newPerson(phone)
  await openPayment(page, shop.id, 'Asha Soon')
  const first = page.locator('label.slot-picker__slot').first()
  await first.click()
  await expect(first).toContainText('yours')
  await page.getByRole('button', { name: 'Book Appointment' }).click()
  await expect(page.getByText(/^Booked for /)).toBeVisible()
  await axe(page)

  const booked = desk.getByRole('radio', { name: /^Booked/ })
  await expect(booked, 'the desk has heard of it').toHaveAccessibleName('Booked 1')
  await expect(rowOf(desk, 'Asha Soon'), 'beside the queue, not in it').toHaveCount(0)
  const filter = desk.getByRole('radiogroup', { name: 'Filter' })
  await filter.getByText('Booked').click()
  await expect(rowOf(desk, 'Asha Soon')).toContainText('joins automatically')
  const right = (one: Locator) => one.boundingBox().then((box) => (box ? box.x + box.width : Number.NaN))
  const refund = rowOf(desk, 'Asha Soon').getByRole('button', { name: 'Refund token 1' })
  expect(await right(refund), 'the last button is inside the table').toBeLessThan(await right(desk.getByRole('table')))
  if (process.env.SCREENSHOTS) await desk.screenshot({ path: `${process.env.SCREENSHOTS}/desk-booked.png` })
  await inBothThemes(desk, axe)
  await filter.getByText('All').click()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await desk.evaluate(() => Object.assign(window, { isSamePage: true }))

  await clock.pass(TO_BOOK_MS + MINUTE)
  await expect(page.getByText('You are next. Please stay near the counter.').first()).toBeVisible()
  await expect(rowOf(desk, 'Asha Soon')).toContainText('Booked for')
  await expect(rowOf(desk, 'Asha Soon').getByRole('button', { name: /^OK/ })).toBeVisible()
  await expect(booked).toHaveCount(0)
  for (const one of [page, desk]) expect(await one.evaluate(() => 'isSamePage' in window), 'no reload').toBe(true)
  await axe(page)
  await axe(desk)
})

test('a booked person who comes early is marked at the desk, called before the slot, and booked again if the mark was a mistake', async ({
  newPerson,
  axe,
  clock,
}) => {
  const desk = await newPerson(desktop)
  const shop = await openingSoon(desk.request, await clock.now())
  await standAt(desk, shop, 'Counter 1')
  const page = await newPerson(phone)
  await openPayment(page, shop.id, 'Asha Early')
  await page.locator('label.slot-picker__slot').first().click()
  await expect(page.locator('label.slot-picker__slot').first()).toContainText('yours')
  await page.getByRole('button', { name: 'Book Appointment' }).click()
  await expect(page.getByText(/^Booked for /)).toBeVisible()
  const filter = desk.getByRole('radiogroup', { name: 'Filter' })
  await filter.getByText('Booked').click()
  await rowOf(desk, 'Asha Early').getByRole('button', { name: 'Here now, token 1' }).click()
  await expect(page.getByText('You are next. Please stay near the counter.').first()).toBeVisible()
  await desk.keyboard.press('u')
  await expect(page.getByText(/^Booked for /)).toBeVisible()
  // With the mouse, it would be a double press.
  await rowOf(desk, 'Asha Early').getByRole('button', { name: 'Here now, token 1' }).press('Enter')
  await filter.getByText('All').click()
  await expect(rowOf(desk, 'Asha Early')).toContainText('Booked for')
  await axe(page)
  await axe(desk)
  await desk.getByRole('button', { name: /^Call next/ }).click()
  await expect(page.getByRole('heading', { name: 'It is your turn' })).toBeVisible()
})
