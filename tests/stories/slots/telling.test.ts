import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#contract/base/time.ts'
import { timeOfDay, zoned } from '#contract/base/zoned.ts'
import { cancelTicket } from '#contract/payments/calls.ts'
import { chooseSlot } from '#contract/queue/calls.ts'
import { joinWaitlist, readSlots } from '#contract/slots/calls.ts'
import { readPass } from '#contract/storefront/calls.ts'
import { clientOf, done } from '#tests/support/calls/client.ts'
import { type Shopper, verifiedShopper } from '#tests/support/people/people.ts'
import { booker, joiner, nthSlot, QUARTERS, slotShop, slotSteps } from '#tests/support/people/slot-shops.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const as = clientOf(() => app.address)
const { later, dayIn } = slotSteps(() => app)
const goOnTo = (instant: string, minutes: number) => later(Date.parse(instant) - minutes * MINUTE - app.clock.now().getTime())
const messagesTo = async (who: { ticketId: string; cookie: string }, kind: string) =>
  (await done(as(who, readPass, { id: who.ticketId }))).body.messages.filter((message) => message.kind === kind).map(({ text }) => text)
/** The message of a booking, such as `token 1 for 26 Nov, 6:00 pm`. */
const saidOf = (number: number, { startsAt }: { startsAt: string }) =>
  new RegExp(
    ` with token ${number} for ${zoned(startsAt, 'en-IN', 'Asia/Kolkata', { day: 'numeric', month: 'short' })}, ${timeOfDay(startsAt, 'Asia/Kolkata')}\\. `,
  )
const wait = (who: Shopper, shopId: string, slotId: string) => as(who, joinWaitlist, { body: { shopId, slotId } })
/** The mobiles that were told of space, in the order of the messages. */
async function toldOf(...mobiles: string[]): Promise<string[]> {
  await app.running.tick()
  const rows = await app.database.db
    .selectFrom('message')
    .select('mobile')
    .where('kind', '=', 'space')
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ mobile }) => (mobile !== null && mobiles.includes(mobile) ? [mobile] : []))
}
const shopWithOnePlace = () => slotShop(app, { openingHours: null, slots: { ...QUARTERS, capacity: 1 } })

describe('a shopper who has booked', () => {
  test('reads the token number with its time at once and is reminded once, a quarter of an hour before the slot; a moved booking is reminded again', async () => {
    const shop = await slotShop(app, { openingHours: null })
    const [first, second] = [await nthSlot(app, shop, 4), await nthSlot(app, shop, 8)]
    const shopper = await booker(app, shop, first.id)
    await app.running.tick()
    expect(await messagesTo(shopper, 'booking')).toEqual([expect.stringMatching(saidOf(1, first))])
    await goOnTo(first.startsAt, 16)
    expect(await messagesTo(shopper, 'reminder')).toEqual([])
    await done(as(shopper, chooseSlot, { id: shopper.ticketId, body: { slotId: second.id } }))
    await goOnTo(second.startsAt, 16)
    expect(await messagesTo(shopper, 'reminder'), 'the slot that was given up').toEqual([])
    await goOnTo(second.startsAt, 14)
    await app.running.tick()
    const reminders = await messagesTo(shopper, 'reminder')
    expect(reminders).toHaveLength(1)
    expect(reminders[0]).toContain(timeOfDay(second.startsAt, 'Asia/Kolkata'))
    await goOnTo(second.startsAt, -1)
    expect(await messagesTo(shopper, 'reminder')).toHaveLength(1)
    expect([await messagesTo(shopper, 'booking'), await messagesTo(shopper, 'token')], 'joining says nothing new').toMatchObject([
      [{}, {}],
      [],
    ])
  })

  test('reads the new time after each move, with the new number after a move to another day', async () => {
    const shop = await slotShop(app, { openingHours: null })
    const [first, second] = [await nthSlot(app, shop, 4), await nthSlot(app, shop, 8)]
    const other = await nthSlot(app, shop, 4, dayIn(2))
    await booker(app, shop, other.id)
    const shopper = await booker(app, shop, first.id)
    await booker(app, shop, second.id)
    const move = async (slot: { id: string }) => {
      await done(as(shopper, chooseSlot, { id: shopper.ticketId, body: { slotId: slot.id } }))
      await app.running.tick()
    }
    await move(second)
    const within = await messagesTo(shopper, 'booking')
    expect(within).toHaveLength(2)
    expect(within.filter((text) => saidOf(1, second).test(text))).toHaveLength(1)
    await move(other)
    const told = await messagesTo(shopper, 'booking')
    expect(told).toHaveLength(3)
    expect(
      told.filter((text) => saidOf(2, other).test(text)),
      'the number of that day',
    ).toHaveLength(1)
    await done(as(shopper, chooseSlot, { id: shopper.ticketId, body: { slotId: null } }))
    await app.running.tick()
    expect(await messagesTo(shopper, 'token'), 'joining today instead takes a number of today').toEqual([
      expect.stringMatching(/ is \d+\./),
    ])
  })

  test('reads a new number also if an earlier day gave the same one', async () => {
    const shop = await slotShop(app, { openingHours: null })
    const [today, busy, empty] = [await nthSlot(app, shop, 4), await nthSlot(app, shop, 4, dayIn(1)), await nthSlot(app, shop, 4, dayIn(2))]
    await booker(app, shop, busy.id)
    const shopper = await booker(app, shop, today.id)
    // The message says the number that the ticket has when the event is relayed.
    await app.running.tick()
    for (const slotId of [busy.id, empty.id, null]) {
      await done(as(shopper, chooseSlot, { id: shopper.ticketId, body: { slotId } }))
      await app.running.tick()
    }
    const told = await messagesTo(shopper, 'booking')
    expect(told.map((text) => /token (\d+) for /.exec(text)?.[1]).toSorted()).toEqual(['1', '1', '2'])
    expect(await messagesTo(shopper, 'token')).toEqual([expect.stringContaining(' is 2.')])
  })

  test('less than a quarter of an hour ahead is not reminded', async () => {
    const shop = await slotShop(app, { openingHours: null, slots: { ...QUARTERS, minutes: 5 } })
    const slot = await nthSlot(app, shop, 1)
    const shopper = await booker(app, shop, slot.id)
    await goOnTo(slot.startsAt, 1)
    await app.running.tick()
    expect(await messagesTo(shopper, 'reminder')).toEqual([])
  })
})

