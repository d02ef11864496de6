import { Refusal } from '#contract/base/errors.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'
import { newId } from '#server/kit/ids.ts'
import { takesCalls } from './rules.ts'
import * as store from './store.ts'

export interface Counter {
  id: string
  name: string
  isOpen: boolean
  /** An open counter takes no calls until then. It takes calls if this is null or over. */
  pausedUntil: Date | null
}

type Row = Awaited<ReturnType<typeof store.countersOf>>[number]
const counterOf = ({ id, name, isOpen, pausedUntil }: Row): Counter => ({ id, name, isOpen, pausedUntil })

const { compare } = new Intl.Collator('en', { numeric: true })
/** Counter 2 comes before Counter 10. A removed counter may have the name of a later one. */
const inOrder = <R extends Row>(rows: readonly R[]): R[] =>
  rows.toSorted((one, other) => compare(one.name, other.name) || (one.id < other.id ? -1 : 1))

/** Sorted by name. */
export const countersOf = async (db: Reader, shopId: string): Promise<Counter[]> =>
  inOrder(await store.countersOf(db, shopId)).map(counterOf)

/** A shop without counters is absent. */
export const countersByShop = async (db: Reader, shopIds: readonly string[]): Promise<Map<string, Counter[]>> => {
  const rows = Map.groupBy(inOrder(await store.countersOfShops(db, shopIds)), (row) => row.shopId)
  return new Map([...rows].map(([shopId, own]) => [shopId, own.map(counterOf)]))
}

/**
 * For a story that sends a shopper to one of the counters. Until the story ends, no counter is removed, and no other story chooses among
 * them. At a shop without counters, one such story runs at a time. The shop may be an expression.
 */
export async function keepCounters(tx: Tx, shopId: Parameters<typeof store.keepCounters>[1]): Promise<Counter[]> {
  const [rows] = await Promise.all([store.keepCounters(tx, shopId), store.keepWithoutCounters(tx, shopId)])
  return rows.map(counterOf)
}

/** A counter that may have been removed; a removed one is never open. */
interface CounterOnce extends Counter {
  isRemoved: boolean
}

/** Includes removed ones: a ticket keeps the name of the counter to which it was called. */
export const countersEver = async (db: Reader, ...shopIds: string[]): Promise<Counter[]> =>
  inOrder(await store.countersEver(db, shopIds)).map(counterOf)

/** A shop that never had a counter is absent. */
export const countersEverByShop = async (db: Reader, shopIds: readonly string[]): Promise<Map<string, CounterOnce[]>> => {
  const rows = Map.groupBy(inOrder(await store.countersEver(db, shopIds)), (row) => row.shopId)
  return new Map([...rows].map(([shopId, own]) => [shopId, own.map((row) => ({ ...counterOf(row), isRemoved: row.archivedAt !== null }))]))
}

/** How many counters take calls now. A shop without counters counts as one. */
export const countServing = (counters: readonly CounterOnce[], now: Date): number => {
  const own = inUse(counters)
  return own.length === 0 ? 1 : own.filter((counter) => takesCalls(counter, now)).length
}

export const inUse = (counters: readonly CounterOnce[]): CounterOnce[] => counters.filter((counter) => !counter.isRemoved)

/** A shop without any is absent. */
export const countCounters = async (db: Reader, shopIds: readonly string[]): Promise<Map<string, number>> =>
  new Map((await store.countCounters(db, shopIds)).map(({ shopId, n }) => [shopId, n]))

export const counterNameTaken = (): Refusal => new Refusal('name_taken', { fields: { name: 'That name is already taken.' } })

/** A new shop gets a counter, so that each call names one from the first day on. */
export const openFirstCounter = async (tx: Tx, now: Date, shop: { mallId: string; shopId: string }): Promise<void> => {
  await createCounter(tx, now, { ...shop, name: 'Counter 1' })
}

/** Returns the counter's id. Refuses with `name_taken`. */
export async function createCounter(
  tx: Tx,
  now: Date,
  counter: { id?: string; mallId: string; shopId: string; name: string },
): Promise<string> {
  const made = await store.insertCounterOnce(tx, { ...counter, id: counter.id ?? newId(), createdAt: now })
  if (!made) throw counterNameTaken()
  return made.id
}
