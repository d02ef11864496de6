import { DEMO_PASSWORD, demoAccounts } from '#contract/base/demo.ts'
import { checkUser, signUp } from '#contract/sign-in/calls.ts'
import { expect, test } from '#tests/support/browser/browser.ts'
import { askFrom } from '#tests/support/browser/browser-client.ts'
import { inBothThemes, login, newEmail } from '#tests/support/people/places.ts'

const PASSWORD = 'a quiet evening'

test('an owner signs up and signs in; errors show next to their fields and no input is lost', async ({ page, axe, allowRefusal }) => {
  const email = newEmail()
  await page.goto('/')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.getByLabel('Full Name').fill('Meera Iyer')
  await page.getByLabel('Email').fill('meera')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('please insert valid email')).toBeVisible()
  await expect(page.getByText('Please use at least 8 characters')).toBeVisible()
  await expect(page.getByLabel('Full Name')).toHaveValue('Meera Iyer')
  await inBothThemes(page, axe)

  allowRefusal(409, /auth\/signup/)
  await page.getByLabel('Email').fill(demoAccounts.owner.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'An account with this email already exists.' })).toBeVisible()

  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Signup successful, please login.' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Meera Iyer’s mall' })).toBeVisible()
})

test('the code resets a forgotten password, and the form is empty again', async ({ page, axe, allowRefusal }) => {
  const email = newEmail()
  await askFrom(page.request, signUp, { body: { name: 'Farhan Ali', email, password: PASSWORD, role: 'owner' } })
  await page.goto('/')
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  // The form before has a field for the email, too.
  await expect(page.getByRole('button', { name: 'Send code' })).toBeVisible()
  await inBothThemes(page, axe)

  allowRefusal(404, /check-user/)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Role').selectOption({ label: 'Staff' })
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'User not found or server issue!' })).toBeVisible()

  await page.getByLabel('Role').selectOption({ label: 'Owner' })
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText(/Your code: (?:[a-z2-9]{4}-?){4}/)).toBeVisible()
  await expect(page.getByLabel('Code from the email')).toHaveValue(/^(?:[a-z2-9]{4}-?){4}$/)
  await inBothThemes(page, axe)
  await page.getByLabel('New password').fill('a louder evening')
  await page.getByLabel('Confirm password').fill('another evening')
  await page.getByRole('button', { name: 'Update password' }).click()
  await expect(page.getByText('The passwords do not match')).toBeVisible()

  allowRefusal(400, /reset-password/)
  const code = await page.getByLabel('Code from the email').inputValue()
  await page.getByLabel('Confirm password').fill('a louder evening')
  await page.getByLabel('Code from the email').fill('aaaa-bbbb-cccc-dddd')
  await page.getByRole('button', { name: 'Update password' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This code is wrong or has expired.' }).first()).toBeVisible()
  await page.getByLabel('Code from the email').fill(code)
  await page.getByRole('button', { name: 'Update password' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Password updated successfully.' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('')

  await page.getByRole('link', { name: 'Back to login' }).click()
  // The form before has a field for the email, too.
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await login(page, email, 'a louder evening')
  await expect(page).toHaveURL(/\/branddashboard2\//)
})

test('a sign-up in production asks to check the mail; the link asks for the password and opens the account', async ({
  page,
  axe,
  allowRefusal,
}) => {
  // A demo opens the account at once. These are the responses of production, which the server's own tests check.
  allowRefusal(401, /auth\/confirm/)
  allowRefusal(429, /auth\/confirm/)
  const sent = { success: true, message: 'Please open the link in the mail that is on its way to you.', next: 'confirm' }
  await page.route('**/api/auth/signup', (route) => route.fulfill({ status: 202, json: sent }))
  await page.goto('/')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.getByLabel('Full Name').fill('Meera Iyer')
  await page.getByLabel('Email').fill('meera@example.in')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'meera@example.in' })).toBeVisible()
  await inBothThemes(page, axe)

  const refusal = (status: number, code: string, headers: Record<string, string> = {}) => ({
    status,
    headers,
    json: { success: false, error: code, message: 'This is not the password that you chose for the new account.', code },
  })
  const answers = [refusal(401, 'not_sign_up_password'), refusal(429, 'too_many_sign_ins', { 'retry-after': '12' })]
  await page.route('**/api/auth/confirm', async (route) => {
    expect(route.request().postDataJSON()).toEqual({ code: 'the-code-of-the-mail', password: PASSWORD })
    await route.fulfill(answers.shift())
  })
  await page.goto('/version')
  await page.goto('/#confirm=the-code-of-the-mail')
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible()
  expect(new URL(page.url()).hash, 'the code does not stay in the browser history').toBe('')
  await inBothThemes(page, axe)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Open my account' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This is not the password that you chose' })).toBeVisible()
  await page.getByRole('button', { name: 'Open my account' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Too many attempts. Please try again in 12 seconds.' })).toBeVisible()
})

