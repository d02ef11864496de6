import { DEMO_PASSWORD, demoAccounts } from '#contract/base/demo.ts'
import { addShop } from '#contract/office/form-calls.ts'
import { removeCounter } from '#contract/office/mall-calls.ts'
import { changeSettings } from '#contract/office/settings-calls.ts'
import { expect, test } from '#tests/support/browser/browser.ts'
import { askFrom } from '#tests/support/browser/browser-client.ts'
import { call, desktop, openToken, phone, signInAs, signInAsStaff, tokenOf } from '#tests/support/browser/journey.ts'
import { callNext, newDeskShop, standAt } from '#tests/support/people/desk-shop.ts'
import { newEmail, newName } from '#tests/support/people/places.ts'

/** No one needs to touch the board in the hall. */

const hall = { viewport: { width: 1920, height: 1080 } }

test('a call at the counter appears on the board automatically, without a name', async ({ newPerson, axe, allowOffline }) => {
  const board = await newPerson(hall)
  // The board names the next few only: at a shop with a queue of its own the new one is among them.
  const shop = await newDeskShop(board.request, { counters: 1 })
  await signInAs(board, shop.staffEmail)
  await board.goto('/display')
  await expect(board.getByRole('heading', { level: 1, name: shop.name })).toBeVisible()
  await axe(board)

  const shopper = await newPerson(phone)
  const number = await openToken(shopper, shop.id, 'Bela Board')
  const next = board.getByRole('region', { name: 'Next' }).getByRole('listitem')
  await expect(next).toHaveText([number])

  const staff = await newPerson(desktop)
  await standAt(staff, shop, 'Counter 1')
  await callNext(staff)
  const first = board.getByRole('region', { name: 'Now serving' }).getByRole('listitem').first()
  await expect(first.getByText(number, { exact: true })).toBeVisible()
  await expect(next).toHaveCount(0)
  await expect(board.getByText('Bela')).toHaveCount(0)
  await expect(board.getByText('When your number appears, come to the counter shown beside it.')).toBeVisible()
  await axe(board)

  allowOffline()
  await board.context().setOffline(true)
  await expect(board.getByRole('status').filter({ hasText: /Not updated since \d{1,2}:\d\d\s[ap]m/ })).toBeVisible()
  await expect(first.getByText(number, { exact: true }), 'the last numbers stay').toBeVisible()
  await staff.getByRole('button', { name: 'Served' }).first().click()
  await board.context().setOffline(false)
  await expect(board.getByText('Not updated since', { exact: false })).toHaveCount(0)
  await expect(board.getByRole('region', { name: 'Now serving' }).getByText(number, { exact: true })).toHaveCount(0)
})

test('a board that reconnects to another version reloads the page', async ({ newPerson, allowOffline }) => {
  const board = await newPerson(hall)
  let version = 'v1.0.0'
  let asked = 0
  await board.route('**/version', async (route) => {
    asked += 1
    await route.fulfill({ contentType: 'text/plain', body: version })
  })
  await signInAsStaff(board)
  await board.goto('/display?shop=phoenix-cafe')
  await expect(board.getByRole('region', { name: 'Next' })).toBeVisible()
  await expect.poll(() => asked).toBe(1)
  allowOffline()
  const away = async () => {
    await board.context().setOffline(true)
    await expect(board.getByText('Not updated since', { exact: false })).toBeVisible()
    await board.context().setOffline(false)
  }
  await board.evaluate(() => Object.assign(self, { isFirst: true }))
  await away()
  await expect.poll(() => asked).toBe(2)
  expect(await board.evaluate('self.isFirst'), 'the same version: the page does not reload').toBe(true)
  version = 'v1.0.1'
  await away()
  await expect.poll(() => board.evaluate('self.isFirst').catch(() => true)).toBeUndefined()
  await expect(board.getByRole('region', { name: 'Next' })).toBeVisible()
})

test('the board of a shop without counters does not send people to a counter next to the number', async ({ newPerson, axe }) => {
  const board = await newPerson(hall)
  await signInAs(board, demoAccounts.owner.email)
  const token = await tokenOf(board)
  const mall = await board.evaluate(() => localStorage.getItem('shopId'))
  const form = { name: newName('Bare Hall'), description: 'No counters', image: '', link: '', role: 'shop' as const }
  const login = { email: newEmail(), password: DEMO_PASSWORD, shopconpassword: DEMO_PASSWORD }
  const { _id: shop } = await askFrom(board.request, addShop, { id: mall ?? undefined, body: { ...form, ...login } }, token)
  const { counters } = await askFrom(board.request, changeSettings, { id: shop, body: { baseFeePaise: 0 } }, token)
  for (const { id } of counters) await askFrom(board.request, removeCounter, { id }, token)

  await board.goto(`/display?shop=${shop}`)
  await expect(board.getByText('When your number appears, come to the counter.', { exact: true })).toBeVisible()
  const shopper = await newPerson(phone)
  await openToken(shopper, shop, 'Nilu Nowhere')
  await expect(board.getByRole('region', { name: 'Next' }).getByRole('listitem')).toHaveText('1')
  const staff = await newPerson(desktop)
  await signInAs(staff, demoAccounts.owner.email)
  await staff.goto(`/${shop}/counter`)
  await call(staff, 'Nilu Nowhere')
  await expect(board.getByRole('region', { name: 'Now serving' }).getByText('1', { exact: true })).toBeVisible()
  await expect(board.getByText('When your number appears, come to the counter.', { exact: true })).toBeVisible()
  await expect(board.getByText('beside it', { exact: false })).toHaveCount(0)
  await axe(board)
})

test('an owner of several shops chooses the shop for the board', async ({ newPerson, axe }) => {
  const owner = await newPerson(desktop)
  await signInAs(owner, demoAccounts.owner.email)
  await owner.goto('/display')
  await expect(owner.getByRole('heading', { name: 'Which shop’s board?' })).toBeVisible()
  await axe(owner)
  await owner.getByRole('listitem').filter({ hasText: 'Lotus Books' }).getByRole('link', { name: 'Open the board' }).click()
  await expect(owner).toHaveURL(/\/display\?shop=lotus-books$/)
  await expect(owner.getByRole('heading', { level: 1, name: 'Lotus Books' })).toBeVisible()
  const other = owner.getByRole('link', { name: 'Other shop' })
  await expect(other, 'the hall does not see it').toHaveCSS('opacity', '0')
  await owner.mouse.move(300, 300)
  await other.click()
  await expect(owner.getByRole('heading', { name: 'Which shop’s board?' })).toBeVisible()
})
