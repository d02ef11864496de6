// The whole product in a separate process, with bare pages, for tests that kill it. `stand-by` starts a node whose relay waits because
// another node holds the lock: what it does is committed, but no screen has been told yet. `to fail` starts a node that its parent can kill
// at a fail point. `--fresh` deletes the demo's data first.
import { databaseOf, readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/open.ts'
import { openLog } from '#server/kit/log.ts'
import { run } from '#server/process.ts'
import { start } from '#server/wiring.ts'
import { watchFailPoints } from '#tests/support/server/fail-points.ts'
import { noWeb } from '#tests/support/server/no-web.ts'

// If the test run dies, no server stays behind.
process.on('disconnect', () => process.exit(1))

if (process.argv[2] === 'to fail') watchFailPoints()

/** How far the machine's clock is ahead, in milliseconds (behind, if negative), for tests of a wrong clock. */
const ahead = Number(process.env.CLOCK_AHEAD_MS ?? 0)
const clock = { now: () => new Date(Date.now() + ahead) }

const settings = () =>
  readConfig(
    process.env,
    process.argv.slice(2).filter((arg) => arg === '--fresh'),
  )

if (process.argv[2] === 'stand-by') {
  const config = settings()
  const log = openLog(config.logLevel)
  const database = await openDatabase({ ...databaseOf(config), log })
  const standFor: typeof database.standFor = async (name, held) => (name === 'relay' ? async () => {} : database.standFor(name, held))
  await start({ config, log, database: { ...database, standFor }, web: noWeb, clock })
} else {
  await run(settings, () => noWeb, clock)
}
