import type { Page } from '@playwright/test'
import { demoAccounts } from '#contract/base/demo.ts'
import { countCash } from '#contract/payments/cash-calls.ts'
import { paths } from '#contract/screens.ts'
import { expect, type NewPerson, test } from '#tests/support/browser/browser.ts'
import { desktop, openPayment, phone, signInAs } from '#tests/support/browser/journey.ts'
import { addressOf } from '#tests/support/calls/client.ts'
import { type DeskShop, newDeskShop, standAt } from '#tests/support/people/desk-shop.ts'
import { inBothThemes } from '#tests/support/people/places.ts'

const screenshots = process.env.SCREENSHOTS

/** The shopper gives ₹142 to the staff. */
async function payCash(newPerson: NewPerson, staff: Page, shop: DeskShop, name: string): Promise<void> {
  const shopper = await newPerson(phone)
  await openPayment(shopper, shop.id, name)
  await shopper.getByText('Cash at the counter').click()
  await shopper.getByRole('button', { name: 'Book Appointment' }).click()
  await expect(shopper).toHaveURL(/\/token/)
  await staff.getByRole('button', { name: new RegExp(`^${name} …\\d{4}, .* take the cash$`) }).click()
  await staff.getByRole('dialog').getByRole('button').last().click()
  await expect(shopper.getByRole('heading', { name: 'Your TOKEN Number has been GENERATED' })).toBeVisible()
}

async function openCount(staff: Page, shop: DeskShop) {
  await staff.getByRole('button', { name: shop.name, exact: true }).press('Enter')
  await staff.getByRole('menuitem', { name: 'Count the cash' }).press('Enter')
  const dialog = staff.getByRole('dialog')
  await expect(dialog.getByLabel('Cash in the drawer, counted')).toBeFocused()
  return dialog
}

async function look(page: Page, name: string): Promise<void> {
  if (!screenshots) return
  await inBothThemes(page, async () => {
    const theme = await page.locator('html').getAttribute('data-theme')
    const width = page.viewportSize()?.width
    await page.screenshot({ path: `${screenshots}/${name}-${width}-${theme}.png`, fullPage: true })
  })
}

