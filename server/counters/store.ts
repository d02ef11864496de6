import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '#server/db/rows.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'

/** A shop's counters that are not archived, by name. */
export const countersOf = (db: Reader, shopId: string) =>
  db
    .selectFrom('counter')
    .select(['id', 'name', 'isOpen', 'pausedUntil'])
    .where('shopId', '=', shopId)
    .where('archivedAt', 'is', null)
    .orderBy('name')
    .execute()

/** The same for several shops. */
export const countersOfShops = (db: Reader, shopIds: readonly string[]) =>
  db
    .selectFrom('counter')
    .select(['id', 'shopId', 'name', 'isOpen', 'pausedUntil'])
    .where('shopId', '=', anyOf(shopIds))
    .where('archivedAt', 'is', null)
    .orderBy('name')
    .execute()

/**
 * The same for a story that sends a shopper to one of them. Until the story ends, no counter is archived, and no other story chooses among
 * them.
 */
export const keepCounters = (tx: Tx, shopId: string | RawBuilder<string>) =>
  tx
    .selectFrom('counter')
    .select(['id', 'name', 'isOpen', 'pausedUntil'])
    .where('shopId', '=', shopId)
    .where('archivedAt', 'is', null)
    .orderBy('name')
    .forNoKeyUpdate()
    .execute()

/** Lets one such story at a time run for a shop that has no counter to lock. */
export const keepWithoutCounters = (tx: Tx, shopId: string | RawBuilder<string>) =>
  sql`select pg_advisory_xact_lock(hashtextextended('counters of ' || one.shop_id, 0)) from (select ${shopId} as shop_id) one
    where one.shop_id is not null
      and not exists (select from counter where counter.shop_id = one.shop_id and archived_at is null)`.execute(tx)

/** All counters these shops ever had, by name; archived ones are closed. */
export const countersEver = (db: Reader, shopIds: readonly string[]) =>
  shopIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('counter')
        .select(['id', 'shopId', 'name', 'isOpen', 'pausedUntil', 'archivedAt'])
        .where('shopId', '=', anyOf(shopIds))
        .orderBy('name')
        .execute()

/** Returns the shop and mall of a counter that is not archived. */
export const shopOfCounter = (db: Reader, id: string) =>
  db.selectFrom('counter').select(['id', 'shopId', 'mallId']).where('id', '=', id).where('archivedAt', 'is', null).executeTakeFirst()

/** A counter that is not archived, locked until the transaction ends. */
export const lockCounter = (tx: Tx, id: string) =>
  tx
    .selectFrom('counter')
    .select(['id', 'name', 'isOpen', 'pausedUntil', 'shopId', 'mallId'])
    .where('id', '=', id)
    .where('archivedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Adds a counter; returns undefined if its shop already has one with this name. */
export const insertCounterOnce = (tx: Tx, counter: { id: string; mallId: string; shopId: string; name: string; createdAt: Date }) =>
  tx
    .insertInto('counter')
    .values(counter)
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()

/** Changes a counter; throws a unique violation of `counter_name` if the shop has another one with this name. */
export const changeCounter = (tx: Tx, id: string, change: { name: string; isOpen: boolean; pausedUntil: Date | null }) =>
  tx.updateTable('counter').set(change).where('id', '=', id).execute()

/** Ids of counters whose pause has ended. */
export const pausesOver = (db: Reader, now: Date) =>
  db.selectFrom('counter').select('id').where('pausedUntil', '<=', now).orderBy('pausedUntil').limit(200).execute()

/** Clears a pause that has ended; returns the shop of the counter, if there was such a pause. */
export const endPause = (tx: Tx, id: string, now: Date) =>
  tx
    .updateTable('counter')
    .set({ pausedUntil: null })
    .where('id', '=', id)
    .where('pausedUntil', '<=', now)
    .returning('shopId')
    .executeTakeFirst()

/** Takes a counter out of use; tickets that name it keep its name. */
export const archiveCounter = (tx: Tx, id: string, now: Date) =>
  tx.updateTable('counter').set({ archivedAt: now, isOpen: false, pausedUntil: null }).where('id', '=', id).execute()

/** How many counters each of these shops has. */
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