describe('the waitlist of a full slot', () => {
  test('is told one by one when a place comes back, which is kept for the one who was told for ten minutes and then goes on', async () => {
    const shop = await shopWithOnePlace()
    const slot = await nthSlot(app, shop, 8)
    const holder = await booker(app, shop, slot.id)
    const waiting: Awaited<ReturnType<typeof joiner>>[] = []
    for (let n = 0; n < 3; n += 1) {
      waiting.push(await joiner(app, shop))
      await later(1000)
    }
    const [first, second, third] = waiting as [(typeof waiting)[number], (typeof waiting)[number], (typeof waiting)[number]]
    const choose = (who: typeof first) => as(who, chooseSlot, { id: who.ticketId, body: { slotId: slot.id } })
    const seenBy = async (who: { cookie?: string }) =>
      (await done(as(who, readSlots, { id: shop, query: {} }))).body.slots.find(({ id }) => id === slot.id)
    for (const shopper of waiting) expect((await wait(shopper, shop, slot.id)).body).toEqual({ success: true })
    const mobiles = waiting.map(({ mobile }) => mobile)
    expect((await wait(first, shop, slot.id)).status, 'once more changes nothing').toBe(200)
    await later(MINUTE)
    expect(await toldOf(...mobiles), 'it is still full').toEqual([])
    await done(as(holder, cancelTicket, { id: holder.ticketId }))
    expect(await toldOf(...mobiles)).toEqual([first.mobile])
    expect(await seenBy({}), 'to all others it is full').toMatchObject({ state: 'full', left: 0 })
    expect(await seenBy(second)).toMatchObject({ state: 'full', left: 0 })
    expect(await seenBy(first)).toMatchObject({ state: 'open', left: 1, keptUntil: expect.any(String) })
    expect((await choose(await joiner(app, shop))).body.code, 'another shopper').toBe('slot_full')
    expect((await choose(second)).body.code, 'the next one').toBe('slot_full')
    expect((await wait(first, shop, slot.id)).body.code).toBe('slot_open')
    await later(9 * MINUTE)
    expect(await toldOf(...mobiles), 'the first may still come').toEqual([first.mobile])
    await later(2 * MINUTE)
    expect(await toldOf(...mobiles), 'the first did not come').toEqual([first.mobile, second.mobile])
    expect((await choose(first)).body.code).toBe('slot_full')
    expect((await choose(second)).status).toBe(200)
    expect(await seenBy({})).toMatchObject({ state: 'full', left: 0 })
    expect((await wait(first, shop, slot.id)).body.code, 'so that no one keeps a place for ever').toBe('kept_before')
    await done(as(second, chooseSlot, { id: second.ticketId, body: { slotId: null } }))
    expect(await seenBy({}), 'also before the worker runs').toMatchObject({ state: 'full', left: 0 })
    expect((await choose(await joiner(app, shop))).body.code, 'the waitlist comes first').toBe('slot_full')
    expect(await toldOf(...mobiles)).toEqual([first.mobile, second.mobile, third.mobile])
    await later(11 * MINUTE)
    expect(await toldOf(...mobiles), 'each is told once').toHaveLength(3)
    expect(await seenBy({}), 'no one came: it is free for all').toMatchObject({ state: 'open', left: 1 })
  })

  test('is not told of a place in a slot that starts within ten minutes: it is free for the first who comes', async () => {
    const shop = await shopWithOnePlace()
    const slot = await nthSlot(app, shop, 1)
    const holder = await booker(app, shop, slot.id)
    const waiter = await verifiedShopper(app.address)
    await done(wait(waiter, shop, slot.id))
    await goOnTo(slot.startsAt, 9)
    await done(as(holder, cancelTicket, { id: holder.ticketId }))
    expect(await toldOf(waiter.mobile)).toEqual([])
    const next = await joiner(app, shop)
    expect((await as(next, chooseSlot, { id: next.ticketId, body: { slotId: slot.id } })).status).toBe(200)
  })

  test('is told when a hold lapses; a person who gets a place leaves it', async () => {
    const shop = await shopWithOnePlace()
    const slot = await nthSlot(app, shop, 12)
    const holder = await joiner(app, shop)
    await done(as(holder, chooseSlot, { id: holder.ticketId, body: { slotId: slot.id } }))
    const [one, two] = [await joiner(app, shop), await joiner(app, shop)]
    for (const shopper of [one, two]) await done(wait(shopper, shop, slot.id))
    await done(as(holder, chooseSlot, { id: holder.ticketId, body: { slotId: null } }))
    await app.running.tick()
    await done(as(one, chooseSlot, { id: one.ticketId, body: { slotId: slot.id } }))
    const listed = await app.database.db.selectFrom('waitlist').select('mobile').where('shopId', '=', shop).execute()
    expect(listed).toEqual([{ mobile: two.mobile }])
    const next = await joiner(app, shop)
    await done(wait(next, shop, slot.id))
    await later(15 * MINUTE + 1000)
    expect(await toldOf(two.mobile, next.mobile)).toEqual([two.mobile])
  })

  test('is told however many earlier slots have waiters and no space', async () => {
    const shop = await shopWithOnePlace()
    const slot = await nthSlot(app, shop, 6)
    const holder = await booker(app, shop, slot.id)
    const waiter = await verifiedShopper(app.address)
    await done(wait(waiter, shop, slot.id))
    const askedAt = app.clock.now()
    const row = { shopId: shop, mobile: '9000000001', mallId: 'phoenix-mall', locale: 'en', askedAt }
    const starts = Array.from({ length: 450 }, (_, n) => new Date(askedAt.getTime() + (n + 120) * 1000))
    await app.database.db
      .insertInto('waitlist')
      .values(starts.map((startsAt) => ({ ...row, startsAt })))
      .execute()
    await done(as(holder, cancelTicket, { id: holder.ticketId }))
    expect(await toldOf(waiter.mobile)).toEqual([waiter.mobile])
  })

  test('refuses a slot that has space, has started or is not offered, and more than ten slots at a time', async () => {
    const shop = await shopWithOnePlace()
    const shopper = await verifiedShopper(app.address)
    const slot = await nthSlot(app, shop, 4)
    expect((await wait(shopper, shop, slot.id)).body.code).toBe('slot_open')
    expect((await wait(shopper, shop, `${shop}.20200101T0000Z`)).body.code).toBe('slot_past')
    expect((await wait(shopper, shop, 'nonsense')).body.code).toBe('slot_not_found')
    expect((await wait(shopper, 'nowhere', slot.id)).body.code).toBe('shop_not_found')
    expect((await as({}, joinWaitlist, { body: { shopId: shop, slotId: slot.id } })).body.code).toBe('not_verified')
    const { db } = app.database
    const starts = Array.from({ length: 10 }, (_, n) => new Date(app.clock.now().getTime() + n * 30 * MINUTE + HOUR))
    const askedAt = app.clock.now()
    await db
      .insertInto('waitlist')
      .values(starts.map((startsAt) => ({ shopId: shop, startsAt, mobile: shopper.mobile, mallId: 'phoenix-mall', locale: 'en', askedAt })))
      .execute()
    await booker(app, shop, slot.id)
    expect((await wait(shopper, shop, slot.id)).body.code).toBe('waits_enough')
  })
})
