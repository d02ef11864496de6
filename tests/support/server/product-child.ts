// The whole product in a separate process, with bare pages, for tests that kill it. `stand-by` starts a node whose relay waits because
// another node holds the lock: what it does is committed, but no screen has been told yet. `to fail` starts a node that its parent can kill
// at a fail point. `by hand` does the same, and its parent tells it when to do its background work. `--fresh` deletes the demo's data
// first.
import { databaseOf, readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/open.ts'
import { openLog } from '#server/kit/log.ts'
import { run } from '#server/process.ts'
import { start } from '#server/wiring.ts'
import { watchFailPoints } from '#tests/support/server/fail-points.ts'
import { noWeb } from '#tests/support/server/no-web.ts'

// If the test run dies, no server stays behind.
process.on('disconnect', () => process.exit(1))

const mode = process.argv[2]
if (mode === 'to fail' || mode === 'by hand') watchFailPoints()

/** How far the machine's clock is ahead, in ms (behind, if negative). */
const ahead = Number(process.env.CLOCK_AHEAD_MS ?? 0)
const clock = { now: () => new Date(Date.now() + ahead) }

const settings = () =>
  readConfig(
    process.env,
    process.argv.slice(2).filter((arg) => arg === '--fresh'),
  )

if (mode === 'stand-by' || mode === 'by hand') {
  const config = settings()
  const log = openLog(config.logLevel)
  const database = await openDatabase({ ...databaseOf(config), log })
  const seekLock: typeof database.seekLock = async (name, held) =>
    name === 'relay' && mode === 'stand-by' ? async () => {} : database.seekLock(name, held)
  const running = await start({ config, log, database: { ...database, seekLock }, web: noWeb, clock })
  process.on('message', async (message) => {
    if (message !== 'tick') return
    await running.tick()
    process.send?.('ticked')
  })
} else {
  await run(settings, () => noWeb, { clock })
}
