import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listTickets } from '#contract/desk/calls.ts'
import { arriveTicket, callTicket, undoAction } from '#contract/desk/ticket-calls.ts'
import { cancelTicket } from '#contract/payments/calls.ts'
import { clientOf, done } from '#tests/support/calls/client.ts'
import { ownerOf, paidShopper } from '#tests/support/people/people.ts'
import { booker, nthSlot, slotShop, slotSteps } from '#tests/support/people/slot-shops.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const as = clientOf(() => app.address)
const { later, dayIn, passOf, leftOf } = slotSteps(() => app)
const nothing = { body: null }

describe('a booked person who comes early', () => {
  test('is marked by staff, keeps the place of the slot in the line, and can be called at once', async () => {
    const shop = await slotShop(app, { openingHours: null })
    const slot = await nthSlot(app, shop, 4)
    const [early, owner] = [await booker(app, shop, slot.id), await ownerOf(app.address)]
    const id = early.ticketId
    await paidShopper(app.address, shop)
    const order = async () => (await done(as(owner, listTickets, { id: shop }))).body.map(({ token }) => token)
    const here = () => as(owner, arriveTicket, { id, ...nothing })
    expect((await done(here())).body.ticket).toMatchObject({ state: 'waiting', slot: { id: slot.id }, undoable: 'arrive' })
    expect((await here()).body, 'two staff press').toMatchObject({ alreadyDone: true, ticket: { state: 'waiting' } })
    expect(await passOf(early)).toMatchObject({ state: 'waiting' })
    expect(await order(), 'the other person joined before the slot').toEqual([2, 1])
    expect(await leftOf(shop, slot), 'the place of the slot stays taken').toBe(1)

    expect((await done(as(owner, undoAction, { id, ...nothing }))).body.ticket).toMatchObject({ state: 'booked', joinedAt: null })
    expect(await passOf(early)).toMatchObject({ state: 'booked', slot: { id: slot.id } })
    await done(here())
    await later(Date.parse(slot.startsAt) - app.clock.now().getTime())
    expect(await passOf(early), 'nothing changes when the slot starts').toMatchObject({ state: 'waiting', number: early.number })
    expect((await done(as(owner, callTicket, { id, ...nothing }))).body.ticket).toMatchObject({ state: 'called' })
  })

  test('and leaves before the slot, gives its place back', async () => {
    const shop = await slotShop(app, { openingHours: null })
    const slot = await nthSlot(app, shop, 4)
    const [early, late] = [await booker(app, shop, slot.id), await booker(app, shop, slot.id)]
    const owner = await ownerOf(app.address)
    for (const { ticketId: id } of [early, late]) await done(as(owner, arriveTicket, { id, ...nothing }))
    await done(as(early, cancelTicket, { id: early.ticketId }))
    expect(await leftOf(shop, slot)).toBe(1)
    await later(Date.parse(slot.startsAt) - app.clock.now().getTime())
    await done(as(late, cancelTicket, { id: late.ticketId }))
    const row = () => app.database.db.selectFrom('slotCount').select('taken').where('shopId', '=', shop).executeTakeFirst()
    expect((await row())?.taken, 'the place of a slot that has started does not come back').toBe(1)
  })

  test('on another day than that of the slot stays booked', async () => {
    const shop = await slotShop(app, { openingHours: null })
    const early = await booker(app, shop, (await nthSlot(app, shop, 0, dayIn(2))).id)
    expect(await as(await ownerOf(app.address), arriveTicket, { id: early.ticketId, ...nothing })).toMatchObject({
      status: 409,
      body: { code: 'wrong_state' },
    })
    expect(await passOf(early)).toMatchObject({ state: 'booked' })
  })
})
