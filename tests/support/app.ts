import { readConfig } from '../../server/config.ts'
import type { Clock } from '../../server/kit/clock.ts'
import { type Log, openLog } from '../../server/kit/log.ts'
import type { Gateway } from '../../server/payments/gateway.ts'
import { type Running, start } from '../../server/wiring.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { noWeb } from './no-web.ts'
import { sayTableReads } from './table-reads.ts'

/** A clock that runs with the machine's, and that a test may put forward. */
export interface MovableClock extends Clock {
  /** Puts the clock forward by so many milliseconds. */
  advance(ms: number): void
}

function movableClock(): MovableClock {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    advance(ms) {
      ahead += ms
    },
  }
}

/** The whole product over a private database of the engine under test, listening on a real port. */
export interface TestApp {
  address: string
  clock: MovableClock
  database: TestDatabase['database']
  running: Running
  stop(): Promise<void>
}

/**
 * Starts the product as `npm start` does, in demo mode, with a movable clock. `env` sets further variables of the environment, `log` hears what is
 * logged, `tableReads` before each read of a table (where it throws, the read fails).
 */
export async function startApp({
  env = {},
  gateways,
  log,
  tableReads,
}: {
  env?: Record<string, string>
  gateways?: readonly Gateway[]
  log?: Log
  tableReads?: (table: string) => void
} = {}): Promise<TestApp> {
  const data = await testDatabase()
  const config = readConfig(
    { PORT: '0', HOST: '127.0.0.1', SECRET_KEY: 'a key for tests, not for anybody else', LOG_LEVEL: 'error', ...env },
    [],
  )
  const clock = movableClock()
  const running = await start({
    config,
    log: log ?? openLog(config.logLevel),
    database: tableReads ? { ...data.database, db: sayTableReads(data.database.db, tableReads) } : data.database,
    web: noWeb,
    clock,
    ...(gateways ? { gateways } : {}),
  })
  const bound = running.app.server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the server does not listen on a port')
  return {
    address: `http://127.0.0.1:${bound.port}`,
    clock,
    database: data.database,
    running,
    async stop() {
      await running.stop()
      await data.cleanUp()
    },
  }
}

/** Waits until `look` gives something other than undefined; fails after five seconds. */
export async function eventually<T>(look: () => Promise<T | undefined> | T | undefined, ms = 5000): Promise<T> {
  const end = Date.now() + ms
  for (;;) {
    const seen = await look()
    if (seen !== undefined) return seen
    if (Date.now() > end) throw new Error('it did not happen in time')
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
