import { pauseShop } from '#contract/desk/calls.ts'
import { createPayment } from '#contract/payments/calls.ts'
import { sendOtp } from '#contract/verification/calls.ts'
import { expect, test } from '#tests/support/browser/browser.ts'
import { askFrom } from '#tests/support/browser/browser-client.ts'
import { desktop, holdScripts, newMobile, openPayment, phone, tokenOf } from '#tests/support/browser/journey.ts'
import { callNext, joinFree, newDeskShop, standAt } from '#tests/support/people/desk-shop.ts'
import { inBothThemes } from '#tests/support/people/places.ts'

/** A shop can stop its sale: no one pays for a place that no one serves. */

test('staff pause the queue with a reason: no one new can join, places stay, and it opens again', async ({ newPerson, axe }) => {
  const staff = await newPerson(desktop)
  const shop = await newDeskShop(staff.request, { counters: 1 })
  const waits = await newPerson(phone)
  await joinFree(waits.context(), shop, 'Asha Safe')
  await waits.goto(`/${shop.id}/token`)
  const comes = await newPerson(phone)
  await comes.goto(`/${shop.id}`)
  const hindi = await newPerson({ ...phone, locale: 'hi-IN' })
  await standAt(staff, shop, 'Counter 1')
  await expect(comes.getByRole('link', { name: 'Buy Cart' })).toBeVisible()

  await staff.getByRole('button', { name: 'Pause' }).click()
  await staff.getByRole('menuitem', { name: /^Stop new tokens/ }).click()
  const dialog = staff.getByRole('dialog', { name: 'Pause the queue' })
  await expect(dialog).toContainText('The 1 person who waits keeps their place and is told.')
  await dialog.getByRole('radio', { name: 'Technical problem' }).check()
  await dialog.getByRole('radio', { name: 'Short break' }).check()
  await expect(dialog.getByRole('region', { name: 'What they see' })).toContainText('We are on a short break.')
  await inBothThemes(staff, axe)
  await dialog.getByText('No end time').click()
  await expect(dialog.getByRole('region', { name: 'What they see' })).toContainText('Not taking new tokens just now')
  await dialog.getByRole('button', { name: 'Pause the queue' }).click()
  await expect(staff.getByText('The queue is paused.').first()).toBeVisible()
  await expect(staff.getByRole('button', { name: 'Open again' })).toBeVisible()
  await axe(staff)

  await expect(comes.getByText('Not taking new tokens just now', { exact: false })).toBeVisible()
  await expect(comes.getByRole('button', { name: 'Buy Cart' })).toBeDisabled()
  await axe(comes)
  await comes.reload()
  await expect(comes.getByText('We are on a short break.', { exact: false }), 'from the first HTML on').toBeVisible()
  await comes.goto(`/${shop.id}/information`)
  await expect(comes.getByText('Not taking new tokens just now', { exact: false })).toBeVisible()
  await expect(comes.getByRole('button', { name: 'Send OTP' })).toBeDisabled()
  await comes.goto('/phoenix-mall')
  await expect(comes.getByRole('link', { name: new RegExp(shop.name) })).toContainText('Paused')
  await expect(waits.getByText('Your place is safe. You will be called as usual.', { exact: false })).toBeVisible()
  await axe(waits)
  await hindi.goto(`/${shop.id}`)
  await expect(hindi.getByText('अभी नए टोकन नहीं मिल रहे हैं', { exact: false })).toBeVisible()
  const board = await newPerson({ viewport: { width: 1920, height: 1080 } })
  await standAt(board, shop, 'Counter 1')
  await board.goto('/display')
  const said = board.getByRole('status').filter({ hasText: 'Not taking new tokens just now' })
  await expect(said).toContainText('अभी नए टोकन नहीं मिल रहे हैं')
  await axe(board)

  // Staff can still call while no one can join.
  await callNext(staff)
  await expect(waits.getByRole('heading', { name: 'It is your turn' })).toBeVisible()
  await staff.getByRole('button', { name: 'Open again' }).click()
  await expect(staff.getByRole('button', { name: 'Open again' })).toHaveCount(0)
  await comes.goto(`/${shop.id}`)
  await expect(comes.getByRole('link', { name: 'Buy Cart' })).toBeVisible()
})

