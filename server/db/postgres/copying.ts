import { pipeline } from 'node:stream/promises'
import { PostgresDialect } from 'kysely'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import type { Copying } from '#server/db/copying.ts'
import { openKysely, transaction } from '#server/db/transaction.ts'

/** Each call has its own connection, without the time limits of the pool. */
export const copyingOver =
  (connection: pg.ClientConfig) =>
  async <T>(story: (copying: Copying) => Promise<T>): Promise<T> => {
    const client = new pg.Client(connection)
    // the query in progress reports the error; without a listener the error would end the process
    client.on('error', () => {})
    await client.connect()
    const db = openKysely(new PostgresDialect({ pool: poolOf(client) }))
    try {
      return await transaction(db, (tx) => story({ tx, ...copyOver(client) }), { isolation: 'repeatable read' })
    } finally {
      await db.destroy()
    }
  }

/** COPY does not go through Kysely. So this pool has one connection: the one that we hold. */
const poolOf = (client: pg.Client) => ({
  options: {},
  connect: async () => ({ query: client.query.bind(client), release: () => {} }),
  end: () => client.end(),
})

const copyOver = (client: pg.Client): Omit<Copying, 'tx'> => ({
  copyOut: async (query) => {
    const parts: Buffer[] = []
    for await (const part of client.query(to(`copy (${query}) to stdout`))) parts.push(part)
    return Buffer.concat(parts)
  },
  copyIn: async (target, lines) => {
    const stream = client.query(from(`copy ${target} from stdin`))
    await pipeline([lines], stream)
    return stream.rowCount
  },
})
