import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test'
import { DEMO_PASSWORD, demoAccounts } from '#contract/base/demo.ts'
import { addCounter } from '#contract/counters/calls.ts'
import { listTickets } from '#contract/desk/calls.ts'
import { callTicket } from '#contract/desk/ticket-calls.ts'
import { addShop } from '#contract/office/form-calls.ts'
import { removeCounter } from '#contract/office/mall-calls.ts'
import { changeSettings } from '#contract/office/settings-calls.ts'
import { login as logIn } from '#contract/sign-in/calls.ts'
import { askFrom } from '#tests/support/browser/browser-client.ts'
import { joinOverApi, signInAs } from '#tests/support/browser/journey.ts'
import type { BodyOf } from '#tests/support/calls/client.ts'
import { newEmail, newName } from '#tests/support/people/places.ts'

/** A free shop of the demo mall that no other journey uses, with its own staff and counters. */
export interface DeskShop {
  id: string
  name: string
  staffEmail: string
  counters: { id: string; name: string }[]
}

const tokenOfOwner = async (request: APIRequestContext): Promise<string> =>
  (await askFrom(request, logIn, { body: { email: demoAccounts.owner.email, password: DEMO_PASSWORD } })).token

/** Names the counters `Counter 1`, `Counter 2` and so on. The other settings are those of a new shop. */
export async function newDeskShop(
  request: APIRequestContext,
  { counters: many, ...settings }: BodyOf<typeof changeSettings> & { counters: number },
): Promise<DeskShop> {
  const token = await tokenOfOwner(request)
  const name = newName('Desk Shop')
  const staffEmail = newEmail()
  const form = { name, description: 'Counters', image: '', link: '', role: 'shop' as const }
  const login = { email: staffEmail, password: DEMO_PASSWORD, shopconpassword: DEMO_PASSWORD }
  const { _id: id } = await askFrom(request, addShop, { id: 'phoenix-mall', body: { ...form, ...login } }, token)
  const body = { baseFeePaise: 0, extraPaise: 0, ...settings }
  const { counters } = await askFrom(request, changeSettings, { id, body }, token)
  for (const spare of counters.splice(many)) await askFrom(request, removeCounter, { id: spare.id }, token)
  while (counters.length < many) {
    counters.push(await askFrom(request, addCounter, { body: { shopId: id, name: `Counter ${counters.length + 1}` } }, token))
  }
  return { id, name, staffEmail, counters }
}

export async function changeShop({ request }: Page, shop: DeskShop, body: BodyOf<typeof changeSettings>): Promise<void> {
  await askFrom(request, changeSettings, { id: shop.id, body }, await tokenOfOwner(request))
}

/** A shop with a fee that is always open, with slots of two hours for two people each, today and the next days. */
export const newSlotShop = (request: APIRequestContext, settings: BodyOf<typeof changeSettings> = {}): Promise<DeskShop> =>
  newDeskShop(request, {
    counters: 1,
    baseFeePaise: 12_000,
    slots: { minutes: 120, capacity: 2, daysAhead: 6, moveUntilMinutes: 15 },
    ...settings,
  })

/** Verifies a new mobile in this browser; returns the token number. */
export async function joinFree({ request }: BrowserContext, shop: DeskShop, name: string): Promise<number> {
  const { token } = await joinOverApi(request, shop.id, name)
  if (token === null) throw new Error('the shop is not free')
  return token
}

/** Calls as the desk of the session `token` does; returns the ticket's id. */
export async function callNumber(
  request: APIRequestContext,
  shop: DeskShop,
  { number, counter, token }: { number: number; counter: number; token: string | null },
): Promise<string> {
  const tickets = await askFrom(request, listTickets, { id: shop.id }, token)
  const id = tickets.find((ticket) => ticket.token === number)?._id ?? ''
  await askFrom(request, callTicket, { id, body: { counterId: shop.counters[counter - 1]?.id } }, token)
  return id
}

/** Signs in as the shop's staff and chooses the counter of this device. */
export async function standAt(page: Page, shop: DeskShop, counter: string): Promise<void> {
  await signInAs(page, shop.staffEmail)
  await expect(page.getByRole('heading', { name: 'Which counter are you at?' })).toBeVisible()
  await page.getByRole('radio', { name: new RegExp(`\\b${counter}\\b`) }).check({ force: true })
  await page.getByRole('button', { name: `Work at ${counter}` }).click()
  await expect(page.getByRole('table', { name: 'Customers' })).toBeVisible()
}

export const blue = (page: Page) => page.locator('button.next-step')
export const card = (page: Page) => page.locator('section.called-card')
export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Presses the blue button's key when the button shows these words and accepts a press: right after a change it rests. */
export async function pressBlue(page: Page, words: string): Promise<void> {
  await expect(blue(page)).toContainText(words)
  await expect(blue(page)).toBeEnabled()
  await page.keyboard.press('n')
}

/** Uses the blue button's key, and returns from the countdown to the table. */
export async function callNext(page: Page): Promise<void> {
  await pressBlue(page, 'Call next')
  await backToTable(page)
}

/** At the first call of a page the address changes a moment before the screen. */
export async function backToTable(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/countdown$/)
  await expect(page.getByText(/seconds? remaining|Time’s up/).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/counter$/)
}
