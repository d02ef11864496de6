import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { MINUTE } from '#contract/base/time.ts'
import { confirmPayment, createPayment } from '#contract/payments/calls.ts'
import { chooseSlot } from '#contract/queue/calls.ts'
import { joinWaitlist } from '#contract/slots/calls.ts'
import { openLog } from '#server/kit/log.ts'
import { endOverdue } from '#server/queue/sweep.ts'
import { ask, type Credentials, send } from '#tests/support/calls/client.ts'
import { join, type Shopper } from '#tests/support/people/people.ts'
import { knownShoppers, patiently } from '#tests/support/people/rush.ts'
import { nthSlot, QUARTERS, slotShop, slotsOf } from '#tests/support/people/slot-shops.ts'
import { eventually, startApp, type TestApp } from '#tests/support/server/app.ts'

const oneTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

/** On PostgreSQL there are two nodes with their own connections. The embedded database has one connection, which both share. */
let app: TestApp
let second: TestApp
beforeAll(async () => {
  app = await startApp()
  second = await startApp({ beside: app })
})
afterAll(async () => {
  await second.stop()
  await app.stop()
})

const nodes = () => [app.address, second.address] as const
const rivalsAt = async (shop: string, many: number): Promise<(Shopper & { address: string; ticketId: string })[]> => {
  const shoppers = await knownShoppers(app.database, many, app.clock.now())
  return Promise.all(
    shoppers.map(async (shopper, i) => {
      const address = nodes()[i % 2] ?? app.address
      return { ...shopper, address, ticketId: await patiently(() => join(address, shopper, shop)) }
    }),
  )
}
/** Retries while the server is too busy; returns the status and the code. */
const outcome = (asking: () => Promise<{ status: number; body: { code?: string } }>) =>
  patiently(async () => {
    const { status, body } = await asking()
    if (body.code === 'unavailable') throw new Error('"code":"unavailable"')
    return body.code ?? String(status)
  })
/** The tickets that have a place in a slot, the people for whom one is kept, and the slot's own counts of both. */
async function placesOf(shop: string, startsAt: string) {
  const { db } = app.database
  const holding = await db
    .selectFrom('ticket')
    .select('id')
    .where('shopId', '=', shop)
    .where('slotStartsAt', '=', new Date(startsAt))
    .where('state', 'not in', ['cancelled', 'expired'])
    .execute()
  const counts = await db
    .selectFrom('slotCount')
    .select(['taken', 'kept'])
    .where('shopId', '=', shop)
    .where('startsAt', '=', new Date(startsAt))
    .execute()
  const told = await db
    .selectFrom('waitlist')
    .select('mobile')
    .where('shopId', '=', shop)
    .where('startsAt', '=', new Date(startsAt))
    .where('keptUntil', 'is not', null)
    .execute()
  const [count] = counts
  return { tickets: holding.length, told: told.length, counted: (count?.taken ?? 0) - (count?.kept ?? 0), kept: count?.kept ?? 0 }
}

