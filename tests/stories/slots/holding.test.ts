import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '#contract/base/time.ts'
import { cancelTicket, confirmPayment, createPayment } from '#contract/payments/calls.ts'
import { joinQueue } from '#contract/queue/calls.ts'
import { openLog } from '#server/kit/log.ts'
import { endOverdue } from '#server/queue/sweep.ts'
import { clientOf, done } from '#tests/support/calls/client.ts'
import { information, join, verifiedShopper } from '#tests/support/people/people.ts'
import { booker, joiner, nthSlot, QUARTERS, settle, slotShop, slotSteps, slotsOf } from '#tests/support/people/slot-shops.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const as = clientOf(() => app.address)
const { later, dayIn, passOf, choose: hold, leftOf } = slotSteps(() => app)

describe('a hold', () => {
  test('lasts for the 15 minutes of the first choice, however often another slot or way to pay is chosen, and then ends', async () => {
    const shop = await slotShop(app, { openingHours: null })
    const [first, second] = [await nthSlot(app, shop, 8), await nthSlot(app, shop, 9)]
    const shopper = await joiner(app, shop)
    const { heldUntil } = (await done(hold(shopper, first.id))).body
    expect(Date.parse(String(heldUntil)) - app.clock.now().getTime()).toBeGreaterThan(14 * MINUTE)
    for (const [slot, wait] of [
      [second, 4],
      [null, 4],
      [first, 4],
    ] as const) {
      app.clock.advance(wait * MINUTE)
      await done(hold(shopper, slot === null ? null : slot.id))
    }
    const ordered = await done(as(shopper, createPayment, { body: { ticketId: shopper.ticketId } }))
    expect(ordered.body.payment.expiresAt).toBe(heldUntil)
    expect((await passOf(shopper)).heldUntil).toBe(heldUntil)
    expect([await leftOf(shop, first), await leftOf(shop, second)]).toEqual([1, 2])
    await later(4 * MINUTE)
    expect(await passOf(shopper)).toMatchObject({ state: 'expired', slot: { id: first.id } })
    expect(await leftOf(shop, first), 'the place came back').toBe(2)
    for (const rival of [await joiner(app, shop), await joiner(app, shop)]) await done(hold(rival, first.id))
    expect((await as(shopper, confirmPayment, { id: ordered.body.payment.id })).body.code).toBe('payment_late')
    expect((await hold(shopper, first.id)).body.code).toBe('ticket_lapsed')
  })

  test('that has lapsed just before its money arrived becomes a booking while the slot has space; otherwise the money goes back', async () => {
    const shop = await slotShop(app, { openingHours: null, slots: { ...QUARTERS, capacity: 1 } })
    const slots = await Promise.all([8, 9, 10, 11].map((n) => nthSlot(app, shop, n, dayIn(1))))
    const holders = await Promise.all(
      slots.map(async (slot) => {
        const shopper = await joiner(app, shop)
        const { body } = await done(as(shopper, createPayment, { body: { ticketId: shopper.ticketId, slotId: slot.id } }))
        return { ...shopper, slot, paymentId: body.payment.id }
      }),
    )
    type Holder = (typeof holders)[number]
    const [lucky, rejoined, beaten, elsewhere] = holders as [Holder, Holder, Holder, Holder]
    app.clock.advance(15 * MINUTE + 1000)
    // The sweep alone: it comes before the job that ends open orders.
    await endOverdue({ db: app.database.db, clock: app.clock, log: openLog('silent') })
    expect((await Promise.all(holders.map(passOf))).map(({ state }) => state)).toEqual(Array(4).fill('expired'))
    await join(app.address, elsewhere, shop)
    const again = await join(app.address, rejoined, shop)
    await done(hold({ ...rejoined, ticketId: again }, rejoined.slot.id))
    await done(hold(await joiner(app, shop), beaten.slot.id))
    const pay = (who: Holder) => as(who, confirmPayment, { id: who.paymentId })
    expect((await pay(lucky)).body).toMatchObject({ token: 1, ticket: { state: 'booked' } })
    expect((await pay(lucky)).body, 'once more').toMatchObject({ token: 1 })
    expect(await passOf(lucky)).toMatchObject({ state: 'booked', slot: { id: lucky.slot.id } })
    expect([await leftOf(shop, lucky.slot), await leftOf(shop, rejoined.slot), await leftOf(shop, beaten.slot)]).toEqual([0, 0, 0])
    for (const late of [rejoined, beaten, elsewhere]) expect((await pay(late)).body.code).toBe('payment_late')
    await app.running.tick()
    expect((await passOf(beaten)).payment, 'the money goes back').toMatchObject({ state: 'refunded', refunds: [{ state: 'done' }] })
    await done(as(lucky, cancelTicket, { id: lucky.ticketId }))
    expect(await leftOf(shop, lucky.slot), 'it ends like every booking').toBe(1)
  })

  test('cannot be taken again by a ticket whose hold is over, though it still waits for another payment', async () => {
    const shop = await slotShop(app, { openingHours: null })
    const slot = await nthSlot(app, shop, 8)
    const shopper = await joiner(app, shop)
    await done(hold(shopper, slot.id))
    app.clock.advance(10 * MINUTE)
    await done(hold(shopper, null))
    await done(as(shopper, createPayment, { body: { ticketId: shopper.ticketId, gateway: 'cash' } }))
    app.clock.advance(10 * MINUTE)
    const online = await as(shopper, createPayment, { body: { ticketId: shopper.ticketId, gateway: 'demo', slotId: slot.id } })
    expect(online.body.code).toBe('held_enough')
  })

  test('is one per mobile and shop: who joins again while holding a slot of another day has that ticket, on any phone', async () => {
    const shop = await slotShop(app, { openingHours: null })
    const [tomorrow, after] = [await nthSlot(app, shop, 0, dayIn(1)), await nthSlot(app, shop, 0, dayIn(2))]
    const shopper = await joiner(app, shop)
    await done(hold(shopper, tomorrow.id))
    const again = await done(as(shopper, joinQueue, { body: information(shopper, shop) }))
    expect([again.status, again.body.newInfo._id, again.body.next]).toEqual([200, shopper.ticketId, 'payment'])
    await done(hold(shopper, after.id))
    expect([await leftOf(shop, tomorrow), await leftOf(shop, after)], 'another choice moves the hold').toEqual([2, 1])
    expect((await done(as(shopper, joinQueue, { body: information(shopper, await slotShop(app)) }))).status, 'another shop').toBe(201)
    await done(hold(shopper, null))
    expect((await done(as(shopper, joinQueue, { body: information(shopper, shop) }))).body.newInfo._id).toBe(shopper.ticketId)
  })

  test('is refused after three holds within a day that were not paid; joining now is not, nor is a hold the next day', async () => {
    const shop = await slotShop(app, { openingHours: null })
    const slot = await nthSlot(app, shop, 0, dayIn(3))
    const shopper = await joiner(app, shop)
    const joinAgain = async () => (await done(as(shopper, joinQueue, { body: information(shopper, shop) }))).body.newInfo._id
    for (const end of ['lapses', 'is cancelled', 'lapses'] as const) {
      await done(hold({ ...shopper, ticketId: await joinAgain() }, slot.id))
      if (end === 'is cancelled') await done(hold({ ...shopper, ticketId: await joinAgain() }, null))
      if (end === 'lapses') await later(16 * MINUTE)
      else await done(as(shopper, cancelTicket, { id: await joinAgain() }))
    }
    const fourth = { ...shopper, ticketId: await joinAgain() }
    expect((await hold(fourth, slot.id)).body.code).toBe('held_too_often')
    const ordering = await as(fourth, createPayment, { body: { ticketId: fourth.ticketId, slotId: slot.id } })
    expect(ordering.body.code, 'with an order').toBe('held_too_often')
    expect(await leftOf(shop, slot), 'nothing is held').toBe(2)
    expect((await as(fourth, createPayment, { body: { ticketId: fourth.ticketId } })).status, 'joining now').toBe(201)
    expect((await hold(await joiner(app, shop), slot.id)).status, 'another mobile').toBe(200)
    await later(DAY)
    const next = await verifiedShopper(app.address, shopper.mobile)
    expect((await hold({ ...next, ticketId: await join(app.address, next, shop) }, slot.id)).status).toBe(200)
  })

  test('is refused after three such holds of the evening before, too', async () => {
    const shop = await slotShop(app, { openingHours: null })
    const until = (utc: string) => (DAY + Date.parse(`1970-01-01T${utc}Z`) - (app.clock.now().getTime() % DAY)) % DAY
    // In India it is ten in the evening.
    await later(until('16:30'))
    const shopper = await verifiedShopper(app.address)
    for (let i = 0; i < 3; i += 1) {
      const ticketId = await join(app.address, shopper, shop)
      await done(hold({ ...shopper, ticketId }, (await nthSlot(app, shop, 3)).id))
      await later(16 * MINUTE)
    }
    await later(until('00:30'))
    const morning = { ...shopper, ticketId: await join(app.address, shopper, shop) }
    expect((await hold(morning, (await nthSlot(app, shop, 3)).id)).body.code).toBe('held_too_often')
  })

  test('of a full slot is refused with the nearest one that has space: of the same day, else of the next', async () => {
    const noon: [string, string][][] = Array.from({ length: 7 }, () => [['12:00', '12:45']])
    const shop = await slotShop(app, { openingHours: noon, slots: { ...QUARTERS, capacity: 1, daysAhead: 2 } })
    const [first, second, third] = (await slotsOf(app, shop, dayIn(1))).slots
    const nextDay = (await slotsOf(app, shop, dayIn(2))).slots
    if (!first || !second || !third) throw new Error('the day has three slots')
    const nearest = async (slotId: string) => {
      const { body } = await hold(await joiner(app, shop), slotId)
      return [body.code, body.nearest]
    }
    const named = (slot: (typeof nextDay)[number] | undefined) => ['slot_full', slot && { id: slot.id, startsAt: slot.startsAt }]
    const booked = await booker(app, shop, second.id)
    expect(await nearest(second.id), 'the later of two that are as near').toEqual(named(third))
    const rival = await joiner(app, shop)
    const { body } = await as(rival, createPayment, { body: { ticketId: rival.ticketId, slotId: second.id } })
    expect([body.code, body.nearest], 'with an order').toEqual(named(third))
    await booker(app, shop, third.id)
    expect(await nearest(second.id)).toEqual(named(first))
    const mover = await booker(app, shop, first.id)
    expect((await hold(mover, second.id)).body.nearest, 'on moving').toEqual(named(nextDay[0])[1])
    expect(await nearest(second.id), 'the next day').toEqual(named(nextDay[0]))
    for (const { id } of nextDay) await booker(app, shop, id)
    expect(await nearest(second.id), 'none is free').toEqual(['slot_full', undefined])
    expect(booked.number).toBe(1)
  })

  test('is refused for a full, past, closed, foreign or unknown slot, for a day too far ahead, and for a day on which the mobile has a ticket', async () => {
    const shop = await slotShop(app, { slots: { ...QUARTERS, capacity: 1 } })
    const other = await slotShop(app)
    const [slot, tomorrow] = [await nthSlot(app, shop, 0), await nthSlot(app, shop, 0, dayIn(1))]
    const shopper = await booker(app, shop, tomorrow.id)
    const rival = await joiner(app, shop)
    expect((await hold(rival, tomorrow.id)).body.code).toBe('slot_full')
    await settle(app, shop, { exceptions: [{ day: dayIn(2), spans: [] }] })
    const openingOn = (days: number) => `${shop}.${dayIn(days).replaceAll('-', '')}T0430Z`
    const yesterday = openingOn(-1)
    for (const [slotId, code] of [
      [(await nthSlot(app, other, 0)).id, 'slot_not_found'],
      [`${shop}.${dayIn(0).replaceAll('-', '')}T0431Z`, 'slot_not_found'],
      ['nonsense', 'slot_not_found'],
      [openingOn(QUARTERS.daysAhead + 1), 'slot_not_found'],
      [openingOn(2), 'slot_not_found'],
      [yesterday, 'slot_past'],
    ] as const)
      expect((await hold(rival, slotId)).body.code, slotId).toBe(code)
    expect((await as(rival, createPayment, { body: { ticketId: rival.ticketId, slotId: yesterday } })).body.code).toBe('slot_past')
    expect((await done(hold(rival, slot.id))).status, 'a refusal takes nothing').toBe(200)
    await done(as(shopper, joinQueue, { body: information(shopper, shop) }))
    const again = { ...shopper, ticketId: (await done(as(shopper, joinQueue, { body: information(shopper, shop) }))).body.newInfo._id }
    const later = await nthSlot(app, shop, 3, dayIn(1))
    expect((await hold(again, later.id)).body.code).toBe('already_booked')
    const stranger = await verifiedShopper(app.address)
    expect((await hold({ ...stranger, ticketId: rival.ticketId }, slot.id)).body.code).toBe('ticket_not_found')
  })

  test('of a slot that began a minute ago is refused; a minute before its start it is not', async () => {
    const shop = await slotShop(app, { openingHours: null })
    const [early, late] = [await nthSlot(app, shop, 4), await nthSlot(app, shop, 5)]
    const goTo = (startsAt: string, ms: number) => app.clock.advance(Date.parse(startsAt) - app.clock.now().getTime() + ms)
    goTo(early.startsAt, -MINUTE)
    const inTime = await joiner(app, shop)
    await done(hold(inTime, early.id))
    goTo(late.startsAt, MINUTE)
    const slow = await joiner(app, shop)
    expect((await hold(slow, late.id)).body.code).toBe('slot_past')
    expect((await passOf(slow)).slot, 'nothing is held').toBeNull()
  })
})
