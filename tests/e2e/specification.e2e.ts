import type { Page } from '@playwright/test'
import { demoAccounts } from '#contract/base/demo.ts'
import { expect, test } from '#tests/support/browser/browser.ts'
import { desktop, enter, payOnline, signInAs, verify } from '#tests/support/browser/journey.ts'

const heading = (page: Page, name: string | RegExp) => expect(page.getByRole('heading', { name }).first()).toBeVisible()

/** Each row of the specification's table of routes, and how to open its page. */
const rows: Record<string, (page: Page) => Promise<void>> = {
  '/ | public | Login and sign-up': async (page) => {
    await page.goto('/')
    await heading(page, 'Login')
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page.getByLabel('Full Name')).toBeVisible()
  },
  '/{id} | public | Index / welcome (id = shop id)': async (page) => {
    await page.goto('/phoenix-cafe')
    await heading(page, 'Welcome To Red Carpet')
  },
  '/{id}/information | public | Verification': async (page) => {
    await page.goto('/phoenix-cafe/information')
    await heading(page, 'Verify Your Self In Blue Cart Service')
  },
  '/{id}/paymentpage (query userId) | public | Payment': async (page) => {
    await enter(page, 'royal-sarees')
    await verify(page, 'Row Payment')
    await expect(page).toHaveURL(/paymentpage\?userId=/)
    await heading(page, 'Mall Shopping Assistant')
  },
  '/{id}/token | public | Token': async (page) => {
    await enter(page, 'royal-sarees')
    await verify(page, 'Row Token')
    await payOnline(page)
    await heading(page, 'Your TOKEN Number has been GENERATED')
  },
  '/forgotpassword | public | Forgot password': async (page) => {
    await page.goto('/forgotpassword')
    await heading(page, /Forgot Password/i)
  },
  '/version | public | Shows app version v1.0.11, or Unknown': async (page) => {
    await page.goto('/version')
    await expect(page.getByText(/^(v\d+\.\d+\.\d+|Unknown)$/)).toBeVisible()
  },
  '/health | public | Shows OK': async (page) => {
    await page.goto('/health')
    await expect(page.getByText('OK', { exact: true })).toBeVisible()
  },
  '/ownerdashboard | token required | Mall management': async (page) => {
    await signInAs(page, demoAccounts.superadmin.email)
    await page.goto('/ownerdashboard')
    await expect(page.getByRole('button', { name: 'Edit Mall' }).first()).toBeVisible()
  },
  '/branddashboard | token required | Mall picker': async (page) => {
    await signInAs(page, demoAccounts.superadmin.email)
    await expect(page).toHaveURL(/\/branddashboard$/)
    await heading(page, 'SELECT YOUR MALL')
  },
  '/shop/{id} | token required | Shop details and menu items': async (page) => {
    await signInAs(page, demoAccounts.owner.email)
    await page.goto('/shop/phoenix-mall')
    await expect(page.getByText('Lotus Books').first()).toBeVisible()
  },
  '/branddashboard2/{id} | token required | Mall public view': async (page) => {
    await signInAs(page, demoAccounts.owner.email)
    await expect(page).toHaveURL(/\/branddashboard2\/phoenix-mall$/)
    await heading(page, 'Phoenix Mall')
  },
  '/qrcode | token required | QR generator': async (page) => {
    await signInAs(page, demoAccounts.owner.email)
    await page.goto('/qrcode')
    await expect(page.getByRole('button', { name: 'Download QR' })).toBeVisible()
  },
  '/{id}/counter | token required | Counter screen': async (page) => {
    await signInAs(page, demoAccounts.staff.email)
    await expect(page).toHaveURL(/\/phoenix-cafe\/counter$/)
    await expect(page.getByRole('columnheader')).toHaveText(['S. No.', 'Name', 'Mobile Number', 'Email', 'Token', 'Action'])
  },
  '/{id}/editdisplay | token required | Edit display': async (page) => {
    await signInAs(page, demoAccounts.staff.email)
    await page.goto('/phoenix-cafe/editdisplay')
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  },
  '/{id}/countdown | token required | Countdown': async (page) => {
    await signInAs(page, demoAccounts.staff.email)
    await page.goto('/phoenix-cafe/countdown')
    await expect(page.locator('main')).toBeVisible()
    await expect(page).toHaveURL(/\/phoenix-cafe\/countdown$/)
  },
  '/display | token required | Display': async (page) => {
    await signInAs(page, demoAccounts.staff.email)
    await page.goto('/display')
    await expect(page.getByText('Phoenix Café').first()).toBeVisible()
  },
  '/countdown | staff lands here after sending a message': async (page) => {
    await signInAs(page, demoAccounts.staff.email)
    await page.goto('/countdown')
    await expect(page.getByText('Back to the table')).toBeVisible()
  },
}

test.describe('the routes of the specification', () => {
  for (const [row, open] of Object.entries(rows)) {
    test(row, async ({ newPerson }) => open(await newPerson(desktop)))
  }

  test('protected routes without a stored token redirect to /', async ({ newPerson }) => {
    const page = await newPerson(desktop)
    for (const address of [
      '/ownerdashboard',
      '/branddashboard',
      '/shop/phoenix-mall',
      '/branddashboard2/phoenix-mall',
      '/qrcode',
      '/phoenix-cafe/counter',
      '/phoenix-cafe/editdisplay',
      '/phoenix-cafe/countdown',
      '/display',
      '/countdown',
    ]) {
      await page.goto(address)
      await expect(page, address).toHaveURL(/\/$/)
      await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
    }
  })
})
