import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { IsolationLevel, Kysely, Transaction } from 'kysely'
import { isWorthAnotherTry } from './errors.ts'
import type { Tables } from './tables.ts'
import { becomeTenant, type Tenant } from './tenant.ts'

/** The root connection: queries outside any transaction. */
export type Db = Kysely<Tables>
/** An open transaction. Every function that writes takes one as its first argument. */
export type Tx = Transaction<Tables>

/** The transaction that this async context has open. `over` is needed because a timer started inside a story outlives it. */
const held = new AsyncLocalStorage<{ over: boolean }>()

/** The first try and three more. */
const TRIES = 4

/** Throws if this async context holds a transaction: the next query would run on another connection. */
export function refuseInTransaction(): void {
  const current = held.getStore()
  if (current && !current.over) throw new Error('A query on the root database inside a transaction: pass tx instead.')
}

/**
 * Makes every query on the root connection throw at once while this async context holds a transaction. Otherwise such a query waits forever
 * on the embedded engine, because we hold its only connection. On PostgreSQL it can exhaust the pool. The place matters: Kysely takes its
 * mutex before it asks the driver for a connection. A proxy would miss queries that were built before the transaction began.
 */
export function guardRoot<T>(db: Kysely<T>): Kysely<T> {
  const executor = db.getExecutor()
  const provide = executor.provideConnection.bind(executor)
  executor.provideConnection = async (...request) => {
    refuseInTransaction()
    return provide(...request)
  }
  return db
}

/** Databases behind the wall: the open database under each, and the tenant whose rows are visible through it. */
const walls = new WeakMap<Db, { open: Db; tenant: Tenant }>()

/**
 * Returns the database as a tenant sees it. Row-level security restricts every query and transaction on it to the tenant's rows, whatever
 * its where-clause says. A query outside a transaction gets its own one, so read related rows with `together`.
 */
export function behindWall(db: Db, tenant: Tenant): Db {
  const open = walls.get(db)?.open ?? db
  // a copy with its own executor; we have no plugins that it could lose
  const walled = open.withoutPlugins()
  walled.getExecutor().provideConnection = (use) => transaction(walled, (tx) => tx.getExecutor().provideConnection(use))
  walls.set(walled, { open, tenant })
  return walled
}

/** Reads related rows: behind the wall in one transaction instead of one for each query, on the open database query by query. */
export const together = <T>(db: Db, read: (db: Pick<Tx, 'selectFrom'>) => Promise<T>): Promise<T> =>
  walls.has(db) ? transaction(db, read) : read(db)

/**
 * Opens a transaction around `story`, commits when it resolves and rolls back when it throws. This is the only way to open one. If
 * PostgreSQL asks for another try (serialization failure, deadlock), the story runs again, up to three times. So it must do nothing but
 * SQL.
 */
export async function transaction<T>(db: Db, story: (tx: Tx) => Promise<T>, options: { isolation?: IsolationLevel } = {}): Promise<T> {
  const { open, tenant } = walls.get(db) ?? { open: db, tenant: null }
  const begin = options.isolation ? open.transaction().setIsolationLevel(options.isolation) : open.transaction()
  for (let tries = 1; ; tries += 1) {
    try {
      return await begin.execute(async (tx) => {
        const current = { over: false }
        try {
          return await held.run(current, async () => {
            if (tenant) await becomeTenant(tx, tenant)
            return story(tx)
          })
        } finally {
          current.over = true
        }
      })
    } catch (error) {
      if (tries === TRIES || !isWorthAnotherTry(error)) throw error
      await pause(Math.random() * 20 * 2 ** tries)
    }
  }
}
