import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './transaction.ts'

/** How long a transaction may wait. A limit that is absent stays as the connection has it. */
export interface TimeLimits {
  /** How long to wait for a lock, until the statement fails with 55P03. */
  lockMs?: number
  /** How long one statement may run, until it fails with 57014. */
  statementMs?: number
  /**
   * How long our process may pause between two statements, until the server ends the connection. So a node that hangs does not keep its
   * locks longer.
   */
  idleMs?: number
}

/**
 * A query that limits the transaction in which it runs, from that statement on. It returns one row, and works as a separate statement or as
 * a part of another one.
 */
export const limiting = ({ lockMs, statementMs, idleMs }: TimeLimits): RawBuilder<unknown> => {
  const given = { lock_timeout: lockMs, statement_timeout: statementMs, idle_in_transaction_session_timeout: idleMs }
  const set = Object.entries(given).flatMap(([name, ms]) => (ms === undefined ? [] : [sql`set_config(${name}, ${String(ms)}, true)`]))
  return sql`select ${sql.join(set)}`
}

/** Limits a transaction until its end. */
export const limit = async (tx: Tx, limits: TimeLimits): Promise<void> => {
  await limiting(limits).execute(tx)
}
