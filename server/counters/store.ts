import type { Tx } from '../db/transaction.ts'

type Reader = Pick<Tx, 'selectFrom'>

/** A shop's counters that are not archived, by name. */
export const countersOf = (db: Reader, shopId: string) =>
  db
    .selectFrom('counter')
    .select(['id', 'name', 'is_open'])
    .where('shop_id', '=', shopId)
    .where('archived_at', 'is', null)
    .orderBy('name')
    .execute()

/** The same for a story that sends somebody to one of them: until it ends none is archived, and nobody else chooses among them. */
export const keepCounters = (tx: Tx, shopId: string) =>
  tx
    .selectFrom('counter')
    .select(['id', 'name', 'is_open'])
    .where('shop_id', '=', shopId)
    .where('archived_at', 'is', null)
    .orderBy('name')
    .forNoKeyUpdate()
    .execute()

/** All counters these shops ever had, by name; archived ones are closed. */
export const countersEver = (db: Reader, shopIds: readonly string[]) =>
  shopIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('counter')
        .select(['id', 'shop_id', 'name', 'is_open', 'archived_at'])
        .where('shop_id', 'in', shopIds)
        .orderBy('name')
        .execute()

/** A counter that is not archived, locked until the transaction ends. */
export const lockCounter = (tx: Tx, id: string) =>
  tx
    .selectFrom('counter')
    .select(['id', 'name', 'is_open', 'shop_id', 'mall_id'])
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Adds a counter; nothing where its shop has one with this name. */
export const insertCounterOnce = (tx: Tx, counter: { id: string; mallId: string; shopId: string; name: string; createdAt: Date }) =>
  tx
    .insertInto('counter')
    .values({ id: counter.id, mall_id: counter.mallId, shop_id: counter.shopId, name: counter.name, created_at: counter.createdAt })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()

/** Changes a counter; throws a unique violation of `counter_name` where the shop has one with this name. */
export const changeCounter = (tx: Tx, id: string, change: { name: string; isOpen: boolean }) =>
  tx.updateTable('counter').set({ name: change.name, is_open: change.isOpen }).where('id', '=', id).execute()

/** Takes a counter out of use; tickets that name it keep its name. */
export const archiveCounter = (tx: Tx, id: string, now: Date) =>
  tx.updateTable('counter').set({ archived_at: now, is_open: false }).where('id', '=', id).execute()

/** How many counters each of these shops has. */
export const countCounters = (db: Reader, shopIds: readonly string[]) =>
  shopIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('counter')
        .select((eb) => ['shop_id', eb.cast<number>(eb.fn.countAll(), 'integer').as('n')])
        .where('shop_id', 'in', shopIds)
        .where('archived_at', 'is', null)
        .groupBy('shop_id')
        .execute()
