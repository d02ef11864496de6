import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { type DatabaseConnection, type Dialect, type IsolationLevel, Kysely, type Transaction } from 'kysely'
import { isLaterFailure, isWorthAnotherTry } from './errors.ts'
import { names } from './names.ts'
import type { Tables } from './tables.ts'
import { becomeTenant, type Tenant } from './tenant.ts'

/** The root connection: queries outside any transaction. */
export type Db = Kysely<Tables>
/** An open transaction. Every function that writes takes one as its first argument. */
export type Tx = Transaction<Tables>
/** What only reads: the connection, or a transaction that sees its own changes. */
export type Reader = Pick<Tx, 'selectFrom'>

/** The transaction, or the connection, that this async context has. `over` is needed because a timer started inside a story outlives it. */
const held = new AsyncLocalStorage<{ over: boolean }>()

const TRIES = 4

/** Throws inside a transaction: the next query would run on another connection. */
export function refuseInTransaction(): void {
  const current = held.getStore()
  if (current && !current.over) throw new Error('A query on the root database inside a transaction: pass tx instead.')
}

/**
 * Every query on the root connection throws at once while this async context holds a transaction. Otherwise such a query waits forever on
 * the embedded engine, because we hold its only connection. On PostgreSQL it can exhaust the pool. The place matters: Kysely takes its
 * mutex before it asks the driver for a connection. A proxy would miss queries that were built before the transaction began.
 */
export function openKysely(dialect: Dialect): Db {
  const db = new Kysely<Tables>({ dialect, plugins: [names] })
  const executor = db.getExecutor()
  const provide = executor.provideConnection.bind(executor)
  executor.provideConnection = async (...request) => {
    refuseInTransaction()
    return provide(...request)
  }
  return db
}

/** Databases behind the wall, with the open database under each. */
const walls = new WeakMap<Db, { open: Db; tenant: Tenant }>()

/**
 * Row-level security restricts every query and transaction on the result to the tenant's rows, whatever its where-clause says. A query
 * outside a transaction gets its own one, so read related rows with `together`.
 */
export function behindWall(db: Db, tenant: Tenant): Db {
  const open = walls.get(db)?.open ?? db
  // A copy with an executor of its own: it loses the plugin and gets it again.
  const walled = open.withoutPlugins().withPlugin(names)
  walled.getExecutor().provideConnection = (use) => transaction(walled, (tx) => tx.getExecutor().provideConnection(use))
  walls.set(walled, { open, tenant })
  return walled
}

/**
 * Reads related rows on one connection, so that reads that start together need one round trip. Behind the wall they share one transaction;
 * on the open database they have none.
 */
export function together<T>(db: Db, read: (db: Reader) => Promise<T>): Promise<T> {
  if (walls.has(db)) return transaction(db, read)
  if (hasOneConnection(db)) return read(db)
  return db.connection().execute(async (own) => {
    const current = { over: false }
    try {
      await sendAsTheyStart(own, current)
      return await held.run(current, () => read(own))
    } finally {
      current.over = true
    }
  })
}

/**
 * For reads that do not depend on each other. On one connection (`together`, a transaction) this is one round trip. On the root database it
 * is one for each, because there each read would get its own connection and their order would be lost. The reads happen in the given order.
 */
export async function inOneTrip<Reads extends readonly (() => Promise<unknown>)[]>(
  db: Reader,
  ...reads: Reads
): Promise<{ [I in keyof Reads]: Awaited<ReturnType<Reads[I]>> }> {
  const found: unknown[] = []
  if (pinned.has(db)) found.push(...(await Promise.all(reads.map((read) => read()))))
  else for (const read of reads) found.push(await read())
  return found as { [I in keyof Reads]: Awaited<ReturnType<Reads[I]>> }
}

/** What has its own connection, on which statements go out as they start. */
const pinned = new WeakSet<object>()

const hasOneConnection = (db: Db): boolean => db.getExecutor().adapter.supportsMultipleConnections === false

/** What the open transactions have sent without waiting. */
const sent = new WeakMap<Pick<Tx, 'getExecutor'>, Promise<unknown>[]>()

