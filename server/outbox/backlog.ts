import { sql } from 'kysely'
import { writeAtOnce } from '#server/db/at-once.ts'
import { isAway } from '#server/db/errors.ts'
import { limit } from '#server/db/limits.ts'
import type { Database } from '#server/db/open.ts'
import { insertRows } from '#server/db/rows.ts'
import { type Tx, transaction } from '#server/db/transaction.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type Log, maskNumbers } from '#server/kit/log.ts'
import { type Listener, type Relayed, type RelayedRow, relayedOf, type Wake } from './event.ts'

/** How long a try waits for a locked row. A working request holds its locks for a few milliseconds only. */
const LOCK_MS = 100
/** How long one statement of a listener may take. */
const STATEMENT_MS = 5000
/** How long our process may be idle within the transaction. */
const IDLE_MS = 3000
/** Failed tries per listener and batch; finding one event among 500 takes 10. Events that were not tried then are kept for later. */
const MOST_FAILURES = 12
/** The most events that one pass retries for a listener. */
const AT_A_TIME = 100
/** In seconds; each pause is twice the one before. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [1, 300]

interface Failed<E> {
  event: E
  error: unknown
}

/**
 * Records events in smaller and smaller parts, each in a savepoint, to find those that the listener cannot record now. Returns these; all
 * others are recorded. Throws only if the connection is lost.
 */
async function recordApart<E extends Relayed>(tx: Tx, listener: Listener, events: readonly E[], now: Date): Promise<Failed<E>[]> {
  const failed: Failed<E>[] = []
  let failures = 0
  let last: unknown
  const attempt = async (part: readonly E[]): Promise<void> => {
    if (part.length === 0) return
    if (failures < MOST_FAILURES) {
      await sql`savepoint part`.execute(tx)
      try {
        await writeAtOnce(tx, ...(await listener.record(tx, part, now)))
        await sql`release savepoint part`.execute(tx)
        return
      } catch (error) {
        if (isAway(error)) throw error
        await sql`rollback to savepoint part`.execute(tx)
        failures += 1
        last = error
      }
    }
    if (part.length === 1 || failures >= MOST_FAILURES) {
      failed.push(...part.map((event) => ({ event, error: last })))
      return
    }
    const half = Math.ceil(part.length / 2)
    await attempt(part.slice(0, half))
    await attempt(part.slice(half))
  }
  await attempt(events)
  return failed
}

/** Lets each listener record a batch. Events that a listener cannot record now are kept for it in `event_backlog`. */
export async function recordOrKeep(tx: Tx, log: Log, listeners: readonly Listener[], events: readonly Relayed[], now: Date): Promise<void> {
  await limit(tx, { lockMs: LOCK_MS, statementMs: STATEMENT_MS })
  for (const listener of listeners) {
    const failed = await recordApart(tx, listener, events, now)
    sayFailures(log, listener.name, failed)
    await insertRows(
      tx,
      'eventBacklog',
      failed.map(({ event: { seq, at, ...payload }, error }) => ({
        listener: listener.name,
        kind: payload.kind,
        shopId: payload.shopId,
        payload,
        seq,
        happenedAt: at,
        nextTryAt: pauseAfter(0, now),
        error: wordsOf(error),
        createdAt: now,
      })),
    )
  }
}

export interface RelayParts {
  database: Database
  clock: Clock
  log: Log
  listeners: readonly Listener[]
  wake: Wake
  /** Gets each batch after its commit, in order. */
  relayed?: (rows: readonly RelayedRow[]) => void
}

/** Passes due events of the backlog to their listeners again, in one transaction. Wakes the workers for those that are recorded now. */
export async function recordBacklog({ database, clock, log, listeners, wake }: RelayParts): Promise<void> {
  const recorded = await transaction(database.db, async (tx) => {
    await limit(tx, { lockMs: LOCK_MS, statementMs: STATEMENT_MS, idleMs: IDLE_MS })
    const now = clock.now()
    const done: Relayed[] = []
    for (const listener of listeners) {
      const due = await dueOf(tx, listener.name, now)
      if (due.length === 0) continue
      const failed = await recordApart(tx, listener, due, now)
      sayFailures(log, listener.name, failed)
      for (const { event, error } of failed) await putOff(tx, event, error, now)
      const events = due.filter((event) => !failed.some((one) => one.event === event))
      await forget(tx, events)
      done.push(...events)
    }
    return done
  })
  if (recorded.length > 0) wake(recorded)
}

type Kept = Relayed & { keptAs: number; tries: number }

async function dueOf(tx: Tx, listener: string, now: Date): Promise<Kept[]> {
  const rows = await tx
    .selectFrom('eventBacklog')
    .select(['id', 'payload', 'seq', 'happenedAt as createdAt', 'tries'])
    .where('listener', '=', listener)
    .where('nextTryAt', '<=', now)
    .orderBy('id')
    .limit(AT_A_TIME)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map((row) => ({ ...relayedOf(row), keptAs: row.id, tries: row.tries }))
}

const putOff = (tx: Tx, { keptAs, tries }: Kept, error: unknown, now: Date) =>
  tx
    .updateTable('eventBacklog')
    .set({ tries: tries + 1, nextTryAt: pauseAfter(tries + 1, now), error: wordsOf(error) })
    .where('id', '=', keptAs)
    .execute()

async function forget(tx: Tx, events: readonly Kept[]): Promise<void> {
  if (events.length === 0) return
  const ids = events.map(({ keptAs }) => keptAs)
  await tx.deleteFrom('eventBacklog').where('id', 'in', ids).execute()
}

export async function backlogSize({ db }: Pick<Database, 'db'>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from event_backlog`.execute(db)
  return rows[0]?.n ?? 0
}

const pauseAfter = (tries: number, now: Date): Date =>
  new Date(now.getTime() + 1000 * Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(tries, 20)))

/** For an operator: without data of the row or the query. */
const wordsOf = (error: unknown): string => maskNumbers(error instanceof Error ? error.message : String(error)).slice(0, 300)

function sayFailures(log: Log, listener: string, failed: readonly Failed<Relayed>[]): void {
  const [first] = failed
  if (!first) return
  const { kind, shopId, seq } = first.event
  log.error({ err: first.error, listener, kind, shopId, seq, events: failed.length }, 'events could not be recorded; they will be retried')
}