test('the link in the reset mail carries the code, and the page removes it from the address', async ({ page, axe }) => {
  const email = newEmail()
  await askFrom(page.request, signUp, { body: { name: 'Farhan Ali', email, password: PASSWORD, role: 'owner' } })
  const { resetCode } = await askFrom(page.request, checkUser, { body: { email, role: 'owner' } })
  await page.goto(`/forgotpassword#${new URLSearchParams({ email, role: 'owner', code: String(resetCode) })}`)
  await expect(page.getByText(`Set a new password for ${email}.`)).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
  await inBothThemes(page, axe)
  await page.getByLabel('New password').fill('a louder evening')
  await page.getByLabel('Confirm password').fill('a louder evening')
  await page.getByRole('button', { name: 'Update password' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Password updated successfully.' })).toBeVisible()
})

test('the second step of a super administrator shows what the app needs; a wrong code is an error', async ({ page, axe, allowRefusal }) => {
  // A demo asks for no second factor. These are the answers of production, which the server's own tests check.
  allowRefusal(401, /auth\/(?:login|totp)/)
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const refusal = (code: string, message: string, more: object) => ({
    status: 401,
    json: { success: false, error: message, message, code, ...more },
  })
  await page.route('**/api/auth/login', (route) =>
    route.fulfill(
      refusal('totp_required', 'Please enter the code from your authenticator app.', {
        challenge: 'a-challenge',
        enrol: { secret, url: `otpauth://totp/Red%20Carpet:sana?secret=${secret}&issuer=Red%20Carpet` },
      }),
    ),
  )
  await page.route('**/api/auth/totp', async (route) => {
    expect(route.request().postDataJSON()).toEqual({ challenge: 'a-challenge', code: '123456' })
    await route.fulfill(refusal('invalid_totp', 'This code is wrong. Please try again.', {}))
  })
  await page.goto('/')
  await login(page, demoAccounts.superadmin.email, DEMO_PASSWORD)
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expect(page.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible()
  await inBothThemes(page, axe)
  await page.getByLabel('Code').fill('123 456')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This code is wrong. Please try again.' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to login' }).click()
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
})

test('a super administrator replaces the first password with a new one and goes on to the second step', async ({ page, allowRefusal }) => {
  // As above: the answers of production.
  allowRefusal(401, /auth\/(?:login|first-password)/)
  const refused = (code: string, challenge: string) => ({
    status: 401,
    json: { success: false, error: code, message: code, code, challenge },
  })
  await page.route('**/api/auth/login', (route) => route.fulfill(refused('password_change_required', 'first')))
  await page.route('**/api/auth/first-password', (route) => route.fulfill(refused('totp_required', 'second')))
  await page.goto('/')
  await login(page, demoAccounts.superadmin.email, DEMO_PASSWORD)
  await page.getByLabel('New password').fill('a louder evening')
  await page.getByLabel('Confirm password').fill('a louder evening')
  await page.getByRole('button', { name: /sign in/i }).click()
  await expect(page.getByLabel('Code')).toBeFocused()
})

test('a page that was opened without being signed in opens after the sign-in', async ({ page }) => {
  await page.goto('/display?shop=phoenix-cafe')
  await page.getByLabel('Email').fill(demoAccounts.staff.email)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/display\?shop=phoenix-cafe$/)
  await expect(page.getByRole('region', { name: 'Now serving' })).toBeVisible()
})

test('a chosen language stays on the next page', async ({ page, axe }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'हिन्दी' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await expect(page.getByRole('heading', { name: 'लॉग इन' })).toBeVisible()
  await axe()
  await page.goto('/forgotpassword')
  await expect(page.getByRole('heading', { name: 'पासवर्ड भूल गए' })).toBeVisible()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
})

test('password fields hide what is typed and take what is pasted; password managers know them', async ({ page }) => {
  await page.goto('/')
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAttribute('type', 'password')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await password.evaluate((field) => {
    const data = new DataTransfer()
    data.setData('text/plain', 'a pasted password')
    const allowed = field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    if (!allowed) throw new Error('the page blocked the paste')
  })
})
