// The whole product in a separate process, with bare pages, on the dump of a database if one is named. It watches its own event loop. On a
// message it sends its long turns, each with its wall-clock time and the main thread's CPU time in ms.
import { readFileSync } from 'node:fs'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/open.ts'
import { openLog } from '#server/kit/log.ts'
import { run } from '#server/process.ts'
import { start } from '#server/wiring.ts'
import { noWeb } from '#tests/support/server/no-web.ts'
import type { Turn } from './server.ts'

/** The interval in ms at which the loop is checked: a turn is reported as up to this much too long. */
const LOOK_MS = 5
/** Shorter turns, in ms, are not reported. */
const LONG_MS = 25

// If the test run dies, no server stays behind.
process.on('disconnect', () => process.exit(1))

const dump = process.argv[2]
const settings = () => readConfig(process.env, [])
if (dump) {
  const config = settings()
  const database = await openDatabase({ inMemoryDump: readFileSync(dump) })
  const running = await start({ config, log: openLog(config.logLevel), database, web: noWeb })
  process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)))
} else {
  await run(settings, () => noWeb)
}

const turns: Turn[] = []
let [seen, used] = [performance.now(), process.threadCpuUsage()]
setInterval(() => {
  const [now, usage] = [performance.now(), process.threadCpuUsage()]
  const ms = now - seen
  if (ms >= LONG_MS) turns.push({ at: Date.now(), ms, workMs: (usage.user + usage.system - used.user - used.system) / 1000 })
  ;[seen, used] = [now, usage]
}, LOOK_MS)
process.on('message', () => process.send?.(turns.splice(0)))
process.send?.('ready')
