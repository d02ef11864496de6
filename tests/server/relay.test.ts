import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '../../server/db/transaction.ts'
import { openLog } from '../../server/kit/log.ts'
import { announce } from '../../server/outbox/announce.ts'
import { type Listener, startRelay } from '../../server/outbox/relay.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { paidShopper } from '../support/people.ts'

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

test('an event that a durable listener cannot take holds the streams up for some seconds, then it alone is passed by', async () => {
  const { database } = bare
  let ahead = 0
  const clock = { now: () => new Date(Date.now() + ahead) }
  const told: string[] = []
  const listener: Listener = {
    name: 'test',
    async record(tx, events) {
      for (const event of events) {
        await tx
          .insertInto('shop_stream')
          .values({ shop_id: `seen-${event.shopId}` })
          .execute()
        if (event.shopId === 'poisoned') throw new Error('it cannot be taken')
      }
    },
    wake(events) {
      told.push(...events.map((event) => String(event.shopId)))
    },
  }
  const relay = await startRelay({ database, clock, log: openLog('silent'), listeners: [listener] })
  await transaction(database.db, async (tx) => {
    for (const shopId of ['before', 'poisoned', 'after']) await announce(tx, clock.now(), { kind: 'shop.changed', shopId })
  })
  await relay.drain()
  expect(told, 'a short fault passes by no event').toEqual([])

  ahead = 6000
  await relay.drain()
  expect(told).toEqual(['before', 'poisoned', 'after'])
  const streams = await database.db
    .selectFrom('shop_stream')
    .select('shop_id')
    .where('shop_id', 'like', 'seen-%')
    .orderBy('shop_id')
    .execute()
  expect(
    streams.map((row) => row.shop_id),
    'nothing stays of what the listener did before it failed',
  ).toEqual(['seen-after', 'seen-before'])
  const waiting = await database.db.selectFrom('outbox').select('id').where('relayed_at', 'is', null).execute()
  expect(waiting).toEqual([])
  await relay.stop()
})

test('a call whose event waited ten minutes for the relay is too old for a message', async () => {
  const { ticketId } = await paidShopper(app.address, 'royal-sarees')
  const { db } = app.database
  await db.updateTable('ticket').set({ call_count: 7 }).where('id', '=', ticketId).execute()
  const payload = JSON.stringify({ kind: 'ticket.called', shopId: 'royal-sarees', ticketId })
  const created_at = new Date(app.clock.now().getTime() - 600_000)
  await db.insertInto('outbox').values({ kind: 'ticket.called', shop_id: 'royal-sarees', payload, created_at }).execute()
  await app.running.tick()
  const message = await db
    .selectFrom('message')
    .select('state')
    .where('ticket_id', '=', ticketId)
    .where('kind', '=', 'call')
    .executeTakeFirst()
  expect(message?.state).toBe('dropped')
})
