import { cpSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { builtWeb } from '#server/http/pages/built-web.ts'
import { run } from '#server/process.ts'
import { migratedFolder } from '#tests/support/server/migrated-folder.ts'
import { clockInTheMorning, withClock } from '#tests/support/server/movable-clock.ts'

/**
 * Starts the product as `server/main.ts` does, on a copy of a migrated database. A first start, which has tests of its own, would take ten
 * seconds for each server of the journeys, one after the other. `/?ms=…` at CLOCK_PORT puts its clock forward; the response is the time, in
 * epoch ms.
 */
const { DATA_DIR, CLOCK_PORT } = process.env
if (DATA_DIR === undefined || CLOCK_PORT === undefined) throw new Error('DATA_DIR and CLOCK_PORT must be set.')
cpSync(await migratedFolder(), DATA_DIR, { recursive: true })
const clock = clockInTheMorning()
createServer(({ url = '/' }, answer) => {
  clock.advance(Number(new URL(url, 'http://clock').searchParams.get('ms')))
  answer.end(String(clock.now().getTime()))
}).listen(Number(CLOCK_PORT), '127.0.0.1')
await run(
  () => readConfig(process.env, []),
  () => builtWeb(join(import.meta.dirname, '../../..')),
  { clock, database: (opened) => withClock(opened, clock) },
)
