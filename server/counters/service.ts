import { Refusal } from '../../contract/errors.ts'
import type { Tx } from '../db/transaction.ts'
import { newId } from '../kit/ids.ts'
import * as store from './store.ts'

type Reader = Pick<Tx, 'selectFrom'>

/** A billing counter of a shop. */
export interface Counter {
  id: string
  name: string
  isOpen: boolean
}

const counterOf = ({ id, name, is_open }: { id: string; name: string; is_open: boolean }): Counter => ({ id, name, isOpen: is_open })

/** A shop's counters, by name; empty where it has set none up. */
export const countersOf = async (db: Reader, shopId: string): Promise<Counter[]> => (await store.countersOf(db, shopId)).map(counterOf)

/** The same for a story that sends somebody to one of them: until it ends none is removed, and nobody else chooses among them. */
export const keepCounters = async (tx: Tx, shopId: string): Promise<Counter[]> => (await store.keepCounters(tx, shopId)).map(counterOf)

/** A counter that may have been removed since; such a one is never open. */
interface CounterOnce extends Counter {
  isRemoved: boolean
}

/** All counters these shops ever had, removed ones too: a ticket keeps the name of where it was called to. */
export const countersEver = async (db: Reader, ...shopIds: string[]): Promise<Counter[]> =>
  (await store.countersEver(db, shopIds)).map(counterOf)

/** The same by the shop they belong to; a shop that never had one is absent. */
export const countersEverByShop = async (db: Reader, shopIds: readonly string[]): Promise<Map<string, CounterOnce[]>> => {
  const rows = Map.groupBy(await store.countersEver(db, shopIds), (row) => row.shop_id)
  return new Map([...rows].map(([shopId, own]) => [shopId, own.map((row) => ({ ...counterOf(row), isRemoved: row.archived_at !== null }))]))
}

/** How many counters serve: of those that a shop has, the open ones; a shop that has set none up serves at one all the same. */
export const countServing = (counters: readonly CounterOnce[]): number => {
  const own = counters.filter((counter) => !counter.isRemoved)
  return own.length === 0 ? 1 : own.filter((counter) => counter.isOpen).length
}

/** How many counters each of these shops has; a shop without any is absent. */
export const countCounters = async (db: Reader, shopIds: readonly string[]): Promise<Map<string, number>> =>
  new Map((await store.countCounters(db, shopIds)).map(({ shop_id, n }) => [shop_id, n]))

/** The refusal of a name that another counter of the shop has. */
export const counterNameTaken = (): Refusal => new Refusal('name_taken', { fields: { name: 'There is one with this name already.' } })

/** Gives a new shop the counter it starts with, in the caller's transaction: whoever is called is called to somewhere from the first day on. */
export const openFirstCounter = async (tx: Tx, now: Date, shop: { mallId: string; shopId: string }): Promise<void> => {
  await createCounter(tx, now, { ...shop, name: 'Counter 1' })
}

/** Adds a counter in the caller's transaction; answers its id. Refuses with `name_taken`. */
export async function createCounter(
  tx: Tx,
  now: Date,
  counter: { id?: string; mallId: string; shopId: string; name: string },
): Promise<string> {
  const made = await store.insertCounterOnce(tx, { ...counter, id: counter.id ?? newId(), createdAt: now })
  if (!made) throw counterNameTaken()
  return made.id
}
