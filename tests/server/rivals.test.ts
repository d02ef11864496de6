import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { call, information, join, order, ownerOf, paidShopper, staffOf, verifiedShopper } from '../support/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const shop = 'royal-sarees'

describe('rivals', () => {
  test('200 rivals who pay at the same moment at one shop get the numbers 1 to 200, without gap or duplicate, and as many receipts', async () => {
    const ready = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const shopper = await verifiedShopper(app.address)
        const ticketId = await join(app.address, shopper, shop)
        return { shopper, paymentId: await order(app.address, shopper, ticketId) }
      }),
    )
    const paid = await Promise.all(
      ready.map(({ shopper, paymentId }) => call(app.address, 'POST', `/api/payments/${paymentId}/confirm`, {}, shopper)),
    )
    expect(paid.map((answer) => answer.status)).toEqual(Array(200).fill(200))
    const numbers = paid.map((answer) => Number(answer.body.token)).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 200 }, (_, i) => i + 1))
    const receipts = await app.database.db
      .selectFrom('receipt')
      .select(['serial', 'number'])
      .where('shop_id', '=', shop)
      .orderBy('serial')
      .execute()
    expect(receipts.map((receipt) => receipt.serial)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1))
    expect(receipts.every((receipt) => receipt.number.length <= 16)).toBe(true)

    const owner = await ownerOf(app.address)
    const desk = await call(app.address, 'GET', `/api/get-data/${shop}`, undefined, owner)
    expect(
      desk.list.map((row) => row.token),
      'the staff table stands in the order of the numbers',
    ).toEqual(Array.from({ length: 200 }, (_, i) => i + 1))
  }, 120_000)

  test('one shopper who presses each button twenty times at once has one ticket, one order and one charge', async () => {
    const shopper = await verifiedShopper(app.address)
    const twenty = <T>(press: () => Promise<T>) => Promise.all(Array.from({ length: 20 }, press))
    const joined = await twenty(() => call(app.address, 'POST', '/api/information', information(shopper, shop), shopper))
    expect(joined.map((answer) => answer.status).sort()).toEqual([...Array(19).fill(200), 201])
    const [ticketId, ...otherTickets] = new Set(joined.map((answer) => (answer.body.newInfo as unknown as { _id: string })._id))
    expect(otherTickets).toEqual([])

    const orders = await twenty(() => call(app.address, 'POST', '/api/payments', { ticketId }, shopper))
    expect(orders.map((answer) => answer.status).sort()).toEqual([...Array(19).fill(200), 201])
    const [paymentId, ...otherPayments] = new Set(orders.map((answer) => (answer.body.payment as unknown as { id: string }).id))
    expect(otherPayments).toEqual([])

    const confirmed = await twenty(() => call(app.address, 'POST', `/api/payments/${paymentId}/confirm`, {}, shopper))
    expect(new Set(confirmed.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(new Set(confirmed.map((answer) => `${answer.body.token} ${answer.body.receiptId}`)).size).toBe(1)
    const charges = await app.database.db.selectFrom('payment').selectAll().where('ticket_id', '=', String(ticketId)).execute()
    expect(charges.map((charge) => charge.state)).toEqual(['captured'])
    const captures = await app.database.db
      .selectFrom('payment_attempt')
      .selectAll()
      .where('payment_id', '=', String(paymentId))
      .where('kind', '=', 'capture')
      .execute()
    expect(captures).toHaveLength(1)
  })

  test('two staff who press OK on the same person at the same moment send one notice', async () => {
    const { ticketId, mobile } = await paidShopper(app.address, 'phoenix-cafe')
    const desks = [await staffOf(app.address), await ownerOf(app.address)]
    const pressed = await Promise.all(
      Array.from({ length: 10 }, (_, i) => call(app.address, 'POST', '/api/send-message', { number: mobile }, desks[i % 2])),
    )
    expect(pressed.map((answer) => answer.status)).toEqual(Array(10).fill(200))
    expect(pressed.filter((answer) => !answer.body.alreadyCalled)).toHaveLength(1)
    await app.running.relay.drain()
    const notices = await app.database.db
      .selectFrom('message')
      .selectAll()
      .where('ticket_id', '=', ticketId)
      .where('kind', '=', 'call')
      .execute()
    expect(notices).toHaveLength(1)
  })

  test('two staff who press different buttons on one person at the same moment: one wins, the other is told', async () => {
    const { ticketId } = await paidShopper(app.address, 'phoenix-cafe')
    const staff = await staffOf(app.address)
    expect((await call(app.address, 'POST', `/api/tickets/${ticketId}/call`, {}, staff)).status).toBe(200)
    const both = await Promise.all([
      call(app.address, 'POST', `/api/tickets/${ticketId}/complete`, {}, staff),
      call(app.address, 'POST', `/api/tickets/${ticketId}/no-show`, {}, staff),
    ])
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect(both.find((answer) => answer.status === 409)?.body.code).toBe('wrong_state')
  })

  test('a shopper who orders two ways to pay at the same moment is told of each order the way it is paid, and one of them stands', async () => {
    for (let round = 0; round < 5; round += 1) {
      const shopper = await verifiedShopper(app.address)
      const ticketId = await join(app.address, shopper, shop)
      const ways = ['demo', 'cash', 'demo', 'cash'] as const
      const orders = await Promise.all(ways.map((gateway) => call(app.address, 'POST', '/api/payments', { ticketId, gateway }, shopper)))
      const told = orders.map(({ body }) => [
        body.payment as unknown as { gateway: string },
        body.checkout as unknown as { gateway: string },
      ])
      expect(told.map((pair) => pair.map(({ gateway }) => gateway))).toEqual(ways.map((gateway) => [gateway, gateway]))
      const open = await app.database.db
        .selectFrom('payment')
        .select('id')
        .where('ticket_id', '=', ticketId)
        .where('state', '=', 'created')
        .execute()
      expect(open).toHaveLength(1)
    }
  })

  test('an undo of a served ticket and its person who joins again at the same moment leave one live ticket', async () => {
    const owner = await ownerOf(app.address)
    for (let round = 0; round < 5; round += 1) {
      const shopper = await verifiedShopper(app.address)
      const ticketId = await join(app.address, shopper, 'lotus-books')
      for (const action of ['call', 'complete']) await call(app.address, 'POST', `/api/tickets/${ticketId}/${action}`, {}, owner)
      const [undone, joined] = await Promise.all([
        call(app.address, 'POST', `/api/tickets/${ticketId}/undo`, {}, owner),
        call(app.address, 'POST', '/api/information', information(shopper, 'lotus-books'), shopper),
      ])
      expect([200, 409]).toContain(undone.status)
      expect([200, 201]).toContain(joined.status)
    }
  })
})
