import { ServerResponse } from 'node:http'
import { type CompiledQuery, type DatabaseConnection, PGliteDriver } from 'kysely'
import pg from 'pg'

/** A test can kill a process at these points of its work: around the insert of the work's row, the commit and the answer. */
export const failPoints = ['before insert', 'after insert', 'before commit', 'after commit', 'before answer', 'after answer'] as const
export type FailPoint = (typeof failPoints)[number]

/** What the transaction of each work writes, and the path of its call. */
const works = {
  capture: { writes: /insert into "receipt"/, answers: /\/confirm$/ },
  webhook: { writes: /insert into "vendor_event"/, answers: /^\/api\/webhooks\// },
  import: { writes: /insert into "settlement_line"/, answers: /^$/ },
  join: { writes: /insert into "ticket" /, answers: /^\/api\/information$/ },
  order: { writes: /insert into "payment" /, answers: /^\/api\/payments$/ },
  'vendor order': { writes: /insert into "vendor_order"/, answers: /^\/api\/payments$/ },
  refund: { writes: /insert into "refund"/, answers: /\/refund$/ },
  'settled refund': { writes: /update "refund" set .*"settled_at"/, answers: /^$/ },
}
export type Work = keyof typeof works

/**
 * Makes this process kill itself (SIGKILL) when it next reaches the fail point that its parent names. This hooks into the libraries below
 * the product, which does not know of it.
 */
export function watchFailPoints(): void {
  let armed: { point?: FailPoint; work?: Work } = {}
  process.on('message', (message) => {
    armed = (message as { failAt?: typeof armed }).failAt ?? armed
  })
  const reach = (point: FailPoint) => {
    if (armed.point === point) process.kill(process.pid, 'SIGKILL')
  }
  writes = (text) => armed.work !== undefined && works[armed.work].writes.test(text)
  answers = (path) => armed.work !== undefined && works[armed.work].answers.test(path)
  watchPostgres(reach)
  watchEmbedded(reach)
  watchAnswers(reach)
}

type Reach = (point: FailPoint) => void
/** Whether a statement or a path is the one of the armed work. */
let writes = (_statement: string): boolean => false
let answers = (_path: string): boolean => false

function watchPostgres(reach: Reach): void {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  const working = new WeakSet<object>()
  const watched = async function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args
    // A prepared statement comes as an object with a name and its text.
    const text = typeof asked === 'string' ? asked : (asked as { text?: unknown }).text
    if (typeof text !== 'string') return query.apply(this, args)
    if (writes(text)) {
      working.add(this)
      reach('before insert')
    }
    if (text === 'commit' && working.has(this)) reach('before commit')
    const answer = await query.apply(this, args)
    if (writes(text)) reach('after insert')
    if (text === 'commit' && working.delete(this)) reach('after commit')
    return answer
  }
  // Calls with a callback or a query object (the pool, the listener) stay as they are.
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...args: unknown[]) {
      return typeof args.at(-1) === 'function' ? query.apply(this, args) : watched.apply(this, args)
    },
  })
}

function watchEmbedded(reach: Reach): void {
  const { acquireConnection, commitTransaction, rollbackTransaction } = PGliteDriver.prototype
  const [watched, working] = [new WeakSet<object>(), new WeakSet<object>()]
  const watch = (connection: DatabaseConnection) => {
    const execute = connection.executeQuery.bind(connection)
    watched.add(connection)
    return Object.assign(connection, {
      async executeQuery<Row>(query: CompiledQuery, ...more: []) {
        if (writes(query.sql)) reach('before insert')
        const answer = await execute<Row>(query, ...more)
        if (writes(query.sql)) {
          working.add(connection)
          reach('after insert')
        }
        return answer
      },
    })
  }
  Object.assign(PGliteDriver.prototype, {
    async acquireConnection(this: PGliteDriver) {
      const connection = await acquireConnection.call(this)
      return watched.has(connection) ? connection : watch(connection)
    },
    async commitTransaction(this: PGliteDriver, connection: DatabaseConnection) {
      const isWork = working.delete(connection)
      if (isWork) reach('before commit')
      await commitTransaction.call(this, connection as never)
      if (isWork) reach('after commit')
    },
    async rollbackTransaction(this: PGliteDriver, connection: DatabaseConnection) {
      working.delete(connection)
      await rollbackTransaction.call(this, connection as never)
    },
  })
}

function watchAnswers(reach: Reach): void {
  const end = ServerResponse.prototype.end as (...args: unknown[]) => ServerResponse
  Object.assign(ServerResponse.prototype, {
    end(this: ServerResponse, ...args: unknown[]) {
      if (!answers(this.req?.url ?? '')) return end.apply(this, args)
      reach('before answer')
      this.once('finish', () => reach('after answer'))
      return end.apply(this, args)
    },
  })
}
