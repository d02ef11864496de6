import type { Tx } from '../db/transaction.ts'

type Reader = Pick<Tx, 'selectFrom'>

/** A shop's counters, by name. */
export const countersOf = (db: Reader, shopId: string) =>
  db.selectFrom('counter').select(['id', 'name', 'is_open']).where('shop_id', '=', shopId).orderBy('name').execute()

/** Adds a counter. */
export const insertCounter = (tx: Tx, counter: { id: string; mallId: string; shopId: string; name: string; createdAt: Date }) =>
  tx
    .insertInto('counter')
    .values({ id: counter.id, mall_id: counter.mallId, shop_id: counter.shopId, name: counter.name, created_at: counter.createdAt })
    .execute()
