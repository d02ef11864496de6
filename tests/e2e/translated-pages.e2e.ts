import { expect, test } from '#tests/support/browser/browser.ts'
import { watchDevice } from '#tests/support/browser/device.ts'
import {
  call,
  desktop,
  enter,
  payOnline,
  phone,
  reloadBeforeScripts,
  signInAsStaff,
  tapSend,
  verify,
} from '#tests/support/browser/journey.ts'
import { translate } from '#tests/support/browser/translated.ts'
import { callNext, joinFree, newDeskShop, standAt } from '#tests/support/people/desk-shop.ts'

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
  await expect(page.getByRole('heading', { name: 'It is your turn' })).toBeVisible()
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
  const shop = await newDeskShop(staff.request, { counters: 1 })
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
  await staff.locator('.desk-head__shop').click()
  await staff.getByRole('menuitem', { name: 'Keep the screen on' }).click()
  await expect.poll(device.isKeptAwake).toBe(true)
})
