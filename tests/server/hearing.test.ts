import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '../../server/db/transaction.ts'
import { systemClock } from '../../server/kit/clock.ts'
import { openLog } from '../../server/kit/log.ts'
import { announce } from '../../server/outbox/announce.ts'
import { startHearing } from '../../server/outbox/hearing.ts'
import { startRelay } from '../../server/outbox/relay.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'

/** What every node hears of what one of them relays. */

let bare: TestDatabase
beforeAll(async () => {
  bare = await testDatabase()
})
afterAll(() => bare.cleanUp())

const log = openLog('silent')

/** A node's hearing, and the shops of the events that it was told of; `tell` may fail. */
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

test('all nodes hear the same in the same order, each event with its number in its shop’s stream', async () => {
  const { database } = bare
  const say = (...shopIds: string[]) =>
    transaction(database.db, (tx) =>
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
  expect(early.told, 'a node hears from its start on').toEqual(['tea 2', 'silk 2', 'silk 3', 'books 1'])
  expect(late.told).toEqual(early.told)

  await Promise.all([early.hearing.stop(), late.hearing.stop(), relay.stop()])
})

test('what could not be told is told again, before what comes after it', async () => {
  const { database } = bare
  let broken = true
  const node = await listener(() => {
    if (broken) throw new Error('the database went away')
  })
  const relay = await startRelay({ database, clock: systemClock, log, listeners: [] })
  for (const shopId of ['first', 'second']) {
    await transaction(database.db, (tx) => announce(tx, systemClock.now(), { kind: 'shop.changed', shopId }))
    await relay.drain()
    await node.hearing.drain()
  }
  expect(node.told).toEqual([])
  broken = false
  await node.hearing.drain()
  expect(node.told).toEqual(['first 1', 'second 1'])
  await Promise.all([node.hearing.stop(), relay.stop()])
})