test('a pause that begins while a shopper pays shows at the last step, and no order is made', async ({ newPerson, allowRefusal }) => {
  const staff = await newPerson(desktop)
  const shop = await newDeskShop(staff.request, { counters: 1, baseFeePaise: 12_000 })
  await standAt(staff, shop, 'Counter 1')
  const shopper = await newPerson(phone)
  await openPayment(shopper, shop.id, 'Asha Pays')
  const book = shopper.getByRole('button', { name: 'Book Appointment' })
  await expect(book).toBeEnabled()
  allowRefusal(409, /api\/payments/)
  // The pause begins between the last update and the press: the server refuses.
  await shopper.route(`**${createPayment.path}`, async (route) => {
    await askFrom(staff.request, pauseShop, { id: shop.id, body: { reason: 'technical' } }, await tokenOf(staff))
    await route.continue()
  })
  await book.click()
  await expect(shopper.getByRole('alert').filter({ hasText: 'not taking new tokens just now' })).toBeVisible()
  await expect(shopper.getByText('We have a technical problem.', { exact: false })).toBeVisible()
  await expect(book).toBeDisabled()
})

test('the queue pauses automatically when all counters are closed, and resumes when one opens', async ({ newPerson }) => {
  const staff = await newPerson(desktop)
  const shop = await newDeskShop(staff.request, { counters: 1 })
  await standAt(staff, shop, 'Counter 1')
  const comes = await newPerson(phone)
  await comes.goto(`/${shop.id}`)
  await expect(comes.getByRole('link', { name: 'Buy Cart' })).toBeVisible()
  await staff.getByRole('button', { name: 'Your counter: Counter 1' }).click()
  await staff.getByRole('menuitem', { name: /^Close this counter/ }).click()
  await expect(comes.getByText('All counters are closed.', { exact: false })).toBeVisible()
  await expect(comes.getByRole('button', { name: 'Buy Cart' })).toBeDisabled()
  await staff.getByRole('radio', { name: /No counter/ }).check({ force: true })
  await staff.getByRole('button', { name: 'Continue without a counter' }).click()
  await expect(staff.getByText('All counters are closed, so the queue is paused.', { exact: false })).toBeVisible()
  await staff.getByRole('button', { name: 'Choose a counter' }).click()
  await staff.getByRole('radio', { name: /Counter 1/ }).check({ force: true })
  await staff.getByRole('button', { name: 'Work at Counter 1' }).click()
  await expect(staff.getByText('All counters are closed', { exact: false })).toHaveCount(0)
  await expect(comes.getByRole('link', { name: 'Buy Cart' })).toBeVisible()
})

test('Enter in the form of a paused shop sends no passcode, before and after the page has its scripts', async ({ newPerson }) => {
  const staff = await newPerson(desktop)
  const shop = await newDeskShop(staff.request, { counters: 1 })
  await standAt(staff, shop, 'Counter 1')
  await askFrom(staff.request, pauseShop, { id: shop.id, body: { reason: 'busy' } }, await tokenOf(staff))
  const shopper = await newPerson(phone)
  const sent: string[] = []
  shopper.on('request', (request) => request.url().endsWith(sendOtp.path) && sent.push(request.url()))
  const scriptsCome = await holdScripts(shopper)
  await shopper.goto(`/${shop.id}/information`, { waitUntil: 'commit' })
  await shopper.getByLabel('Name').fill('Asha Enters')
  await shopper.getByLabel('Mobile number').fill(newMobile())
  await shopper.getByLabel('Email').fill('asha@example.in')
  await shopper.getByLabel('Email').press('Enter')
  const live = shopper.waitForEvent('websocket')
  scriptsCome()
  await live
  await expect(shopper.getByText('Too many people are waiting already', { exact: false }).first()).toBeVisible()
  await shopper.getByLabel('Email').press('Enter')
  // A passcode would be asked for at the press, before the shop is open again.
  await askFrom(staff.request, pauseShop, { id: shop.id, body: { resume: true } }, await tokenOf(staff))
  await expect(shopper.getByText('Too many people are waiting already', { exact: false })).toHaveCount(0)
  expect(sent).toEqual([])
})
