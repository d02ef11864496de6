import type { Tx } from '../db/transaction.ts'
import { newId } from '../kit/ids.ts'
import * as store from './store.ts'

/** A billing counter of a shop. */
export interface Counter {
  id: string
  name: string
  isOpen: boolean
}

/** A shop's counters, by name; empty where it has set none up. */
export const countersOf = async (db: Pick<Tx, 'selectFrom'>, shopId: string): Promise<Counter[]> =>
  (await store.countersOf(db, shopId)).map(({ id, name, is_open }) => ({ id, name, isOpen: is_open }))

/** Adds a counter in the caller's transaction; answers its id. */
export async function createCounter(tx: Tx, now: Date, counter: { id?: string; mallId: string; shopId: string; name: string }): Promise<string> {
  const id = counter.id ?? newId()
  await store.insertCounter(tx, { ...counter, id, createdAt: now })
  return id
}
