import { DEMO_PASSWORD, demoAccounts } from '../../contract/demo.ts'
import { expect, test } from '../support/browser.ts'
import { call, desktop, enter, payOnline, phone, signInAsStaff, verify } from '../support/journey.ts'

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
