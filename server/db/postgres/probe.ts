import pg from 'pg'

/** How long a readiness check waits for the database, in ms. Callers of the readiness call wait for 2 s. */
export const PING_MS = 1500
/** For other queries and for connecting: a busy machine is not a reason to give up at the start. */
const ANSWER_MS = 10_000

/** A probe has its own connections: a pool whose connections are all in use says nothing about the database. */
export interface Probe {
  /**
   * Rejects if PostgreSQL does not answer within `ms`, if the pooler in front of it is away, or if `check` throws. Then the next query uses
   * another connection.
   */
  ask<Row extends pg.QueryResultRow>(text: string, ms?: number, check?: (rows: Row[]) => void): Promise<Row[]>
  end(): Promise<void>
}

/**
 * Keeps one connection to PostgreSQL, and one to the pooler if there is one. The latter only has to be open: a query would wait while all
 * the pooler's server connections are in use.
 */
export function openProbe(direct: pg.ClientConfig, pooled: pg.ClientConfig | null): Probe {
  const server = keptOpen(direct)
  const pooler = pooled ? keptOpen(pooled) : null
  return {
    async ask<Row extends pg.QueryResultRow>(text: string, ms = ANSWER_MS, check: (rows: Row[]) => void = () => {}) {
      await pooler?.connected()
      const client = await server.connected()
      try {
        const { rows } = await client.query<Row>({ text, query_timeout: ms } as pg.QueryConfig)
        check(rows)
        return rows
      } catch (error) {
        server.drop(client)
        throw error
      }
    },
    end: async () => void (await Promise.all([server.end(), pooler?.end()])),
  }
}

/** The connection is opened at its first use, and again after it was lost. */
function keptOpen(connection: pg.ClientConfig) {
  let kept: Promise<pg.Client> | null = null
  let ended = false
  const drop = (client: pg.Client) => {
    void client.end().catch(() => {})
    kept = null
  }
  const open = async (): Promise<pg.Client> => {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: ANSWER_MS })
    const lost = () => {
      kept = null
    }
    client.on('error', lost)
    try {
      await client.connect()
    } catch (error) {
      void client.end().catch(() => {})
      throw error
    }
    client.on('end', lost)
    return client
  }
  return {
    drop,
    connected: (): Promise<pg.Client> => {
      if (ended) return Promise.reject(new Error('Connection terminated: the database is being closed'))
      kept ??= open().catch((error: unknown) => {
        kept = null
        throw error
      })
      return kept
    },
    end: async () => {
      ended = true
      const client = await kept?.catch(() => null)
      // On a dead line the server may never answer the goodbye message.
      await Promise.race([client?.end().catch(() => {}), new Promise<void>((resolve) => setTimeout(resolve, 1_000).unref())])
    },
  }
}
