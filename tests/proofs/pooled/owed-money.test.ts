import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { DAY, SECOND } from '#contract/base/time.ts'
import { cancelTicket, confirmPayment, createPayment, listHandBacks } from '#contract/payments/calls.ts'
import type { Gateway } from '#server/payments/gateway.ts'
import { cashGateway } from '#server/payments/gateways/cash.ts'
import { demoGateway } from '#server/payments/gateways/demo.ts'
import { ask, send } from '#tests/support/calls/client.ts'
import { SHOP } from '#tests/support/people/callers.ts'
import { join, order, paidShopper, staffOf, verifiedShopper } from '#tests/support/people/people.ts'
import { eventually, startApp, type TestApp } from '#tests/support/server/app.ts'
import { hold } from '#tests/support/server/held-rows.ts'

/** Owed money is found in the rows, so that it is refunded even after a lost event or a locked row. */

let app: TestApp
beforeAll(async () => {
  app = await startApp({ gateways: [demoGateway, cashGateway], env: { LOG_LEVEL: 'silent' } })
})
afterAll(() => app.stop())

const stateOf = async (paymentId: string): Promise<string> =>
  (await app.database.db.selectFrom('payment').select('state').where('id', '=', paymentId).executeTakeFirstOrThrow()).state

async function paidInCash() {
  const shopper = await verifiedShopper(app.address)
  const ticketId = await join(app.address, shopper, SHOP)
  const paymentId = await order(app.address, shopper, ticketId, 'cash')
  expect((await send(app.address, confirmPayment, { id: paymentId }, await staffOf(app.address))).status).toBe(200)
  return { ...shopper, ticketId, paymentId }
}

/** Deletes the events that wait for the relay, so that no node hears of them. */
const loseEvents = () => app.database.db.deleteFrom('outbox').where('relayedAt', 'is', null).execute()

describe('the fee of a shopper who was not called before the day ended', () => {
  test('is refunded by the gateway or listed to be handed back, even if the event is lost', async () => {
    const online = await paidShopper(app.address, SHOP)
    const cash = await paidInCash()
    await app.running.tick()
    const { db } = app.database
    const ids = [online.ticketId, cash.ticketId]
    // As the sweep at the end of a day leaves it, but without the event.
    await db.updateTable('ticket').set({ state: 'expired', endedAt: app.clock.now() }).where('id', 'in', ids).execute()
    await app.running.tick()
    await app.running.tick()
    expect([await stateOf(online.paymentId), await stateOf(cash.paymentId)]).toEqual(['refunded', 'refund_pending'])
    const attempts = await db.selectFrom('paymentAttempt').select('kind').where('paymentId', '=', online.paymentId).execute()
    expect(attempts.map(({ kind }) => kind)).toEqual(['capture', 'refund'])
  })

  test('stays with the shop if the shopper was called, and the sweep looks once', async () => {
    const called = await paidShopper(app.address, SHOP)
    const { db } = app.database
    await db
      .updateTable('ticket')
      .set({ state: 'expired', calledAt: app.clock.now(), endedAt: app.clock.now() })
      .where('id', '=', called.ticketId)
      .execute()
    await app.running.tick()
    expect(await stateOf(called.paymentId)).toBe('captured')
    const { settledAt } = await db.selectFrom('ticket').select('settledAt').where('id', '=', called.ticketId).executeTakeFirstOrThrow()
    expect(settledAt).not.toBeNull()
  })

  test.skipIf(inject('engine') !== 'postgres')(
    'is given back when the row of the payment is unlocked, and other refunds do not wait for it',
    async () => {
      const held = await paidInCash()
      const free = await paidInCash()
      const row = await hold(app.url, 'select from payment where id = $1 for update', [held.paymentId])
      try {
        app.clock.advance(DAY)
        await app.running.tick()
        await app.running.tick()
        expect([await stateOf(held.paymentId), await stateOf(free.paymentId)]).toEqual(['captured', 'refund_pending'])
        await loseEvents()
      } finally {
        await row.letGo()
      }
      await app.running.tick()
      expect(await stateOf(held.paymentId)).toBe('refund_pending')
      const list = await ask(app.address, listHandBacks, { id: SHOP }, await staffOf(app.address))
      const listed = list.body.handBacks.map(({ paymentId }) => paymentId)
      expect(listed).toContain(held.paymentId)
    },
  )
})

test.skipIf(inject('engine') !== 'postgres')('an order that was opened while its shopper left does not stay open', async () => {
  const shopper = await verifiedShopper(app.address)
  const ticketId = await join(app.address, shopper, SHOP)
  const waiters = async () =>
    (
      await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(app.database.db)
    ).rows[0]?.n
  const row = await hold(app.url, 'select from ticket where id = $1 for no key update', [ticketId])
  // The order finds the ticket locked and tries again and again. The cancellation sees no order and waits for the ticket.
  const ordered = send(app.address, createPayment, { body: { ticketId } }, shopper)
  const left = send(app.address, cancelTicket, { id: ticketId }, shopper)
  await eventually(async () => ((await waiters()) === 1 ? true : undefined))
  await row.letGo()
  // Either of the two can get the ticket first: then the order is refused, or the cancellation drops it.
  expect([(await left).status, (await ordered).status < 500]).toEqual([200, true])
  const open = app.database.db.selectFrom('payment').select('id').where('ticketId', '=', ticketId).where('state', '=', 'created')
  expect(await open.execute()).toEqual([])
})

