import type { Page } from '@playwright/test'
import { DEMO_PASSWORD, demoAccounts } from '#contract/base/demo.ts'
import { undoAction } from '#contract/desk/ticket-calls.ts'
import { joinQueue } from '#contract/queue/calls.ts'
import { login as logIn } from '#contract/sign-in/calls.ts'
import { sendOtp } from '#contract/verification/calls.ts'
import { hide, show, showsWithinThreeSeconds, stopClock, watchConnections } from '#tests/support/browser/asleep.ts'
import { expect, test } from '#tests/support/browser/browser.ts'
import { askFrom } from '#tests/support/browser/browser-client.ts'
import { watchDevice } from '#tests/support/browser/device.ts'
import {
  call,
  desktop,
  enter,
  holdScripts,
  inDevanagari,
  newMobile,
  openPayment,
  openToken,
  payOnline,
  phone,
  prove,
  reloadBeforeScripts,
  signInAs,
  signInAsStaff,
  tapSend,
  verify,
} from '#tests/support/browser/journey.ts'
import { beyondTheEdge, enlargeText } from '#tests/support/browser/large-text.ts'
import { translate } from '#tests/support/browser/translated.ts'
import { callNext, callNumber, changeShop, type DeskShop, joinFree, newDeskShop, standAt } from '#tests/support/people/desk-shop.ts'

/** The call and the price reach people whose phone sleeps, interrupts the sound or translates the page. */

/** A free shop with one counter, and what its desk does over the API. */
async function deskOver({ request }: Page) {
  const shop = await newDeskShop(request, { counters: 1 })
  const { token } = await askFrom(request, logIn, { body: { email: shop.staffEmail, password: DEMO_PASSWORD } })
  return {
    shop,
    /** Returns the id of the ticket. */
    ring: (number: number) => callNumber(request, shop, { number, counter: 1, token }),
    undo: (id: string) => askFrom(request, undoAction, { id }, token),
  }
}

/** Opens the token page of a shopper who has just joined this free shop; returns the number. */
async function waitAt(page: Page, shop: DeskShop, name: string): Promise<number> {
  const number = await joinFree(page.context(), shop, name)
  await page.goto(`/${shop.id}/token`)
  await expect(page.locator('.ring b')).toHaveText(String(number))
  return number
}

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
  const connections = await watchConnections(board)
  const device = await watchDevice(board)
  await standAt(board, shop, 'Counter 1')
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

test('a shopper whose browser translates the page verifies, pays, waits and is called', async ({ newPerson }) => {
  const page = await newPerson(phone)
  const staff = await newPerson(desktop)
  await enter(page, 'phoenix-cafe')
  await tapSend(page)
  await expect(page.getByText('Please enter your name')).toBeVisible()
  await translate(page)
  await verify(page, 'Tamil Tara')
  const number = await payOnline(page)
  await signInAsStaff(staff)
  await call(staff, 'Tamil Tara')
  await expect(turn(page)).toBeVisible()
  await expect(page.getByText(number, { exact: true })).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^2:\d\d$/)
  const left = await page.getByRole('timer').textContent()
  await expect(page.getByRole('timer')).not.toHaveText(left ?? '')
})

