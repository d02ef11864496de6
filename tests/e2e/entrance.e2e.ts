import { expect, test } from '#tests/support/browser/browser.ts'
import { phone } from '#tests/support/browser/journey.ts'
import { beyondTheEdge, enlargeText } from '#tests/support/browser/large-text.ts'
import { changeShop, joinFree, newDeskShop } from '#tests/support/people/desk-shop.ts'

const ALWAYS_CLOSED = [[], [], [], [], [], [], []]

test('at the entrance a shopper sees their own token, what is open, and the way to each shop', async ({ newPerson, axe }) => {
  const page = await newPerson(phone)
  const other = await newPerson(phone)
  const [shop, shut] = [await newDeskShop(page.request, { counters: 1 }), await newDeskShop(page.request, { counters: 1 })]
  await changeShop(page, shut, { openingHours: ALWAYS_CLOSED })
  await joinFree(other.context(), shop, 'Ravi First')
  const number = await joinFree(page.context(), shop, 'Asha Second')

  await page.goto('/phoenix-mall')
  await expect(page.getByRole('heading', { level: 1, name: 'Phoenix Mall' })).toBeVisible()
  const own = page.getByRole('link', { name: `${number} Your token at ${shop.name}` })
  await expect(own).toContainText('1 person ahead of you')
  const links = page.locator('.shop')
  await expect(links.filter({ hasText: shop.name })).toHaveText(/2\s*Waiting\s*Free/)
  await expect(links.filter({ hasText: 'Phoenix Café' })).toHaveText(/₹141.60/)
  // The mall's own order, but first the shops that save a wait.
  const counts = (await page.locator('.shops > ul .shop__stub > b').allTextContents()).map(Number).filter((count) => !Number.isNaN(count))
  expect(counts.length).toBeGreaterThan(1)
  expect(counts.map((count) => count > 0)).toEqual([...counts.map((count) => count > 0)].sort((a, b) => Number(b) - Number(a)))
  await axe(page)

  const closed = page.getByRole('link', { name: new RegExp(shut.name) })
  await expect(closed).toBeHidden()
  await page.getByText(/^\d+ shops? (is|are) closed$/).click()
  await expect(closed).toContainText('Closed')
  await own.click()
  await expect(page.locator('.ring b')).toHaveText(String(number))

  await other.goto('/phoenix-mall')
  await expect(other.getByRole('link', { name: `Your token at ${shop.name}` })).toContainText('You are next. Please stay near the counter.')
  const stranger = await newPerson(phone)
  await stranger.goto('/phoenix-mall')
  await expect(stranger.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(stranger.getByText('Your token at')).toHaveCount(0)
})

test('a mall of many shops has a search, which finds the closed ones too; large text fits', async ({ newPerson }) => {
  const page = await newPerson({ ...phone, viewport: { width: 320, height: 640 } })
  await enlargeText(page)
  const shops = []
  for (let made = 0; made < 5; made += 1) shops.push(await newDeskShop(page.request, { counters: 1 }))
  const [shut] = shops
  if (!shut) throw new Error('a shop is missing')
  await changeShop(page, shut, { openingHours: ALWAYS_CLOSED })
  await page.goto('/phoenix-mall')
  const search = page.getByRole('searchbox', { name: 'Search the shops' })
  await search.fill(shut.name)
  await expect(page.locator('.shop')).toHaveCount(1)
  await expect(page.locator('.shop')).toHaveText(new RegExp(`${shut.name}.*Closed`))
  expect(await beyondTheEdge(page)).toEqual([])
  await search.fill('no such shop')
  await expect(page.getByText('No shop found for “no such shop”.')).toBeVisible()
  await search.fill('')
  await expect(page.getByText(/shops? (is|are) closed/)).toBeVisible()
  expect(await beyondTheEdge(page)).toEqual([])
})
