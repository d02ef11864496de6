import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listTickets } from '#contract/desk/calls.ts'
import { changeMallDetails } from '#contract/office/mall-calls.ts'
import { changeSettings } from '#contract/office/settings-calls.ts'
import { confirmPayment, createPayment, readReceipt } from '#contract/payments/calls.ts'
import { joinQueue } from '#contract/queue/calls.ts'
import { readStorefront } from '#contract/storefront/calls.ts'
import { type BodyOf, clientOf, done } from '#tests/support/calls/client.ts'
import { information, ownerOf, paidShopper } from '#tests/support/people/people.ts'
import { freshMall, freshShop } from '#tests/support/people/place-rows.ts'
import { booker, joiner, nthSlot, QUARTERS, settle, slotShop, slotSteps, slotsOf } from '#tests/support/people/slot-shops.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const as = clientOf(() => app.address)
const { later, dayIn, passOf, choose: hold, leftOf } = slotSteps(() => app)
/** Goes on to a moment shortly after an instant. */
const goOnTo = (instant: string) => later(Date.parse(instant) - app.clock.now().getTime() + 1000)
const desk = async (shop: string) => (await done(as(await ownerOf(app.address), listTickets, { id: shop }))).body
const daily = (from: string, to: string): [string, string][][] => Array.from({ length: 7 }, () => [[from, to]])

describe('the slots of a shop', () => {
  test('are those of its opening hours, with the places left, for anyone to see; a shop without slots has none', async () => {
    const shop = await slotShop(app)
    const today = await slotsOf(app, shop)
    expect(today.day).toBe(dayIn(0))
    expect(today.slots).toHaveLength(48)
    expect(today.slots[0]).toMatchObject({ capacity: 2, left: 2, state: 'open', startsAt: `${dayIn(0)}T04:30:00.000Z` })
    expect(today.days.map(({ day }) => day)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map(dayIn))
    expect((await slotsOf(app, shop, dayIn(8))).slots, 'too far ahead').toEqual([])
    expect((await slotsOf(app, shop, dayIn(-1))).slots, 'yesterday').toEqual([])
    await settle(app, shop, { exceptions: [{ day: dayIn(1), spans: [['10:00', '11:00']] }] })
    const shorter = (await slotsOf(app, shop, dayIn(1))).slots
    expect(shorter.map(({ state }) => state)).toEqual([...Array(4).fill('open'), ...Array(44).fill('closed')])
    await settle(app, shop, { slots: null })
    expect(await slotsOf(app, shop)).toMatchObject({ slots: [], days: [] })
  })

  test.each([
    ['Asia/Kathmandu', 'three quarters of an hour', '04:15', '16:15'],
    ['Asia/Yangon', 'half an hour', '03:30', '15:30'],
  ])('follow the clocks of the mall, in %s too, which is ahead of UTC by hours and %s', async (timeZone, _, opens, closes) => {
    const mall = await freshMall(app)
    await done(as(await ownerOf(app.address), changeMallDetails, { id: mall, body: { timeZone } }))
    const { id } = await freshShop(app, mall)
    await settle(app, id, { baseFeePaise: 12_000, openingHours: daily('10:00', '22:00'), slots: QUARTERS })
    const { day, slots } = await slotsOf(app, id, dayIn(1))
    expect([slots[0]?.startsAt, slots.at(-1)?.endsAt]).toEqual([`${day}T${opens}:00.000Z`, `${day}T${closes}:00.000Z`])
    const booked = await booker(app, id, String(slots[0]?.id))
    expect((await passOf(booked)).slot).toMatchObject({ startsAt: `${day}T${opens}:00.000Z` })
  })
})