/**
 * Takes a statement that has begun to run and whose result no one needs. It costs no round trip: it goes out together with the next
 * statement or the commit. If it fails, the transaction fails with its error. Do not use it within a savepoint.
 */
export function send(tx: Tx, running: Promise<unknown>): void {
  // its error is found at the end of the transaction
  running.catch(() => {})
  const all = sent.get(tx)
  if (!all) throw new Error('This is not an open transaction.')
  all.push(running)
}

/**
 * Lets statements go out as they start; Kysely itself waits for each result before it sends the next one. The database runs them in the
 * order in which they started. After one has failed, it refuses all later ones of the transaction.
 */
async function sendAsTheyStart(
  own: Pick<Db, 'getExecutor'>,
  current: { over: boolean },
  started: (running: Promise<unknown>) => void = () => {},
): Promise<void> {
  pinned.add(own)
  const executor = own.getExecutor()
  const provide = executor.provideConnection.bind(executor)
  const connection = await new Promise<DatabaseConnection>((resolve, reject) => {
    provide(async (given) => resolve(given)).catch(reject)
  })
  executor.provideConnection = (use) => {
    if (current.over) return Promise.reject(new Error('A query on a connection that its story has given back.'))
    const running = use(connection)
    started(running)
    return running
  }
}

class WithCommit<T> {
  readonly outcome: Promise<T>
  constructor(outcome: Promise<T>) {
    this.outcome = outcome
  }
}

export type { WithCommit }

/**
 * Ends a story whose last statement has begun to run: the commit goes out together with it, which saves a round trip. After it, the story
 * must do nothing in the database. `outcome` is what the transaction returns, when both are done. So the statement itself must leave undone
 * what must not happen; if it fails, the transaction fails.
 */
export const withCommit = <T>(outcome: Promise<T>): WithCommit<T> => new WithCommit(outcome)

/**
 * The only way to open a transaction. It commits when `story` resolves and rolls back when it throws. If PostgreSQL asks for another try
 * (serialization failure, deadlock), the story runs again, up to three times, so it must do nothing but SQL. Statements that start together
 * reach the database in the order in which they start (`sendAsTheyStart`).
 */
export async function transaction<T>(
  db: Db,
  story: (tx: Tx) => Promise<T | WithCommit<T>>,
  options: { isolation?: IsolationLevel } = {},
): Promise<T> {
  const { open, tenant } = walls.get(db) ?? { open: db, tenant: null }
  const begin = options.isolation ? open.transaction().setIsolationLevel(options.isolation) : open.transaction()
  // The embedded engine rolls back a failed transaction at its commit without saying so.
  const mustWait = hasOneConnection(open)
  for (let tries = 1; ; tries += 1) {
    const [started, unawaited]: [Promise<unknown>[], Promise<unknown>[]] = [[], []]
    try {
      const result = await begin.execute(async (tx) => {
        const current = { over: false }
        sent.set(tx, unawaited)
        try {
          await sendAsTheyStart(tx, current, (running) => started.push(running))
          return await held.run(current, async () => {
            if (tenant) send(tx, becomeTenant(tx, tenant))
            const told = await story(tx)
            if (told instanceof WithCommit) send(tx, told.outcome)
            if (mustWait) await Promise.all(unawaited)
            return told
          })
        } finally {
          current.over = true
        }
      })
      await Promise.all(unawaited)
      return result instanceof WithCommit ? await result.outcome : result
    } catch (raised) {
      // Of statements that went out together, the error of a later one may arrive here first.
      const error = await firstOf(isLaterFailure(raised) ? started : unawaited, raised)
      if (tries === TRIES || !isWorthAnotherTry(error)) throw error
      await pause(Math.random() * 20 * 2 ** tries)
    }
  }
}

/** The first error that is not only the result of an earlier one; if there is none, `raised`. */
async function firstOf(statements: readonly Promise<unknown>[], raised: unknown): Promise<unknown> {
  const results = await Promise.allSettled(statements)
  const failed = results.find((result) => result.status === 'rejected' && !isLaterFailure(result.reason))
  return failed?.status === 'rejected' ? failed.reason : raised
}
