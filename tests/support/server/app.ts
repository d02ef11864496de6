import { inject } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/open.ts'
import { UNDECLARED } from '#server/http/edge/errors.ts'
import { COOKIE_NOT_KEPT } from '#server/http/edge/idempotency/keep-responses.ts'
import { type Log, openLog } from '#server/kit/log.ts'
import type { Gateway } from '#server/payments/gateway.ts'
import type { Running } from '#server/serving.ts'
import { start } from '#server/wiring.ts'
import { type TestDatabase, testDatabase } from '#tests/support/server/database.ts'
import { clockInTheMorning, type MovableClock, withClock } from '#tests/support/server/movable-clock.ts'
import { noWeb } from '#tests/support/server/no-web.ts'
import { sayTableReads } from '#tests/support/server/table-reads.ts'
import { usedDatabase } from '#tests/support/server/used-databases.ts'

/** The whole product over a private database of the engine under test, listening on a real port. */
export interface TestApp {
  address: string
  clock: MovableClock
  database: TestDatabase['database']
  /** A second connection finds the database there; null on the embedded engine. */
  url: string | null
  running: Running
  /** Throws if a call gave a refusal or a cookie that its value does not name, unless the test has its own log. */
  stop(): Promise<void>
}

/**
 * Starts the product as `npm start` does, in demo mode, with a movable clock. `env` sets more environment variables. `log` receives the log
 * lines. `tableReads` is called before each read of a table; if it throws, the read fails. The database's clock moves with the test's
 * clock; the machine's clock is `clockAheadMs` ahead of it. With `beside`, the app is one more node on that app's database and test clock:
 * stop this node first.
 */
export async function startApp({
  env = {},
  gateways,
  log,
  tableReads,
  clockAheadMs = 0,
  beside,
}: {
  env?: Record<string, string>
  gateways?: readonly Gateway[]
  log?: Log
  tableReads?: (table: string) => void
  clockAheadMs?: number
  beside?: TestApp
} = {}): Promise<TestApp> {
  const data = beside ? await sharedWith(beside) : await databaseFor()
  const config = readConfig(
    { PORT: '0', HOST: '127.0.0.1', SECRET_KEY: 'a key for tests, not for anybody else', LOG_LEVEL: 'error', ...env },
    [],
  )
  const clock = beside?.clock ?? clockInTheMorning()
  const database = { ...withClock(data.database, clock), ...(tableReads ? { db: sayTableReads(data.database.db, tableReads) } : {}) }
  // A silent log is searched too.
  const isSilent = config.logLevel === 'silent'
  const wrongValues: string[] = []
  const write = (line: string) => {
    if (line.includes(UNDECLARED) || line.includes(COOKIE_NOT_KEPT)) wrongValues.push(line)
    if (!isSilent) process.stdout.write(line)
  }
  const running = await start({
    config,
    log: log ?? openLog(isSilent ? 'error' : config.logLevel, { write }),
    database,
    web: noWeb,
    clock: { now: () => new Date(clock.now().getTime() + clockAheadMs) },
    ...(gateways ? { gateways } : {}),
  })
  const bound = running.app.server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the server does not listen on a port')
  return {
    address: `http://127.0.0.1:${bound.port}`,
    clock,
    database: data.database,
    url: data.url,
    running,
    async stop() {
      await running.stop()
      await data.cleanUp()
      if (wrongValues.length > 0) throw new Error(wrongValues.join(''))
    },
  }
}

/** Embedded databases are used several times. */
async function databaseFor(): Promise<Pick<TestDatabase, 'database' | 'url' | 'cleanUp'>> {
  if (inject('engine') === 'postgres') return testDatabase()
  const { database, giveBack } = await usedDatabase()
  return { database, url: null, cleanUp: giveBack }
}

/** Uses separate connections on PostgreSQL, and the same single connection on the embedded engine. */
async function sharedWith({ database, url }: TestApp): Promise<Pick<TestDatabase, 'database' | 'url' | 'cleanUp'>> {
  if (url === null) return { database: { ...database, close: async () => {} }, url, cleanUp: async () => {} }
  const own = await openDatabase({ url })
  return { database: own, url, cleanUp: () => own.close() }
}

/** Less than the time of a test, so that the failure names the line that waited; in ms. */
const PATIENCE_MS = 55_000

/** Returns what `look` returns, once that is not undefined; throws after `ms` milliseconds. */
export async function eventually<T>(look: () => Promise<T | undefined> | T | undefined, ms = PATIENCE_MS): Promise<T> {
  const end = Date.now() + ms
  for (;;) {
    const seen = await look()
    if (seen !== undefined) return seen
    if (Date.now() > end) throw new Error('what the test waited for did not happen in time')
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
