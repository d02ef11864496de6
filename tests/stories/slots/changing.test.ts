import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '#contract/base/time.ts'
import { pauseShop } from '#contract/desk/calls.ts'
import { removeShop } from '#contract/office/mall-calls.ts'
import { cancelTicket, createPayment } from '#contract/payments/calls.ts'
import { DEMO_MALL } from '#server/demo/seed.ts'
import { clientOf, done } from '#tests/support/calls/client.ts'
import { ownerOf, paidShopper } from '#tests/support/people/people.ts'
import { booker, joiner, nthSlot, QUARTERS, settle, slotShop, slotSteps } from '#tests/support/people/slot-shops.ts'
import { eventually, startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const as = clientOf(() => app.address)
const { later, dayIn, passOf, choose, leftOf } = slotSteps(() => app)
/** Goes on to `minutes` minutes before an instant. */
const goOnTo = (instant: string, minutes: number) => later(Date.parse(instant) - minutes * MINUTE - app.clock.now().getTime())
interface Person {
  ticketId: string
  cookie: string
}
/** Open at any hour, so that the time of the test does not matter. */
const shopAllDay = (set: Parameters<typeof slotShop>[1] = {}) => slotShop(app, { openingHours: null, ...set })

describe('moving a booking', () => {
  test('keeps the number on the same day, gives the old place back, and is possible twice', async () => {
    const shop = await shopAllDay()
    const [first, second, third, fourth] = await Promise.all([4, 5, 6, 7].map((n) => nthSlot(app, shop, n)))
    if (!first || !second || !third || !fourth) throw new Error('too few slots')
    const shopper = await booker(app, shop, first.id)
    expect((await choose(shopper, second.id)).body).toMatchObject({
      ticket: { token: 1, state: 'booked', slot: { id: second.id } },
      heldUntil: null,
    })
    expect([await leftOf(shop, first), await leftOf(shop, second)]).toEqual([2, 1])
    expect((await choose(shopper, second.id)).status, 'once more, nothing moves').toBe(200)
    expect((await choose(shopper, third.id)).status).toBe(200)
    expect((await choose(shopper, fourth.id)).body.code).toBe('moved_enough')
    expect(await passOf(shopper)).toMatchObject({ number: 1, slot: { id: third.id }, moveUntil: null })
    expect([await leftOf(shop, second), await leftOf(shop, third)]).toEqual([2, 1])
  })

  test('to another day takes a number of that day', async () => {
    const shop = await shopAllDay()
    const slot = await nthSlot(app, shop, 4, dayIn(2))
    await booker(app, shop, slot.id)
    const shopper = await booker(app, shop, (await nthSlot(app, shop, 4)).id)
    expect((await choose(shopper, slot.id)).body).toMatchObject({ ticket: { token: 2, state: 'booked', slot: { id: slot.id } } })
    await booker(app, shop, (await nthSlot(app, shop, 5, dayIn(2))).id)
    const own = await app.database.db.selectFrom('ticket').select(['serviceDay', 'number']).where('id', '=', shopper.ticketId).execute()
    expect(own).toEqual([{ serviceDay: dayIn(2), number: 2 }])
  })

  test('is refused too late, into a full slot, and for a person who has been called or waits in the queue', async () => {
    const shop = await shopAllDay({ slots: { ...QUARTERS, capacity: 1 } })
    const [first, second] = [await nthSlot(app, shop, 4), await nthSlot(app, shop, 5)]
    const shopper = await booker(app, shop, first.id)
    await booker(app, shop, second.id)
    expect((await choose(shopper, second.id)).body.code).toBe('slot_full')
    expect(await passOf(shopper), 'a lost race changes nothing').toMatchObject({ state: 'booked', slot: { id: first.id } })
    const third = await nthSlot(app, shop, 5)
    await goOnTo(first.startsAt, 15)
    app.clock.advance(1)
    expect((await choose(shopper, third.id)).body.code).toBe('too_late_to_move')
    expect((await passOf(shopper)).moveUntil).toBeNull()
    await goOnTo(first.startsAt, -1)
    expect((await choose(shopper, third.id)).body.code).toBe('too_late_to_move')
    expect((await choose(shopper, null)).body, 'it waits already').toMatchObject({ ticket: { state: 'waiting' } })
  })

  test('a person who waits without a slot may book a later one, once', async () => {
    const shop = await shopAllDay()
    const shopper = await paidShopper(app.address, shop)
    const slot = await nthSlot(app, shop, 4)
    expect((await choose(shopper, slot.id)).body).toMatchObject({ ticket: { token: shopper.number, state: 'booked' } })
    await goOnTo(slot.startsAt, -1)
    expect(await passOf(shopper)).toMatchObject({ state: 'waiting', joinedAt: slot.startsAt })
  })
})

describe('a service promise', () => {
  const promise = { minutes: 20, refund: true } as const
  const moneyOf = async (person: Person) => {
    await app.running.tick()
    await app.running.tick()
    const { payment, promise: read } = await passOf(person)
    return [payment?.state, read?.state ?? null]
  }

  test('of a booking begins when its slot starts', async () => {
    const shop = await shopAllDay({ promise })
    const slot = await nthSlot(app, shop, 8)
    const shopper = await booker(app, shop, slot.id)
    await later(25 * MINUTE)
    expect(await moneyOf(shopper)).toEqual(['captured', 'open'])
    expect((await passOf(shopper)).promise?.until, 'shown from the booking on').toBe(Date.parse(slot.startsAt) + 20 * MINUTE)
    await goOnTo(slot.startsAt, -19)
    expect(await moneyOf(shopper)).toEqual(['captured', 'open'])
    expect((await passOf(shopper)).promise?.until).toBe(Date.parse(slot.startsAt) + 20 * MINUTE)
    await goOnTo(slot.startsAt, -21)
    expect(await moneyOf(shopper)).toEqual(['refunded', 'broken'])
  })

  test('stops for a person who goes from the queue to a later slot, and begins again with the slot', async () => {
    const shop = await shopAllDay({ promise })
    const shopper = await paidShopper(app.address, shop)
    expect(await moneyOf(shopper)).toEqual(['captured', 'open'])
    await later(10 * MINUTE)
    const slot = await nthSlot(app, shop, 8)
    expect((await choose(shopper, slot.id)).body.ticket?.state).toBe('booked')
    await later(25 * MINUTE)
    expect(await moneyOf(shopper)).toEqual(['captured', 'open'])
    expect((await passOf(shopper)).promise?.until).toBe(Date.parse(slot.startsAt) + 20 * MINUTE)
    await goOnTo(slot.startsAt, -19)
    expect(await moneyOf(shopper)).toEqual(['captured', 'open'])
    await goOnTo(slot.startsAt, -21)
    expect(await moneyOf(shopper)).toEqual(['refunded', 'broken'])
  })
})

describe('joining now', () => {
  test('gives the place back and joins the queue at once; the booking of another day gets a number of today', async () => {
    const shop = await shopAllDay()
    const [slot, tomorrow] = [await nthSlot(app, shop, 4), await nthSlot(app, shop, 4, dayIn(1))]
    const [one, two] = [await booker(app, shop, slot.id), await booker(app, shop, tomorrow.id)]
    expect((await choose(one, null)).body).toMatchObject({ ticket: { token: 1, state: 'waiting', slot: null } })
    expect((await choose(two, null)).body).toMatchObject({ ticket: { token: 2, state: 'waiting', slot: null } })
    expect([await leftOf(shop, slot), await leftOf(shop, tomorrow)]).toEqual([2, 2])
  })

  test('is refused while the shop is paused or closed', async () => {
    const shop = await shopAllDay()
    const shopper = await booker(app, shop, (await nthSlot(app, shop, 4)).id)
    const owner = await ownerOf(app.address)
    await done(as(owner, pauseShop, { id: shop, body: { reason: 'break' } }))
    expect((await choose(shopper, null)).body.code).toBe('shop_paused')
    await done(as(owner, pauseShop, { id: shop, body: { resume: true } }))
    await settle(app, shop, { openingHours: Array.from({ length: 7 }, () => [['00:00', '01:00']]) })
    await app.running.tick()
    expect((await choose(shopper, null)).body.code).toBe('shop_closed')
    expect(await passOf(shopper), 'a booking stays, whatever the usual hours are').toMatchObject({ state: 'booked' })
  })
})

describe('leaving', () => {
  test('before the slot starts gives the place and, as the order promised, the whole fee back', async () => {
    const shop = await shopAllDay()
    const slot = await nthSlot(app, shop, 4)
    const shopper = await booker(app, shop, slot.id)
    const holder = await joiner(app, shop)
    await done(choose(holder, slot.id))
    expect(await leftOf(shop, slot)).toBe(0)
    expect((await as(shopper, cancelTicket, { id: shopper.ticketId })).body).toMatchObject({ state: 'cancelled', refundPaise: 14_160 })
    expect((await as(holder, cancelTicket, { id: holder.ticketId })).body).toMatchObject({ state: 'cancelled', refundPaise: 0 })
    expect(await leftOf(shop, slot)).toBe(2)
    await eventually(async () => ((await passOf(shopper)).payment?.state === 'refunded' ? true : undefined))
  })

  test('after the limit that was shown at payment gives no fee back; a move brings a new limit, joining now keeps the old one', async () => {
    const shop = await shopAllDay({ slots: { ...QUARTERS, capacity: 9 } })
    const [slot, next] = [await nthSlot(app, shop, 4), await nthSlot(app, shop, 9)]
    const [intime, late, joined, mover] = await Promise.all([1, 2, 3, 4].map(() => booker(app, shop, slot.id)))
    if (!intime || !late || !joined || !mover) throw new Error('four people book')
    const limit = new Date(Date.parse(slot.startsAt) - 15 * MINUTE).toISOString()
    for (const one of [intime, late, joined, mover]) expect((await passOf(one)).refundUntil).toBe(limit)
    await settle(app, shop, { slots: { ...QUARTERS, capacity: 9, moveUntilMinutes: 60 } })
    expect((await passOf(late)).refundUntil, 'the shop changes the limit for new bookings').toBe(limit)
    await settle(app, shop, { slots: { ...QUARTERS, capacity: 9 } })
    await goOnTo(slot.startsAt, 16)
    await done(choose(mover, next.id))
    const backOf = async (who: Person) => (await done(as(who, cancelTicket, { id: who.ticketId }))).body.refundPaise
    expect(await backOf(intime)).toBe(14_160)
    await goOnTo(slot.startsAt, 14)
    await done(choose(joined, null))
    await done(choose(joined, next.id))
    expect([await backOf(late), await backOf(joined)], 'booking again does not bring it back').toEqual([0, 0])
    expect(await backOf(mover)).toBe(14_160)
  })

  test('gives nothing back if the order promised nothing', async () => {
    const shop = await shopAllDay({ refundOnLeave: false })
    const shopper = await booker(app, shop, (await nthSlot(app, shop, 4)).id)
    expect((await as(shopper, cancelTicket, { id: shopper.ticketId })).body).toMatchObject({ state: 'cancelled', refundPaise: 0 })
  })
})

describe('a booking', () => {
  test('keeps its shop from being removed', async () => {
    const shop = await shopAllDay()
    const shopper = await booker(app, shop, (await nthSlot(app, shop, 4, dayIn(3))).id)
    const owner = await ownerOf(app.address)
    const remove = () => as(owner, removeShop, { shopId: DEMO_MALL, itemName: name })
    const { name } = await app.database.db.selectFrom('shop').select('name').where('id', '=', shop).executeTakeFirstOrThrow()
    expect((await remove()).body.code).toBe('tickets_live')
    await done(as(shopper, cancelTicket, { id: shopper.ticketId }))
    expect((await remove()).status).toBe(200)
  })

  test('of a server that slept past its day ends with the day, and the fee comes back', async () => {
    const shop = await shopAllDay()
    const shopper = await booker(app, shop, (await nthSlot(app, shop, 4)).id)
    await later(2 * DAY)
    await app.running.tick()
    const { db } = app.database
    const ticket = await db.selectFrom('ticket').select('state').where('id', '=', shopper.ticketId).executeTakeFirst()
    expect(ticket?.state).toBe('expired')
    const payment = () => db.selectFrom('payment').select('state').where('id', '=', shopper.paymentId).executeTakeFirst()
    await eventually(async () => ((await payment())?.state === 'refunded' ? true : undefined))
  })

  test('is not paid for twice: opening the order again gives the same one', async () => {
    const shop = await shopAllDay()
    const slot = await nthSlot(app, shop, 4)
    const shopper = await joiner(app, shop)
    const pay = () => as(shopper, createPayment, { body: { ticketId: shopper.ticketId, slotId: slot.id } })
    const [one, two] = [await pay(), await pay()]
    expect([one.status, two.status]).toEqual([201, 200])
    expect(two.body.payment).toEqual(one.body.payment)
    expect(await leftOf(shop, slot)).toBe(1)
    const next = await nthSlot(app, shop, 5)
    const three = await as(shopper, createPayment, { body: { ticketId: shopper.ticketId, slotId: next.id } })
    expect(three.body.payment?.id, 'another slot keeps the order').toBe(one.body.payment?.id)
    expect([await leftOf(shop, slot), await leftOf(shop, next)]).toEqual([2, 1])
  })
})
