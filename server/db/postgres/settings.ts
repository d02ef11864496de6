import type pg from 'pg'
import pgTypes from 'pg'
import { SharingSocket } from './one-lookup.ts'

const { INT8, TIMESTAMPTZ } = pgTypes.types.builtins
const readAnyTime: (text: string) => unknown = pgTypes.types.getTypeParser(TIMESTAMPTZ)

/**
 * For a session in UTC. It takes less than half the time of pg's own parser, which gets what `Date` cannot read: infinity, the first
 * centuries.
 */
function readTime(text: string): unknown {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) || text.startsWith('0') ? readAnyTime(text) : time
}

/** int8 as a number: our sums and ids stay far below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === INT8) return Number
    return oid === TIMESTAMPTZ && format !== 'binary' ? readTime : pgTypes.types.getTypeParser(oid, format)
  },
}

/**
 * The server notices after 25 s that a client vanished without a word (a dead machine, a cut cable). Keepalive covers a server that waits
 * for the client, the user timeout one that has sent data. The client notices the loss earlier (20 s), so a lock never has two holders.
 * Compiling a plan (`jit`) costs more than it gains. The last setting is ours: a connection without it leads through a pooler that dropped
 * our options (`addresses.ts`).
 */
const options =
  '-c timezone=UTC -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=25000 -c jit=off -c red_carpet.session=on'

/** The server cancels a query of the pool after this time, in ms. */
export const STATEMENT_MS = 30_000
/** How long the server keeps an idle transaction open, in ms. */
const IDLE_MS = 30_000
/** For connecting, and for a call that waits for a connection of the pool, in ms. A rush of hundreds takes a while on a small machine. */
const CONNECT_MS = 15_000

const both = (url: string): pg.ClientConfig => ({
  connectionString: url,
  stream: () => new SharingSocket(),
  application_name: 'red-carpet',
  keepAlive: true,
  // otherwise the first probe goes out after the operating system's two hours
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: CONNECT_MS,
  types,
})

export const directTo = (url: string): pg.ClientConfig => ({ ...both(url), options })

/** For the pool: the server gets the time limits when the connection opens. */
export const limitedTo = (url: string): pg.ClientConfig => ({
  ...directTo(url),
  statement_timeout: STATEMENT_MS,
  idle_in_transaction_session_timeout: IDLE_MS,
})

/** A pooler in transaction mode refuses settings when a connection opens. */
export const pooledTo = (url: string): pg.ClientConfig => both(url)

/** The same settings and limits for one transaction: behind a pooler the next transaction may use another connection to the server. */
export const limitsOfTransaction = `set local timezone = 'UTC'; set local jit = off; set local statement_timeout = ${STATEMENT_MS}; set local idle_in_transaction_session_timeout = ${IDLE_MS}`
