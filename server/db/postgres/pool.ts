import type pg from 'pg'
import { isAnswerMissing, isAway, isPlanOutdated, refusesWrites } from '#server/db/errors.ts'
import type { RefusedWrites } from '#server/db/refused-writes.ts'
import { statementNames } from '#server/db/statement-names.ts'
import { limitsOfTransaction } from './settings.ts'

/** A query with its own limit, in ms; pg supports it, but its types do not. */
type TimedQuery = pg.QueryConfig & { query_timeout?: number }
type Query = pg.PoolClient['query'] & ((asked: TimedQuery) => Promise<pg.QueryResult>)

/** How often a full pool is checked, in ms. */
const LOOK_MS = 300
/** A pool is stuck if no connection came back during this many checks. In a rush one comes back every few milliseconds. */
const STUCK_LOOKS = 10

/**
 * A call that waits for a connection of a stuck pool is rejected (503): all connections may wait for one locked row. In a rush connections
 * come back, so a call may wait for as long as the pool allows.
 *
 * A connection is closed at once if its query had no answer in time. pg itself rejects the query and keeps the connection; then the
 * rollback would wait as long again, and so would the next caller. One on which the database was away is closed when it is released. After
 * a failover it may lead to the old server, or stay read-only for ever. If it refused a write, the older ones are closed before their next
 * use.
 *
 * Statements that come again and again are prepared. After a migration by a newer node, the plan of a prepared `select *` is outdated. The
 * query then goes once more without a name, and its connection is closed when it is released.
 *
 * A transaction begins together with its first statement, so it costs no round trip of its own. Behind a pooler its time limits come with
 * it, and nothing is prepared, because the next transaction may use another connection.
 */
export function leavingTheSilent(pool: pg.Pool, { pooled, refused }: { pooled: boolean; refused: RefusedWrites }) {
  const movement = whileItMoves(pool)
  const nameOf = pooled ? () => undefined : statementNames()
  const openedAs = new WeakMap<pg.PoolClient, number>()
  let [opened, lastUnfit] = [0, 0]
  pool.on('connect', (client) => openedAs.set(client, ++opened))
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await movement.connect()
    if ((openedAs.get(client) ?? Number.POSITIVE_INFINITY) > lastUnfit) return client
    client.release(true)
    return connect()
  }
  return {
    options: pool.options,
    connect: async () => {
      const client = await connect()
      let [isOutdated, isUnfit, inTransaction, isReleased] = [false, false, false, false]
      let failedBegin: { error: unknown } | null = null
      const ask = async (asked: string | TimedQuery, values?: unknown[]) => {
        try {
          if (typeof asked !== 'string' || values === undefined || values.length === 0 || isOutdated)
            return await client.query(asked, values)
          return await prepared(asked, values)
        } catch (error) {
          // with a query in progress, `end` closes the socket without a goodbye; the pool does not take back a closed connection
          if (isAnswerMissing(error)) void client.end().catch(() => {})
          isUnfit ||= isAway(error)
          refused.note(error)
          if (refusesWrites(error)) lastUnfit = Math.max(lastUnfit, openedAs.get(client) ?? 0)
          throw error
        }
      }
      const prepared = async (text: string, values: unknown[]) => {
        const name = nameOf(text)
        if (name === undefined) return client.query(text, values)
        try {
          return await client.query({ name, text, values })
        } catch (error) {
          if (!isPlanOutdated(error)) throw error
          isOutdated = true
          // A transaction has failed with it and is tried again as a whole; sent now, the statement would be outside of it.
          if (inTransaction || isReleased) throw error
          return client.query(text, values)
        }
      }
      let begin: string | null = null
      const query = async (asked: string | TimedQuery, values?: unknown[]): Promise<unknown> => {
        if (typeof asked === 'string' && beginsTransaction.test(asked)) {
          begin = pooled ? `${asked}; ${limitsOfTransaction}` : asked
          inTransaction = true
          return { command: 'BEGIN', rows: [] }
        }
        // Without its transaction, a statement would change the database for good.
        if (failedBegin && asked !== 'rollback') throw failedBegin.error
        if (begin === null) {
          const answer = await ask(asked, values)
          if (asked === 'commit' || asked === 'rollback') inTransaction = false
          return answer
        }
        const begun = ask(begin).catch((error: unknown) => {
          failedBegin = { error }
          throw error
        })
        begin = null
        const [, answer] = await Promise.all([begun, ask(asked, values)])
        return answer
      }
      const release = (destroy?: boolean) => {
        movement.note()
        isReleased = true
        client.release(destroy || isOutdated || isUnfit || failedBegin !== null)
      }
      return { query: query as Query, release }
    },
    end: () => pool.end(),
  }
}

/**
 * Rejects the calls that wait for a stuck pool. It counts checks instead of time: while this process itself does not run, no connection can
 * come back.
 */
function whileItMoves(pool: pg.Pool) {
  const waiting = new Set<{ looks: number; reject(error: Error): void }>()
  let quietLooks = 0
  let looking = false
  const look = () => {
    looking = false
    quietLooks += 1
    for (const one of waiting) {
      one.looks += 1
      if (Math.min(one.looks, quietLooks) >= STUCK_LOOKS)
        one.reject(new Error(`timeout exceeded when trying to connect: no connection came back for ${STUCK_LOOKS * LOOK_MS} ms`))
    }
    if (waiting.size > 0) watch()
  }
  const watch = () => {
    if (looking) return
    looking = true
    setTimeout(look, LOOK_MS)
  }
  return {
    note: () => {
      quietLooks = 0
    },
    connect: async (): Promise<pg.PoolClient> => {
      if (pool.idleCount > 0 || pool.totalCount < (pool.options.max ?? 1)) return pool.connect()
      const asked = pool.connect()
      const stuck = Promise.withResolvers<never>()
      const one = { looks: 0, reject: stuck.reject }
      waiting.add(one)
      watch()
      try {
        return await Promise.race([asked, stuck.promise])
      } catch (error) {
        // A caller that gave up leaves the connection to the next one.
        void asked.then((client) => client.release()).catch(() => {})
        throw error
      } finally {
        waiting.delete(one)
      }
    },
  }
}

const beginsTransaction = /^(?:begin|start transaction)\b/i