test.skipIf(inject('engine') !== 'postgres')('a shopper who leaves at the moment when the fee is paid gets it back', async () => {
  const person = await paidShopper(app.address, SHOP)
  const waiters = async () =>
    (
      await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(app.database.db)
    ).rows[0]?.n
  // The cancellation finds no order at first: the capture is not committed yet.
  await app.database.db.updateTable('payment').set({ state: 'expired' }).where('id', '=', person.paymentId).execute()
  const capture = await hold(
    app.url,
    `with ticket as (select id from ticket where id = $1 for no key update)
     update payment set state = 'captured' from ticket where payment.ticket_id = ticket.id`,
    [person.ticketId],
  )
  const left = send(app.address, cancelTicket, { id: person.ticketId }, person)
  await eventually(async () => ((await waiters()) === 1 ? true : undefined))
  await capture.commit()
  const { amountPaise: paid } = await app.database.db
    .selectFrom('payment')
    .select('amountPaise')
    .where('id', '=', person.paymentId)
    .executeTakeFirstOrThrow()
  expect((await left).body).toMatchObject({ success: true, refundPaise: paid })
  await app.running.tick()
  expect(await stateOf(person.paymentId)).toBe('refunded')
})

describe.skipIf(inject('engine') !== 'postgres')('two nodes that refund at the same time', () => {
  /** Records the payments that the vendor was asked to refund, and those that both nodes asked for at overlapping times. */
  const vendor = (answer: (id: string) => Promise<void>) => {
    const asked: string[] = []
    const overlaps: string[] = []
    const underWay = new Set<string>()
    const gateway: Gateway = {
      ...demoGateway,
      async refund({ order: { id } }) {
        if (underWay.has(id)) overlaps.push(id)
        underWay.add(id)
        asked.push(id)
        await answer(id)
        underWay.delete(id)
        return { state: 'processed' }
      },
    }
    return { asked, overlaps, gateway }
  }

  /** In ms: a worker that missed the event looks every five seconds, and two nodes take turns. */
  const LOOKED_TWICE = 12_000

  async function twoNodes(gateway: Gateway) {
    const settings = {
      gateways: [gateway, cashGateway],
      env: { LOG_LEVEL: 'silent', SECRET_KEY: 'one key that both nodes have in common' },
    }
    const one = await startApp(settings)
    const two = await startApp({ ...settings, beside: one })
    const stop = async () => {
      await two.stop()
      await one.stop()
    }
    return { one, two, stop }
  }

  test('ask the vendor once for each payment', async () => {
    const { asked, overlaps, gateway } = vendor(() => new Promise((done) => setTimeout(done, 100)))
    const { one, two, stop } = await twoNodes(gateway)
    try {
      const people = []
      for (let i = 0; i < 20; i += 1) people.push(await paidShopper(one.address, SHOP))
      await Promise.all(people.map((person) => send(one.address, cancelTicket, { id: person.ticketId }, person)))
      await Promise.all([one.running.tick(), two.running.tick()])
      await eventually(() => (asked.length >= people.length ? true : undefined), LOOKED_TWICE)
      expect(asked.toSorted()).toEqual(people.map(({ paymentId }) => paymentId).toSorted())
      expect(overlaps).toEqual([])
    } finally {
      await stop()
    }
  })

  test('ask once for a refund however long the vendor takes, even after the first claim has ended', async () => {
    const answered = Promise.withResolvers<void>()
    const { asked, overlaps, gateway } = vendor(() => answered.promise)
    const { one, two, stop } = await twoNodes(gateway)
    try {
      const person = await paidShopper(one.address, SHOP)
      await send(one.address, cancelTicket, { id: person.ticketId }, person)
      await eventually(() => (asked.length === 1 ? true : undefined), LOOKED_TWICE)
      const claimedUntil = async () => {
        const { db } = one.database
        const row = await db.selectFrom('refund').select('tryAt').where('paymentId', '=', person.paymentId).executeTakeFirstOrThrow()
        return row.tryAt?.getTime() ?? 0
      }
      const first = await claimedUntil()
      // Both nodes use one clock.
      one.clock.advance(12 * SECOND)
      // The node that asks renews its claim every five seconds.
      await eventually(async () => ((await claimedUntil()) > first + 10 * SECOND ? true : undefined), LOOKED_TWICE)
      one.clock.advance(12 * SECOND)
      await Promise.all([one, two].map((node) => fetch(`${node.address}/health`)))
      await two.running.relay.drain()
      expect(two.clock.now().getTime(), 'the first claim has ended').toBeGreaterThan(first)
      // The five seconds of both workers pass twice.
      await eventually(async () => ((await claimedUntil()) > first + 22 * SECOND ? true : undefined), LOOKED_TWICE)
      expect([asked, overlaps]).toEqual([[person.paymentId], []])
    } finally {
      answered.resolve()
      await stop()
    }
  })
})
