import { readFileSync } from 'node:fs'
import { paths } from '#contract/screens.ts'
import { expect, test } from '#tests/support/browser/browser.ts'
import { desktop, holdScripts, openPayment, openToken, phone } from '#tests/support/browser/journey.ts'
import { focusInside, tabTo } from '#tests/support/browser/tab-to.ts'
import { newDeskShop, standAt } from '#tests/support/people/desk-shop.ts'
import { inBothThemes, newName, signInAsOwner } from '#tests/support/people/places.ts'

/** The money of a mall with the keyboard alone, in Hindi on a phone, and by its address. */

const screenshots = process.env.SCREENSHOTS
const MONEY = paths.money('phoenix-mall')

test('an owner gives a part of a fee back and saves the books with the keyboard alone', async ({ newPerson }) => {
  const name = newName('Meera Keys')
  const token = await openToken(await newPerson(phone), 'phoenix-cafe', name)

  const owner = await newPerson(desktop)
  const keys = owner.keyboard
  await signInAsOwner(owner)
  await tabTo(owner, /^Money$/)
  await keys.press('Enter')
  await expect(owner.getByRole('heading', { name: 'Every rupee received' })).toBeVisible()
  const row = owner.getByRole('row').filter({ hasText: name })
  await expect(row).toBeVisible()

  // A state of the list, and all again.
  await tabTo(owner, /^Late/)
  await keys.press('Enter')
  await expect(owner).toHaveURL(`${MONEY}?state=late`)
  await expect(row).toHaveCount(0)

  // A day, digit by digit: the browser reports the years 2, 20 and 202, too.
  for (let i = 0; i < 40; i += 1) await keys.press('Shift+Tab')
  await tabTo(owner, /^Today$/)
  for (let i = 0; i < 3; i += 1) await keys.press('ArrowRight')
  await tabTo(owner, /^From/)
  await keys.type('11202026')
  await expect(owner).toHaveURL(new RegExp(`${MONEY}\\?from=2026-11-20&to=[\\d-]+&state=late$`))
  await expect(owner.getByLabel('From')).toHaveValue('2026-11-20')
  for (let i = 0; i < 40; i += 1) await keys.press('Shift+Tab')
  await tabTo(owner, /^Other days$/)
  for (let i = 0; i < 3; i += 1) await keys.press('ArrowLeft')
  await expect(owner).toHaveURL(`${MONEY}?state=late`)
  // The sum of the state, then the state of the list.
  for (let i = 0; i < 2; i += 1) await tabTo(owner, /^Late/)
  for (let i = 0; i < 2; i += 1) await keys.press('ArrowLeft')
  await expect(owner).toHaveURL(MONEY)
  await expect(row).toBeVisible()

  const opener = row.getByRole('button', { name: /^Open the payment/ })
  await tabTo(owner, /^Token, mobile/)
  await keys.type(token)
  await expect(owner.getByRole('region', { name: 'Payments', exact: true }).getByRole('row')).toHaveCount(2)
  await tabTo(owner, /^Open the payment/)
  await keys.press('Enter')
  const drawer = owner.getByRole('dialog')
  await expect(drawer.getByText('Money received')).toBeVisible()
  await tabTo(owner, /^Give money back$/)
  await keys.press('Enter')
  const question = owner.getByRole('dialog', { name: `Give money back to ${name}` })
  await expect(question).toBeVisible()
  await focusInside(owner)
  await keys.press('Escape')
  await expect(question, 'one press closes one of the two').toHaveCount(0)
  await expect(drawer.getByText('Money received')).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Give money back' })).toBeFocused()
  await keys.press('Enter')
  await tabTo(owner, /^All of it/)
  await keys.press('ArrowDown')
  await tabTo(owner, /^Amount in rupees/)
  await keys.type('60')
  await keys.press('Enter')
  await expect(question.getByLabel('Reason'), 'the reason is missing').toBeFocused()
  await keys.type('Paid')
  await expect(question.getByLabel('Reason')).toHaveValue('twice')
  await tabTo(owner, /^Give ₹60\.00 back$/)
  await keys.press('Enter')
  await expect(drawer.getByText('Refund of ₹60.00 begun')).toBeVisible()
  await keys.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(opener, 'the focus is where it was').toBeFocused()
  await expect(owner).toHaveURL(MONEY)

  for (let i = 0; i < 40; i += 1) await keys.press('Shift+Tab')
  await tabTo(owner, /^Export$/)
  await keys.press('Enter')
  await tabTo(owner, /^Payments/)
  await keys.press('ArrowUp')
  await expect(owner.getByRole('radio', { name: /TallyPrime/ })).toBeChecked()
  const saved = owner.waitForEvent('download')
  await tabTo(owner, /^Download$/)
  await keys.press('Enter')
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^tally-[\d-]+\.xml$/)
  expect(readFileSync(await file.path(), 'utf8')).toContain('<VOUCHERTYPENAME>Sales</VOUCHERTYPENAME>')
  await expect(owner.getByRole('button', { name: 'Export' })).toBeFocused()
})

