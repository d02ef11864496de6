import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

export interface Held {
  /** Resolves as soon as someone waits for these rows. */
  isWaitedFor(): Promise<void>
  /** Rolls the transaction back and ends the connection. */
  letGo(): Promise<void>
  /** Commits what the statement has written and ends the connection. */
  commit(): Promise<void>
}

/** Runs a statement that locks, such as `select … for update`, on a separate connection, and keeps its transaction open. */
export async function hold(url: string | null, statement: string, values: readonly unknown[] = []): Promise<Held> {
  const client = new pg.Client({ connectionString: url ?? '' })
  await client.connect()
  await client.query('begin')
  await client.query(statement, [...values])
  const end = async (how: 'rollback' | 'commit') => {
    await client.query(how)
    await client.end()
  }
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const waiting = 'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))'
  const isWaitedFor = async () => {
    while ((await client.query(waiting, [rows[0]?.pid])).rowCount === 0) await pause(5)
  }
  return { isWaitedFor, letGo: () => end('rollback'), commit: () => end('commit') }
}
