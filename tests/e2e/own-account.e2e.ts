import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { demoAccounts } from '#contract/base/demo.ts'
import { SECOND } from '#contract/base/time.ts'
import { signUp } from '#contract/sign-in/calls.ts'
import { beginSecondFactor, confirmSecondFactor } from '#contract/sign-in/own-account-calls.ts'
import { expect, type NewPerson, test } from '#tests/support/browser/browser.ts'
import { askFrom } from '#tests/support/browser/browser-client.ts'
import {
  call,
  desktop,
  enter,
  inDevanagari,
  payOnline,
  phone,
  signInAs,
  signInAsStaff,
  tokenOf,
  verify,
} from '#tests/support/browser/journey.ts'
import { tabTo } from '#tests/support/browser/tab-to.ts'
import { inBothThemes, login, newEmail, signInAsOperator, signInAsOwner } from '#tests/support/people/places.ts'

const PASSWORD = 'a quiet evening'
const NEW = 'a louder evening'

async function newOwner(newPerson: NewPerson, device = desktop): Promise<{ page: Page; email: string }> {
  const page = await newPerson(device)
  const email = newEmail()
  await askFrom(page.request, signUp, { body: { name: 'Meera Iyer', email, password: PASSWORD, role: 'owner' } })
  await signIn(page, email)
  return { page, email }
}

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await signInAs(page, email, { password })
  await expect(page).toHaveURL(/\/branddashboard2\//)
}

const openAccount = async (page: Page) => {
  await page.getByRole('link', { name: /your account$/i }).click()
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()
}
const alert = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })

