import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser/browser.ts'
import { enter, openPayment, openToken, phone, reloadBeforeScripts, tapSend } from '#tests/support/browser/journey.ts'

/** Before any script of the page has come, the token screen answers presses at once (decision 0016); the other screens keep them. */

async function withToken(page: Page, name: string): Promise<void> {
  await openToken(page, 'phoenix-cafe', name)
}

/** Presses an element in the first task after the scripts of the page have taken over. */
const pressRightAfterScripts = (page: Page, selector: string): Promise<void> =>
  page.evaluate((pressed) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => document.querySelector<HTMLElement>(pressed)?.click()
    const remove = window.removeEventListener
    let isOver = false
    window.removeEventListener = (...how: Parameters<typeof remove>) => {
      remove.apply(window, how)
      if (how[0] === 'keydown' && !isOver) port2.postMessage('press')
      isOver ||= how[0] === 'keydown'
    }
  }, selector)

test('the question before leaving opens and closes at once; an early yes counts when the scripts have come', async ({ newPerson, axe }) => {
  const page = await newPerson(phone)
  await withToken(page, 'Early Leaver')
  const scriptsCome = await reloadBeforeScripts(page)
  const question = page.getByRole('dialog', { name: 'Leave the queue?' })
  await page.getByRole('button', { name: 'Leave the queue' }).click()
  await expect(question).toContainText('You’ll get ₹141.60 back.')
  await axe(page)
  await question.getByRole('button', { name: 'Stay in the queue' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: 'Leave the queue' }).click()
  await question.getByRole('button', { name: 'Leave the queue' }).click()
  await expect(question).toBeVisible()
  scriptsCome()
  await expect(page.getByRole('heading', { name: 'You have left the queue' })).toBeVisible()
  await expect(question).toBeHidden()
})

test('a question that was opened early stays open when the scripts come, and then works as always', async ({ newPerson }) => {
  const page = await newPerson(phone)
  await withToken(page, 'Early Asker')
  const scriptsCome = await reloadBeforeScripts(page)
  const question = page.getByRole('dialog', { name: 'Leave the queue?' })
  await page.getByRole('button', { name: 'Leave the queue' }).click()
  await expect(question).toBeVisible()
  const live = page.waitForEvent('websocket')
  scriptsCome()
  await live
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page.getByRole('button', { name: 'Leave the queue' })).toBeFocused()
  await page.getByRole('button', { name: 'Leave the queue' }).click()
  await question.getByRole('button', { name: 'Close' }).click()
  await expect(question).toBeHidden()
})

test('the receipt opens at once and gets its lines when the scripts have come', async ({ newPerson }) => {
  const page = await newPerson(phone)
  await withToken(page, 'Early Reader')
  const scriptsCome = await reloadBeforeScripts(page)
  await page.getByRole('button', { name: 'Receipt' }).click()
  await expect(page.getByRole('dialog', { name: 'Receipt' }).getByRole('status')).toBeVisible()
  scriptsCome()
  await expect(page.getByRole('dialog', { name: 'Tax invoice' }).getByText('₹141.60', { exact: true })).toBeVisible()
})

test('the receipt has its lines if it is pressed in the moment when the scripts take over, with or without a press before', async ({
  newPerson,
}) => {
  const page = await newPerson(phone)
  await openToken(page, 'phoenix-cafe', 'Early Opener')
  for (const presses of [0, 2]) {
    const scriptsCome = await reloadBeforeScripts(page)
    // The first one asks the phone at once; the second one is recorded.
    const posted = page.getByRole('button', { name: 'Keep me posted' })
    for (let i = 0; i < presses; i += 1) await posted.click()
    await pressRightAfterScripts(page, '[data-opens=receipt-sheet]')
    scriptsCome()
    await expect(page.getByRole('dialog', { name: 'Tax invoice' }).getByText('₹141.60', { exact: true })).toBeVisible()
  }
})

test('Keep me posted asks the phone at once, and the screen says later what was granted', async ({ newPerson }) => {
  const page = await newPerson(phone)
  await withToken(page, 'Early Listener')
  const scriptsCome = await reloadBeforeScripts(page)
  const posted = page.getByRole('button', { name: 'Keep me posted' })
  await posted.click()
  await expect(posted).toHaveAttribute('aria-pressed', 'true')
  scriptsCome()
  await expect(page.getByText(/^On: .*sound/)).toBeVisible()
  await expect(posted).toHaveAttribute('aria-pressed', 'true')
  await posted.click()
  await expect(posted).toHaveAttribute('aria-pressed', 'false')
})

test('two early presses on Keep me posted leave it off', async ({ newPerson }) => {
  const page = await newPerson(phone)
  await withToken(page, 'Early Doubter')
  const scriptsCome = await reloadBeforeScripts(page)
  const posted = page.getByRole('button', { name: 'Keep me posted' })
  await posted.click()
  await posted.click()
  await expect(posted).toHaveAttribute('aria-pressed', 'true')
  scriptsCome()
  await expect(posted).toHaveAttribute('aria-pressed', 'false')
})

test('the other language comes without the scripts', async ({ newPerson }) => {
  const page = await newPerson(phone)
  await withToken(page, 'Early Hindi')
  await reloadBeforeScripts(page)
  await page.getByRole('button', { name: 'हिन्दी में पढ़ें' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
})

test('an early choice of cash holds, also if the next press falls between the scripts and the choice', async ({ newPerson }) => {
  const page = await newPerson(phone)
  await openPayment(page, 'phoenix-cafe', 'Early Cash')
  const scriptsCome = await reloadBeforeScripts(page)
  await page.getByText('Cash at the counter').click()
  await pressRightAfterScripts(page, '.dock .btn')
  scriptsCome()
  await expect(page.getByRole('heading', { name: 'Pay at the counter' })).toBeVisible()
})

test('an early Send OTP names the missing details when the scripts have come', async ({ newPerson }) => {
  const page = await newPerson(phone)
  await enter(page, 'phoenix-cafe')
  const scriptsCome = await reloadBeforeScripts(page)
  await tapSend(page)
  scriptsCome()
  await expect(page.getByText('Please enter your name')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
})