test('a name and a press on a translated page from before its scripts have come are not lost', async ({ newPerson }) => {
  const page = await newPerson(phone)
  await enter(page, 'phoenix-cafe')
  const scriptsCome = await reloadBeforeScripts(page)
  await page.getByLabel('Name').fill('Early Ezhil')
  await translate(page)
  await tapSend(page)
  scriptsCome()
  await expect(page.getByText('Please enter your mobile number')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Early Ezhil')
})

test('a desk whose browser translates the page calls and serves, and its numbers stay live', async ({ newPerson }) => {
  const staff = await newPerson(desktop)
  const { shop } = await deskOver(staff)
  const device = await watchDevice(staff)
  await joinFree((await newPerson()).context(), shop, 'First Farah')
  await standAt(staff, shop, 'Counter 1')
  await translate(staff)
  await joinFree((await newPerson()).context(), shop, 'Second Sunil')
  await expect(staff.getByRole('row').filter({ hasText: 'Second Sunil' })).toBeVisible()
  await callNext(staff)
  await expect(
    staff
      .getByRole('row')
      .filter({ hasText: 'First Farah' })
      .getByRole('button', { name: /Clicked/ }),
  ).toBeVisible()
  await staff.getByRole('button', { name: 'Served' }).first().click()
  await expect(staff.getByRole('row').filter({ hasText: 'First Farah' })).toHaveCount(0)
  await staff.getByRole('button', { name: 'Keep the screen on' }).click()
  await expect.poll(device.isKeptAwake).toBe(true)
})

test('a shopper whose page has missed a higher price is told of it, and pays only after seeing it', async ({ newPerson, allowRefusal }) => {
  allowRefusal(409, /\/api\/payments$/)
  const page = await newPerson(phone)
  const shop = await newDeskShop(page.request, { counters: 1, baseFeePaise: 12_000 })
  const connections = await watchConnections(page)
  await enter(page, shop.id)
  await connections.live
  await verify(page, 'Paying Pari')
  const price = page.locator('.dock__price b')
  await expect(price).toHaveText('₹141.60')
  connections.die()
  await changeShop(page, shop, { baseFeePaise: 50_000 })
  await page.getByRole('button', { name: 'Book Appointment' }).click()
  await expect(page.getByText('The price has changed: it is ₹590 now. Nothing was paid.')).toBeVisible()
  await expect(price).toHaveText('₹590')
  await payOnline(page)
})

test('a shop that becomes free while its payment page is open says so, and asks for no way to pay', async ({ newPerson, allowRefusal }) => {
  // There is nothing to pay: the page goes on to the token.
  allowRefusal(409, /api\/payments/)
  const page = await newPerson(phone)
  const shop = await newDeskShop(page.request, { counters: 1, baseFeePaise: 12_000 })
  const connections = await watchConnections(page)
  await openPayment(page, shop.id, 'Free Farah')
  await connections.live
  await expect(page.getByRole('radio')).toHaveCount(2)
  await changeShop(page, shop, { baseFeePaise: 0 })
  await expect(page.locator('.dock__price b')).toHaveText('Free')
  await expect(page.getByText('₹0')).toHaveCount(0)
  await expect(page.getByRole('radio')).toHaveCount(0)
  await page.getByRole('button', { name: 'Book Appointment' }).click()
  await expect(page.locator('.ring b')).toHaveText('1')
})

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
 * Someone verifies a mobile that another person has just joined with at this free shop, on another phone: one code, because a mobile gets
 * a second one only after half a minute. Returns the other person's number.
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

for (const [what, files] of Object.entries({ 'its scripts': '**/static/js/shopper-*.js', 'its screen': '**/static/js/screen-token-*.js' }))
  test(`a token page that lost the connection before ${what} came says so, and goes on when it is back`, async ({
    newPerson,
    allowOffline,
  }) => {
    const page = await newPerson(phone)
    const filesMayCome = await holdScripts(page, files)
    await openToken(page, 'phoenix-cafe', 'Lift Lata')
    allowOffline()
    await page.context().setOffline(true)
    filesMayCome()
    await expect(page.getByText('This page did not load completely.', { exact: false })).toBeVisible()
    const live = page.waitForEvent('websocket')
    await page.context().setOffline(false)
    await live
    await expect(page.getByText('This page did not load completely.', { exact: false })).toBeHidden()
  })

test('a board that starts before its Wi-Fi shows its numbers when the Wi-Fi is there', async ({ newPerson, allowOffline }) => {
  const page = await newPerson(desktop)
  await signInAs(page, demoAccounts.staff.email)
  const filesMayCome = await holdScripts(page, '**/static/js/console-*.js')
  await page.goto('/display?shop=phoenix-cafe', { waitUntil: 'commit' })
  allowOffline()
  await page.context().setOffline(true)
  filesMayCome()
  await expect(page.getByText('This page did not load completely.', { exact: false })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('region', { name: 'Next' })).toBeVisible()
})

for (const width of [320, 390])
  test(`a shopper who reads large text on a phone ${width} wide gets a token`, async ({ newPerson }) => {
    const page = await newPerson({ viewport: { width, height: 640 }, hasTouch: true, isMobile: true })
    await enlargeText(page)
    await page.goto('/phoenix-cafe')
    expect(await beyondTheEdge(page)).toEqual([])
    await enter(page, 'phoenix-cafe')
    expect(await beyondTheEdge(page)).toEqual([])
    await verify(page, 'Venkatanarasimharajuvaripeta Ramachandrasubramaniam')
    await expect(page.getByText('OTP verified successfully!')).toBeVisible()
    expect(await beyondTheEdge(page)).toEqual([])
    await payOnline(page)
    expect(await beyondTheEdge(page)).toEqual([])
  })