test('staff count the cash of their counter with the keyboard alone, print a slip, and the owner sees what is missing', async ({
  newPerson,
  allowRefusal,
  axe,
}) => {
  const staff = await newPerson(desktop)
  const shop = await newDeskShop(staff.request, { counters: 2, baseFeePaise: 12_000 })
  await standAt(staff, shop, 'Counter 1')
  await payCash(newPerson, staff, shop, 'Asha Cash')

  const dialog = await openCount(staff, shop)
  await expect(dialog.getByLabel('Drawer', { exact: true }), 'the counter of this device').toHaveValue(shop.counters[0]?.id ?? '')
  await expect(dialog.getByText('Should be there').locator('..')).toContainText('₹142')
  await staff.keyboard.press('Enter')
  await expect(dialog.getByText('Please enter what you have counted, in rupees')).toBeVisible()
  await look(staff, 'cash-error')
  await dialog.getByText('Count by notes').press('Enter')
  await dialog.getByLabel('Notes of ₹100', { exact: true }).pressSequentially('1')
  await dialog.getByLabel('Notes of ₹20', { exact: true }).pressSequentially('2x')
  await expect(dialog.getByText('Please enter a number')).toBeVisible()
  await expect(dialog.getByLabel('Cash in the drawer, counted'), 'nothing is added up until all can be read').toHaveValue('')
  await staff.keyboard.press('Backspace')
  await staff.keyboard.press('Enter')
  await expect(dialog.getByLabel('Cash in the drawer, counted')).toHaveValue('140')
  await expect(dialog.getByText('₹2 too little')).toBeVisible()
  await dialog.getByLabel('Note', { exact: true }).pressSequentially('A coin is missing')
  await inBothThemes(staff, axe)
  await look(staff, 'cash-count')

  // A colleague at the same counter takes cash in the meantime.
  const colleague = await newPerson(desktop)
  await standAt(colleague, shop, 'Counter 1')
  await payCash(newPerson, colleague, shop, 'Bela Cash')
  allowRefusal(409, /\/counts$/)
  await dialog.getByRole('button', { name: 'Record the count' }).press('Enter')
  await expect(dialog.getByText('The cash of this drawer has changed')).toBeVisible()
  await expect(dialog.getByText('Should be there').locator('..')).toContainText('₹284')
  await dialog.getByLabel('Cash in the drawer, counted').fill('282')
  await dialog.getByLabel('Stays in the drawer').fill('100')
  await expect(dialog.getByText('You take ₹182 out.')).toBeVisible()
  await staff.keyboard.press('Enter')

  await expect(dialog.getByText('The count is on record.')).toBeVisible()
  await staff.evaluate(() => Object.assign(self, { print: () => Object.assign(self, { printed: true }) }))
  await expect(dialog.getByRole('button', { name: 'Print the slip' })).toBeFocused()
  await staff.keyboard.press('Enter')
  expect(await staff.evaluate(() => Reflect.get(self, 'printed'))).toBe(true)
  const slip = dialog.getByRole('article', { name: 'Cash count' })
  await expect(slip).toContainText(`${shop.name}, Counter 1`)
  await expect(slip).toContainText('₹2 too little')
  await expect(slip).toContainText('Note: A coin is missing')
  await inBothThemes(staff, axe)
  await look(staff, 'cash-slip')
  await staff.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(staff.locator('body > :visible'), 'the slip is alone on the paper').toHaveCount(1)
  await expect(staff.getByRole('article', { name: 'Cash count' })).toContainText('₹2 too little')
  if (screenshots) await staff.screenshot({ path: `${screenshots}/cash-print.png` })
  await staff.emulateMedia({ media: null, colorScheme: null })
  await staff.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(staff.getByRole('button', { name: shop.name, exact: true })).toBeFocused()

  const again = await openCount(staff, shop)
  await expect(again.getByText('Left in the drawer at the last count').locator('..')).toContainText('₹100')
  await look(staff, 'cash-again')
  await again.getByRole('button', { name: /^The last slip/ }).press('Enter')
  await expect(again.getByRole('article', { name: 'Cash count' })).toContainText('A coin is missing')
  await staff.keyboard.press('Escape')
  await expect(again).toBeHidden()
  await payCash(newPerson, staff, shop, 'Chitra Cash')

  const owner = await newPerson(desktop)
  await signInAs(owner, demoAccounts.owner.email)
  await owner.goto(paths.day('phoenix-mall'))
  const cash = owner.getByRole('region', { name: 'Cash at the counters' })
  await expect(cash.getByRole('list', { name: 'Not counted yet' }).getByRole('listitem').filter({ hasText: shop.name })).toContainText(
    '₹242 should be there',
  )
  const row = cash
    .getByRole('list', { name: 'Counts of the day' })
    .getByRole('listitem')
    .filter({ hasText: `${shop.name}, Counter 1` })
  await expect(row).toContainText('₹2 too little')
  await inBothThemes(owner, axe)
  await look(owner, 'cash-day')
  await row.getByRole('button', { name: /^Show the slip of/ }).press('Enter')
  await expect(owner.getByRole('article', { name: 'Cash count' })).toContainText('A coin is missing')
  await owner.keyboard.press('Escape')
  await expect(row.getByRole('button', { name: /^Show the slip of/ })).toBeFocused()
  await owner.getByRole('button', { name: 'The day before' }).click()
  await expect(row, 'counted today, not the day before').toHaveCount(0)
  await expect(cash.getByRole('listitem')).toHaveCount(0)
})

test('on a phone in Hindi, a lost answer does not count the same cash twice', async ({ newPerson, axe }) => {
  const staff = await newPerson(phone)
  const shop = await newDeskShop(staff.request, { counters: 1, baseFeePaise: 12_000 })
  await standAt(staff, shop, 'Counter 1')
  await payCash(newPerson, staff, shop, 'Asha Cash')
  await staff.context().addCookies([{ name: 'rc_lang', value: 'hi', url: staff.url() }])
  await staff.reload()
  await staff.getByRole('button', { name: shop.name, exact: true }).click()
  await staff.getByRole('menuitem', { name: 'नकद गिनें' }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByLabel('गल्ले में गिना हुआ नकद').fill('142')
  await expect(dialog.getByText('बिल्कुल सही')).toBeVisible()
  await inBothThemes(staff, axe)
  await look(staff, 'cash-count-hi')
  const keys: (string | undefined)[] = []
  await staff.route(`**${addressOf(countCash, { id: shop.id })}`, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    return route.fulfill({ body: 'lost' })
  })
  await dialog.getByRole('button', { name: 'गिनती दर्ज करें' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await look(staff, 'cash-lost-hi')
  await dialog.getByRole('button', { name: 'गिनती दर्ज करें' }).click()
  await expect(dialog.getByRole('article', { name: 'नकद की गिनती' })).toContainText('बिल्कुल सही')
  expect(new Set(keys).size, 'both have the same key').toBe(1)
  await inBothThemes(staff, axe)
  await look(staff, 'cash-slip-hi')

  const owner = await newPerson(phone)
  await signInAs(owner, demoAccounts.owner.email)
  await owner.goto(paths.day('phoenix-mall'))
  const cash = owner.getByRole('region', { name: 'Cash at the counters' })
  await expect(
    cash.getByRole('list', { name: 'Counts of the day' }).getByRole('listitem').filter({ hasText: shop.name }),
    'it is on record once',
  ).toHaveCount(1)
  await inBothThemes(owner, axe)
  await look(owner, 'cash-day')
})
