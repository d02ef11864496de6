// The whole product in a process of its own, with pages without a web: for tests that kill it. `stand-by` starts it as a node whose
// relay waits, because another one holds the lock: what it does is committed, and nobody has been told yet; `to fail` as one that its parent can make die at a fail point.
import { readConfig } from '../../server/config.ts'
import { openDatabase } from '../../server/db/open.ts'
import { openLog } from '../../server/kit/log.ts'
import { run } from '../../server/process.ts'
import { start } from '../../server/wiring.ts'
import { watchFailPoints } from './fail-points.ts'
import { noWeb } from './no-web.ts'

// A test run that dies leaves no server behind.
process.on('disconnect', () => process.exit(1))

if (process.argv[2] === 'to fail') watchFailPoints()

const settings = () => readConfig(process.env, [])

if (process.argv[2] === 'stand-by') {
  const config = settings()
  const log = openLog(config.logLevel)
  const database = await openDatabase({ ...(config.databaseUrl ? { url: config.databaseUrl } : { dataDir: config.dataDir }), log })
  const standFor: typeof database.standFor = async (name, held) => (name === 'relay' ? async () => {} : database.standFor(name, held))
  await start({ config, log, database: { ...database, standFor }, web: noWeb })
} else {
  await run(settings, () => noWeb)
}
