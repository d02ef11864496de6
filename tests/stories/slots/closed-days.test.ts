import { afterAll, beforeAll, expect, test } from 'vitest'
import { listTickets, readDeskState } from '#contract/desk/calls.ts'
import { endBookings } from '#contract/office/settings-calls.ts'
import { cancelTicket } from '#contract/payments/calls.ts'
import { chooseSlot } from '#contract/queue/calls.ts'
import { clientOf, done } from '#tests/support/calls/client.ts'
import { ownerOf } from '#tests/support/people/people.ts'
import { booker, joiner, nthSlot, QUARTERS, settle, slotShop, slotSteps, slotsOf } from '#tests/support/people/slot-shops.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const as = clientOf(() => app.address)
const { dayIn, passOf } = slotSteps(() => app)
/** The bookings end, then their money goes back and the messages go out. */
const goOn = async () => {
  for (let i = 0; i < 3; i += 1) await app.running.tick()
}
const end = async (id: string) => (await done(as(await ownerOf(app.address), endBookings, { id, body: null }))).body.count
const outsideOf = async (id: string) =>
  (await done(as(await ownerOf(app.address), readDeskState, { id }))).body.outside.first.map(({ ticketId }) => ticketId)
const hours = (...spans: [string, string][]) => ({ openingHours: Array.from({ length: 7 }, () => spans) })

test('bookings stay when the hours change, and the desk lists those outside, soonest first, with the date closed or the week shorter', async () => {
  const shop = await slotShop(app)
  const [early, late, later] = [
    await nthSlot(app, shop, 2, dayIn(2)),
    await nthSlot(app, shop, 20, dayIn(2)),
    await nthSlot(app, shop, 20, dayIn(3)),
  ]
  const [third, first, second] = [await booker(app, shop, later.id), await booker(app, shop, early.id), await booker(app, shop, late.id)]
  expect(await outsideOf(shop)).toEqual([])
  await settle(app, shop, { exceptions: [{ day: dayIn(2), spans: [['10:00', '12:00']] }] })
  expect(await outsideOf(shop)).toEqual([second.ticketId])
  await settle(app, shop, { exceptions: [{ day: dayIn(2), spans: [] }] })
  expect(await outsideOf(shop)).toEqual([first.ticketId, second.ticketId])
  await settle(app, shop, { exceptions: [], ...hours(['10:00', '11:00']) })
  expect(await outsideOf(shop)).toEqual([second.ticketId, third.ticketId])
  expect((await done(as(await ownerOf(app.address), readDeskState, { id: shop }))).body.outside.count).toBe(2)
  await goOn()
  for (const one of [first, second, third]) expect(await passOf(one)).toMatchObject({ state: 'booked', payment: { state: 'captured' } })
  await settle(app, shop, { openingHours: null })
  expect(await outsideOf(shop)).toEqual([])
  expect(await end(shop)).toBe(0)
})

test('the owner ends them at once: the fee comes back, the message and the phone say why, and the place is free', async () => {
  const shop = await slotShop(app)
  const [closed, other] = [await nthSlot(app, shop, 20, dayIn(2)), await nthSlot(app, shop, 20, dayIn(3))]
  const [gone, stays, unpaid] = [await booker(app, shop, closed.id), await booker(app, shop, other.id), await joiner(app, shop)]
  await settle(app, shop, { exceptions: [{ day: dayIn(2), spans: [] }] })
  expect([await end(shop), await end(shop)], 'pressed twice').toEqual([1, 0])
  await goOn()
  const pass = await passOf(gone)
  expect(pass).toMatchObject({ state: 'expired', number: 1, joinedAt: null, slot: { id: closed.id }, payment: { state: 'refunded' } })
  const told = pass.messages.filter(({ kind }) => kind === 'refund').map(({ text }) => text)
  expect(told).toHaveLength(1)
  const date = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', timeZone: 'Asia/Kolkata' }).format(
    Date.parse(closed.startsAt),
  )
  expect(told[0]).toContain(`₹141.60 (closed on ${date})`)
  expect(await passOf(stays), 'another date').toMatchObject({ state: 'booked', payment: { state: 'captured' } })
  expect(await passOf(unpaid), 'a ticket without a time').toMatchObject({ state: 'pending_payment' })
  await settle(app, shop, { exceptions: [] })
  expect((await slotsOf(app, shop, dayIn(2))).slots.find(({ id }) => id === closed.id)?.left, 'the place is free').toBe(2)
})

test('a booking that was moved away from the date stays', async () => {
  const shop = await slotShop(app)
  const [first, second] = [await nthSlot(app, shop, 20, dayIn(2)), await nthSlot(app, shop, 20, dayIn(3))]
  const shopper = await booker(app, shop, first.id)
  await done(as(shopper, chooseSlot, { id: shopper.ticketId, body: { slotId: second.id } }))
  await settle(app, shop, { exceptions: [{ day: dayIn(2), spans: [] }] })
  expect(await end(shop)).toBe(0)
  expect(await passOf(shopper)).toMatchObject({ state: 'booked', slot: { id: second.id } })
})

test('a person in the queue today stays in it when the rest of the day is closed', async () => {
  const shop = await slotShop(app, { openingHours: null })
  const slot = await nthSlot(app, shop, 1)
  const shopper = await booker(app, shop, slot.id)
  app.clock.advance(Date.parse(slot.startsAt) - app.clock.now().getTime() + 1000)
  await app.running.tick()
  await settle(app, shop, { exceptions: [-1, 0].map((days) => ({ day: dayIn(days), spans: [] })) })
  expect(await end(shop)).toBe(0)
  expect((await passOf(shopper)).state).toBe('waiting')
  expect(await done(as(await ownerOf(app.address), listTickets, { id: shop }))).toMatchObject({ body: [{ state: 'waiting' }] })
})

test('a person who cancels a booking at a closed time gets the fee back, also after the limit and at a shop that refunds nothing', async () => {
  const shop = await slotShop(app, { refundOnLeave: false, slots: { ...QUARTERS, moveUntilMinutes: 1440 } })
  const [closed, other] = [await nthSlot(app, shop, 2, dayIn(1)), await nthSlot(app, shop, 20, dayIn(1))]
  const [gone, stays] = [await booker(app, shop, closed.id), await booker(app, shop, other.id)]
  await settle(app, shop, { exceptions: [{ day: dayIn(1), spans: [['12:00', '22:00']] }] })
  expect((await passOf(gone)).refundUntil).toBeNull()
  const backOf = async (who: typeof gone) => (await done(as(who, cancelTicket, { id: who.ticketId }))).body.refundPaise
  expect([await backOf(gone), await backOf(stays)]).toEqual([14_160, 0])
})
