import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPayment } from '#contract/payments/calls.ts'
import { joinQueue } from '#contract/queue/calls.ts'
import { joinWaitlist } from '#contract/slots/calls.ts'
import { readStorefront } from '#contract/storefront/calls.ts'
import { clientOf, done } from '#tests/support/calls/client.ts'
import { information, join, verifiedShopper } from '#tests/support/people/people.ts'
import { booker, joiner, nthSlot, settle, slotShop, slotSteps, slotsOf } from '#tests/support/people/slot-shops.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

/** A booking is paid, so a shop without a fee offers no slots. Its tokens are for people who come while it is open. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const as = clientOf(() => app.address)
const { passOf, choose } = slotSteps(() => app)
const free = (shop: string) => settle(app, shop, { baseFeePaise: 0 })
/** Closes the shop now, whatever the time of the test is. The slots of tomorrow stay. */
const close = (shop: string) => {
  const day = (days: number) => new Date(app.clock.now().getTime() + 5.5 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
  return settle(app, shop, { exceptions: [-1, 0].map((days) => ({ day: day(days), spans: [] })) })
}

test('a free shop with settings for slots offers none, and says so on its first screen', async () => {
  const shop = await slotShop(app, { openingHours: null })
  const slot = await nthSlot(app, shop, 4)
  expect((await done(as({}, readStorefront, { id: shop }))).body.booking).toMatchObject({ minutes: 15 })
  await free(shop)
  expect(await slotsOf(app, shop)).toMatchObject({ slots: [], days: [] })
  expect((await done(as({}, readStorefront, { id: shop }))).body.booking).toBeNull()
  const shopper = await verifiedShopper(app.address)
  expect((await as(shopper, joinWaitlist, { body: { shopId: shop, slotId: slot.id } })).body.code).toBe('slot_not_found')
  const waiting = { ...shopper, ticketId: await join(app.address, shopper, shop) }
  expect((await passOf(waiting)).state).toBe('waiting')
  expect((await choose(waiting, slot.id)).body.code, 'from the queue').toBe('slot_not_found')
  expect((await passOf(waiting)).state).toBe('waiting')
})

test('while a free shop is closed no one joins, not even with a ticket that was held while it had a fee', async () => {
  const shop = await slotShop(app, { openingHours: null })
  const slot = await nthSlot(app, shop, 4)
  const [plain, holding] = [await joiner(app, shop), await joiner(app, shop)]
  await done(choose(holding, slot.id))
  await free(shop)
  await close(shop)
  const late = await verifiedShopper(app.address)
  expect((await as(late, joinQueue, { body: information(late, shop) })).body.code).toBe('shop_closed')
  for (const who of [plain, holding]) {
    const order = await as(who, createPayment, { body: { ticketId: who.ticketId } })
    expect(order.body.code).toBe('shop_closed')
    expect(await passOf(who)).toMatchObject({ state: 'pending_payment', number: null })
  }
})

test('a person who has paid for a time keeps it when the shop becomes free, and cannot move it', async () => {
  const shop = await slotShop(app, { openingHours: null })
  const [slot, other] = [await nthSlot(app, shop, 8), await nthSlot(app, shop, 9)]
  const shopper = await booker(app, shop, slot.id)
  expect((await passOf(shopper)).moveUntil).not.toBeNull()
  await free(shop)
  expect(await passOf(shopper)).toMatchObject({ state: 'booked', slot: { id: slot.id }, moveUntil: null })
  expect((await choose(shopper, other.id)).body.code).toBe('slot_not_found')
})
