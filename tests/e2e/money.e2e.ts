import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { refusals } from '#contract/base/errors.ts'
import { paths } from '#contract/screens.ts'
import { expect, test } from '#tests/support/browser/browser.ts'
import { desktop, openToken, phone } from '#tests/support/browser/journey.ts'
import { inBothThemes, newName, signInAsOwner } from '#tests/support/people/places.ts'

const screenshots = process.env.SCREENSHOTS

/**
 * The server gets the first request, but the page cannot read its answer; it is refused for too many calls then. Returns the idempotency
 * keys that are sent.
 */
async function loseFirstAnswer(page: Page, address: string): Promise<string[]> {
  const keys: string[] = []
  await page.route(address, async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    if (keys.length === 2)
      return route.fulfill({ status: 429, json: { success: false, code: 'rate_limited', message: 'Too many attempts.' } })
    const response = await route.fetch()
    await route.fulfill(keys.length === 1 ? { body: 'lost' } : { response })
  })
  return keys
}

/** The second press comes before the page is drawn with what the first has done. */
const pressTwice = (button: Locator) =>
  button.evaluate(async (element: HTMLElement) => {
    element.click()
    await Promise.resolve()
    element.click()
  })

test('an owner looks at the money of the day, finds a payment and reads what happened to it', async ({ newPerson, axe, allowRefusal }) => {
  allowRefusal(429, /refund/)
  allowRefusal(409, /export/)
  const name = newName('Kavya Reddy')
  const shopper = await newPerson(phone)
  const number = await openToken(shopper, 'phoenix-cafe', name)

  const owner = await newPerson(desktop)
  await signInAsOwner(owner)
  await owner.getByRole('link', { name: 'Money' }).click()
  await expect(owner.getByRole('heading', { name: 'Money', level: 1 })).toBeVisible()
  await expect(owner.getByRole('heading', { name: 'Every rupee received' })).toBeVisible()
  await expect(owner.locator('.recharts-surface').first()).toBeVisible()
  if (screenshots)
    await inBothThemes(owner, async () => {
      const theme = await owner.locator('html').getAttribute('data-theme')
      await owner.screenshot({ path: `${screenshots}/money-1280-${theme}.png`, fullPage: true })
    })
  await inBothThemes(owner, axe)

  await owner.getByRole('searchbox', { name: /Token, mobile/ }).fill(number)
  const row = owner.getByRole('row').filter({ hasText: name })
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: /Open the payment/ }).click()
  const drawer = owner.getByRole('dialog')
  await expect(drawer.getByText('Money received')).toBeVisible()
  await expect(drawer.getByRole('link', { name: /^C\d+\/\d{4}\/\d+$/ })).toBeVisible()
  if (screenshots) await owner.screenshot({ path: `${screenshots}/money-payment.png` })
  await axe(owner)

  await drawer.getByRole('button', { name: 'Give money back' }).click()
  const refund = owner.getByRole('dialog', { name: `Give money back to ${name}` })
  const paper = refund.locator('.takings-refund-split > div')
  const splitIs = async (taxable: string, tax: string, total: string) => {
    await expect(paper).toHaveText([`Taxable value${taxable}`, `CGST 9%${tax}`, `SGST 9%${tax}`, /^Credit note for invoice C/])
    await expect(paper.last()).toHaveText(new RegExp(`C\\d+/\\d{4}/\\d{6}${total}$`))
  }
  await splitIs('₹120.00', '₹10.80', '₹141.60')
  await refund.getByLabel('A part').check()
  await splitIs('–', '–', '–')
  await refund.getByLabel('Amount in rupees').fill('60')
  await splitIs('₹50.86', '₹4.57', '₹60.00')
  await expect(refund.getByText('The credit note is issued when the money is back.')).toBeVisible()
  await refund.getByLabel('Amount in rupees').fill('141')
  await expect(refund.getByText('Please give all ₹141.60 back, or let the shop keep at least ₹1.00')).toBeVisible()
  await refund.getByLabel('Amount in rupees').fill('60')
  await refund.getByLabel('Note for the books').fill('Counter 1 was down.')
  if (screenshots) await owner.screenshot({ path: `${screenshots}/money-refund.png` })
  await axe(owner)
  await refund.getByRole('button', { name: 'Give ₹60.00 back' }).click()
  await expect(refund.getByText('Please choose a reason: it goes into the books')).toBeVisible()
  await refund.getByLabel('Reason').selectOption('Waited longer than promised')
  const keys = await loseFirstAnswer(owner, '**/api/payments/*/refund')
  await refund.getByRole('button', { name: 'Give ₹60.00 back' }).click()
  await expect(refund.getByText('We couldn’t read the response. Please try again.')).toBeVisible()
  await refund.getByRole('button', { name: 'Give ₹60.00 back' }).click()
  await expect(refund.getByText('Too many attempts.')).toBeVisible()
  await refund.getByRole('button', { name: 'Give ₹60.00 back' }).click()
  await expect(owner.getByText('₹60.00 goes back.')).toBeVisible()
  await expect(drawer.getByText('Refund of ₹60.00 begun')).toHaveCount(1)
  expect(keys).toEqual([expect.stringMatching(/^[\d-]{7,43}$/), keys[0], keys[0]])
  await expect(drawer.getByText('Waited longer than promised. Counter 1 was down.')).toBeVisible()
  await drawer.getByRole('button', { name: 'Close' }).click()

  await owner.getByRole('button', { name: 'Export' }).click()
  const file = owner.getByRole('dialog', { name: 'Export' })
  if (screenshots) await owner.screenshot({ path: `${screenshots}/money-export.png` })
  await axe(owner)
  const download = async () => {
    const saved = owner.waitForEvent('download')
    await file.getByRole('button', { name: 'Download' }).click()
    return readFileSync(await (await saved).path(), 'utf8')
  }
  expect(await download()).toContain('141.60')

  // The mall of the demo has had one GSTIN.
  const refusal = {
    success: false,
    code: 'several_gstins',
    message: refusals.several_gstins[1],
    gstins: ['27DEMOA0000A1ZD', '29ABCDE1234F1Z5'],
  }
  await owner.route(/kind=hsn&(?!.*gstin)/, (route) => route.fulfill({ status: 409, json: refusal }))
  await owner.getByRole('button', { name: 'Export' }).click()
  await file.getByRole('radio', { name: /table 12/ }).check()
  await file.getByRole('button', { name: 'Download' }).click()
  await expect(file.getByRole('alert')).toHaveText(/^These days have papers of more than one GSTIN/)
  await expect(file.getByLabel('GSTIN of the return')).toBeFocused()
  await file.getByLabel('GSTIN of the return').selectOption('27DEMOA0000A1ZD')
  if (screenshots) await owner.screenshot({ path: `${screenshots}/money-export-gstin.png` })
  await axe(owner)
  expect(await download()).toContain('Priority billing')

  await owner.getByRole('button', { name: 'Export' }).click()
  await file.getByRole('radio', { name: /TallyPrime/ }).check()
  await file.getByText('Names of your ledgers').click()
  await file.getByLabel('Bank', { exact: true }).fill('HDFC 1234')
  await file.getByLabel('Sales', { exact: true }).fill('Queue fees')
  if (screenshots)
    await inBothThemes(owner, async () => {
      const theme = await owner.locator('html').getAttribute('data-theme')
      await owner.screenshot({ path: `${screenshots}/money-export-tally-${theme}.png` })
    })
  await axe(owner)
  expect(await download()).toContain('<LEDGERNAME>Queue fees</LEDGERNAME>')
  await owner.getByRole('button', { name: 'Export' }).click()
  await file.getByRole('radio', { name: /TallyPrime/ }).check()
  await file.getByText('Names of your ledgers').click()
  await expect(file.getByLabel('Bank', { exact: true })).toHaveValue('HDFC 1234')
  await file.getByLabel('Bank', { exact: true }).fill('')
  await file.getByLabel('Sales', { exact: true }).fill('')
  expect(await download()).toContain('<LEDGERNAME>Priority Billing Sales</LEDGERNAME>')

  const small = await newPerson(phone)
  await signInAsOwner(small)
  await small.goto('/shop/phoenix-mall/money')
  await expect(small.getByRole('heading', { name: 'Every rupee received' })).toBeVisible()
  await expect(small.locator('.recharts-surface').first()).toBeVisible()
  await axe(small)
  if (screenshots) await small.screenshot({ path: `${screenshots}/money-phone.png`, fullPage: true })

  await small.setViewportSize({ width: 320, height: 700 })
  for (const page of [paths.money('phoenix-mall'), paths.shopPlace('phoenix-mall', 'marigold-salon', 'settings')]) {
    await small.goto(page)
    await expect(small.getByRole('button', { name: /^(Export|Save settings)$/ })).toBeVisible()
    // The chart follows the window a moment later.
    await expect.poll(() => small.evaluate(() => document.documentElement.scrollWidth), page).toBe(320)
  }
})

