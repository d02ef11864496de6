import type { Locator, Page } from '@playwright/test'
import { pauseShop } from '#contract/desk/calls.ts'
import { changeMallDetails } from '#contract/office/mall-calls.ts'
import { noteCode } from '#contract/poster/calls.ts'
import { login as logIn, signUp } from '#contract/sign-in/calls.ts'
import { expect, test } from '#tests/support/browser/browser.ts'
import { askFrom } from '#tests/support/browser/browser-client.ts'
import { desktop, openPayment, payOnline, phone, signInAs, tokenOf } from '#tests/support/browser/journey.ts'
import { fillShop, inBothThemes, login, newEmail, newName, signInAsOperator, signInAsOwner } from '#tests/support/people/places.ts'

const PASSWORD = 'a quiet evening'

const step = (page: Page, name: string) => page.getByRole('region', { name: 'First steps' }).getByRole('listitem').filter({ hasText: name })

test('the first steps lead a new owner from an empty mall to a first token', async ({ page, newPerson, axe, allowRefusal }) => {
  // The first sign-in of staff is refused with a 401 that asks for a new password.
  allowRefusal(401, /auth\/login/)
  const shop = newName('Silk House')
  const staffEmail = newEmail()
  const email = newEmail()
  await askFrom(page.request, signUp, { body: { name: 'Meera Iyer', email, password: PASSWORD, role: 'owner' } })
  await signInAs(page, email, { password: PASSWORD })
  await expect(page.getByText('No menu items added yet')).toBeVisible()
  await expect(step(page, 'Add a shop')).toHaveAttribute('aria-current', 'step')
  await inBothThemes(page, axe)

  await step(page, 'Add a shop').getByRole('link').click()
  await expect(page).toHaveURL(/\/shop\/[a-z0-9]+$/)
  await fillShop(page, { name: shop, email: newEmail(), password: PASSWORD })
  await page.getByRole('button', { name: 'Add Shop' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Menu item added successfully!' })).toBeVisible()
  await page.getByRole('link', { name: 'Your mall' }).click()
  await expect(step(page, 'Add a shop')).toHaveAttribute('data-done', 'true')

  await step(page, 'Set its fee').getByRole('link').click()
  await expect(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true')
  await page.getByLabel('Base fee (₹)').fill('99.5')
  await page.getByLabel('Extra charge (₹)').fill('0.50')
  await expect(page.getByText('₹99.50 + ₹0.50 = ₹100')).toBeVisible()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Settings saved.' })).toBeVisible()

  await page.getByRole('tab', { name: 'Staff' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Divya Rao')
  await page.getByLabel('Email', { exact: true }).fill(staffEmail)
  await page.getByRole('button', { name: 'Add staff' }).click()
  const dialog = page.getByRole('dialog')
  await inBothThemes(page, axe)
  const first = (await dialog.locator('code').textContent()) ?? ''
  expect(first.length).toBeGreaterThanOrEqual(8)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Divya Rao' })).toContainText('First password not used yet')

  const staff = await newPerson(desktop)
  await firstSignIn(staff, staffEmail, first)
  await expect(staff).toHaveURL(/\/[a-z0-9]{20}\/counter$/)
  const shopId = /\/([a-z0-9]{20})\/counter/.exec(staff.url())?.[1] ?? ''

  const shopper = await newPerson(phone)
  await openPayment(shopper, shopId, 'Test Token')
  await expect(shopper.getByText('₹99.50 + ₹0.50')).toBeVisible()
  expect(await payOnline(shopper)).toBe('1')
  await expect(staff.getByRole('row').filter({ hasText: 'Test Token' })).toBeVisible()

  await page.getByRole('link', { name: 'Your mall' }).click()
  await page.reload()
  await expect(step(page, 'Try a test token')).toHaveAttribute('data-done', 'true')
  const now = page.getByRole('region', { name: 'Shops now' }).getByRole('listitem')
  await expect(now).toContainText(['Running'])
  await expect(now.getByRole('definition')).toContainText(['1', /min/, '1 of 1', '0', '₹100'])
  await expect(page.getByRole('region', { name: 'Today' })).toContainText('Earned₹100')
  await expect(page.getByRole('region', { name: 'Today' }), 'a new mall has no yesterday').not.toContainText('yesterday')
  await askFrom(page.request, pauseShop, { id: shopId, body: { reason: 'busy' } }, await tokenOf(page))
  await expect(now, 'without a reload').toContainText(['Paused'], { timeout: 20_000 })
  await inBothThemes(page, axe)

  // The page says once that the last step is done.
  await askFrom(page.request, noteCode, { id: shopId }, await tokenOf(page))
  await page.reload()
  await step(page, 'Name a contact').getByRole('button').click()
  const seller = page.getByRole('form', { name: 'Seller and contact' })
  await seller.getByLabel('Support contact').fill('022 1234 567')
  await seller.getByRole('button', { name: 'Save' }).click()
  const allDone = page.getByRole('region', { name: 'All set: your mall is open for shoppers' })
  await expect(allDone).toContainText(shop)
  await inBothThemes(page, axe)
  await page.reload()
  await expect(now).toBeVisible()
  await expect(allDone).toHaveCount(0)

  await page.getByRole('link', { name: "Shop's" }).click()
  await page.getByRole('listitem').filter({ hasText: shop }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toContainText('1 person is waiting there now. Please serve or cancel them first.')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
})

async function firstSignIn(staff: Page, email: string, password: string): Promise<void> {
  await staff.goto('/')
  await login(staff, email, password)
  await expect(staff.getByRole('heading', { name: 'Choose your own password' })).toBeVisible()
  await staff.getByLabel('New password').fill('my own evening')
  await staff.getByLabel('Confirm password').fill('my own evening')
  await staff.getByRole('button', { name: 'Save and sign in' }).click()
}

test('opening hours, exceptions, contact and editor are saved and stay', async ({ page, axe }) => {
  await signInAsOwner(page)
  await page.goto('/shop/phoenix-mall?shop=royal-sarees&part=settings')
  await page.getByLabel('Minutes per customer').fill('0')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Please enter a whole number from 1 to 240')).toBeVisible()
  await page.getByLabel('Minutes per customer').fill('7')
  await page.getByRole('switch', { name: 'Open 24 hours' }).press('Space')
  await page.getByRole('button', { name: 'Remove these hours, Sunday' }).click()
  await page.getByLabel('Monday, to').fill('21:30')
  await page.getByRole('button', { name: 'Add a day' }).click()
  await page.getByLabel('Date', { exact: true }).fill('2027-01-26')
  await page.getByRole('switch', { name: 'Someone else edits our display' }).press('Space')
  await page.getByLabel('Name', { exact: true }).fill('Zoya Khan')
  await page.getByLabel('Mobile', { exact: true }).fill('98765')
  await page.getByLabel('Email', { exact: true }).fill('zoya@example.in')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Please enter a valid 10-digit mobile number (only numbers allowed)')).toBeVisible()
  await page.getByLabel('Mobile', { exact: true }).fill('9876500000')
  await page.getByRole('tab', { name: 'Counters' }).click()
  await expect(page.getByLabel('Mobile', { exact: true })).toBeHidden()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(page.getByLabel('Mobile', { exact: true }), 'stays while another tab is open').toHaveValue('9876500000')
  await inBothThemes(page, axe)
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Settings saved.' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Monday, to')).toHaveValue('21:30')
  await expect(page.getByLabel('Sunday, to')).toHaveCount(0)
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue('2027-01-26')
  await expect(page.getByLabel('Mobile', { exact: true })).toHaveValue('9876500000')
  // The other journeys need an open shop.
  await page.getByRole('switch', { name: 'Open 24 hours' }).press('Space')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Settings saved.' })).toBeVisible()
})

test('an owner manages counters with the keyboard alone', async ({ page, axe }) => {
  await signInAsOwner(page)
  await page.goto('/shop/phoenix-mall?shop=lotus-books&part=settings')
  await expect(page.getByLabel('Base fee (₹)')).toBeVisible()
  await page.getByRole('tab', { name: 'Settings' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByLabel('New counter')).toBeVisible()
  await page.keyboard.press('Tab')
  // The panel itself can be a stop of the Tab key.
  if (!(await page.getByLabel('New counter').evaluate((field) => field === document.activeElement))) await page.keyboard.press('Tab')
  const name = newName('Desk')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  const row = page.getByRole('listitem').filter({ hasText: name })
  await expect(row).toBeVisible()
  await inBothThemes(page, axe)

  await row.getByRole('switch').focus()
  await page.keyboard.press('Space')
  await expect(row.getByText('Closed')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(`${name} new`)
  await page.keyboard.press('Enter')
  const renamed = page.getByRole('listitem').filter({ hasText: `${name} new` })
  await expect(renamed).toBeVisible()
  await renamed.getByRole('button', { name: 'Remove' }).focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog')
  // The question takes the focus once more when it has come to rest.
  await expect(question.locator('[data-early]')).toHaveCount(0)
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  // On a slow machine the question may take the focus back after the first press.
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(question.getByRole('button', { name: 'Remove counter' })).toBeFocused({ timeout: 1000 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(renamed).toHaveCount(0)
})

test('a form that opens takes the focus, and Escape returns it to the button', async ({ page }) => {
  const opens = async (button: Locator, field: Locator) => {
    await button.press('Enter')
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
  }
  await signInAsOwner(page)
  await opens(page.getByRole('button', { name: 'Edit Mall' }), page.getByLabel('Title'))
  await opens(page.getByRole('button', { name: 'Seller and contact' }), page.getByLabel('Name of the mall'))
  await page.goto('/shop/phoenix-mall')
  const shop = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Lotus Books' }) })
  await opens(
    shop.getByRole('button', { name: 'Edit' }),
    page.getByRole('form', { name: 'Edit Lotus Books' }).getByLabel('Name', { exact: true }),
  )
  await page.goto('/shop/phoenix-mall?shop=phoenix-cafe&part=counters')
  const counter = page.getByRole('listitem').filter({ hasText: 'Counter 1' })
  await opens(counter.getByRole('button', { name: 'Rename' }), page.getByLabel('New name of Counter 1'))
})

test('a staff account is disabled and enabled, and disabling ends its session at once', async ({ page, axe, newPerson, allowRefusal }) => {
  allowRefusal(401, /./)
  const email = newEmail()
  await signInAsOwner(page)
  await page.goto('/shop/phoenix-mall?shop=lotus-books&part=staff')
  await page.getByLabel('Name', { exact: true }).fill('Imran Shah')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Add staff' }).click()
  const first = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  const staff = await newPerson(desktop)
  await firstSignIn(staff, email, first)
  await expect(staff.getByRole('table')).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: 'Imran Shah' })
  await row.getByRole('button', { name: 'Disable' }).click()
  await expect(row.getByText('Disabled')).toBeVisible()
  await expect(staff.getByText('Your session has ended. Please sign in again.')).toBeVisible()
  await row.getByRole('button', { name: 'Enable' }).click()
  await expect(row.getByRole('button', { name: 'Disable' })).toBeVisible()

  // Disabled for good, the person opens a mall with the same email.
  await row.getByRole('button', { name: 'Disable' }).click()
  await expect(row.getByText('Disabled')).toBeVisible()
  await askFrom(page.request, signUp, { body: { name: 'Imran Shah', email, password: PASSWORD, role: 'owner' } })
  allowRefusal(409, /enable/)
  await row.getByRole('button', { name: 'Enable' }).click()
  await expect(page.getByText('The email of this account now belongs to another account.')).toBeVisible()
  await inBothThemes(page, axe)
})

test('an owner renames the mall and sets the seller’s details; a new GSTIN waits for confirmation', async ({ page, axe, allowRefusal }) => {
  const email = newEmail()
  await askFrom(page.request, signUp, { body: { name: 'Arjun Menon', email, password: PASSWORD, role: 'owner' } })
  await signInAs(page, email, { password: PASSWORD })
  await page.getByRole('button', { name: 'Seller and contact' }).click()
  const form = page.getByRole('form', { name: 'Seller and contact' })
  await inBothThemes(page, axe)
  const title = newName('Marine Arcade')
  await form.getByLabel('Name of the mall').fill(title)
  await form.getByLabel('GSTIN').fill('not one')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('A GSTIN has 15 characters, such as 27ABCDE1234F1Z5')).toBeVisible()
  await form.getByLabel('GSTIN').fill('32abcde1234f1z5')
  await form.getByLabel('Rate of GST').selectOption('5 %')
  const zone = form.getByRole('combobox', { name: 'Time zone' })
  await zone.click()
  await page.keyboard.type('new york')
  await expect(page.getByRole('option', { name: 'America/New York' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option', { name: 'America/New York' })).toHaveCount(0)
  await expect(form.getByLabel('GSTIN'), 'Escape has closed the list, not the form').toHaveValue('32abcde1234f1z5')
  await zone.click()
  await page.keyboard.type('kolk')
  await page.getByRole('option', { name: 'Asia/Kolkata' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()

  const notice = page.getByRole('region', { name: 'GSTIN waits for confirmation' })
  await expect(notice).toContainText('32ABCDE1234F1Z5')
  await expect(notice.getByRole('button')).toHaveCount(0)
  await page.getByRole('button', { name: 'Seller and contact' }).click()
  await expect(form.getByLabel('Rate of GST')).toHaveValue('500')

  await page.goto('/branddashboard2/phoenix-mall')
  await expect(page.getByRole('heading', { name: 'Phoenix Mall', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Mall' })).toHaveCount(0)
  allowRefusal(403, /overview/)
  await page.goto('/shop/phoenix-mall')
  await expect(page.getByRole('heading', { name: 'This mall is not yours' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to my page' }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
})

test('the administrator confirms the GSTIN that an owner has entered', async ({ page, axe }) => {
  const owner = { email: newEmail(), password: PASSWORD }
  await askFrom(page.request, signUp, { body: { name: 'Leela Rao', role: 'owner', ...owner } })
  const { token, shopId } = await askFrom(page.request, logIn, { body: owner })
  const body = { gstin: '29ABCDE1234F1Z5', legalName: 'Rao Retail LLP' }
  await askFrom(page.request, changeMallDetails, { id: String(shopId), body }, token)
  await signInAsOperator(page)
  await page.goto(`/branddashboard2/${shopId}`)
  const notice = page.getByRole('region', { name: 'GSTIN waits for confirmation' })
  await expect(notice).toContainText('29ABCDE1234F1Z5, Rao Retail LLP')
  await inBothThemes(page, axe)
  await notice.getByRole('button', { name: 'Confirm GSTIN' }).click()
  await expect(notice).toHaveCount(0)
  await page.getByRole('button', { name: 'Seller and contact' }).click()
  await expect(page.getByRole('form', { name: 'Seller and contact' }).getByLabel('GSTIN')).toHaveValue('29ABCDE1234F1Z5')
})

test('the menu of owner and administrator is the same on every page and marks the one that is open', async ({ page, newPerson, axe }) => {
  const ways = ['Your mall', "Shop's", 'Money', 'The day', 'QR-Code', 'Record']
  const menu = (of: Page) => of.getByRole('navigation', { name: 'Main menu' })
  await signInAsOwner(page)
  for (const name of [...ways, 'Your mall']) {
    await menu(page).getByRole('link', { name }).press('Enter')
    await expect(menu(page).getByRole('link')).toHaveText(ways)
    await expect(menu(page).locator('[aria-current]')).toHaveText([name])
  }
  await page.goto('/phoenix-cafe/editdisplay')
  await expect(menu(page).getByRole('link')).toHaveText(ways)
  await expect(menu(page).locator('[aria-current]')).toHaveText(["Shop's"])

  const operator = await newPerson(phone)
  await signInAsOperator(operator)
  await expect(menu(operator).getByRole('link')).toHaveText(['Malls', 'QR-Code', 'Record', 'SETTING'])
  await operator.goto('/branddashboard2/phoenix-mall')
  const all = ['Malls', ...ways, 'SETTING']
  for (const name of ["Shop's", 'QR-Code', 'Record']) {
    await menu(operator).getByRole('link', { name }).click()
    await expect(menu(operator).getByRole('link')).toHaveText(all)
    await expect(menu(operator).locator('[aria-current]')).toHaveText([name])
    await expect(menu(operator).locator('[aria-current]'), 'the row scrolls to it').toBeInViewport({ ratio: 1 })
  }
  await axe(operator)
  await menu(operator).getByRole('link', { name: 'SETTING' }).click()
  await expect(menu(operator).locator('[aria-current]')).toHaveText(['SETTING'])
  await menu(operator).getByRole('link', { name: 'SETTING' }).click()
  await expect(operator, 'and back').toHaveURL(/\/branddashboard$/)
})
