import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import { transaction } from '#server/db/transaction.ts'
import { systemClock } from '#server/kit/clock.ts'
import { openLog } from '#server/kit/log.ts'
import { announce } from '#server/outbox/announce.ts'
import type { Listener, Relayed } from '#server/outbox/event.ts'
import { startRelay } from '#server/outbox/relay.ts'
import { paidShopper } from '#tests/support/people/people.ts'
import { eventually, startApp, type TestApp } from '#tests/support/server/app.ts'
import { type TestDatabase, testDatabase } from '#tests/support/server/database.ts'
import { hold } from '#tests/support/server/held-rows.ts'

let app: TestApp
let bare: TestDatabase
beforeAll(async () => {
  app = await startApp()
  bare = await testDatabase()
})
afterAll(async () => {
  await app.stop()
  await bare.cleanUp()
})

const log = openLog('silent')

/** Follows the clock of the machine, ahead of it by what a test adds. */
function aheadClock() {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    advance: (ms: number) => {
      ahead += ms
    },
  }
}

const announceShops = (...shopIds: string[]) =>
  transaction(bare.database.db, async (tx) => {
    for (const shopId of shopIds) await announce(tx, new Date(), { kind: 'shop.changed', shopId })
  })

const waiting = () => bare.database.db.selectFrom('outbox').select('shopId').where('relayedAt', 'is', null).execute()

/** The events in the order of their places, as pairs of shop and sequence number. */
const relayedOf = async (...shopIds: string[]) =>
  (await bare.database.db.selectFrom('outbox').select(['shopId', 'seq', 'place']).where('shopId', 'in', shopIds).orderBy('place').execute())
    .filter(({ place }) => place !== null)
    .map(({ shopId, seq }) => [shopId, seq])

describe('an event that a listener cannot record', () => {
  test('does not delay others, stays in the backlog for that listener only, and is recorded once when that works', async () => {
    await bare.empty()
    const { database } = bare
    const clock = aheadClock()
    const woken: string[] = []
    let poisoned = true
    const seen = (name: string): Listener => ({
      name,
      async record(tx, events) {
        for (const event of events) {
          await tx
            .insertInto('shopStream')
            .values({ shopId: `${name}-${event.shopId}` })
            .execute()
          if (name === 'first' && event.shopId === 'b' && poisoned) throw new Error('it cannot be taken')
        }
        return []
      },
    })
    const wake = (events: readonly Relayed[]) => woken.push(...events.map(({ shopId }) => String(shopId)))
    const recorded = async () =>
      (await database.db.selectFrom('shopStream').select('shopId').where('shopId', 'like', '%-%').orderBy('shopId').execute()).map(
        (row) => row.shopId,
      )
    const relay = await startRelay({ database, clock, log, listeners: [seen('first'), seen('second')], wake })
    await announceShops('a', 'b', 'c', 'd')
    await relay.drain()
    expect(await waiting(), 'all have their numbers').toEqual([])
    expect(await recorded(), 'nothing stays of the rows that the listener wrote before it failed').toEqual(
      ['first-a', 'first-c', 'first-d', 'second-a', 'second-b', 'second-c', 'second-d'].sort(),
    )
    const kept = await database.db.selectFrom('eventBacklog').select(['listener', 'shopId', 'error']).execute()
    expect(kept).toEqual([{ listener: 'first', shopId: 'b', error: 'it cannot be taken' }])

    clock.advance(1500)
    await relay.drain()
    expect(await recorded(), 'it is retried, and fails again').not.toContain('first-b')
    poisoned = false
    woken.length = 0
    clock.advance(600_000)
    await relay.drain()
    await eventually(async () => ((await recorded()).includes('first-b') ? true : undefined))
    await relay.drain()
    expect(await database.db.selectFrom('eventBacklog').select('id').execute()).toEqual([])
    expect(woken).toEqual(['b'])
    await relay.stop()
  })

  test('is found among five hundred with few attempts, and the other events of its batch are recorded', async () => {
    await bare.empty()
    let tries = 0
    const recorded = new Set<string>()
    const listener: Listener = {
      name: 'test',
      async record(_tx, events) {
        tries += 1
        if (events.some(({ shopId }) => shopId === 'shop-333')) throw new Error('it cannot be taken')
        for (const { shopId } of events) recorded.add(String(shopId))
        return []
      },
    }
    const relay = await startRelay({ database: bare.database, clock: systemClock, log, listeners: [listener] })
    await announceShops(...Array.from({ length: 500 }, (_, i) => `shop-${i}`))
    await relay.drain()
    expect(recorded.size).toBe(499)
    expect(tries).toBeLessThan(40)
    await relay.stop()
  })
})

