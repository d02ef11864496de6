import { networkInterfaces } from 'node:os'
import { sql } from 'kysely'
import QRCode from 'qrcode'
import { listenForBackups } from './backup/backup-socket.ts'
import { takeBackup } from './backup/take-backup.ts'
import { type Config, databaseOf } from './config.ts'
import { eraseDataFolder, hasDatabase } from './db/embedded/data-folder.ts'
import { modeIfOurs, OtherMode } from './db/mode.ts'
import { type Database, openDatabase } from './db/open.ts'
import { demoGuide } from './demo/seed.ts'
import type { WebAssets } from './http/pages/page.ts'
import { type Clock, systemClock } from './kit/clock.ts'
import { type Log, openLog } from './kit/log.ts'
import type { Running } from './serving.ts'
import { sentenceOf } from './startup-error.ts'
import { start } from './wiring.ts'

/** Both clocks can be put forward together for development: the product follows the database's clock. */
interface Times {
  clock: Clock
  database: (database: Database) => Database
}

/**
 * Starts the product, prints its address, and stops it gently on a signal. If it cannot start, it prints the reason and exits. `times` is
 * for tests and development.
 */
export async function run(readSettings: () => Config, openWeb: () => WebAssets, times: Partial<Times> = {}): Promise<void> {
  const { clock = systemClock, database: timed = (database) => database } = times
  let running: Running | undefined
  let stopListening = async () => {}
  let log: Log | undefined
  let stopping = false
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    log?.info({ signal }, 'stopping')
    // If a part hangs, the deployment must not wait longer than 15 seconds.
    setTimeout(() => process.exit(1), 15_000).unref()
    await Promise.all([stopListening(), running?.stop()])
    log?.info('stopped')
    process.exit(0)
  }
  // `on`, not `once`: on a terminal Ctrl-C arrives twice, and the second must not end a gentle stop.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(signal))
  try {
    const config = readSettings()
    if (config.underNpm) stopWithParent(stop)
    log = openLog(config.logLevel)
    if (config.fresh) await forgetEverything(config)
    const database = timed(await openDatabase({ ...databaseOf(config), log }))
    running = await start({ config, log, database, web: openWeb(), clock })
    if (config.databaseUrl === null) {
      const take = (file: string) => takeBackup(database, file, { at: clock.now(), secretKey: config.secretKey })
      stopListening = await listenForBackups(config.dataDir, take, log)
    }
    if (stopping) await running.stop()
    else await sayWhere(config)
  } catch (error) {
    console.error(sentenceOf(error))
    process.exit(1)
  }
}

/**
 * npm does not pass SIGTERM on: it ends its shell, and the server would run on and keep the port. So under npm the server stops when its
 * parent process is gone.
 */
function stopWithParent(stop: (signal: NodeJS.Signals) => Promise<void>): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) void stop('SIGTERM')
  }, 100).unref()
}

/** `--fresh`, demo mode only: deletes the embedded folder, or empties the demo database. */
async function forgetEverything(config: Config): Promise<void> {
  if (config.databaseUrl === null) {
    if (hasDatabase(config.dataDir)) await refuseProduction(await openDatabase({ dataDir: config.dataDir }).catch(leftToErase))
    return eraseDataFolder(config.dataDir)
  }
  const database = await openDatabase(databaseOf(config))
  await refuseProduction(database, async () => {
    await sql`drop schema public cascade`.execute(database.db)
    await sql`create schema public`.execute(database.db)
  })
}

/** A folder that cannot be opened (damaged, or of another PostgreSQL major) may be erased. `eraseDataFolder` refuses one that is in use. */
const leftToErase = () => null

/** Calls `then` and closes the database. Throws `OtherMode` for a production database, without calling `then`. */
async function refuseProduction(database: Database | null, then: () => Promise<void> = async () => {}): Promise<void> {
  if (database === null) return
  try {
    if ((await modeIfOurs(database.db)) === 'production')
      throw new OtherMode('This is a production database: --fresh does not erase it. Use another one (DATABASE_URL, DATA_DIR).')
    await then()
  } finally {
    await database.close()
  }
}

async function sayWhere(config: Config): Promise<void> {
  const address = config.publicUrl.origin
  if (config.mode !== 'demo') {
    console.log(`Red Carpet is ready at ${address}`)
    return
  }
  const lan = config.lan ? lanAddress(config.port) : null
  const shop = `${lan ?? address}${demoGuide.shopPath}`
  const lines = [
    '',
    `Red Carpet is ready at ${address}  (demo mode: no real message or money moves)`,
    '',
    `  ${'Shopper'.padEnd(9)} ${shop}`,
    ...demoGuide.accounts.map(({ role, email }) => `  ${role.padEnd(9)} ${lan ?? address}/   ${email}`),
    `  Password for all three: ${demoGuide.password}`,
    '',
  ]
  console.log(lines.join('\n'))
  if (lan) console.log(`Scan with a phone on the same network:\n${await QRCode.toString(shop, { type: 'terminal', small: true })}`)
}

function lanAddress(port: number): string | null {
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const found = own.find((address) => address.family === 'IPv4' && !address.internal)
  return found ? `http://${found.address}:${port}` : null
}
