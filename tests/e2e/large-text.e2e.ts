import { expect, test } from '#tests/support/browser/browser.ts'
import { enter, payOnline, verify } from '#tests/support/browser/journey.ts'
import { beyondTheEdge, enlargeText } from '#tests/support/browser/large-text.ts'

for (const width of [320, 390])
  test(`a shopper who reads large text on a phone ${width} wide gets a token`, async ({ newPerson }) => {
    const page = await newPerson({ viewport: { width, height: 640 }, hasTouch: true, isMobile: true })
    await enlargeText(page)
    await page.goto('/phoenix-cafe')
    expect(await beyondTheEdge(page)).toEqual([])
    await enter(page, 'phoenix-cafe')
    expect(await beyondTheEdge(page)).toEqual([])
    await verify(page, 'Venkatanarasimharajuvaripeta Ramachandrasubramaniam')
    await expect(page.getByText('OTP verified successfully!')).toBeVisible()
    expect(await beyondTheEdge(page)).toEqual([])
    await payOnline(page)
    expect(await beyondTheEdge(page)).toEqual([])
  })
