import { networkInterfaces } from 'node:os'
import { sql } from 'kysely'
import QRCode from 'qrcode'
import { openDoor } from './backup/door.ts'
import { takeBackup } from './backup/take-backup.ts'
import type { Config } from './config.ts'
import { eraseDataFolder } from './db/data-folder.ts'
import { openDatabase } from './db/open.ts'
import type { WebAssets } from './http/page.ts'
import { systemClock } from './kit/clock.ts'
import { type Log, openLog } from './kit/log.ts'
import { sentenceOf } from './sentence.ts'
import { type Running, start } from './wiring.ts'

/** The life of the process: settings, database, listen, one clear line, stop gently on a signal. Ends with a sentence where it cannot start. */
export async function run(readSettings: () => Config, openWeb: () => WebAssets): Promise<void> {
  let running: Running | undefined
  let closeDoor = async () => {}
  let log: Log | undefined
  let stopping = false
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    log?.info({ signal }, 'stopping')
    // What hangs must not keep a deployment waiting.
    setTimeout(() => process.exit(1), 15_000).unref()
    await Promise.all([closeDoor(), running?.stop()])
    log?.info('stopped')
    process.exit(0)
  }
  // `on`, not `once`: on a terminal Ctrl-C arrives twice, and the second must not end a gentle stop.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(signal))
  try {
    const config = readSettings()
    log = openLog(config.logLevel)
    if (config.fresh) await forgetEverything(config)
    const database = await openDatabase({ ...(config.databaseUrl ? { url: config.databaseUrl } : { dataDir: config.dataDir }), log })
    running = await start({ config, log, database, web: openWeb() })
    if (config.databaseUrl === null) {
      const take = (file: string) => takeBackup(database, file, { at: systemClock.now(), secretKey: config.secretKey })
      closeDoor = await openDoor(config.dataDir, take, log)
    }
    if (stopping) await running.stop()
    else await sayWhere(config, running.demo)
  } catch (error) {
    console.error(sentenceOf(error))
    process.exit(1)
  }
}

/** `--fresh`, demo mode only: the embedded folder goes, or the demo database is emptied. */
async function forgetEverything(config: Config): Promise<void> {
  if (config.databaseUrl === null) return eraseDataFolder(config.dataDir)
  const database = await openDatabase({ url: config.databaseUrl })
  await sql`drop schema public cascade`.execute(database.db)
  await sql`create schema public`.execute(database.db)
  await database.close()
}

async function sayWhere(config: Config, demo: Running['demo']): Promise<void> {
  const address = config.publicUrl.origin
  if (!demo) {
    console.log(`Red Carpet is ready at ${address}`)
    return
  }
  const lan = config.lan ? lanAddress(config.port) : null
  const shop = `${lan ?? address}${demo.shopPath}`
  const lines = [
    '',
    `Red Carpet is ready at ${address}  (demo mode: no real message or money moves)`,
    '',
    `  ${'Shopper'.padEnd(9)} ${shop}`,
    ...demo.accounts.map(({ role, email }) => `  ${role.padEnd(9)} ${lan ?? address}/   ${email}`),
    `  Password for all three: ${demo.password}`,
    '',
  ]
  console.log(lines.join('\n'))
  if (lan) console.log(`Scan with a phone on the same network:\n${await QRCode.toString(shop, { type: 'terminal', small: true })}`)
}

/** This machine's address on the local network; null where it has none. */
function lanAddress(port: number): string | null {
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const found = own.find((address) => address.family === 'IPv4' && !address.internal)
  return found ? `http://${found.address}:${port}` : null
}