test('an owner goes to the day from the money, reads its tickets with their receipts, and who did what', async ({ newPerson, axe }) => {
  const name = newName('Farhan Shaikh')
  const shopper = await newPerson(phone)
  const number = await openToken(shopper, 'phoenix-cafe', name)

  const owner = await newPerson(desktop)
  await signInAsOwner(owner)
  await owner.getByRole('link', { name: 'Money' }).click()
  await owner.getByRole('link', { name: 'The day' }).click()
  await expect(owner.getByRole('heading', { name: 'The day', level: 1 })).toBeVisible()
  await expect(owner.getByRole('heading', { name: 'How the day went' })).toBeVisible()
  const byShop = owner.getByRole('region', { name: 'By shop' })
  await expect(byShop.getByRole('row', { name: /^Phoenix Café/ })).toBeVisible()
  if (screenshots) await owner.screenshot({ path: `${screenshots}/day-mall.png`, fullPage: true })
  await owner.getByLabel('Shop', { exact: true }).selectOption({ label: 'Phoenix Café' })
  await expect(owner).toHaveURL(/\/day\?day=[\d-]+&shop=phoenix-cafe$|\/day\?shop=phoenix-cafe$/)
  await expect(byShop).toBeHidden()
  const ticket = owner.getByRole('listitem').filter({ hasText: name })
  await expect(ticket.getByRole('img', { name: `Token ${number}` })).toBeVisible()
  await expect(ticket.getByText('₹141.60 by demo')).toBeVisible()
  await expect(ticket.getByRole('link', { name: /^Receipt / })).toHaveAttribute('href', /^\/r\//)
  await ticket.getByText('Who did what').click()
  await expect(ticket.getByText('Token given')).toBeVisible()
  if (screenshots)
    await inBothThemes(owner, async () => {
      const theme = await owner.locator('html').getAttribute('data-theme')
      await owner.screenshot({ path: `${screenshots}/day-1280-${theme}.png`, fullPage: true })
    })
  await inBothThemes(owner, axe)

  // The figures come first, and the charts after them.
  const byHour = owner.getByRole('region', { name: 'By hour' })
  await expect(byHour.getByRole('columnheader')).toHaveText(['Hour', 'Tokens', 'Wait', 'No-shows', 'Earned', 'Refunds'])
  await expect(owner.locator('.recharts-surface').first()).toBeVisible()

  // A week before is one press away, and Back returns.
  await owner.getByRole('link', { name: /^Beside \w{3},? \d/ }).press('Enter')
  await expect(owner).toHaveURL(/day=\d{4}-\d\d-\d\d&shop=phoenix-cafe$/)
  await owner.goBack()
  await expect(ticket).toBeVisible()

  // The demo has a day before, and none before that. Two quick presses are two days.
  await pressTwice(owner.getByRole('button', { name: 'The day before' }))
  await expect(owner.getByRole('heading', { name: 'No tickets on this day' })).toBeVisible()
  if (screenshots) await owner.screenshot({ path: `${screenshots}/day-empty.png` })
  await axe(owner)
  await pressTwice(owner.getByRole('button', { name: 'The day after' }))
  await expect(ticket).toBeVisible()

  const small = await newPerson(phone)
  await signInAsOwner(small)
  await small.goto('/shop/phoenix-mall/day')
  await expect(small.getByRole('heading', { name: 'How the day went' })).toBeVisible()
  await axe(small)
  if (screenshots) await small.screenshot({ path: `${screenshots}/day-phone.png`, fullPage: true })
})
