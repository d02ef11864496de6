import type { Page } from '@playwright/test'
import { demoAccounts } from '#contract/base/demo.ts'
import { expect, test } from '#tests/support/browser/browser.ts'
import { desktop, enter, newMobile, openPayment, openToken, phone, signInAs, verify } from '#tests/support/browser/journey.ts'
import { newDeskShop } from '#tests/support/people/desk-shop.ts'

/** A time of day, with a no-break space before am or pm. */
const CLOCK = /\b(?:1[0-2]|[1-9]):[0-5]\d\s[ap]m\b/

const top = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? Number.NaN

test.describe('the verification form', () => {
  test('names the missing details, marks a short number when its field loses focus, and says why it asks', async ({ newPerson, axe }) => {
    const page = await newPerson(phone)
    await enter(page, 'phoenix-cafe')
    await expect(page.locator('meta[name=viewport]')).toHaveAttribute('content', /interactive-widget=resizes-content/)
    await expect(page.getByText('No marketing emails.')).toBeVisible()
    await expect(page.getByText('We use your details only for your token')).toBeVisible()
    // A tap on the disabled button reaches the frame around it.
    await page.locator('.frame').click({ position: { x: 20, y: 20 } })
    await expect(page.getByLabel('Name')).toBeFocused()
    for (const words of ['Please enter your name', 'Please enter your mobile number', 'please insert valid email'])
      await expect(page.getByText(words)).toBeVisible()
    await axe(page)
    await page.getByLabel('Mobile number').fill('98765')
    await page.getByLabel('Name').focus()
    await expect(page.getByText('Please enter a valid 10-digit mobile number (only numbers allowed)')).toBeVisible()
  })

  test('says when the next code can be requested, and sends the code after the sixth typed digit', async ({ newPerson, allowRefusal }) => {
    const page = await newPerson(phone)
    await enter(page, 'phoenix-cafe')
    await page.getByLabel('Name').fill('Tara Typist')
    await page.getByLabel('Mobile number').fill(newMobile())
    await page.getByLabel('Email').fill('tara@example.in')
    await page.getByLabel('Email').press('Enter')
    const field = page.getByLabel('Enter OTP')
    await expect(field).toHaveValue(/^\d{6}$/)
    const code = await field.inputValue()
    await expect(page.getByText(/^Resend in \d:\d\d$/)).toBeVisible()
    allowRefusal(429, /send-otp/)
    await page.getByRole('button', { name: 'Change number' }).click()
    await page.getByRole('button', { name: 'Send OTP' }).click()
    await expect(page.getByText(/^Error sending OTP: You can request another code in \d+ seconds\.$/)).toBeVisible()
    await page.getByRole('button', { name: 'I already have a code' }).click()
    await field.pressSequentially(code)
    await expect(page).toHaveURL(/paymentpage/)
  })

  test('says when a closed shop opens, with the words of each language in their own order', async ({ newPerson, clock }) => {
    const page = await newPerson(phone)
    const everyDay = Array.from({ length: 7 }, () => [['10:00', '20:00'] as [string, string]])
    const exceptions = [{ day: await clock.dateIn(0), spans: [] }]
    const { id } = await newDeskShop(page.request, { counters: 1, openingHours: everyDay, exceptions })
    await page.goto(`/${id}/information`)
    await expect(page.getByRole('status')).toHaveText(/^The shop is closed now\. It opens tomorrow at 10:00\sam\.$/)
    await page.getByRole('button', { name: 'हिन्दी में पढ़ें' }).click()
    await expect(page.getByRole('status')).toHaveText(/^दुकान अभी बंद है। कल 10:00\sam पर खुलेगी।$/)
  })
})

test.describe('the payment', () => {
  test('shows price and ways to pay above its dock, messages at the top, and one bar of steps', async ({ newPerson, axe }) => {
    const page = await newPerson(phone)
    await enter(page, 'phoenix-cafe')
    await verify(page, 'Pia Payer')
    const news = page.getByRole('alert').filter({ hasText: 'OTP verified successfully!' })
    await expect(news).toBeVisible()
    expect(await top(page, '.alert'), 'the message is at the top').toBeLessThan(150)
    const dock = await top(page, '.dock')
    for (const way of ['Pay online', 'Cash at the counter']) {
      const box = await page.locator('.opt').filter({ hasText: way }).boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? Number.NaN), way).toBeLessThan(dock)
    }
    await expect(page.getByText('Full refund until you are called; none after that or if you miss your turn.')).toBeVisible()
    await expect(page.getByText('When do you want to come?'), 'there are no slots to choose from').toBeHidden()
    const steps = page.locator('.three li')
    await expect(steps).toHaveText(['Scan QR Code', 'Book Time Slot', 'Priority Checkout'])
    await expect(page.locator('.dock__price')).toContainText('₹141.60')
    await expect(page.locator('.dock__price')).toContainText(CLOCK)
    await axe(page)
    await page.getByRole('radio', { name: /Cash at the counter/ }).check()
    await expect(page.locator('.dock__price'), 'cash is rounded to the rupee').toContainText('₹142')
  })

  test('promises support only with a contact, which is a link', async ({ newPerson }) => {
    const page = await newPerson(phone)
    await openPayment(page, 'phoenix-cafe', 'Sia Support')
    await expect(page.getByText('24/7 customer support')).toBeVisible()
    await expect(page.getByRole('link', { name: '1800 000 0000' })).toHaveAttribute('href', 'tel:18000000000')
  })
})

