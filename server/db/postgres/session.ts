import pg from 'pg'

/** A separate, monitored connection, for what lives as long as its connection (a lock, a listener). */
export interface Session {
  client: pg.Client
  end(): Promise<void>
}

const HEARTBEAT_MS = 10_000
const ANSWER_MS = 10_000

/** Connects, and calls `lost` once if the connection dies or stops answering, but not after `end`. */
export async function openSession(connection: pg.ClientConfig, lost: (error: Error) => void): Promise<Session> {
  const client = new pg.Client({ ...connection, query_timeout: ANSWER_MS })
  // until it is connected, `connect` reports the errors
  let over = true
  const lose = (error: Error) => {
    if (over) return
    void end()
    lost(error)
  }
  const end = async () => {
    over = true
    clearInterval(heartbeat)
    // on a dead line the server may never answer the goodbye message
    await Promise.race([client.end().catch(() => {}), new Promise<void>((resolve) => setTimeout(resolve, 1_000).unref())])
  }
  client.on('error', lose)
  client.on('end', () => lose(new Error('the database ended the connection')))
  const heartbeat = setInterval(() => void client.query('select 1').catch(lose), HEARTBEAT_MS).unref()
  try {
    await client.connect()
    over = false
  } catch (error) {
    await end()
    throw error
  }
  return { client, end }
}
