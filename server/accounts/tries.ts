import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '#contract/base/errors.ts'
import { SECOND } from '#contract/base/time.ts'
import { type Tx, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { type WaitRule, waitOf } from '#server/limits-of-calls.ts'
import { JUDGING, marksRun } from './rules.ts'
import * as store from './try-store.ts'

export interface CountedKey {
  key: string
  rule: WaitRule
}

/** A try that is on record and not judged yet. */
export interface OpenTry {
  keys: readonly string[]
  ids: readonly number[]
  /** The key that counts tries of the most callers. */
  widest: CountedKey
}

/** How long a try waits for earlier ones to be judged, in ms. */
const PATIENCE = 10_000
/** How long it may take to notice that another node has judged a try, in ms. */
const LOOK_AGAIN = 1000

/** Tries of this process that wait for another try under the same key, in the order in which they came. */
const waiting = new Map<string, Set<() => void>>()

/**
 * A try is on record before its judgement begins, so that parallel tries count like consecutive ones. If the tries that are being judged
 * could use up the free ones, a new try waits for them: only wrong tries count. `judge` settles the try with `failTry` or `dropTry`, or
 * leaves that to the caller; a try that stays open counts as wrong. Refuses with `too_many_sign_ins` and the seconds to wait.
 */
export async function tryOnRecord<T>(
  deps: Deps,
  counted: readonly [CountedKey, ...CountedKey[]],
  judge: (open: OpenTry) => Promise<T>,
): Promise<T> {
  try {
    return await judge(await beginTry(deps, counted))
  } finally {
    // Each judgement lets one waiting try go on. A refused try wakes the next one as well.
    for (const { key } of counted) wakeNext(key)
  }
}

async function beginTry(deps: Deps, counted: readonly [CountedKey, ...CountedKey[]]): Promise<OpenTry> {
  const keys = keysOf(counted).sort()
  const longest = Math.max(...counted.map(({ rule }) => rule.window))
  const until = performance.now() + PATIENCE
  for (;;) {
    const outcome = await transaction(deps.db, async (tx): Promise<{ wait?: number; ids?: number[] }> => {
      await store.lockKeys(tx, keys)
      const now = deps.clock.now()
      const rows = await store.triesSince(tx, keys, new Date(now.getTime() - longest))
      const wait = waitOver(counted, rows.filter(isWrong(now)), now)
      if (wait > 0) return { wait }
      return waitOver(counted, rows, now) > 0 ? {} : { ids: await store.insertTries(tx, keys, now, true) }
    })
    if (outcome.wait !== undefined) throw new Refusal('too_many_sign_ins', { retryAfterSeconds: outcome.wait / SECOND })
    if (outcome.ids) return { keys, ids: outcome.ids, widest: counted.at(-1) ?? counted[0] }
    if (performance.now() > until) throw new Refusal('too_many_sign_ins', { retryAfterSeconds: 1 })
    await myTurn(keys)
  }
}

const waitOver = (counted: readonly CountedKey[], rows: readonly store.TryRow[], now: Date): number =>
  Math.max(...counted.map(({ key, rule }) => waitOf(rule, timesOf(rows, key), now)))

const keysOf = (counted: readonly CountedKey[]) => counted.map(({ key }) => key)

const timesOf = (rows: readonly store.TryRow[], key: string) => rows.filter((row) => row.key === key).map((row) => row.at)

/** True for tries that were judged wrong, and for those whose node died before it could judge them. */
const isWrong =
  (now: Date) =>
  ({ pending, at }: store.TryRow): boolean =>
    !pending || now.getTime() - at.getTime() >= JUDGING

function wakeNext(key: string): void {
  const [first] = waiting.get(key) ?? []
  first?.()
}

/** Waits behind the tries that already wait for these keys, until one of them is judged or it is time to look again. */
async function myTurn(keys: readonly string[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const key of keys) waiting.set(key, (waiting.get(key) ?? new Set()).add(resolve))
  await Promise.race([promise, pause(LOOK_AGAIN, undefined, { ref: false })])
  for (const key of keys) {
    const others = waiting.get(key)
    others?.delete(resolve)
    if (others?.size === 0) waiting.delete(key)
  }
}

/**
 * `onRun` runs in the same transaction when the failures begin or double a run. Parallel failures are counted one after the other, so that
 * exactly one of them sees each number of failures.
 */
export const failTry = (deps: Deps, open: OpenTry, onRun: OnRun): Promise<void> =>
  transaction(deps.db, async (tx) => {
    await store.lockKeys(tx, open.keys)
    await store.settleTries(tx, open.ids)
    await noteRun(tx, deps.clock.now(), open.widest, onRun)
  })

type OnRun = (tx: Tx, now: Date, failures: number) => void | Promise<void>

/** Runs `onRun` if the failures of a key begin or double a run. */
export async function noteRun(tx: Tx, now: Date, { key, rule }: CountedKey, onRun: OnRun): Promise<void> {
  const rows = await store.triesSince(tx, [key], new Date(now.getTime() - rule.window))
  const failures = rows.filter(isWrong(now)).length
  if (marksRun(failures)) await onRun(tx, now, failures)
}

/** For a try that was not a failure. */
export const dropTry = (tx: Tx, open: OpenTry) => store.deleteTries(tx, open.ids)

export async function forgetFailures(tx: Tx, counted: readonly CountedKey[]): Promise<void> {
  if (counted.length > 0) await store.forgetFailures(tx, keysOf(counted))
}

/** Makes transactions that count this key wait for each other. */
export const lockCount = (tx: Tx, { key }: CountedKey) => store.lockKeys(tx, [key])

/** How long the next try must wait, in ms. The caller must hold a lock that serializes these tries, such as the account's row. */
export async function waitNow(tx: Tx, counted: readonly CountedKey[], now: Date): Promise<number> {
  const longest = Math.max(...counted.map(({ rule }) => rule.window))
  return waitOver(counted, await store.triesSince(tx, keysOf(counted), new Date(now.getTime() - longest)), now)
}

/** Records a try that counts at once. The caller must hold a lock that serializes the tries of these keys. */
export const addTry = (tx: Tx, counted: readonly CountedKey[], now: Date) => store.insertTries(tx, keysOf(counted), now, false)
