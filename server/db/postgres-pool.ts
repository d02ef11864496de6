import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { isAnswerMissing } from './errors.ts'

/**
 * The pool for Kysely. A connection whose query had no answer in time is closed at once: pg itself tells the query and keeps the
 * connection, on which the rollback would wait as long again, and then whoever gets it next.
 */
export const leavingTheSilent = (pool: pg.Pool): PostgresPool => ({
  options: pool.options,
  connect: async () => {
    const client = await pool.connect()
    const query = async (text: string, values: unknown[]) => {
      try {
        return await client.query(text, values)
      } catch (error) {
        // with a query under way it closes the socket without a farewell; the pool takes no closed connection back
        if (isAnswerMissing(error)) void client.end().catch(() => {})
        throw error
      }
    }
    return { query: query as pg.PoolClient['query'], release: (destroy) => client.release(destroy) }
  },
  end: () => pool.end(),
})