test('a changed password signs out the other devices, and this one stays signed in', async ({ newPerson, allowRefusal, axe }) => {
  allowRefusal(400, /auth\/password/)
  allowRefusal(401, /\/api\//)
  const { page, email } = await newOwner(newPerson)
  const other = await newPerson(phone)
  await signIn(other, email)
  await openAccount(page)
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1)
  await inBothThemes(page, axe)

  const form = page.getByRole('form', { name: 'Password' })
  const change = async (current: string, next: string) => {
    await form.getByLabel('Current password').fill(current)
    await form.getByLabel('New password').fill(next)
    await form.getByLabel('Confirm password').fill(next)
    await form.getByRole('button', { name: 'Change password' }).click()
  }
  await change('not this one', NEW)
  await expect(form.getByText('This is not your current password', { exact: true })).toBeVisible()
  await expect(form.getByLabel('Current password')).toBeFocused()
  await change(PASSWORD, 'meera-iyer-1')
  await expect(form.getByText('This password is too common', { exact: true })).toBeVisible()
  await axe(page)
  await change(PASSWORD, NEW)
  await expect(alert(page, 'Your password is changed.')).toBeVisible()
  await expect(form.getByLabel('Current password')).toHaveValue('')
  await expect(other.getByText('Your session has ended.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1)
  await signIn(other, email, NEW)
})

test('a second factor is added with an app, asked for at the next sign-in, and removed', async ({
  newPerson,
  allowRefusal,
  axe,
  clock,
}) => {
  allowRefusal(400, /second-factor/)
  allowRefusal(401, /auth\/login/)
  const { page, email } = await newOwner(newPerson)
  await openAccount(page)
  const panel = page.getByRole('region', { name: 'Second factor' })
  await expect(panel.getByText('Off', { exact: true })).toBeVisible()
  await panel.getByRole('button', { name: 'Add a second factor' }).click()
  const question = page.getByRole('dialog', { name: 'Add a second factor' })
  await expect(question.getByLabel('Current password')).toBeFocused()
  await axe(page)
  await question.getByLabel('Current password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await inBothThemes(page, axe)
  const secret = ((await panel.locator('code').textContent()) ?? '').replaceAll(' ', '')
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  const codeNow = async () => app.generate({ timestamp: await clock.now() })
  const code = await codeNow()
  await panel.getByLabel('Code').fill(code === '000000' ? '000001' : '000000')
  await panel.getByRole('button', { name: 'Turn on' }).click()
  await expect(panel.getByText('This code is not right', { exact: true })).toBeVisible()
  await panel.getByLabel('Code').fill(await codeNow())
  await panel.getByRole('button', { name: 'Turn on' }).click()
  await expect(alert(page, 'Your second factor is on.')).toBeVisible()
  await expect(panel.getByText('On', { exact: true })).toBeVisible()

  const phoneOfOwner = await newPerson(phone)
  await phoneOfOwner.goto('/')
  await login(phoneOfOwner, email, PASSWORD)
  await expect(phoneOfOwner.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  // Each code can be used once.
  await clock.pass(30 * SECOND)
  await phoneOfOwner.getByLabel('Code').fill(inDevanagari(await codeNow()))
  await phoneOfOwner.getByRole('button', { name: 'Confirm' }).click()
  await expect(phoneOfOwner).toHaveURL(/\/branddashboard2\//)

  await panel.getByRole('button', { name: 'Remove the second factor' }).click()
  const removal = page.getByRole('dialog', { name: 'Remove the second factor' })
  await removal.getByLabel('Current password').fill(PASSWORD)
  await removal.getByLabel('Code').fill('12')
  await removal.getByRole('button', { name: 'Remove' }).click()
  await expect(removal.getByText('Please enter the six digits')).toBeVisible()
  await removal.getByLabel('Code').fill(code)
  await removal.getByRole('button', { name: 'Remove' }).click()
  await expect(removal.getByText('This code is not right', { exact: true }), 'the code was used already').toBeVisible()
})

test('devices are listed and can be signed out, after the password is entered again', async ({ newPerson, allowRefusal }) => {
  allowRefusal(403, /auth\/sessions/)
  allowRefusal(401, /\/api\//)
  const { page, email } = await newOwner(newPerson)
  const [one, two] = [await newPerson(phone), await newPerson(phone)]
  for (const device of [one, two]) await signIn(device, email)
  await openAccount(page)
  const panel = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  await expect(panel.getByRole('listitem').first()).toContainText('This device')
  await expect(panel.getByRole('listitem').first()).toContainText(/Chrome on /)

  // The server's answer after five minutes; its own tests check it.
  await page.route('**/api/auth/sessions/*', (route) => {
    const sentence = 'Please enter your password again.'
    return route.fulfill({ status: 403, json: { success: false, error: sentence, message: sentence, code: 'proof_required' } })
  })
  await panel.getByRole('button', { name: 'Sign out', exact: true }).first().click()
  const question = page.getByRole('dialog', { name: 'Please enter your password again' })
  await question.getByLabel('Current password').fill(PASSWORD)
  await page.unroute('**/api/auth/sessions/*')
  await question.getByRole('button', { name: 'Continue' }).click()
  await expect(alert(page, 'The device is signed out.')).toBeVisible()
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await panel.getByRole('button', { name: 'Sign out all other devices' }).click()
  await expect(alert(page, '1 other device is signed out.')).toBeVisible()
  await expect(panel.getByText('You are signed in on this device only.')).toBeVisible()
  for (const device of [one, two]) await expect(device.getByRole('heading', { name: 'Login' })).toBeVisible()
})

test('after the logout nothing of the customers stays in the browser, and Back shows none of them', async ({ newPerson, allowRefusal }) => {
  allowRefusal(401, /\/api\//)
  const shopper = await newPerson(phone)
  await enter(shopper, 'phoenix-cafe')
  const mobile = await verify(shopper, 'Tara Private')
  await payOnline(shopper)

  const staff = await newPerson(desktop)
  await signInAsStaff(staff)
  await expect(staff.getByRole('row').filter({ hasText: 'Tara Private' })).toBeVisible()
  const tab = await staff.context().newPage()
  await tab.goto('/phoenix-cafe/counter')
  await expect(tab.getByRole('row').filter({ hasText: 'Tara Private' })).toBeVisible()
  await call(staff, 'Tara Private')
  await staff.goto('/phoenix-cafe/counter')
  await expect(staff.getByRole('table')).toBeVisible()
  await staff.getByRole('button', { name: 'Logout' }).click()
  await expect(staff.getByRole('heading', { name: 'Login' })).toBeVisible()
  for (let back = 0; back < 3; back += 1) {
    await staff.goBack({ timeout: 3000 }).catch(() => null)
    await expect(staff.getByText('Tara Private')).toHaveCount(0)
    await expect(staff.getByRole('table')).toHaveCount(0)
  }
  await expect(tab.getByText('Tara Private')).toHaveCount(0)
  await staff.goto('/')
  const kept = await staff.evaluate(async () => {
    const stores = [localStorage, sessionStorage].map((store) => JSON.stringify({ ...store }))
    return { stores, caches: await caches.keys(), databases: await indexedDB.databases() }
  })
  expect(kept.stores.join(' ')).not.toMatch(new RegExp(`Tara|${mobile}|token|role|clickedState|deskLog|isAuthenticated`))
  expect([kept.caches, kept.databases]).toEqual([[], []])
})

test('the account is near on the desk, the countdown, the malls and the shop’s pages, and the menu leads back', async ({ newPerson }) => {
  const staff = await newPerson(desktop)
  await signInAsStaff(staff)
  await staff.getByRole('button', { name: /^Phoenix Caf/ }).click()
  await staff.getByRole('menuitem', { name: 'Your account' }).click()
  await expect(staff.getByRole('heading', { name: 'Your account' })).toBeVisible()
  await staff.getByRole('link', { name: 'Customers' }).click()
  await expect(staff).toHaveURL(/\/phoenix-cafe\/counter$/)
  await staff.goto('/countdown')
  await openAccount(staff)
  const owner = await newPerson(phone)
  await signInAsOwner(owner)
  for (const path of ['/branddashboard2/phoenix-mall', '/shop/phoenix-mall', '/qrcode']) {
    await owner.goto(path)
    await openAccount(owner)
  }
  const operator = await newPerson(desktop)
  await signInAsOperator(operator)
  for (const path of ['/branddashboard', '/ownerdashboard']) {
    await operator.goto(path)
    await openAccount(operator)
  }
})

test('the owner removes the lost second factor of a staff account', async ({ newPerson, allowRefusal, clock }) => {
  // The removal ends the staff's sessions; their desk may ask once more before it hears of that.
  allowRefusal(401, /\/api\/[a-z-]+\/phoenix-cafe$/)
  const staff = await newPerson(desktop)
  await signInAsStaff(staff)
  const token = await tokenOf(staff)
  const { secret } = await askFrom(staff.request, beginSecondFactor, { body: { currentPassword: 'red-carpet-demo' } }, token)
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: await clock.now() })
  await askFrom(staff.request, confirmSecondFactor, { body: { code } }, token)

  const owner = await newPerson(desktop)
  await signInAsOwner(owner)
  await owner.goto('/shop/phoenix-mall?shop=phoenix-cafe&part=staff')
  const member = owner.getByRole('listitem').filter({ hasText: demoAccounts.staff.email })
  await expect(member.getByText('Second factor', { exact: true })).toBeVisible()
  await member.getByRole('button', { name: 'Remove second factor' }).click()
  await owner.getByRole('button', { name: 'Yes, remove it' }).click()
  await expect(member.getByText('Second factor', { exact: true })).toHaveCount(0)
  await signInAsStaff(await newPerson(desktop))
})

test('the keyboard alone is enough to change the password', async ({ newPerson }) => {
  const { page } = await newOwner(newPerson)
  await tabTo(page, /your account$/i)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()
  await tabTo(page, /^Current password/)
  await page.keyboard.type(PASSWORD)
  await tabTo(page, /^New password/)
  await page.keyboard.type(NEW)
  await tabTo(page, /^Confirm password/)
  await page.keyboard.type(NEW)
  await page.keyboard.press('Enter')
  await expect(alert(page, 'Your password is changed.')).toBeVisible()
})

test('the account page fits a phone, in English and in Hindi', async ({ newPerson, axe, allowRefusal }) => {
  allowRefusal(400, /auth\/password/)
  const { page } = await newOwner(newPerson, phone)
  await openAccount(page)
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
  expect(await fits()).toBe(true)
  await inBothThemes(page, axe)
  await page.getByRole('button', { name: 'हिन्दी' }).click()
  await expect(page.getByRole('heading', { name: 'आपका खाता' })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await fits()).toBe(true)
  await inBothThemes(page, axe)
  const form = page.getByRole('form', { name: 'पासवर्ड' })
  await form.getByLabel('अभी का पासवर्ड').fill('not this one')
  await form.getByLabel('नया पासवर्ड').fill(NEW)
  await form.getByLabel('पासवर्ड फिर से लिखें').fill(NEW)
  await form.getByRole('button', { name: 'पासवर्ड बदलें' }).click()
  await expect(form.getByText('यह आपका अभी का पासवर्ड नहीं है।').first()).toBeVisible()
})
