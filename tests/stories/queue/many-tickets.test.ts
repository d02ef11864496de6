import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '#contract/base/time.ts'
import { callByNumber } from '#contract/desk/calls.ts'
import { cancelTicket } from '#contract/payments/calls.ts'
import { joinQueue, readToken } from '#contract/queue/calls.ts'
import { ask, send } from '#tests/support/calls/client.ts'
import { information, join, ownerOf, type Shopper, verifiedShopper } from '#tests/support/people/people.ts'
import { freshShop } from '#tests/support/people/place-rows.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const FREE = 'lotus-books'
const take = (shopper: Shopper, shopId = FREE) => send(app.address, joinQueue, { body: information(shopper, shopId) }, shopper)
const leave = (shopper: Shopper, ticketId: string) => send(app.address, cancelTicket, { id: ticketId }, shopper)
const tokenOf = async (shopper: Shopper) => (await ask(app.address, readToken, { query: { phone: shopper.mobile } }, shopper)).body.ticket

describe('one mobile', () => {
  test('can take at most ten tickets a day at a shop, and more at another shop or the next day', async () => {
    let shopper = await verifiedShopper(app.address)
    for (let i = 0; i < 10; i += 1) {
      const ticketId = await join(app.address, shopper, FREE)
      // Joining again while the ticket is live takes no further one.
      expect((await take(shopper)).status).toBe(200)
      await leave(shopper, ticketId)
    }
    const refused = await take(shopper)
    expect([refused.status, refused.body.code]).toEqual([409, 'too_many_tickets'])
    const made = await app.database.db.selectFrom('ticket').select('number').where('mobile', '=', shopper.mobile).execute()
    expect(made).toHaveLength(10)
    expect((await take(shopper, 'royal-sarees')).status, 'another shop').toBe(201)
    expect((await take(await verifiedShopper(app.address))).status, 'another mobile').toBe(201)
    app.clock.advance(DAY)
    shopper = await verifiedShopper(app.address, shopper.mobile)
    expect((await take(shopper)).status, 'the next day').toBe(201)
  })

  test('with many newer tickets elsewhere is still found by staff, and get-token returns its newest ticket', async () => {
    const shopper = await verifiedShopper(app.address)
    const waiting = await join(app.address, shopper, FREE)
    const { db } = app.database
    const row = await db.selectFrom('ticket').selectAll().where('id', '=', waiting).executeTakeFirstOrThrow()
    const { id: other } = await freshShop(app)
    const ended = Array.from({ length: 60 }, (_, i) => ({
      ...row,
      id: `ended-${i}`,
      shopId: other,
      state: 'cancelled' as const,
      number: null,
      createdAt: new Date(row.createdAt.getTime() + 1000 + i),
    }))
    await db.insertInto('ticket').values(ended).execute()
    const owner = await ownerOf(app.address)
    const called = await send(app.address, callByNumber, { body: { number: shopper.mobile } }, owner)
    expect([called.status, called.body.ticket?._id]).toEqual([200, waiting])
    expect((await tokenOf(shopper))._id).toBe('ended-59')
  })
})
