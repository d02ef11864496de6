import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#contract/base/demo.ts'
import { undoAction } from '#contract/desk/ticket-calls.ts'
import { login as logIn } from '#contract/sign-in/calls.ts'
import { hide, show, showsWithinThreeSeconds, stopClock, watchConnections } from '#tests/support/browser/asleep.ts'
import { expect, test } from '#tests/support/browser/browser.ts'
import { askFrom } from '#tests/support/browser/browser-client.ts'
import { watchDevice } from '#tests/support/browser/device.ts'
import { desktop, openToken, phone } from '#tests/support/browser/journey.ts'
import { callNumber, type DeskShop, joinFree, newDeskShop, standAt } from '#tests/support/people/desk-shop.ts'

/** A free shop with one counter, whose desk works over the API. */
async function deskOver({ request }: Page) {
  const shop = await newDeskShop(request, { counters: 1 })
  const { token } = await askFrom(request, logIn, { body: { email: shop.staffEmail, password: DEMO_PASSWORD } })
  return {
    shop,
    ring: (number: number) => callNumber(request, shop, { number, counter: 1, token }),
    undo: (id: string) => askFrom(request, undoAction, { id }, token),
  }
}

/** The shopper has just joined this free shop. Returns the token number. */
const waitAt = async (page: Page, shop: DeskShop, name: string): Promise<number> => Number(await openToken(page, shop.id, name))

const turn = (page: Page) => page.getByRole('heading', { name: 'It is your turn' })
const posted = (page: Page) => page.getByRole('button', { name: 'Keep me posted' })
const line = (page: Page) => page.getByText(/^On: /)

test('a phone that wakes with a dead connection shows its call within three seconds', async ({ newPerson }) => {
  const page = await newPerson(phone)
  const { shop, ring } = await deskOver(page)
  const connections = await watchConnections(page)
  await page.clock.install()
  const number = await waitAt(page, shop, 'Sleeping Sita')
  await connections.live
  await stopClock(page)
  connections.die()
  await hide(page)
  await ring(number)
  await show(page)
  await showsWithinThreeSeconds(page, turn(page))
})

test('a board that wakes with a dead connection shows the call within three seconds, and keeps its screen awake', async ({ newPerson }) => {
  const board = await newPerson(desktop)
  const { shop, ring } = await deskOver(board)
  const number = await joinFree((await newPerson()).context(), shop, 'Waiting Wasim')
  const device = await watchDevice(board)
  await standAt(board, shop, 'Counter 1')
  // The desk, on the same page, has had a live connection too: the board's own is meant.
  const connections = await watchConnections(board)
  await board.clock.install()
  await board.goto('/display')
  await expect(board.getByRole('region', { name: 'Next' })).toContainText(String(number))
  await expect.poll(device.isKeptAwake).toBe(true)
  await connections.live
  await stopClock(board)
  connections.die()
  await hide(board)
  await ring(number)
  await show(board)
  await showsWithinThreeSeconds(
    board,
    board.getByRole('region', { name: 'Now serving' }).getByText(String(number), { exact: true }).first(),
  )
})

test('a sound that the phone has interrupted goes on, and the line says sound only while it does', async ({ newPerson }) => {
  const page = await newPerson(phone)
  const { shop, ring } = await deskOver(page)
  const device = await watchDevice(page)
  const number = await waitAt(page, shop, 'Ringing Rita')
  await posted(page).click()
  await expect(line(page)).toContainText('sound')
  await device.giveSoundBack(false)
  await device.interruptSound()
  await expect(page.getByText('Your phone has turned the sound off.')).toBeVisible()
  await expect(line(page)).not.toContainText('sound')
  await hide(page)
  await device.giveSoundBack(true)
  await show(page)
  await expect(line(page)).toContainText('sound')
  await hide(page)
  await device.interruptSound()
  const before = await device.notes()
  await ring(number)
  await expect(page.getByRole('button', { name: 'Stop the sound' })).toBeVisible()
  expect(await device.notes()).toBeGreaterThan(before)
})

test('a phone that keeps the sound is called silent, and a press turns it on while the call rings', async ({ newPerson }) => {
  const page = await newPerson(phone)
  const { shop, ring } = await deskOver(page)
  const device = await watchDevice(page)
  const number = await waitAt(page, shop, 'Silent Salim')
  await posted(page).click()
  await expect(line(page)).toContainText('sound')
  await device.giveSoundBack(false)
  await device.interruptSound()
  await show(page)
  await expect(page.getByText('Your phone has turned the sound off.')).toBeVisible()
  await ring(number)
  await expect(turn(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop the sound' })).toBeHidden()
  await device.giveSoundBack(true)
  await page.getByRole('button', { name: 'Turn the sound on' }).click()
  await page.getByRole('button', { name: 'Stop the sound' }).click()
  await expect(page.getByRole('button', { name: 'Turn the sound on' })).toBeHidden()
})

test('the screen stays awake through the call and after a call by mistake, until the visit is over', async ({ newPerson }) => {
  const page = await newPerson(phone)
  const { shop, ring, undo } = await deskOver(page)
  const device = await watchDevice(page)
  const number = await waitAt(page, shop, 'Awake Asha')
  await posted(page).click()
  await expect(line(page)).toContainText('screen stays on')
  const id = await ring(number)
  await expect(turn(page)).toBeVisible()
  expect(await device.isKeptAwake()).toBe(true)
  await undo(id)
  await expect(posted(page)).toHaveAttribute('aria-pressed', 'true')
  expect(await device.isKeptAwake()).toBe(true)
  await page.getByRole('button', { name: 'Leave the queue' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the queue' }).click()
  await expect(page.getByRole('heading', { name: 'You have left the queue' })).toBeVisible()
  await expect.poll(device.isKeptAwake).toBe(false)
})