describe('settings of slots', () => {
  const answer = async (shop: string, body: BodyOf<typeof changeSettings>) => {
    const { status, body: said } = await as(await ownerOf(app.address), changeSettings, { id: shop, body })
    return [status, said.code]
  }
  test('that leave no slot are refused, whichever of them is changed, and nothing is saved', async () => {
    const shop = await slotShop(app, { openingHours: daily('10:00', '11:00'), slots: { ...QUARTERS, minutes: 60 } })
    expect(await answer(shop, { slots: { ...QUARTERS, minutes: 61 } })).toEqual([409, 'no_slots'])
    expect(await answer(shop, { openingHours: daily('10:00', '10:59') })).toEqual([409, 'no_slots'])
    expect((await slotsOf(app, shop, dayIn(1))).slots).toHaveLength(1)
    expect(await answer(shop, { openingHours: daily('10:00', '10:59'), slots: null }), 'without slots').toEqual([200, undefined])
    expect(await answer(shop, { slots: QUARTERS })).toEqual([200, undefined])
    const [closed, today] = [daily('10:00', '10:00').map(() => []), { day: dayIn(0), spans: [['20:00', '21:00']] as [string, string][] }]
    expect(await answer(shop, { openingHours: closed, exceptions: [today] }), 'a single date').toEqual([200, undefined])
    expect(await answer(shop, { exceptions: [{ ...today, day: dayIn(-1) }] }), 'a date that is over').toEqual([409, 'no_slots'])
  })

  test('have bounds: a slot of 5 to 120 minutes, for 1 to 1000 people, at most 30 days ahead', async () => {
    const shop = await slotShop(app)
    for (const wrong of [
      { minutes: 4 },
      { minutes: 121 },
      { capacity: 0 },
      { capacity: 1001 },
      { daysAhead: 31 },
      { moveUntilMinutes: -1 },
    ])
      expect(await answer(shop, { slots: { ...QUARTERS, ...wrong } }), JSON.stringify(wrong)).toEqual([400, 'invalid_input'])
    for (const right of [{ minutes: 5 }, { minutes: 120 }, { daysAhead: 0 }, { daysAhead: 30 }])
      expect(await answer(shop, { slots: { ...QUARTERS, ...right } }), JSON.stringify(right)).toEqual([200, undefined])
  })
})

describe('the first screen of a shop', () => {
  const namedAt = async (shop: string) => (await done(as({}, readStorefront, { id: shop }))).body.slots
  test('names the next times with space: at most eight, of the next two days with times to come', async () => {
    const noon: [string, string][][] = Array.from({ length: 7 }, () => [['12:00', '12:45']])
    const shop = await slotShop(app, { openingHours: noon, slots: { ...QUARTERS, capacity: 1 } })
    const [tomorrow, after] = [await slotsOf(app, shop, dayIn(1)), await slotsOf(app, shop, dayIn(2))]
    await settle(app, shop, { exceptions: [{ day: dayIn(0), spans: [] }] })
    const six = [...tomorrow.slots, ...after.slots].map(({ id, startsAt }) => ({ id, startsAt, left: 1 }))
    expect(await namedAt(shop)).toEqual(six)
    await booker(app, shop, six[1]?.id ?? '')
    expect(await namedAt(shop), 'a full one is left out').toEqual(six.filter((_, i) => i !== 1))
    await settle(app, shop, { openingHours: null })
    const eight = await namedAt(shop)
    expect(eight).toHaveLength(8)
    await settle(app, shop, { slots: null })
    expect(await namedAt(shop)).toEqual([])
  })
})

