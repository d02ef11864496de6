import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { DEMO_PASSWORD, demoAccounts } from '#contract/base/demo.ts'
import { login } from '#contract/sign-in/calls.ts'
import { expect, test } from '#tests/support/browser/browser.ts'
import { askFrom } from '#tests/support/browser/browser-client.ts'
import { phone, signInAs } from '#tests/support/browser/journey.ts'
import { hasPrinter, print, scan } from '#tests/support/calls/scan.ts'

async function signIn(page: Page, email: string, address = '/qrcode'): Promise<void> {
  await signInAs(page, email, { at: address })
  await expect(page.getByRole('heading', { name: 'QR generator' })).toBeVisible()
}

async function downloaded(page: Page, button: string): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
  return download
}

async function png(page: Page) {
  const download = await downloaded(page, 'Download QR')
  expect(download.suggestedFilename()).toBe('qrcode.png')
  return scan(readFileSync(await download.path()))
}

async function chooseSize(page: Page, pixels: number): Promise<void> {
  const slider = page.getByRole('slider', { name: 'Size' })
  await slider.press('Home')
  for (let now = 128; now < pixels; now += 8) await slider.press('ArrowRight')
  await expect(page.getByText(`${pixels} px`, { exact: true })).toBeVisible()
}

test('a downloaded code contains the text and has the size of the slider', async ({ page }) => {
  await signIn(page, demoAccounts.superadmin.email)
  const text = page.getByLabel('Text or link')
  await text.fill('https://redcarpet.example/phoenix-cafe')
  expect(await png(page)).toEqual({ text: 'https://redcarpet.example/phoenix-cafe', width: 256, height: 256 })

  await chooseSize(page, 136)
  await text.fill('नमस्ते, ₹141.60')
  expect(await png(page)).toEqual({ text: 'नमस्ते, ₹141.60', width: 136, height: 136 })

  await page.getByRole('slider', { name: 'Size' }).press('End')
  await page.getByRole('group', { name: 'QR colour' }).getByRole('button', { name: 'Carpet red' }).click()
  await page.getByRole('group', { name: 'Background colour' }).getByRole('button', { name: 'Gold tint' }).click()
  const long = 'Red Carpet '.repeat(60)
  await text.fill(long)
  expect(await png(page)).toEqual({ text: long, width: 512, height: 512 })
})

test('print shops get the code as an SVG in the chosen colours', async ({ page }) => {
  await signIn(page, demoAccounts.owner.email)
  await page.getByLabel('Text or link').fill('https://redcarpet.example/phoenix-cafe')
  await page.getByRole('textbox', { name: 'Own QR colour' }).fill('#224466')
  const download = await downloaded(page, 'SVG for print shops')
  expect(download.suggestedFilename()).toBe('qrcode.svg')
  const svg = readFileSync(await download.path(), 'utf8')
  expect(svg).toMatch(/^<svg[^>]* width="256"/)
  expect(svg).toContain('#224466')
  const drawn = await page.context().newPage()
  await drawn.setContent(`<body style="margin:0">${svg}</body>`)
  expect(scan(await drawn.locator('svg').screenshot()).text).toBe('https://redcarpet.example/phoenix-cafe')
})

test('a missing or too long text shows an error next to the field', async ({ page }) => {
  await signIn(page, demoAccounts.owner.email)
  const text = page.getByLabel('Text or link')
  await text.focus()
  await text.blur()
  await expect(text).toHaveAccessibleDescription('Please enter a text or a link')
  await text.fill('x'.repeat(1273))
  await expect(text).toHaveAccessibleDescription('')
  await expect(page.getByText('Its squares are smaller than 2 pixels.')).toBeVisible()
  await text.fill('x'.repeat(1274))
  await expect(text).toHaveAccessibleDescription(/^This is too long for a QR code/)
  await expect(page.getByRole('button', { name: 'Download QR' })).toBeDisabled()
})