test('the welcome page says what is sold and compares waits only if the shop states its own', async ({ newPerson }) => {
  const page = await newPerson(phone)
  await page.goto('/phoenix-cafe')
  await expect(page.getByText('Pay ₹141.60 once, get a number and skip the billing queue.')).toBeVisible()
  await page.goto('/lotus-books')
  await expect(page.getByText('Get a number and skip standing in the billing queue.')).toBeVisible()
  await expect(page.getByText(/Billing queue about/), 'this shop states no wait').toBeHidden()
})

test('a phone in landscape keeps Buy Cart in view', async ({ newPerson }) => {
  const page = await newPerson({ ...phone, viewport: { width: 844, height: 390 } })
  await page.goto('/phoenix-cafe')
  await expect(page.getByRole('link', { name: 'Buy Cart' })).toBeInViewport({ ratio: 1 })
})

test.describe('the owner', () => {
  test('prints a code and a poster for the entrance of the mall', async ({ newPerson }) => {
    const page = await newPerson(desktop)
    await signInAs(page, demoAccounts.owner.email)
    await expect(page.getByRole('link', { name: 'Entrance page' })).toHaveAttribute('href', '/phoenix-mall')
    await page.getByRole('link', { name: 'Entrance code and poster' }).click()
    await expect(page.getByLabel('Text or link')).toHaveValue(/\/phoenix-mall$/)
    await expect(page.getByRole('heading', { name: 'Poster of Phoenix Mall' })).toBeVisible()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download poster (PDF)' }).click()])
    expect(file.suggestedFilename()).toBe('Phoenix Mall poster A4.pdf')
    await page.getByRole('combobox', { name: 'For a shop or the entrance' }).click()
    await page.getByRole('option', { name: 'Phoenix Café' }).click()
    await expect(page.getByLabel('Text or link')).toHaveValue(/\/phoenix-cafe$/)
  })

  test('reads before and after that Visit Site signs out', async ({ newPerson }) => {
    const page = await newPerson(desktop)
    await signInAs(page, demoAccounts.owner.email)
    await expect(page.getByText('You will be signed out here.')).toBeVisible()
    await page.getByRole('listitem').filter({ hasText: 'Phoenix Café' }).getByRole('link', { name: 'Visit Site' }).click()
    await expect(page.getByText('You were signed out to open the sign-in of Phoenix Café.')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
    await expect(page.getByText('You were signed out to open'), 'shown only once').toBeHidden()
  })

  test('copies Monday to all days, and uses our drawing for a shop without a picture', async ({ newPerson }) => {
    const page = await newPerson(desktop)
    await signInAs(page, demoAccounts.owner.email)
    await page.goto('/shop/phoenix-mall?shop=royal-sarees&part=settings')
    await page.getByRole('switch', { name: 'Open 24 hours' }).press('Space')
    await page.getByLabel('Monday, to').fill('21:15')
    await page.getByRole('button', { name: 'Copy Monday to all days' }).click()
    await expect(page.getByLabel('Sunday, to')).toHaveValue('21:15')
    await page.goto('/shop/phoenix-mall')
    await page.getByRole('button', { name: 'Use our drawing' }).click()
    await expect(page.getByRole('img', { name: 'The chosen picture' })).toHaveAttribute('src', /^data:image\/jpeg/)
  })
})

test('the token page begins with an empty ring, shows MESSAGE in bold and says whom to ask', async ({ newPerson }) => {
  const page = await newPerson(phone)
  await openToken(page, 'phoenix-cafe', 'Ria Ring')
  await expect(page.locator('.stub dd').first(), 'people are ahead').toHaveText(/^[1-9]/)
  await expect(page.locator('.ring .fill'), 'no part of this wait is over yet').toHaveCount(0)
  await expect(page.locator('.say b')).toHaveText('MESSAGE')
  await expect(page.getByText('A MESSAGE will be sent when the counter slot is available.')).toBeVisible()
  await expect(page.getByRole('link', { name: '1800 000 0000' })).toBeVisible()
})

test('a wrong address and the display editor lead back to the owner’s own pages', async ({ newPerson, allowRefusal }) => {
  const page = await newPerson(desktop)
  await signInAs(page, demoAccounts.owner.email)
  await page.goto('/phoenix-cafe/editdisplay')
  await expect(page.getByRole('main').getByRole('link', { name: 'Phoenix Café' })).toHaveAttribute('href', /part=settings/)
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Your mall' })).toHaveAttribute(
    'href',
    '/branddashboard2/phoenix-mall',
  )
  allowRefusal(404, /no-such-shop/)
  await page.goto('/no-such-shop/counter')
  await expect(page.getByRole('link', { name: 'Go to my page' })).toBeVisible()
})
