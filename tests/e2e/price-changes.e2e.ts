import { watchConnections } from '#tests/support/browser/asleep.ts'
import { expect, test } from '#tests/support/browser/browser.ts'
import { enter, openPayment, payOnline, phone, verify } from '#tests/support/browser/journey.ts'
import { changeShop, newDeskShop } from '#tests/support/people/desk-shop.ts'

test('a shopper whose page has missed a higher price is told of it, and pays only after seeing it', async ({ newPerson, allowRefusal }) => {
  allowRefusal(409, /\/api\/payments$/)
  const page = await newPerson(phone)
  const shop = await newDeskShop(page.request, { counters: 1, baseFeePaise: 12_000 })
  const connections = await watchConnections(page)
  await enter(page, shop.id)
  await connections.live
  await verify(page, 'Paying Pari')
  const price = page.locator('.dock__price b')
  await expect(price).toHaveText('₹141.60')
  connections.die()
  await changeShop(page, shop, { baseFeePaise: 50_000 })
  await page.getByRole('button', { name: 'Book Appointment' }).click()
  await expect(page.getByText('The price has changed: it is ₹590 now. Nothing was paid.')).toBeVisible()
  await expect(price).toHaveText('₹590')
  await payOnline(page)
})

test('a shop that becomes free while its payment page is open says so, and asks for no way to pay', async ({ newPerson, allowRefusal }) => {
  // The server refuses an order with nothing to pay, and the page goes on to the token.
  allowRefusal(409, /api\/payments/)
  const page = await newPerson(phone)
  const shop = await newDeskShop(page.request, { counters: 1, baseFeePaise: 12_000 })
  const connections = await watchConnections(page)
  await openPayment(page, shop.id, 'Free Farah')
  await connections.live
  await expect(page.getByRole('radio')).toHaveCount(2)
  await changeShop(page, shop, { baseFeePaise: 0 })
  await expect(page.locator('.dock__price b')).toHaveText('Free')
  await expect(page.getByText('₹0')).toHaveCount(0)
  await expect(page.getByRole('radio')).toHaveCount(0)
  await page.getByRole('button', { name: 'Book Appointment' }).click()
  await expect(page.locator('.ring b')).toHaveText('1')
})
