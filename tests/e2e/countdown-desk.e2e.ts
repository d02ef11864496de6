import { expect, test } from '#tests/support/browser/browser.ts'
import { desktop, phone } from '#tests/support/browser/journey.ts'
import { blue, changeShop, joinFree, newDeskShop, pressBlue, rowOf, standAt } from '#tests/support/people/desk-shop.ts'

/** Staff at a shop with one counter need not leave the countdown screen. */

test('staff serve one customer and miss another on the countdown, and its end says what happened', async ({ newPerson, axe }) => {
  const staff = await newPerson(desktop)
  const shop = await newDeskShop(staff.request, { counters: 1, graceMinutes: 30 })
  const first = await joinFree((await newPerson(phone)).context(), shop, 'Asha Count')
  const bela = await newPerson(phone)
  const second = await joinFree(bela.context(), shop, 'Bela Count')
  await bela.goto(`/${shop.id}/token`)
  const third = await joinFree((await newPerson(phone)).context(), shop, 'Chitra Count')
  await standAt(staff, shop, 'Counter 1')
  await rowOf(staff, 'Asha Count').getByRole('button', { name: /^OK/ }).click()
  await expect(staff).toHaveURL(/\/countdown$/)
  await expect(staff.getByText('seconds remaining', { exact: true })).toBeVisible()
  await expect(blue(staff)).toContainText(`${first} is here`)
  await axe(staff)
  await staff.keyboard.press('x')
  await expect(staff.getByRole('heading', { name: `Token ${first} did not come` })).toBeVisible()
  await expect(staff.getByText('Undo brings this token back.')).toBeVisible()
  await expect(staff.getByText("Thank's for VISIT")).toHaveCount(0)

  // The next countdown is short, so that its end comes.
  await changeShop(staff, shop, { countdownSeconds: 3 })
  await expect(blue(staff)).toContainText(String(second))
  await pressBlue(staff, 'Call next')
  await expect(staff, 'still on the countdown').toHaveURL(/\/countdown$/)
  await expect(staff.getByRole('heading', { name: 'Time’s up' })).toBeVisible()
  await expect(staff.getByText("Thank's for VISIT"), 'no thanks before the customer has come').toHaveCount(0)
  await expect(staff.getByRole('button', { name: '2 more minutes' })).toBeVisible()
  await axe(staff)
  await staff.keyboard.press('a')
  await expect(staff.getByRole('heading', { name: 'Serving' })).toBeVisible()
  await expect(bela.getByRole('heading', { name: 'You are being served' })).toBeVisible()
  await staff.keyboard.press('s')
  await expect(staff.getByRole('heading', { name: "Thank's for VISIT" })).toBeVisible()
  await expect(blue(staff)).toContainText(String(third))
  await staff.keyboard.press('Escape')
  await expect(staff).toHaveURL(/\/counter$/)
})

test('the countdown of a shop keeps its thanks after the end', async ({ newPerson }) => {
  const staff = await newPerson(desktop)
  const shop = await newDeskShop(staff.request, { counters: 1, countdownSeconds: 10, graceMinutes: 30 })
  await joinFree((await newPerson(phone)).context(), shop, 'Asha Hall')
  await standAt(staff, shop, 'Counter 1')
  const hall = await newPerson({ viewport: { width: 1920, height: 1080 } })
  await standAt(hall, shop, 'Counter 1')
  await hall.goto(`/${shop.id}/countdown`)
  await pressBlue(staff, 'Call next')
  await expect(hall.getByText(/seconds? remaining/).first()).toBeVisible()
  await expect(hall.getByText("Thank's for VISIT")).toBeVisible()
})