describe('a shopper who books a slot', () => {
  test('holds a place, pays, has a token number, and joins the queue when the slot starts, before all who join after that', async () => {
    const shop = await slotShop(app)
    const slot = await nthSlot(app, shop, 2)
    const shopper = await joiner(app, shop)
    const ordered = await done(as(shopper, createPayment, { body: { ticketId: shopper.ticketId, slotId: slot.id } }))
    expect(ordered.status).toBe(201)
    expect(await leftOf(shop, slot)).toBe(1)
    expect(await passOf(shopper)).toMatchObject({
      state: 'pending_payment',
      slot: { id: slot.id },
      heldUntil: ordered.body.payment.expiresAt,
    })
    const paid = await as(shopper, confirmPayment, { id: ordered.body.payment.id })
    expect(paid.body).toMatchObject({ token: 1, ticket: { number: 1, state: 'booked' } })
    expect(await passOf(shopper)).toMatchObject({ state: 'booked', number: 1, joinedAt: null, slot: { startsAt: slot.startsAt } })
    expect((await as(shopper, readReceipt, { id: paid.body.receiptId })).body).toMatchObject({ tokenNumber: 1, slot: { id: slot.id } })
    expect(await desk(shop), 'the desk sees who is booked today').toMatchObject([{ token: 1, state: 'booked', slot: { id: slot.id } }])
    await goOnTo(slot.startsAt)
    expect(await passOf(shopper)).toMatchObject({ state: 'waiting', number: 1, joinedAt: slot.startsAt })
    const next = await paidShopper(app.address, shop)
    expect((await desk(shop)).map(({ token }) => token)).toEqual([1, next.number])
  })

  test('goes after those who joined before the slot started', async () => {
    const shop = await slotShop(app)
    const slot = await nthSlot(app, shop, 1)
    const shopper = await booker(app, shop, slot.id)
    const early = await paidShopper(app.address, shop)
    await goOnTo(slot.startsAt)
    const late = await paidShopper(app.address, shop)
    expect((await desk(shop)).map(({ token }) => token)).toEqual([early.number, shopper.number, late.number])
  })

  test('may book another day, even while the shop is closed, with a number of that day; tomorrow’s payment is in time', async () => {
    const shop = await slotShop(app, { openingHours: Array.from({ length: 7 }, () => [['00:00', '01:00']]) })
    const shopper = await joiner(app, shop)
    expect((await as(shopper, createPayment, { body: { ticketId: shopper.ticketId } })).body.code, 'now').toBe('shop_closed')
    const slot = await nthSlot(app, shop, 0, dayIn(1))
    const ordered = await done(as(shopper, createPayment, { body: { ticketId: shopper.ticketId, slotId: slot.id } }))
    const paid = await as(shopper, confirmPayment, { id: ordered.body.payment.id })
    expect(paid.body).toMatchObject({ token: 1, ticket: { state: 'booked' } })
    expect(await desk(shop), 'today’s desk does not show tomorrow').toEqual([])
    const again = await as(shopper, joinQueue, { body: information(shopper, shop) })
    expect(again.status, 'another ticket, for today').toBe(201)
    await goOnTo(slot.startsAt)
    expect(await passOf(shopper)).toMatchObject({ state: 'waiting' })
    expect((await desk(shop)).map(({ token }) => token)).toEqual([1])
  })

  test('cannot pay cash: a hold is shorter than the way to the counter', async () => {
    const shop = await slotShop(app, { openingHours: null })
    const slot = await nthSlot(app, shop, 3)
    const shopper = await joiner(app, shop)
    const cash = (slotId?: string | null) =>
      as(shopper, createPayment, { body: { ticketId: shopper.ticketId, gateway: 'cash', ...(slotId === undefined ? {} : { slotId }) } })
    expect((await cash(slot.id)).body.code).toBe('slot_pays_online')
    expect((await hold(shopper, slot.id)).status).toBe(200)
    expect((await cash()).body.code).toBe('slot_pays_online')
    expect((await cash(null)).status).toBe(201)
    expect((await passOf(shopper)).slot).toBeNull()
    expect((await hold(shopper, slot.id)).body.code, 'with a cash order').toBe('slot_pays_online')
    expect((await passOf(shopper)).slot).toBeNull()
    const online = await as(shopper, createPayment, { body: { ticketId: shopper.ticketId, gateway: 'demo', slotId: slot.id } })
    expect(online.status, 'an online order replaces the one in cash').toBe(201)
    expect((await passOf(shopper)).slot?.id).toBe(slot.id)
  })
})
