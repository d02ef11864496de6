import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPayment } from '#contract/payments/calls.ts'
import { type BodyOf, clientOf, done } from '#tests/support/calls/client.ts'
import { joiner, settle, slotShop } from '#tests/support/people/slot-shops.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

/** No one pays more than the price that was shown, however old the page is. The mall of these shops takes 18 % GST. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const as = clientOf(() => app.address)
type Asked = Omit<BodyOf<typeof createPayment>, 'ticketId'>

/** A shopper with a ticket to pay, in a shop that asks ₹120 and GST. */
async function payer() {
  const shop = await slotShop(app, { openingHours: null, slots: null })
  const shopper = await joiner(app, shop)
  return {
    order: (asked: Asked) => as(shopper, createPayment, { body: { ticketId: shopper.ticketId, ...asked } }),
    /** The price of an order for a page that shows `seenPaise`. */
    charged: async (seenPaise: number, asked: Asked = {}) =>
      (await done(as(shopper, createPayment, { body: { ticketId: shopper.ticketId, seenPaise, ...asked } }))).body.payment.amountPaise,
    setFee: (baseFeePaise: number) => settle(app, shop, { baseFeePaise }),
  }
}

test('a price that has risen since it was shown is not charged: the refusal carries the new one', async () => {
  const { order, charged, setFee } = await payer()
  await setFee(50_000)
  const refused = await order({ seenPaise: 14_160 })
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ code: 'price_changed', amountPaise: 59_000 })
  expect(await charged(59_000)).toBe(59_000)
})

test('a price that has fallen is charged as it is now', async () => {
  const { charged, setFee } = await payer()
  await setFee(10_000)
  expect(await charged(14_160)).toBe(11_800)
})

test('an open order keeps its price for a page that shows it, also after the shop has raised its own', async () => {
  const { charged, setFee } = await payer()
  expect(await charged(14_160)).toBe(14_160)
  await setFee(50_000)
  expect(await charged(14_160)).toBe(14_160)
  expect(await charged(59_000)).toBe(14_160)
})

test('an open order that is dearer than what a page shows gives way to one at the price of now', async () => {
  const { order, charged, setFee } = await payer()
  await setFee(50_000)
  expect(await charged(59_000)).toBe(59_000)
  await setFee(10_000)
  expect(await charged(11_800)).toBe(11_800)
  await setFee(20_000)
  expect((await order({ seenPaise: 11_799 })).body).toMatchObject({ code: 'price_changed', amountPaise: 23_600 })
  expect(await charged(11_800)).toBe(11_800)
})

test('cash is compared as it is paid, in whole rupees', async () => {
  const { order, charged } = await payer()
  expect((await order({ seenPaise: 14_160, gateway: 'cash' })).body).toMatchObject({ code: 'price_changed', amountPaise: 14_200 })
  expect(await charged(14_200, { gateway: 'cash' })).toBe(14_200)
})

test('two pages of one shopper that show two prices order at the same moment, and neither pays more than it shows', async () => {
  const { order, setFee } = await payer()
  await setFee(10_000)
  const shown = [14_160, 11_800, 9000]
  const replies = await Promise.all(shown.map((seenPaise) => order({ seenPaise })))
  expect(replies.map(({ body }) => ('payment' in body ? body.payment.amountPaise : body.code))).toEqual([11_800, 11_800, 'price_changed'])
})
