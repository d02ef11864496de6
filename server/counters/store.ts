import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '#server/db/rows.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'

export const countersOf = (db: Reader, shopId: string) =>
  db
    .selectFrom('counter')
    .select(['id', 'name', 'isOpen', 'pausedUntil'])
    .where('shopId', '=', shopId)
    .where('archivedAt', 'is', null)
    .execute()

export const countersOfShops = (db: Reader, shopIds: readonly string[]) =>
  db
    .selectFrom('counter')
    .select(['id', 'shopId', 'name', 'isOpen', 'pausedUntil'])
    .where('shopId', '=', anyOf(shopIds))
    .where('archivedAt', 'is', null)
    .execute()

export const keepCounters = (tx: Tx, shopId: string | RawBuilder<string>) =>
  tx
    .selectFrom('counter')
    .select(['id', 'name', 'isOpen', 'pausedUntil'])
    .where('shopId', '=', shopId)
    .where('archivedAt', 'is', null)
    .orderBy('name')
    .forNoKeyUpdate()
    .execute()

/** Lets one story of `keepCounters` at a time run for a shop that has no counter to lock. */
export const keepWithoutCounters = (tx: Tx, shopId: string | RawBuilder<string>) =>
  sql`select pg_advisory_xact_lock(hashtextextended('counters of ' || one.shop_id, 0)) from (select ${shopId} as shop_id) one
    where one.shop_id is not null
      and not exists (select from counter where counter.shop_id = one.shop_id and archived_at is null)`.execute(tx)

/** Includes archived ones, which are closed. */
export const countersEver = (db: Reader, shopIds: readonly string[]) =>
  shopIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('counter')
        .select(['id', 'shopId', 'name', 'isOpen', 'pausedUntil', 'archivedAt'])
        .where('shopId', '=', anyOf(shopIds))
        .execute()

export const shopOfCounter = (db: Reader, id: string) =>
  db.selectFrom('counter').select(['id', 'shopId', 'mallId']).where('id', '=', id).where('archivedAt', 'is', null).executeTakeFirst()

export const lockCounter = (tx: Tx, id: string) =>
  tx
    .selectFrom('counter')
    .select(['id', 'name', 'isOpen', 'pausedUntil', 'shopId', 'mallId'])
    .where('id', '=', id)
    .where('archivedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Returns undefined if its shop already has a counter with this name. */
export const insertCounterOnce = (tx: Tx, counter: { id: string; mallId: string; shopId: string; name: string; createdAt: Date }) =>
  tx
    .insertInto('counter')
    .values(counter)
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()

/** Throws a unique violation of `counter_name` if the shop has another counter with this name. */
export const changeCounter = (tx: Tx, id: string, change: { name: string; isOpen: boolean; pausedUntil: Date | null }) =>
  tx.updateTable('counter').set(change).where('id', '=', id).execute()

export const pausesOver = (db: Reader, now: Date) =>
  db.selectFrom('counter').select('id').where('pausedUntil', '<=', now).orderBy('pausedUntil').limit(200).execute()

/** Returns the shop of the counter, if there was a pause that has ended. */
export const endPause = (tx: Tx, id: string, now: Date) =>
  tx
    .updateTable('counter')
    .set({ pausedUntil: null })
    .where('id', '=', id)
    .where('pausedUntil', '<=', now)
    .returning('shopId')
    .executeTakeFirst()

/** Tickets keep the name of the counter. */
export const archiveCounter = (tx: Tx, id: string, now: Date) =>
  tx.updateTable('counter').set({ archivedAt: now, isOpen: false, pausedUntil: null }).where('id', '=', id).execute()

export const countCounters = (db: Reader, shopIds: readonly string[]) =>
  shopIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('counter')
        .select((eb) => ['shopId', eb.cast<number>(eb.fn.countAll(), 'integer').as('n')])
        .where('shopId', '=', anyOf(shopIds))
        .where('archivedAt', 'is', null)
        .groupBy('shopId')
        .execute()
