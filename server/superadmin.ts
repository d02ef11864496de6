// `npm run superadmin -- you@example.in`: for whoever has the machine in hand. Makes a super administrator, or lets one who is shut out begin
// anew; no other account can do that, and nobody over the network.
import { appointSuperAdministrator } from './accounts/super-administrator.ts'
import { type DataHome, readDataHome } from './config.ts'
import { hasDatabase } from './db/data-folder.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { systemClock } from './kit/clock.ts'
import { sentenceOf } from './sentence.ts'

try {
  console.log(await appoint(readDataHome(process.env), process.argv.slice(2)))
} catch (error) {
  console.error(sentenceOf(error))
  process.exit(1)
}

/** Does what the command line asks for and answers what to print. */
async function appoint(home: DataHome, [email, ...more]: readonly string[]): Promise<string> {
  if (email === undefined || more.length > 0) return stop('Usage: npm run superadmin -- you@example.in')
  // A mistyped DATA_DIR must not become a new, empty Red Carpet.
  if (home.databaseUrl === null && !hasDatabase(home.dataDir))
    return stop(`There is no database in ${home.dataDir}. Start Red Carpet once, or say where it is with DATA_DIR or DATABASE_URL.`)
  const database = await openDatabase(home.databaseUrl ? { url: home.databaseUrl } : { dataDir: home.dataDir })
  try {
    await migrate(database)
    const { firstPassword, until, isNew } = await appointSuperAdministrator({ db: database.db, clock: systemClock }, email)
    return [
      isNew
        ? `${email} is a super administrator now.`
        : `${email} begins anew: the old password and all sessions have ended, the second factor is off.`,
      '',
      `  First password  ${firstPassword}`,
      `  Good until      ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      `  Database        ${home.databaseUrl === null ? home.dataDir : 'the one at DATABASE_URL'}`,
      '',
      'It is not shown again. The login asks for a password of your own in its place.',
    ].join('\n')
  } finally {
    await database.close()
  }
}

function stop(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
