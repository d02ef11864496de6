import { DEMO_PASSWORD, demoAccounts } from '../../contract/demo.ts'
import { expect, test } from '../support/browser.ts'
import { call, desktop, enter, payOnline, phone, signInAs, signInAsStaff, verify } from '../support/journey.ts'
import { newEmail, newName } from '../support/places.ts'

/** The board in the hall: one screen for everyone who waits, in numbers, without anyone touching it. */

const hall = { viewport: { width: 1920, height: 1080 } }

test('a call made at the counter appears on the board by itself, without a name', async ({ newPerson, axe, allowOffline }) => {
  test.slow()
  const board = await newPerson(hall)
  await signInAsStaff(board)
  await board.goto('/display')
  await expect(board.getByRole('heading', { level: 1, name: 'Phoenix Café' })).toBeVisible()
  await axe(board)

  const shopper = await newPerson(phone)
  await enter(shopper, 'phoenix-cafe')
  await verify(shopper, 'Bela Board')
  const number = await payOnline(shopper)
  await expect(board.getByRole('region', { name: 'Next' }).getByText(number, { exact: true })).toBeVisible()

  const staff = await newPerson(desktop)
  await signInAsStaff(staff)
  await call(staff, 'Bela Board')
  const first = board.getByRole('region', { name: 'Now serving' }).getByRole('listitem').first()
  await expect(first.getByText(number, { exact: true })).toBeVisible()
  await expect(board.getByRole('region', { name: 'Next' }).getByText(number, { exact: true })).toHaveCount(0)
  await expect(board.getByText('Bela')).toHaveCount(0)
  await expect(board.getByText('When your number appears, come to the counter beside it.')).toBeVisible()
  await axe(board)

  allowOffline()
  await board.context().setOffline(true)
  await expect(board.getByRole('status').filter({ hasText: /Not up to date since \d\d:\d\d/ })).toBeVisible()
  await expect(first.getByText(number, { exact: true }), 'the last numbers stay').toBeVisible()
  await staff.goto('/phoenix-cafe/counter')
  await staff.getByRole('button', { name: 'Served' }).first().click()
  await board.context().setOffline(false)
  await expect(board.getByText('Not up to date', { exact: false })).toHaveCount(0, { timeout: 20_000 })
  await expect(board.getByRole('region', { name: 'Now serving' }).getByText(number, { exact: true })).toHaveCount(0)
})

test('a board that finds another version behind its connection loads itself anew', async ({ newPerson, allowOffline }) => {
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
    await expect(board.getByText('Not up to date', { exact: false })).toBeVisible()
    await board.context().setOffline(false)
  }
  await board.evaluate(() => Object.assign(self, { isFirst: true }))
  await away()
  await expect.poll(() => asked, { timeout: 60_000 }).toBe(2)
  expect(await board.evaluate('self.isFirst'), 'the same version: nothing is loaded').toBe(true)
  version = 'v1.0.1'
  await away()
  await expect.poll(() => board.evaluate('self.isFirst').catch(() => true), { timeout: 60_000 }).toBeUndefined()
  await expect(board.getByRole('region', { name: 'Next' })).toBeVisible()
})

test('of a shop without counters the board sends nobody to a counter beside the number', async ({ newPerson, axe }) => {
  const board = await newPerson(hall)
  await signInAs(board, demoAccounts.owner.email)
  const bearer = { Authorization: `Bearer ${await board.evaluate(() => localStorage.getItem('token'))}` }
  const mall = await board.evaluate(() => localStorage.getItem('shopId'))
  const form = { name: newName('Bare Hall'), description: 'No counters', image: '', link: '', role: 'shop' }
  const login = { email: newEmail(), password: DEMO_PASSWORD, shopconpassword: DEMO_PASSWORD }
  const added = await board.request.post(`/api/shops/${mall}/menu`, { headers: bearer, data: { ...form, ...login } })
  const { _id: shop } = (await added.json()) as { _id: string }
  const settings = await board.request.put(`/api/settings/${shop}`, { headers: bearer, data: { baseFeePaise: 0 } })
  const { counters } = (await settings.json()) as { counters: { id: string }[] }
  for (const { id } of counters) await board.request.delete(`/api/counters/${id}`, { headers: bearer })

  await board.goto(`/display?shop=${shop}`)
  await expect(board.getByText('When your number appears, come to the counter.', { exact: true })).toBeVisible()
  const shopper = await newPerson(phone)
  await enter(shopper, shop)
  await verify(shopper, 'Nilu Nowhere')
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

test('an owner of several shops chooses whose board it is', async ({ newPerson, axe }) => {
  const owner = await newPerson(desktop)
  await owner.goto('/')
  await owner.getByLabel('Email').fill(demoAccounts.owner.email)
  await owner.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await owner.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(owner).not.toHaveURL(/\/$/)
  await owner.goto('/display')
  await expect(owner.getByRole('heading', { name: 'Which shop’s board?' })).toBeVisible()
  await axe(owner)
  await owner.getByRole('listitem').filter({ hasText: 'Lotus Books' }).getByRole('link', { name: 'Open the board' }).click()
  await expect(owner).toHaveURL(/\/display\?shop=lotus-books$/)
  await expect(owner.getByRole('heading', { level: 1, name: 'Lotus Books' })).toBeVisible()
  await owner.getByRole('link', { name: 'Other shop' }).click()
  await expect(owner.getByRole('heading', { name: 'Which shop’s board?' })).toBeVisible()
})
