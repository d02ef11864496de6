import type { Page } from '@playwright/test'
import { DEMO_PASSWORD, demoAccounts } from '#contract/base/demo.ts'
import { expect, test } from '#tests/support/browser/browser.ts'
import { desktop, holdScripts, newMobile, phone } from '#tests/support/browser/journey.ts'
import { tabTo } from '#tests/support/browser/tab-to.ts'
import { newName } from '#tests/support/people/places.ts'

test('shopper and staff do the main job with the keyboard alone', async ({ newPerson }) => {
  const name = newName('Tara Keys')
  const shopper = await newPerson(desktop)
  await shopper.goto('/phoenix-cafe')
  await expect(shopper.getByRole('link', { name: 'Buy Cart' })).toBeVisible()
  await shopper.keyboard.press('Enter')
  await expect(shopper).toHaveURL(/\/information/)
  await tabTo(shopper, /^Name/)
  await shopper.keyboard.type(name)
  await tabTo(shopper, /^Mobile/)
  await shopper.keyboard.type(newMobile())
  await tabTo(shopper, /^Email/)
  await shopper.keyboard.type('tara@example.in')
  await shopper.keyboard.press('Enter')
  await expect(shopper.getByText('Your OTP')).toBeVisible()
  await expect(shopper.getByRole('textbox', { name: /OTP/ }), 'the code is next').toBeFocused()
  await shopper.keyboard.press('Enter')
  await expect(shopper).toHaveURL(/paymentpage/)
  await tabTo(shopper, /^Book Appointment/)
  await shopper.keyboard.press('Enter')
  await expect(shopper.getByText('Your TOKEN Number has been GENERATED')).toBeVisible()

  const staff = await newPerson(desktop)
  await staff.goto('/')
  await expect(staff.getByLabel('Email')).toBeVisible()
  await tabTo(staff, /^Email/)
  await staff.keyboard.type(demoAccounts.staff.email)
  await tabTo(staff, /^Password/)
  await staff.keyboard.type(DEMO_PASSWORD)
  await staff.keyboard.press('Enter')
  await expect(staff).toHaveURL(/\/counter$/)
  await expect(staff.getByRole('row').filter({ hasText: name })).toBeVisible()
  await staff.keyboard.press('/')
  await staff.keyboard.type(name)
  await expect(staff.getByRole('row')).toHaveCount(2)
  await tabTo(staff, /^OK/)
  await staff.keyboard.press('Enter')
  await expect(staff).toHaveURL(/\/countdown$/)
  await expect(shopper.getByRole('heading', { name: 'It is your turn' })).toBeVisible()
  // The address changes a moment before the screen that takes the keys has come.
  await expect(staff.getByRole('button', { name: 'Back to the table' })).toBeVisible()
  await staff.keyboard.press('Enter')
  await expect(staff).toHaveURL(/\/counter$/)
  await staff.keyboard.press('s')
  await expect(shopper.getByText("Thank's for VISIT")).toBeVisible()
})

async function openBeforeScripts(page: Page, address = '/lotus-books'): Promise<() => void> {
  const scriptsCome = await holdScripts(page)
  await page.goto(address, { waitUntil: 'commit' })
  return scriptsCome
}

test('a press before the page has its scripts is not lost', async ({ newPerson }) => {
  const page = await newPerson()
  const scriptsCome = await openBeforeScripts(page)
  const music = page.getByRole('button', { name: /music|sound/i }).first()
  await music.waitFor()
  const before = await music.getAttribute('aria-pressed')
  await music.click()
  scriptsCome()
  await expect(music).not.toHaveAttribute('aria-pressed', String(before))
})

test('Enter on the welcome page before it has its scripts is not lost', async ({ newPerson }) => {
  const page = await newPerson()
  const scriptsCome = await openBeforeScripts(page)
  await page.getByRole('link', { name: 'Buy Cart' }).waitFor()
  await page.keyboard.press('Enter')
  scriptsCome()
  await expect(page).toHaveURL(/\/information/)
})

test('a form that is filled in and sent by Enter before its scripts have come is sent', async ({ newPerson }) => {
  const page = await newPerson(phone)
  const scriptsCome = await openBeforeScripts(page, '/lotus-books/information')
  await page.getByLabel('Name').fill('Esha Early')
  await page.getByLabel('Mobile number').fill(newMobile())
  await page.getByLabel('Email').fill('esha@example.in')
  await page.getByLabel('Email').press('Enter')
  scriptsCome()
  await expect(page.getByLabel('Enter OTP')).toBeVisible()
})
