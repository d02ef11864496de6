import type { Page } from '@playwright/test'
import { arriveTicket } from '#contract/desk/ticket-calls.ts'
import { expect, test } from '#tests/support/browser/browser.ts'
import { askFrom } from '#tests/support/browser/browser-client.ts'
import { tokenOf } from '#tests/support/browser/journey.ts'
import { callNumber, changeShop, type DeskShop, joinFree, newDeskShop, standAt } from '#tests/support/people/desk-shop.ts'

const hall = { viewport: { width: 1920, height: 1080 } }
const calls = (board: Page) => board.getByRole('region', { name: 'Now serving' }).getByRole('listitem')

const callTo = async (board: Page, shop: DeskShop, number: number, counter: number) =>
  callNumber(board.request, shop, { number, counter, token: await tokenOf(board) })

/** Every text stays inside its card, and none is cut off. */
const fits = (board: Page) =>
  board.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.board__call')].every((call) => {
      const frame = call.getBoundingClientRect()
      return [...call.querySelectorAll<HTMLElement>('b')].every((text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect()
        return left >= frame.left && right <= frame.right + 1 && top >= frame.top - 1 && bottom <= frame.bottom + 1
      })
    }),
  )

test('the board shows every call for one to eight counters, in the order of the counters', async ({ newPerson, axe }) => {
  const board = await newPerson(hall)
  const shop = await newDeskShop(board.request, { counters: 8 })
  const numbers: number[] = []
  for (let i = 0; i < 8; i += 1) numbers.push(await joinFree((await newPerson()).context(), shop, `Person ${i + 1}`))
  await standAt(board, shop, 'Counter 1')
  await board.goto('/display')
  await expect(board.getByRole('region', { name: 'Next' }).getByRole('listitem')).toHaveCount(6)
  // Calls go from the last counter to the first, so that the order of the counters differs from the order of the calls.
  for (let many = 1; many <= 8; many += 1) {
    const counter = 9 - many
    await callTo(board, shop, numbers[many - 1] ?? 0, counter)
    await expect(calls(board)).toHaveCount(many)
    await expect(calls(board).first(), 'the first counter in order').toContainText(`Counter काउंटर ${counter}`)
    await expect(board.locator('[data-new]'), 'the newest call is marked').toContainText(String(numbers[many - 1]))
    expect(await fits(board), `${many} calls fit`).toBe(true)
    if (many === 1 || many === 3 || many === 4) await axe(board)
  }
  await axe(board)
  await board.setViewportSize({ width: 1080, height: 1920 })
  await expect(calls(board)).toHaveCount(8)
  expect(await fits(board), 'portrait').toBe(true)
})

test('a missed number moves to the strip, and the number at the counter stays on the board', async ({ newPerson, axe }) => {
  const board = await newPerson(hall)
  const shop = await newDeskShop(board.request, { counters: 2, graceMinutes: 0 })
  const missed = await joinFree((await newPerson()).context(), shop, 'Asha Missed')
  const served = await joinFree((await newPerson()).context(), shop, 'Bela Served')
  await standAt(board, shop, 'Counter 1')
  await board.goto('/display')
  const id = await callTo(board, shop, served, 2)
  await askFrom(board.request, arriveTicket, { id }, await tokenOf(board))
  // Only the countdown of the one who is missed ends.
  await changeShop(board, shop, { countdownSeconds: 2 })
  await callTo(board, shop, missed, 1)
  const strip = board.getByRole('region', { name: 'Missed' })
  await expect(strip.getByRole('listitem')).toHaveText([String(missed)])
  await expect(calls(board)).toHaveCount(1)
  await expect(calls(board).first()).toContainText(String(served))
  await expect(calls(board).first()).toContainText('at the counter')
  await expect(board.getByText('Asha'), 'the board shows numbers only').toHaveCount(0)
  await axe(board)
  await callTo(board, shop, missed, 1)
  await expect(strip, 'called again').toHaveCount(0)
})