describe(`a slot, with rivals on two nodes (${inject('engine')})`, () => {
  test('500 shoppers who book 50 places at the same moment: 50 get one, with the numbers 1 to 50, and 450 learn that it is full and which is the nearest with space', async () => {
    const shop = await slotShop(app, { openingHours: null, slots: { ...QUARTERS, capacity: 50 } })
    const [slot, nextSlot] = [await nthSlot(app, shop, 8), await nthSlot(app, shop, 9)]
    const rivals = await rivalsAt(shop, 500)
    const orders = new Map<Credentials, string>()
    const nearest = new Map<Credentials, string | undefined>()
    const codes = await Promise.all(
      rivals.map((rival) =>
        outcome(async () => {
          const ordered = await send(rival.address, createPayment, { body: { ticketId: rival.ticketId, slotId: slot.id } }, rival)
          if (ordered.body.payment) orders.set(rival, ordered.body.payment.id)
          if (ordered.body.code === 'slot_full') nearest.set(rival, ordered.body.nearest?.id)
          return ordered
        }),
      ),
    )
    expect(codes.filter((code) => code === '201')).toHaveLength(50)
    expect(codes.filter((code) => code === 'slot_full')).toHaveLength(450)
    expect([...nearest.values()]).toEqual(Array(450).fill(nextSlot.id))
    expect((await slotsOf(app, shop)).slots.find(({ id }) => id === slot.id)).toMatchObject({ left: 0, state: 'full' })
    const paid = await Promise.all(
      rivals.flatMap((rival) => {
        const id = orders.get(rival)
        return id === undefined ? [] : [patiently(() => ask(rival.address, confirmPayment, { id }, rival))]
      }),
    )
    expect(paid.map(({ body }) => body.token).toSorted((a, b) => a - b)).toEqual(oneTo(50))
    expect(await placesOf(shop, slot.startsAt)).toEqual({ tickets: 50, counted: 50, told: 0, kept: 0 })
  })

  test('money that arrives while its hold lapses and others take its place books that place or goes back, and none is given twice', async () => {
    const shop = await slotShop(app, { openingHours: null, slots: { ...QUARTERS, capacity: 30 } })
    const [, tomorrow] = (await slotsOf(app, shop)).days
    const slot = await nthSlot(app, shop, 8, tomorrow?.day)
    const [holders, rivals] = [await rivalsAt(shop, 30), await rivalsAt(shop, 30)]
    const orders = await Promise.all(
      holders.map(async (holder) => {
        const body = { ticketId: holder.ticketId, slotId: slot.id }
        return { holder, id: (await patiently(() => ask(holder.address, createPayment, { body }, holder))).body.payment.id }
      }),
    )
    app.clock.advance(15 * MINUTE + 1000)
    const sweep = () =>
      Promise.all([app, second].map((node) => endOverdue({ db: node.database.db, clock: node.clock, log: openLog('silent') })))
    const paying = orders.map(async ({ holder, id }, i) => {
      await pause(i * 10)
      return outcome(() => send(holder.address, confirmPayment, { id }, holder))
    })
    const taking = rivals.map(async (rival, i) => {
      await pause(i * 10)
      return outcome(() => send(rival.address, createPayment, { body: { ticketId: rival.ticketId, slotId: slot.id } }, rival))
    })
    await pause(50)
    await sweep()
    await Promise.all([app.running.tick(), second.running.tick()])
    const [paid, taken] = [await Promise.all(paying), await Promise.all(taking)]
    const booked = paid.filter((code) => code === '200').length
    for (const code of paid) expect(['200', 'payment_late', 'payment_lapsed']).toContain(code)
    expect(booked + taken.filter((code) => code === '201').length).toBeLessThanOrEqual(30)
    const { tickets, counted } = await placesOf(shop, slot.startsAt)
    expect([tickets, counted]).toEqual([booked + taken.filter((code) => code === '201').length, tickets])
    const { db } = app.database
    const money = await db
      .selectFrom('payment')
      .select(['id', 'state'])
      .where('shopId', '=', shop)
      .where('capturedAt', 'is not', null)
      .execute()
    const late = paid.filter((code) => code === 'payment_late').length
    const states = Map.groupBy(money, ({ state }) => (state === 'captured' ? 'kept' : 'goes back'))
    expect([states.get('kept')?.length ?? 0, states.get('goes back')?.length ?? 0]).toEqual([booked, late])
  })

  test('200 shoppers who hold, change, give back and wait for slots at random never get more than there is, and no place is lost', async () => {
    const shop = await slotShop(app, { openingHours: null, slots: { ...QUARTERS, capacity: 20 } })
    const [, tomorrow] = (await slotsOf(app, shop)).days
    // The clock goes on for hours at the end.
    const slots = await Promise.all([8, 9, 10, 11].map((n) => nthSlot(app, shop, n, tomorrow?.day)))
    const rivals = await rivalsAt(shop, 200)
    await Promise.all(
      rivals.map(async (rival) => {
        for (let n = 0; n < 6; n += 1) {
          const slotId = slots[Math.floor(Math.random() * 5)]?.id ?? null
          const body = { ticketId: rival.ticketId, slotId }
          const code = await outcome(() =>
            Math.random() < 0.5
              ? send(rival.address, chooseSlot, { id: rival.ticketId, body: { slotId } }, rival)
              : send(rival.address, createPayment, { body }, rival),
          )
          expect(['200', '201', 'slot_full']).toContain(code)
          if (code === 'slot_full' && slotId !== null) {
            const waits = await outcome(() => send(rival.address, joinWaitlist, { body: { shopId: shop, slotId } }, rival))
            expect(['200', 'slot_open', 'kept_before']).toContain(waits)
          }
        }
      }),
    )
    for (const slot of slots) {
      const { tickets, counted, told, kept } = await placesOf(shop, slot.startsAt)
      expect([counted, kept]).toEqual([tickets, told])
      expect(tickets + kept).toBeLessThanOrEqual(20)
    }
    await eventually(async () => {
      // Holds lapse, their places are kept for those who wait, and they do not come.
      app.clock.advance(16 * MINUTE)
      await Promise.all([app.running.tick(), second.running.tick()])
      const left = await Promise.all(slots.map((slot) => placesOf(shop, slot.startsAt)))
      return left.every(({ tickets, told }) => tickets === 0 && told === 0) ? true : undefined
    })
    for (const slot of slots) expect(await placesOf(shop, slot.startsAt)).toEqual({ tickets: 0, counted: 0, told: 0, kept: 0 })
  })
})
