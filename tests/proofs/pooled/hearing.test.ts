import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { transaction } from '#server/db/transaction.ts'
import { systemClock } from '#server/kit/clock.ts'
import { openLog } from '#server/kit/log.ts'
import { announce } from '#server/outbox/announce.ts'
import { relayBatch } from '#server/outbox/batch.ts'
import { startHearing } from '#server/outbox/hearing.ts'
import { startRelay } from '#server/outbox/relay.ts'
import { type TestDatabase, testDatabase } from '#tests/support/server/database.ts'

let bare: TestDatabase
beforeAll(async () => {
  bare = await testDatabase()
})
afterAll(() => bare.cleanUp())

const log = openLog('silent')

/** A node's hearing, and the shop and sequence number of each event that it heard; `tell` may throw. */
async function listener(tell: () => void = () => {}) {
  const told: string[] = []
  const hearing = await startHearing({
    database: bare.database,
    log,
    hear: async (events) => {
      tell()
      told.push(...events.map(({ shopId, seq }) => `${shopId} ${seq}`))
    },
  })
  return { told, hearing }
}

test('all nodes hear the same events in the same order, each with its sequence number', async () => {
  const { database } = bare
  const say = (...shopIds: string[]) =>
    transaction(database.db, async (tx) =>
      announce(tx, systemClock.now(), ...shopIds.map((shopId) => ({ kind: 'shop.changed' as const, shopId }))),
    )
  const relay = await startRelay({ database, clock: systemClock, log, listeners: [] })
  await say('silk', 'tea')
  await relay.drain()

  const early = await listener()
  const late = await listener()
  await say('tea', 'silk', 'silk')
  await say('books')
  await relay.drain()
  await early.hearing.drain()
  await late.hearing.drain()
  expect(early.told, 'a node hears the events since its start').toEqual(['tea 2', 'silk 2', 'silk 3', 'books 1'])
  expect(late.told).toEqual(early.told)

  await Promise.all([early.hearing.stop(), late.hearing.stop(), relay.stop()])
})

test('a node hears what its own relay and another one have relayed in the one order, each event once', async () => {
  const { database } = bare
  const { told, hearing } = await listener()
  const parts = { database, clock: systemClock, log, listeners: [] }
  let batches = 0
  const own = await startRelay({
    ...parts,
    relayed: (rows) => {
      batches += 1
      hearing.tell(rows)
    },
  })
  for (let i = 1; i <= 6; i += 1) {
    await transaction(database.db, async (tx) => announce(tx, systemClock.now(), { kind: 'shop.changed', shopId: 'one' }))
    // Every third event is relayed elsewhere: this node is not told.
    if (i % 3 === 0) await relayBatch({ ...parts, wake: () => {} }, { careful: false })
    await own.drain()
  }
  await vi.waitFor(() => expect(told).toEqual([1, 2, 3, 4, 5, 6].map((seq) => `one ${seq}`)))
  expect(batches).toBeGreaterThan(0)
  await Promise.all([hearing.stop(), own.stop()])
  expect(told).toHaveLength(6)
})

test('an event that a node could not handle is handed to it again before later events', async () => {
  const { database } = bare
  let broken = true
  const node = await listener(() => {
    if (broken) throw new Error('the database went away')
  })
  const relay = await startRelay({ database, clock: systemClock, log, listeners: [] })
  for (const shopId of ['first', 'second']) {
    await transaction(database.db, async (tx) => announce(tx, systemClock.now(), { kind: 'shop.changed', shopId }))
    await relay.drain()
    await node.hearing.drain()
  }
  expect(node.told).toEqual([])
  broken = false
  await node.hearing.drain()
  expect(node.told).toEqual(['first 1', 'second 1'])
  await Promise.all([node.hearing.stop(), relay.stop()])
})
