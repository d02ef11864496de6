import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './transaction.ts'

/** A limit that is absent stays as the connection has it. */
export interface TimeLimits {
  /** After this wait for a lock, the statement fails with 55P03. */
  lockMs?: number
  /** After this time, a statement fails with 57014. */
  statementMs?: number
  /** After this pause between two statements, the server ends the connection: a node that hangs must not keep its locks. */
  idleMs?: number
}

/** Limits the transaction in which it runs, from that statement on. It returns one row, and can be a part of another statement. */
export const limiting = ({ lockMs, statementMs, idleMs }: TimeLimits): RawBuilder<unknown> => {
  const given = { lock_timeout: lockMs, statement_timeout: statementMs, idle_in_transaction_session_timeout: idleMs }
  const set = Object.entries(given).flatMap(([name, ms]) => (ms === undefined ? [] : [sql`set_config(${name}, ${String(ms)}, true)`]))
  return sql`select ${sql.join(set)}`
}

export const limit = async (tx: Tx, limits: TimeLimits): Promise<void> => {
  await limiting(limits).execute(tx)
}
