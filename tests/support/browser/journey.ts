import { type APIRequestContext, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { DEMO_PASSWORD, demoAccounts } from '#contract/base/demo.ts'
import { listTickets } from '#contract/desk/calls.ts'
import { completeTicket } from '#contract/desk/ticket-calls.ts'
import { confirmPayment, createPayment } from '#contract/payments/calls.ts'
import { joinQueue } from '#contract/queue/calls.ts'
import { login as logIn } from '#contract/sign-in/calls.ts'
import { sendOtp, verifyOtp } from '#contract/verification/calls.ts'
import { askFrom } from '#tests/support/browser/browser-client.ts'

/** Chromium on a narrow touch screen. */
export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
export const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }

let mobiles = Date.now() % 1_000_000
/** A mobile number that no other journey of this run has. */
export const newMobile = (): string =>
  `88${String(mobiles++ * 37)
    .padStart(8, '0')
    .slice(-8)}`

/** The same digits as a phone in Hindi writes them. */
export const inDevanagari = (digits: string): string => digits.replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)))

/** Holds back the scripts of the pages that this person opens, or some of them. Returns a function that lets them come. */
export async function holdScripts(page: Page, files = '**/static/js/**'): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(files, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Loads the page without its scripts. Returns a function that lets them come. */
export async function reloadBeforeScripts(page: Page): Promise<() => void> {
  const scriptsCome = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('#root button:visible').first()).toBeVisible()
  return scriptsCome
}

/** The button *Send OTP* is disabled: the tap reaches the frame around it. */
export const tapSend = (page: Page): Promise<void> => page.locator('.frame').click({ position: { x: 20, y: 20 } })

/**
 * Verifies a new mobile and joins over the API, with the cookies of this browser; returns the ticket. Only journeys about the verification
 * fill in the form: it would be two more screens to load for each person.
 */
export async function joinOverApi(request: APIRequestContext, shopId: string, name: string) {
  const person = { mobile: newMobile(), name, email: 'someone@example.in', shopid: shopId }
  const { otp } = await askFrom(request, sendOtp, { body: person })
  await askFrom(request, verifyOtp, { body: { mobile: person.mobile, otp: String(otp) } })
  return (await askFrom(request, joinQueue, { body: person })).newInfo
}

export async function openPayment(page: Page, shopId: string, name: string): Promise<void> {
  await joinOverApi(page.request, shopId, name)
  await page.goto(`/${shopId}/paymentpage`)
  await expect(page.getByRole('button', { name: 'Book Appointment' })).toBeVisible()
}

/** The shopper is new and has paid with the demo gateway. Returns the token number. */
export async function openToken(page: Page, shopId: string, name: string): Promise<string> {
  const ticket = await joinOverApi(page.request, shopId, name)
  let { token } = ticket
  if (token === null) {
    const { payment } = await askFrom(page.request, createPayment, { body: { ticketId: ticket._id } })
    const paid = await askFrom(page.request, confirmPayment, { id: payment.id })
    token = 'token' in paid ? paid.token : null
  }
  await page.goto(`/${shopId}/token`)
  await expect(page.locator('.ring b')).toHaveText(String(token))
  return String(token)
}

export async function enter(page: Page, shopId: string): Promise<void> {
  await page.goto(`/${shopId}`)
  await page.getByRole('link', { name: 'Buy Cart' }).click()
  await expect(page.getByLabel('Name')).toBeVisible()
}

/** Verifies a mobile with the code that demo mode shows. */
export async function prove(page: Page, name: string, mobile: string): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Mobile number').fill(mobile)
  await page.getByLabel('Email').fill('someone@example.in')
  await page.getByLabel('Email').blur()
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(page.getByText('Your OTP')).toBeVisible()
  await page.getByRole('button', { name: 'Verify OTP' }).click()
}

/** Verifies a new mobile, and joins. Returns the mobile. */
export async function verify(page: Page, name: string): Promise<string> {
  const mobile = newMobile()
  await prove(page, name, mobile)
  await expect(page).toHaveURL(/paymentpage|\/token/)
  return mobile
}

/** Uses the demo gateway; returns the token number. */
export async function payOnline(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Book Appointment' }).click()
  await expect(page).toHaveURL(/\/token/)
  await expect(page.getByText('Your TOKEN Number has been GENERATED')).toBeVisible()
  const number = page.locator('.ring b')
  await expect(number).toHaveText(/^\d+$/)
  return (await number.textContent()) ?? ''
}

/**
 * Signs in over the API, keeps the session as the sign-in form does, and opens a page: the first one of the account, or `at`. Only journeys
 * about signing in fill in the form: it would be one more screen to load for each person.
 */
export async function signInAs(page: Page, email: string, { password = DEMO_PASSWORD, at = '/' } = {}): Promise<void> {
  const { token, user, shopId } = await askFrom(page.request, logIn, { body: { email, password } })
  await page.goto('/ready')
  await page.evaluate((kept) => Object.assign(localStorage, kept), {
    ...{ token, role: user.role, isAuthenticated: 'true' },
    ...(shopId !== null && { shopId }),
  })
  await page.goto(at)
  await expect(page).not.toHaveURL(/\/$/)
}

/** Signs in as the demo shop's staff and waits for its counter screen. */
export async function signInAsStaff(page: Page): Promise<void> {
  await signInAs(page, demoAccounts.staff.email)
  await expect(page).toHaveURL(/\/phoenix-cafe\/counter$/)
  await expect(page.getByRole('table')).toBeVisible()
}

/** Null if no account is signed in on this page. */
export const tokenOf = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('token'))

/**
 * Presses OK in a person's row and waits for the countdown. A person whom an earlier journey has left at a counter is served first, since a
 * counter holds one person.
 */
export async function call(staff: Page, name: string): Promise<void> {
  const token = await tokenOf(staff)
  const shopId = new URL(staff.url()).pathname.split('/')[1]
  for (const { _id: id, state } of await askFrom(staff.request, listTickets, { id: shopId }, token))
    if (state === 'called' || state === 'serving') {
      await askFrom(staff.request, completeTicket, { id }, token)
      // Until the desk has heard of it, it asks to finish with this customer first.
      await expect(staff.locator(`[data-ticket="${id}"]`)).toHaveCount(0)
    }
  await staff.getByRole('row').filter({ hasText: name }).getByRole('button', { name: /^OK/ }).click()
  await expect(staff).toHaveURL(/\/countdown$/)
}
