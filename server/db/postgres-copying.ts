import { pipeline } from 'node:stream/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import type { Copying } from './copying.ts'
import type { Tables } from './tables.ts'
import { guardRoot, transaction } from './transaction.ts'

/** Makes `Database.copying` for a PostgreSQL: each time a connection of its own, which has none of the pool's limits of time. */
export const copyingOver =
  (connection: pg.ClientConfig) =>
  async <T>(story: (copying: Copying) => Promise<T>): Promise<T> => {
    const client = new pg.Client(connection)
    // what fails is told by the query under way; without a listener it would end the process
    client.on('error', () => {})
    await client.connect()
    const db = guardRoot(new Kysely<Tables>({ dialect: new PostgresDialect({ pool: poolOf(client) }) }))
    try {
      return await transaction(db, (tx) => story({ tx, ...copyOver(client) }), { isolation: 'repeatable read' })
    } finally {
      await db.destroy()
    }
  }

/** COPY speaks past Kysely, so the one connection of the pool is the one that we hold. */
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
