import { DEMO_PASSWORD, demoAccounts } from '../../contract/demo.ts'
import { expect, test } from '../support/browser.ts'
import { inBothThemes, login, newEmail } from '../support/places.ts'

const PASSWORD = 'a quiet evening'

test('an owner signs up and signs in; what is wrong is said beside the field and nothing typed is lost', async ({
  page,
  axe,
  allowRefusal,
}) => {
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
  await expect(page.getByRole('alert').filter({ hasText: 'There is an account with this email already.' })).toBeVisible()

  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Signup successful, please login.' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Meera Iyer’s mall' })).toBeVisible()
})

test('a forgotten password is set anew with the code, and the form is empty again', async ({ page, axe, allowRefusal }) => {
  const email = newEmail()
  await page.request.post('/api/auth/signup', { data: { name: 'Farhan Ali', email, password: PASSWORD, role: 'owner' } })
  await page.goto('/')
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  await inBothThemes(page, axe)

  allowRefusal(404, /check-user/)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Role').selectOption({ label: 'Staff' })
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'User not found or server issue!' })).toBeVisible()

  await page.getByLabel('Role').selectOption({ label: 'Owner' })
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText(/Your code: \d{6}/)).toBeVisible()
  await expect(page.getByLabel('Code from the email')).toHaveValue(/^\d{6}$/)
  await inBothThemes(page, axe)
  await page.getByLabel('New password').fill('a louder evening')
  await page.getByLabel('Confirm password').fill('another evening')
  await page.getByRole('button', { name: 'Update password' }).click()
  await expect(page.getByText('The passwords differ')).toBeVisible()

  allowRefusal(400, /reset-password/)
  const code = await page.getByLabel('Code from the email').inputValue()
  await page.getByLabel('Confirm password').fill('a louder evening')
  await page.getByLabel('Code from the email').fill(code === '000000' ? '000001' : '000000')
  await page.getByRole('button', { name: 'Update password' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This code is not right or has ended.' }).first()).toBeVisible()
  await page.getByLabel('Code from the email').fill(code)
  await page.getByRole('button', { name: 'Update password' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Password updated successfully.' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('')

  await page.getByRole('link', { name: 'Back to the login' }).click()
  await login(page, email, 'a louder evening')
  await expect(page).toHaveURL(/\/branddashboard2\//)
})

test('the second step of a super administrator shows what the app needs, and a wrong code is said', async ({ page, axe, allowRefusal }) => {
  // A demo asks for no second factor: the two answers are those that production gives, which the server's own tests hold.
  allowRefusal(401, /auth\/(?:login|totp)/)
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const refusal = (code: string, message: string, more: object) => ({
    status: 401,
    json: { success: false, error: message, message, code, ...more },
  })
  await page.route('**/api/auth/login', (route) =>
    route.fulfill(
      refusal('totp_required', 'Please enter the code of your authenticator app.', {
        challenge: 'a-challenge',
        enrol: { secret, url: `otpauth://totp/Red%20Carpet:sana?secret=${secret}&issuer=Red%20Carpet` },
      }),
    ),
  )
  await page.route('**/api/auth/totp', async (route) => {
    expect(route.request().postDataJSON()).toEqual({ challenge: 'a-challenge', code: '123456' })
    await route.fulfill(refusal('invalid_totp', 'This code is not right. Please try again.', {}))
  })
  await page.goto('/')
  await login(page, demoAccounts.superadmin.email, DEMO_PASSWORD)
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expect(page.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible()
  await inBothThemes(page, axe)
  await page.getByLabel('Code').fill('123 456')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This code is not right. Please try again.' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to the login' }).click()
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
})

test('a first password of a super administrator leads to a password of their own, and from there to the second step', async ({
  page,
  allowRefusal,
}) => {
  // As above: what production answers.
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

test('the language is changed and kept', async ({ page, axe }) => {
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
