import type pg from 'pg'
import { isAnswerMissing } from './errors.ts'

/** A query with a limit of its own, in ms; pg knows it, its types do not. */
type TimedQuery = pg.QueryConfig & { query_timeout?: number }
type Query = pg.PoolClient['query'] & ((asked: TimedQuery) => Promise<pg.QueryResult>)

/**
 * The pool for Kysely. A connection whose query had no answer in time is closed at once: pg itself tells the query and keeps the
 * connection, on which the rollback would wait as long again, and then whoever gets it next.
 */
export const leavingTheSilent = (pool: pg.Pool) => ({
  options: pool.options,
  connect: async () => {
    const client = await pool.connect()
    const query = async (asked: string | TimedQuery, values?: unknown[]) => {
      try {
        return await client.query(asked, values)
      } catch (error) {
        // with a query under way it closes the socket without a farewell; the pool takes no closed connection back
        if (isAnswerMissing(error)) void client.end().catch(() => {})
        throw error
      }
    }
    return { query: query as Query, release: (destroy?: boolean) => client.release(destroy) }
  },
  end: () => pool.end(),
})
