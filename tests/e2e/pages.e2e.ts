import { expect, test } from '#tests/support/browser/browser.ts'

const SHOP = '/phoenix-cafe'

test('the first screen of a shopper needs at most six requests', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(SHOP, { waitUntil: 'load' })
  // The browser chooses when it loads the icon, which is one of the six.
  expect(asked.filter((address) => !address.endsWith('/favicon.svg')).length).toBeLessThanOrEqual(5)
  await expect(page.getByRole('heading', { name: 'Welcome To Red Carpet' })).toBeVisible()
})

test('the first screen can be read before any script has loaded', async ({ page, request }) => {
  const html = await (await request.get(SHOP)).text()
  const root = /<div id="root">(.*?)<\/div><script /s.exec(html)?.[1] ?? ''
  await page.setContent(root)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Buy Cart' })).toBeVisible()
})

test('a browser in Hindi gets the page in Hindi, and the script takes it over without an error', async ({ newPerson, axe }) => {
  const page = await newPerson({ locale: 'hi-IN' })
  await page.goto(SHOP)
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await axe(page)
})

test('an unknown address gets the designed page with the status 404', async ({ page, allowRefusal, axe }) => {
  for (const address of ['/nobody-has-this', '/no/such/place']) {
    allowRefusal(404, new RegExp(`${address}$`))
    expect((await page.goto(address))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await axe()
  }
})

test('health and version are pages for people and plain text for programs', async ({ page, request }) => {
  for (const [address, text] of [
    ['/health', /^OK$/],
    ['/version', /^v\d+\.\d+\.\d+$/],
  ] as const) {
    expect((await (await request.get(address)).text()).trim()).toMatch(text)
    await page.goto(address)
    await expect(page.locator('main')).toBeVisible()
  }
})