test('on a phone in Hindi, an owner reads the money, gives it back and asks for the books', async ({ newPerson, axe }) => {
  const name = newName('मीरा देवी')
  const token = await openToken(await newPerson(phone), 'phoenix-cafe', name)

  const owner = await newPerson(phone)
  await signInAsOwner(owner)
  await owner.context().addCookies([{ name: 'rc_lang', value: 'hi', url: new URL('/', owner.url()).href }])
  await owner.goto(MONEY)
  const look = async (what: string) => {
    await inBothThemes(owner, async (page, only) => {
      await axe(page, only)
      const theme = await page.locator('html').getAttribute('data-theme')
      if (screenshots) await page.screenshot({ path: `${screenshots}/money-hi-${what}-${theme}.png`, fullPage: what === 'page' })
    })
    expect(await owner.evaluate(() => document.documentElement.scrollWidth), 'nothing is wider than the phone').toBe(390)
  }
  await expect(owner.getByRole('heading', { name: 'आया हुआ हर रुपया' })).toBeVisible()
  await expect(owner.locator('.recharts-surface').first()).toBeVisible()
  await look('page')

  await owner.getByRole('searchbox').fill(token)
  await owner.getByRole('row').filter({ hasText: name }).click()
  const drawer = owner.getByRole('dialog')
  await expect(drawer.getByText('पैसे मिल गए')).toBeVisible()
  await look('payment')
  await drawer.getByRole('button', { name: 'पैसे लौटाएँ' }).click()
  const question = owner.getByRole('dialog', { name: `${name} को पैसे लौटाएँ` })
  await question.getByRole('button', { name: '₹141.60 लौटाएँ' }).click()
  await expect(question.getByText('कृपया कारण चुनें: यह हिसाब में लिखा जाता है')).toBeVisible()
  await look('refund')
  await question.getByLabel('कारण').selectOption('काउंटर बंद था')
  await question.getByRole('button', { name: '₹141.60 लौटाएँ' }).click()
  await expect(owner.getByText('₹141.60 लौट रहे हैं।')).toBeVisible()
  await expect(drawer.getByText('₹141.60 का रिफ़ंड शुरू हुआ')).toBeVisible()
  await owner.goBack()
  await expect(drawer, 'Back closes the payment and stays on the screen').toHaveCount(0)
  await expect(owner.getByRole('heading', { name: 'पैसे', level: 1 })).toBeVisible()

  await owner.getByRole('button', { name: 'एक्सपोर्ट' }).click()
  const books = owner.getByRole('dialog', { name: 'एक्सपोर्ट' })
  await books.getByRole('radio', { name: /TallyPrime/ }).check()
  await books.getByText('आपके खातों के नाम').click()
  await look('export')
  const saved = owner.waitForEvent('download')
  await books.getByRole('button', { name: 'डाउनलोड करें' }).click()
  expect(readFileSync(await (await saved).path(), 'utf8'), 'books are in English').toContain('Priority billing')
})

