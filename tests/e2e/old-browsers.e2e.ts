import type { Page } from '@playwright/test'
import { demoAccounts } from '#contract/base/demo.ts'
import { expect, test } from '#tests/support/browser/browser.ts'
import { desktop, enter, phone, signInAs, verify } from '#tests/support/browser/journey.ts'
import { becomeOld } from '#tests/support/browser/old-browser.ts'
import { blockSiteData } from '#tests/support/browser/site-data.ts'
import { blue, card, joinFree, newDeskShop, newSlotShop, pressBlue, standAt } from '#tests/support/people/desk-shop.ts'

/**
 * The oldest browsers that `docs/operating.md` names (a phone, the PC of a counter, the TV of a hall), and browsers that lack something.
 */

test('an old phone shows the journey from the welcome to the token and its messages, also with a time', async ({ newPerson }) => {
  const page = await newPerson(phone)
  await becomeOld(page, 'oldest')
  const shop = await newSlotShop(page.request)
  await enter(page, shop.id)
  await verify(page, 'Old Omar')
  await page.getByRole('group', { name: 'Day' }).locator('label').nth(1).click()
  await page.locator('.slot-picker__slot').filter({ hasText: '6:00 pm' }).click()
  await expect(page.getByText('6:00 pm is held for you until', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Book Appointment' }).click()
  await expect(page.getByRole('heading', { name: 'Your TOKEN Number has been GENERATED' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Messages' })).toBeVisible()
})

test('an old PC runs the desk: calls, counts down, serves and misses people', async ({ newPerson }) => {
  const desk = await newPerson(desktop)
  await becomeOld(desk, 'oldest')
  const shop = await newDeskShop(desk.request, { counters: 1 })
  for (const name of ['First Farid', 'Second Sara']) await joinFree((await newPerson()).context(), shop, name)
  await standAt(desk, shop, 'Counter 1')
  await pressBlue(desk, 'Call next')
  await expect(desk).toHaveURL(/\/countdown$/)
  await expect(desk.getByText(/seconds? remaining/).first()).toBeVisible()
  await desk.keyboard.press('Escape')
  await expect(card(desk)).toContainText('First Farid')
  await expect(blue(desk)).toContainText('Here')
  await desk.keyboard.press('a')
  await pressBlue(desk, 'Served, call next')
  await expect(desk).toHaveURL(/\/countdown$/)
})

test('an old PC makes a QR code and reads the record of changes', async ({ newPerson }) => {
  const page = await newPerson(desktop)
  await becomeOld(page, 'oldest')
  await signInAs(page, demoAccounts.owner.email, { at: '/qrcode' })
  await page.getByLabel('Text or link').fill('https://redcarpet.example/phoenix-cafe')
  await expect(page.getByRole('button', { name: /SVG/ })).toBeEnabled()
  await page.goto('/shop/phoenix-mall/audit')
  await expect(page.getByRole('heading', { name: 'Record of Phoenix Mall' })).toBeVisible()
  await expect(page.locator('.audit h2').first()).toBeVisible()
})

test('a TV of 2021 shows the board and its calls', async ({ newPerson }) => {
  const tv = await newPerson({ viewport: { width: 1920, height: 1080 } })
  await becomeOld(tv, 'tv')
  const desk = await newPerson(desktop)
  const shop = await newDeskShop(desk.request, { counters: 1 })
  const number = await joinFree((await newPerson()).context(), shop, 'Televised Tara')
  await signInAs(tv, shop.staffEmail, { at: '/display' })
  await expect(tv.getByRole('region', { name: 'Next' }).getByText(String(number), { exact: true }).first()).toBeVisible()
  await standAt(desk, shop, 'Counter 1')
  await pressBlue(desk, 'Call next')
  await expect(tv.getByRole('region', { name: 'Now serving' }).getByText(String(number), { exact: true })).toBeVisible()
})

test('a browser that is too old gets one sentence, in its language, on every page', async ({ newPerson }) => {
  const page = await newPerson(phone)
  await becomeOld(page, 'tooOld')
  for (const address of ['/phoenix-cafe', '/']) {
    await page.goto(address)
    await expect(page.getByRole('alert').first()).toHaveText(
      'This browser is too old for Red Carpet. Please update it, use another one, or ask at the counter.',
    )
  }
})

async function fontsOf(page: Page, selector: string): Promise<string[]> {
  await expect(page.locator(selector).first()).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  const tools = await page.context().newCDPSession(page)
  const { root } = await tools.send('DOM.getDocument')
  await tools.send('CSS.enable')
  const { nodeIds } = await tools.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: `${selector}, ${selector} *` })
  const each = await Promise.all(nodeIds.map((nodeId) => tools.send('CSS.getPlatformFontsForNode', { nodeId })))
  return each.flatMap(({ fonts }) => fonts.map(({ familyName }) => familyName))
}

test('a TV without the letters of Hindi shows the board in Hindi, and every console the way to it', async ({ newPerson }) => {
  const tv = await newPerson({ viewport: { width: 1920, height: 1080 } })
  const shop = await newDeskShop(tv.request, { counters: 1 })
  await tv.goto('/')
  const hindi = /^(?:Kohinoor Devanagari|Nirmala UI|Noto Sans Devanagari(?: Variable)?)$/
  await expect.poll(() => fontsOf(tv, '.language')).toContainEqual(expect.stringMatching(hindi))
  await tv.getByRole('button', { name: 'हिन्दी' }).click()
  await expect(tv.locator('html[lang=hi]')).toBeAttached()
  await signInAs(tv, shop.staffEmail, { at: '/display' })
  await expect(tv.locator('#now-serving')).toContainText('अभी चल रहा टोकन')
  await expect.poll(() => fontsOf(tv, '#now-serving')).toContainEqual(expect.stringMatching(hindi))
})

test('a phone that blocks site data hears it before the first SMS, and nothing is sent', async ({ newPerson }) => {
  const page = await newPerson(phone)
  await blockSiteData(page)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await enter(page, 'phoenix-cafe')
  await expect(page.getByRole('alert').filter({ hasText: 'Your browser blocks cookies' })).toBeVisible()
  await page.getByLabel('Name').fill('Private Parul')
  await page.getByLabel('Mobile number').fill('9876501234')
  await page.getByLabel('Email').fill('parul@example.in')
  await page.getByLabel('Email').press('Enter')
  await expect(page.getByRole('button', { name: 'Send OTP' })).toBeDisabled()
  expect(sent).toEqual([])
})

test('a console that may keep nothing says what it needs', async ({ newPerson }) => {
  const page = await newPerson(desktop)
  await blockSiteData(page)
  for (const address of ['/', '/display', '/phoenix-cafe/counter']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'This browser blocks site data' })).toBeVisible()
    await expect(page.getByText('Please allow cookies and site data for this address', { exact: false })).toBeVisible()
  }
})
