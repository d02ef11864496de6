// `npm run leave-demo`: asks first, unless `--yes` is given.
import { createInterface } from 'node:readline/promises'
import { type DataHome, databaseOf, readDataHome } from '#server/config.ts'
import { hasDatabase } from '#server/db/embedded/data-folder.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { leaveDemo, sentencesOf } from '#server/demo/leave-demo.ts'
import { systemClock } from '#server/kit/clock.ts'
import { sentenceOf } from '#server/startup-error.ts'

const WORD = 'production'
const WHAT_GOES = [
  'This turns a demo database into a production database. This cannot be undone: make a backup first (npm run backup).',
  '  - All tickets, payments, receipts, messages and sessions are deleted.',
  '  - The demo mall, the demo accounts and every super administrator are disabled.',
  '  - All passwords stop working.',
  '  - Your own malls, shops, counters, displays and accounts stay.',
].join('\n')

try {
  console.log(await leave(readDataHome(process.env), process.argv.slice(2)))
} catch (error) {
  console.error(sentenceOf(error))
  process.exit(1)
}

/** Returns the text to print. */
async function leave(home: DataHome, args: readonly string[]): Promise<string> {
  if (args.some((arg) => arg !== '--yes')) return stop('Usage: npm run leave-demo   (-- --yes: without a question)')
  if (home.databaseUrl === null && !hasDatabase(home.dataDir))
    return stop(`There is no database in ${home.dataDir}. Say where it is with DATA_DIR or DATABASE_URL.`)
  if (args.length === 0 && !(await isWanted())) return stop('Nothing was changed.')
  const database = await openDatabase(databaseOf(home))
  try {
    await migrate(database)
    return sentencesOf(await leaveDemo(database, systemClock))
  } finally {
    await database.close()
  }
}

async function isWanted(): Promise<boolean> {
  console.log(WHAT_GOES)
  if (!process.stdin.isTTY) return stop('Run it on a terminal to confirm, or with --yes.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const said = await terminal.question(`Type "${WORD}" to go on: `)
  terminal.close()
  return said.trim() === WORD
}

function stop(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