test('the address of the money keeps the shop, the days, the state and the payment', async ({ newPerson }) => {
  const name = newName('Nila Link')
  await openToken(await newPerson(phone), 'phoenix-cafe', name)

  const owner = await newPerson(desktop)
  const chartComes = await holdScripts(owner, '**/static/js/chart-*')
  const scripts: string[] = []
  owner.on('request', (request) => scripts.push(request.url()))
  await signInAsOwner(owner)
  expect(
    scripts.filter((url) => url.includes('/chart-')),
    'only pages with a chart load its library',
  ).toEqual([])
  await owner.goto(MONEY)
  await expect(owner.getByRole('row').filter({ hasText: name }), 'the figures do not wait for the chart').toBeVisible()
  await expect(owner.locator('.recharts-surface')).toHaveCount(0)
  chartComes()
  await expect(owner.locator('.recharts-surface').first()).toBeVisible()
  await owner.getByLabel('Shop', { exact: true }).selectOption('Phoenix Café')
  await owner.getByText('7 days', { exact: true }).click()
  await owner
    .getByRole('region', { name: 'Every rupee received' })
    .getByRole('button', { name: /^Matched/ })
    .click()
  await owner.getByRole('row').filter({ hasText: name }).getByRole('button').click()
  const drawer = owner.getByRole('dialog')
  await expect(drawer.getByText('Money received')).toBeVisible()
  await expect(owner).toHaveURL(/money\?shop=phoenix-cafe&from=[\d-]+&to=[\d-]+&state=matched&payment=[\w-]+$/)

  const link = owner.url()
  await owner.reload()
  await expect(drawer.getByText('Money received')).toBeVisible()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(owner).toHaveURL(/&state=matched$/)
  await expect(owner.getByRole('radio', { name: '7 days' })).toBeChecked()
  await expect(owner.getByLabel('Shop', { exact: true })).toHaveValue('phoenix-cafe')
  await expect(owner.getByRole('radio', { name: /^Matched/ })).toBeChecked()

  // Forward opens it once more, and it closes again.
  await owner.getByRole('row').filter({ hasText: name }).getByRole('button').click()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(drawer).toHaveCount(0)
  await owner.goForward()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(drawer).toHaveCount(0)

  // The page stays where it is.
  const inList = owner.getByRole('region', { name: 'Payments', exact: true }).getByRole('radiogroup')
  await inList.getByText(/^All /).click()
  await expect(owner).toHaveURL(/to=[\d-]+$/)
  const top = () => owner.evaluate(() => Math.round(scrollY))
  const before = await top()
  expect(before).toBeGreaterThan(0)
  await inList.getByText(/^Matched /).click()
  await expect(owner).toHaveURL(/&state=matched$/)
  await expect(owner.getByRole('row').filter({ hasText: name })).toBeVisible()
  expect(await top()).toBe(before)

  // A payment whose state changes leaves the list and stays open.
  await owner.getByRole('row').filter({ hasText: name }).getByRole('button').click()
  await drawer.getByRole('button', { name: 'Give money back' }).click()
  await owner.getByLabel('Reason').selectOption('Paid twice')
  await owner.getByRole('button', { name: 'Give ₹141.60 back' }).click()
  await expect(drawer.getByText('Refund of ₹141.60 begun')).toBeVisible()
  await expect(owner.getByRole('row', { includeHidden: true }).filter({ hasText: name })).toHaveCount(0)
  await expect(drawer.getByText('Refund of ₹141.60 begun')).toBeVisible()

  // To someone else with an account of the mall, also when the list no longer has it; and an address without a payment says so.
  const other = await newPerson(phone)
  await signInAsOwner(other)
  await other.goto(link)
  await expect(other.getByRole('dialog').getByText('Refund of ₹141.60 begun')).toBeVisible()
  await other.goto(`${MONEY}?payment=nothing`)
  await expect(other.getByRole('dialog').getByText('This payment was not found.')).toBeVisible()
  await other.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(other).toHaveURL(MONEY)
})

test('cash that goes back is owed until staff hand it over, and the owner reads so', async ({ newPerson, axe }) => {
  const staff = await newPerson(desktop)
  const shop = await newDeskShop(staff.request, { counters: 1, baseFeePaise: 12_000 })
  await standAt(staff, shop, 'Counter 1')
  const shopper = await newPerson(phone)
  await openPayment(shopper, shop.id, 'Asha Cash')
  await shopper.getByText('Cash at the counter').click()
  await shopper.getByRole('button', { name: 'Book Appointment' }).click()
  await staff.getByRole('button', { name: /^Asha Cash …\d{4}, .* take the cash$/ }).click()
  await staff.getByRole('dialog').getByRole('button').last().click()
  await expect(staff.getByRole('heading', { name: /to pay in cash/ })).toHaveCount(0)

  const owner = await newPerson(desktop)
  await signInAsOwner(owner)
  await owner.goto(`${MONEY}?shop=${shop.id}`)
  await owner.getByRole('button', { name: /^Open the payment of ₹142\.00/ }).click()
  const drawer = owner.getByRole('dialog')
  await expect(drawer.getByText('in ₹142.00, out ₹0.00, left ₹142.00')).toBeVisible()
  await drawer.getByRole('button', { name: 'Give money back' }).click()
  const question = owner.getByRole('dialog', { name: 'Give money back to Asha Cash' })
  await question.getByText('A part').click()
  await question.getByLabel('Amount in rupees').fill('50')
  await question.getByLabel('Reason').selectOption('Paid twice')
  await question.getByRole('button', { name: 'Give ₹50.00 back' }).click()
  await expect(drawer.getByText('in ₹142.00, out ₹0.00, owed ₹50.00, left ₹92.00')).toBeVisible()
  await expect(drawer.getByRole('note')).toHaveText('Staff hand the cash back: it appears on the desk of the shop.')
  await axe(owner)
})
