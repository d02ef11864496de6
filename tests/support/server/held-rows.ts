import pg from 'pg'

/** Rows that a second connection has locked. */
export interface Held {
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
  return { letGo: () => end('rollback'), commit: () => end('commit') }
}