describe.skipIf(inject('engine') !== 'postgres')('a row that stays locked', () => {
  test('delays only the events of its own shop, which come later in their order', async () => {
    await bare.empty()
    const relay = await startRelay({ database: bare.database, clock: systemClock, log, listeners: [] })
    await announceShops('held', 'free')
    await relay.drain()
    const stream = await hold(bare.url, "select from shop_stream where shop_id = 'held' for update")
    try {
      await announceShops('held', 'free', 'held', 'free', 'held')
      await eventually(async () => ((await relayedOf('free')).length === 3 ? true : undefined), 3000)
      expect(await relayedOf('held', 'free')).toEqual([
        ['held', 1],
        ['free', 1],
        ['free', 2],
        ['free', 3],
      ])
      await announceShops(...Array<string>(600).fill('held'), 'free')
      await eventually(async () => ((await relayedOf('free')).length === 4 ? true : undefined), 3000)
    } finally {
      await stream.letGo()
    }
    await eventually(async () => ((await waiting()).length === 0 ? true : undefined))
    expect((await relayedOf('held')).map(([, seq]) => seq)).toEqual(Array.from({ length: 604 }, (_, i) => i + 1))
    await relay.stop()
  })

  test('of a ticket delays only the message of that ticket', async () => {
    const held = await paidShopper(app.address, 'royal-sarees')
    const free = await paidShopper(app.address, 'phoenix-cafe')
    await app.running.tick()
    const messagesOf = ({ ticketId }: typeof held) =>
      app.database.db.selectFrom('message').select('kind').where('ticketId', '=', ticketId).where('kind', '=', 'call').execute()
    const called = async ({ ticketId }: typeof held, shopId: string) => {
      const payload = JSON.stringify({ kind: 'ticket.called', shopId, ticketId, ring: 1 })
      await app.database.db.insertInto('outbox').values({ kind: 'ticket.called', shopId, payload, createdAt: app.clock.now() }).execute()
    }
    const row = await hold(app.url, 'select from ticket where id = $1 for update', [held.ticketId])
    try {
      await called(held, 'royal-sarees')
      await called(free, 'phoenix-cafe')
      await eventually(async () => ((await messagesOf(free)).length === 1 ? true : undefined), 4000)
      expect(await messagesOf(held)).toEqual([])
      expect(await (await fetch(`${app.address}/metrics`)).text(), 'the metrics show it').toMatch(/^events_kept 1$/m)
    } finally {
      await row.letGo()
    }
    app.clock.advance(10_000)
    await app.running.tick()
    expect(await messagesOf(held)).toHaveLength(1)
  })

  test('by a relay that hangs in the middle of a batch delays the next relay for at most five seconds', async () => {
    await bare.empty()
    const hangs = Promise.withResolvers<[]>()
    const hanging: Listener = { name: 'test', record: () => hangs.promise }
    const recorded: string[] = []
    const well: Listener = {
      name: 'test',
      async record(_tx, events) {
        recorded.push(...events.map(({ shopId }) => String(shopId)))
        return []
      },
    }
    const first = await openDatabase({ url: bare.url ?? '' })
    const one = await startRelay({ database: first, clock: systemClock, log, listeners: [hanging] })
    const two = await startRelay({ database: bare.database, clock: systemClock, log, listeners: [well] })
    try {
      await announceShops('waits')
      await eventually(() => (recorded.length > 0 ? true : undefined), 5000)
      expect(recorded).toEqual(['waits'])
    } finally {
      hangs.resolve([])
      await one.stop()
      await first.close()
      await two.stop()
    }
  })
})

test('a call whose event waited ten minutes for the relay is too old for a message', async () => {
  const { ticketId } = await paidShopper(app.address, 'royal-sarees')
  const { db } = app.database
  await db.updateTable('ticket').set({ callCount: 7 }).where('id', '=', ticketId).execute()
  const payload = JSON.stringify({ kind: 'ticket.called', shopId: 'royal-sarees', ticketId, ring: 7 })
  const createdAt = new Date(app.clock.now().getTime() - 600_000)
  await db.insertInto('outbox').values({ kind: 'ticket.called', shopId: 'royal-sarees', payload, createdAt }).execute()
  await app.running.tick()
  const message = await db
    .selectFrom('message')
    .select('state')
    .where('ticketId', '=', ticketId)
    .where('kind', '=', 'call')
    .executeTakeFirst()
  expect(message?.state).toBe('dropped')
})
