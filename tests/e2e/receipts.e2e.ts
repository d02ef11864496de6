import { expect, test } from '#tests/support/browser/browser.ts'
import { desktop, openToken, phone } from '#tests/support/browser/journey.ts'
import { textOf } from '#tests/support/calls/pdf.ts'

const screenshots = process.env.SCREENSHOTS

test.describe('a receipt', () => {
  test('opens from the token in a page of its own, in both languages, and is refunded there with its credit note', async ({
    newPerson,
    axe,
  }) => {
    const shopper = await newPerson(phone)
    const number = await openToken(shopper, 'phoenix-cafe', 'Asha Verma')
    await shopper.getByRole('button', { name: 'Receipt' }).click()
    const sheet = shopper.getByRole('dialog', { name: 'Tax invoice' })
    const link = sheet.getByRole('link', { name: 'Open, save or share' })
    if (screenshots) await shopper.screenshot({ path: `${screenshots}/sheet.png` })
    const [paper] = await Promise.all([shopper.context().waitForEvent('page'), link.click()])
    await expect(paper).toHaveURL(/\/r\/[a-z0-9]{25}\?lang=en$/)
    await expect(paper.getByRole('heading', { name: 'Tax invoice' })).toBeVisible()
    await expect(paper).toHaveTitle(/^Tax invoice C\d+\/\d{4}\/\d+$/)
    await expect(paper.getByText('Paid', { exact: true })).toBeVisible()
    await expect(paper.getByText('₹10.80', { exact: true })).toHaveCount(2)
    await expect(paper.getByText('Maharashtra (27)')).toBeVisible()
    await expect(paper.getByText(number, { exact: true })).toBeVisible()
    await axe(paper)

    await paper.getByRole('link', { name: 'हिन्दी में पढ़ें' }).click()
    await expect(paper.getByRole('heading', { name: 'टैक्स इनवॉइस' })).toBeVisible()
    await expect(paper.getByText('महाराष्ट्र (27)')).toBeVisible()
    await axe(paper)
    const address = await paper.getByRole('link', { name: 'PDF, 80 mm पर्ची' }).getAttribute('href')
    const print = await paper.request.get(address ?? '')
    expect(textOf(await print.body())).toContain('₹141.60')
    await paper.getByRole('link', { name: 'Read in English' }).click()

    const stranger = await newPerson({ ...desktop, colorScheme: 'dark' })
    await stranger.goto(new URL(paper.url()).pathname)
    await expect(stranger.getByRole('heading', { name: 'Tax invoice' })).toBeVisible()
    await axe(stranger)
    if (screenshots) {
      await stranger.screenshot({ path: `${screenshots}/page-1280-dark.png` })
      await paper.screenshot({ path: `${screenshots}/page-390-light.png`, fullPage: true })
    }

    await sheet.getByRole('button', { name: 'Close' }).click()
    await shopper.getByRole('button', { name: 'Leave the queue' }).click()
    await shopper.getByRole('dialog').getByRole('button', { name: /Leave/ }).click()
    await expect(async () => {
      await paper.reload()
      await expect(paper.getByText('Refunded', { exact: true })).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(paper.getByText(/₹141\.60 went back on/)).toBeVisible()
    await paper.emulateMedia({ colorScheme: 'dark' })
    await axe(paper)
    if (screenshots) {
      await paper.screenshot({ path: `${screenshots}/refunded-390-dark.png`, fullPage: true })
      await stranger.emulateMedia({ colorScheme: 'light' })
      await stranger.reload()
      await stranger.screenshot({ path: `${screenshots}/refunded-1280-light.png` })
    }
    await paper.getByRole('link', { name: /^Credit note CN/ }).click()
    await expect(paper.getByRole('heading', { name: 'Credit note' })).toBeVisible()
    await expect(paper.getByText('Total refunded')).toBeVisible()
    await axe(paper)
    if (screenshots) await paper.screenshot({ path: `${screenshots}/note-390-dark.png`, fullPage: true })
    await paper.getByRole('link', { name: /^C\d+\/\d{4}/ }).click()
    await expect(paper.getByRole('heading', { name: 'Tax invoice' })).toBeVisible()
  })

  test('that does not exist has a page that says so', async ({ newPerson, allowRefusal, axe }) => {
    allowRefusal(404, /\/r\//)
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await newPerson({ ...phone, colorScheme })
      await page.goto(`/r/${'a'.repeat(25)}`)
      await expect(page.getByRole('heading', { name: 'This receipt was not found' })).toBeVisible()
      await axe(page)
      if (screenshots) await page.screenshot({ path: `${screenshots}/missing-${colorScheme}.png` })
    }
  })

  test('can be read and reached with the keyboard alone on the smallest phone', async ({ newPerson }) => {
    const page = await newPerson({ ...phone, viewport: { width: 360, height: 640 } })
    await openToken(page, 'phoenix-cafe', 'Very Long Name Of A Shopper Who Has Many Names')
    await page.getByRole('button', { name: 'Receipt' }).click()
    const href = await page.getByRole('link', { name: 'Open, save or share' }).getAttribute('href')
    await page.goto(href ?? '')
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(wide, 'px beyond the screen').toBe(0)
    for (const name of ['हिन्दी में पढ़ें', 'PDF, A4', 'PDF, 80 mm slip']) {
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name })).toBeFocused()
    }
  })
})