test('the page warns of colours that would not scan, and they really do not scan', async ({ page, axe }) => {
  await signIn(page, demoAccounts.owner.email)
  await page.getByLabel('Text or link').fill('https://redcarpet.example/phoenix-cafe')
  const verdict = page.getByRole('status').filter({ hasText: 'contrast' })
  await expect(verdict).toContainText('Easy to scan')
  const code = page.getByRole('textbox', { name: 'Own QR colour' })
  const back = page.getByRole('textbox', { name: 'Own background colour' })

  await code.fill('#fefefe')
  await expect(verdict).toContainText('Will not scan')
  await expect(verdict).toContainText('The colours are too alike')
  await axe()
  expect((await png(page)).text).toBeNull()

  await code.fill('#808080')
  await expect(verdict).toContainText('Might not scan')

  await code.fill('#ffffff')
  await back.fill('#7a1325')
  await expect(verdict).toContainText('lighter than its background')
  expect((await png(page)).text).toBeNull()
  await page.getByRole('button', { name: 'Swap the colours' }).click()
  await expect(verdict).toContainText('Easy to scan')
  await expect(code).toHaveValue('#7a1325')
  expect((await png(page)).text).toBe('https://redcarpet.example/phoenix-cafe')
})

test('a colour can be picked by eye, also with the keyboard', async ({ page }) => {
  await signIn(page, demoAccounts.owner.email)
  await page.getByLabel('Text or link').fill('https://redcarpet.example/phoenix-cafe')
  const own = page.getByRole('textbox', { name: 'Own QR colour' })
  await page.getByRole('button', { name: 'Own QR colour: pick it' }).press('Enter')
  const brightness = page.getByRole('slider', { name: 'Saturation and brightness' })
  await brightness.press('ArrowRight')
  await brightness.press('ArrowDown')
  await page.getByRole('slider', { name: 'Hue' }).press('ArrowRight')
  await expect(own).not.toHaveValue('#1a1315')
  await page.keyboard.press('Escape')
  await expect(brightness).toBeHidden()
  await own.fill('#12')
  await own.blur()
  await expect(own, 'half a colour code is not a colour').toHaveValue(/^#[0-9a-f]{6}$/)
  expect((await png(page)).text).toBe('https://redcarpet.example/phoenix-cafe')
})

test('an owner makes the code and the poster of a shop, or of one of its counters', async ({ page, baseURL }) => {
  await signIn(page, demoAccounts.owner.email)
  await page.getByRole('combobox', { name: 'For a shop or the entrance' }).click()
  await expect(page.getByRole('option', { name: 'Royal Sarees' })).toBeVisible()
  await page.getByRole('option', { name: 'Phoenix Café' }).click()
  const text = page.getByLabel('Text or link')
  await expect(text).toHaveValue(`${baseURL}/phoenix-cafe`)
  const noted = page.waitForResponse(/\/api\/qrcode\/phoenix-cafe\/made$/)
  expect((await png(page)).text).toBe(`${baseURL}/phoenix-cafe`)
  expect((await noted).status(), 'the owner’s step of the first steps is done').toBe(200)

  await page.getByRole('combobox', { name: 'Counter' }).click()
  await page.getByRole('option', { name: 'Counter 2' }).click()
  await expect(text).toHaveValue(/\/phoenix-cafe\?counter=\w+$/)
  const address = await text.inputValue()
  await page.getByText('A5', { exact: true }).click()
  const poster = await downloaded(page, 'Download poster (PDF)')
  expect(poster.suggestedFilename()).toBe('Phoenix Café poster A5.pdf')
  const pdf = readFileSync(await poster.path())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  if (hasPrinter) expect(scan(print(pdf)).text).toBe(address)
  await expect(page.getByText('The poster is in your downloads.')).toBeVisible()

  await text.fill(`${baseURL}/something-else`)
  await expect(page.getByText('Choose a shop or the entrance above')).toBeVisible()
})

test('a super administrator finds the shops of every mall; staff find only theirs, without a poster', async ({ page, newPerson }) => {
  await signIn(page, demoAccounts.superadmin.email, '/qrcode?shop=lotus-books')
  await expect(page.getByRole('combobox', { name: 'For a shop or the entrance' })).toHaveValue('Lotus Books')
  await expect(page.getByRole('heading', { name: 'Poster of Lotus Books' })).toBeVisible()

  const staff = await newPerson()
  await signIn(staff, demoAccounts.staff.email)
  await staff.getByRole('combobox', { name: 'For a shop or the entrance' }).click()
  await expect(staff.getByRole('option')).toHaveText(['Phoenix Café'])
  await staff.getByRole('option').click()
  await expect(staff.getByLabel('Text or link')).toHaveValue(/\/phoenix-cafe$/)
  await expect(staff.getByRole('heading', { name: /Poster/ })).toHaveCount(0)
})

test('the generator works with the keyboard alone', async ({ page }) => {
  await signIn(page, demoAccounts.owner.email)
  const shop = page.getByRole('combobox', { name: 'For a shop or the entrance' })
  const tabTo = async (name: RegExp | string) => {
    for (let i = 0; i < 40; i += 1) {
      await page.keyboard.press('Tab')
      const label = await page.evaluate(() => {
        const at = document.activeElement
        const input = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : null
        const named = document.getElementById(at?.getAttribute('aria-labelledby') ?? '')?.textContent
        return at?.getAttribute('aria-label') ?? named ?? input ?? at?.textContent ?? ''
      })
      if (typeof name === 'string' ? label === name : name.test(label)) return
    }
    throw new Error(`the Tab key must reach ${name}`)
  }
  await tabTo(/For a shop/)
  await page.keyboard.type('lotus')
  const found = page.getByRole('option', { name: 'Lotus Books' })
  // A list that is still filtering forgets what was marked: a person sees that, and presses once more.
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(found).toHaveAttribute('data-combobox-selected', 'true', { timeout: 1000 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(shop).toHaveValue('Lotus Books')
  await tabTo('Carpet red')
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Carpet red' })).toHaveAttribute('aria-pressed', 'true')
  await tabTo('Own background colour')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('#fdf8ea')
  await expect(page.getByRole('button', { name: 'Gold tint' })).toHaveAttribute('aria-pressed', 'true')
  await tabTo('Size')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('264 px', { exact: true })).toBeVisible()
  await tabTo(/Download QR/)
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(scan(readFileSync(await download.path()))).toMatchObject({ text: expect.stringMatching(/\/lotus-books$/), width: 264 })
  await tabTo(/Download poster/)
  const [poster] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(poster.suggestedFilename()).toBe('Lotus Books poster A4.pdf')
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`in ${colorScheme} colours the generator is accessible, in English and Hindi`, async ({ newPerson, axe }) => {
    const page = await newPerson({ colorScheme })
    await signIn(page, demoAccounts.owner.email, '/qrcode?shop=phoenix-cafe')
    await expect(page.getByRole('combobox', { name: 'Counter' })).toBeVisible()
    await axe(page)
    await page.getByRole('textbox', { name: 'Own QR colour' }).fill('#ffffff')
    await page.getByLabel('Text or link').fill('')
    await axe(page)
    await page.getByRole('combobox', { name: 'For a shop or the entrance' }).click()
    await expect(page.getByRole('option', { name: 'Royal Sarees' })).toBeVisible()
    await axe(page)

    const inHindi = await newPerson({ ...phone, colorScheme, locale: 'hi-IN' })
    const { token } = await askFrom(inHindi.request, login, { body: { email: demoAccounts.owner.email, password: DEMO_PASSWORD } })
    await inHindi.addInitScript((stored) => localStorage.setItem('token', stored), token)
    await inHindi.goto('/qrcode?shop=phoenix-cafe')
    await expect(inHindi.getByRole('heading', { name: 'Phoenix Café का पोस्टर' })).toBeVisible()
    expect(await inHindi.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await axe(inHindi)
  })
}
