import type { Page } from '@playwright/test'
import { joinQueue } from '#contract/queue/calls.ts'
import { sendOtp } from '#contract/verification/calls.ts'
import { expect, test } from '#tests/support/browser/browser.ts'
import { askFrom } from '#tests/support/browser/browser-client.ts'
import { enter, inDevanagari, newMobile, phone, prove } from '#tests/support/browser/journey.ts'
import { newDeskShop } from '#tests/support/people/desk-shop.ts'

test('a shopper whose phone writes Devanagari digits, a danda after the email and a space before the code gets a token', async ({
  newPerson,
}) => {
  const page = await newPerson(phone)
  const shop = await newDeskShop(page.request, { counters: 1 })
  await enter(page, shop.id)
  await page.getByLabel('Name').fill('Hindi Harsh')
  await page.getByLabel('Mobile number').fill(`\u202a${inDevanagari(newMobile())}\u202c`)
  await page.getByLabel('Email').pressSequentially('someone@example.in।')
  await page.getByLabel('Email').blur()
  const asked = page.waitForRequest(`**${sendOtp.path}`)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  expect((await asked).postDataJSON()).toMatchObject({ email: 'someone@example.in' })
  const code = (await page.locator('.your b').textContent()) ?? ''
  await page.getByLabel('Enter OTP').fill('')
  await page.getByLabel('Enter OTP').fill(` ${code}`)
  await expect(page).toHaveURL(/\/token/)
})

/**
 * Someone verifies a mobile with which another person has just joined this free shop, on another phone. There is one code, because a mobile
 * gets a second one only after half a minute. Returns the other person's number.
 */
async function verifyMobileOf(page: Page, other: string, name: string): Promise<number> {
  const shop = await newDeskShop(page.request, { counters: 1 })
  const mobile = newMobile()
  const joined = Promise.withResolvers<number>()
  await page.route(
    '**/api/information',
    async (route) => {
      const body = { mobile, name: other, email: 'other@example.in', shopid: shop.id }
      joined.resolve((await askFrom(page.request, joinQueue, { body })).newInfo.token ?? 0)
      await route.continue()
    },
    { times: 1 },
  )
  await enter(page, shop.id)
  await prove(page, name, mobile)
  const number = await joined.promise
  await expect(page.getByText(`This mobile number already has token ${number} here, for ${other}.`)).toBeVisible()
  return number
}

test('a second person with the same mobile hears whose token it has, and takes an own place with another number', async ({ newPerson }) => {
  const page = await newPerson(phone)
  const number = await verifyMobileOf(page, 'Asha', 'Ben')
  await page.getByRole('button', { name: 'Use another mobile number' }).click()
  await expect(page.getByLabel('Mobile number')).toBeFocused()
  await expect(page.getByLabel('Mobile number')).toHaveValue('')
  await expect(page.getByLabel('Name')).toHaveValue('Ben')
  await prove(page, 'Ben', newMobile())
  await expect(page.locator('.ring b')).toHaveText(String(number + 1))
})

test('a place that another person has is left only by someone who has read the name', async ({ newPerson }) => {
  const page = await newPerson(phone)
  const number = await verifyMobileOf(page, 'Asha', 'Ben')
  await page.getByRole('button', { name: 'Go to the place of Asha' }).click()
  await expect(page.locator('.ring b')).toHaveText(String(number))
  await page.getByRole('button', { name: 'Leave the queue' }).click()
  await expect(page.getByRole('dialog')).toContainText('This is the place of Asha. It goes to the next person.')
})
