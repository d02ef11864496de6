// `npm run superadmin -- you@example.in`: for the person who controls the machine. Creates a super administrator, or resets one who is
// locked out. No other account can do that, and it is not possible over the network.
import { appointSuperAdministrator } from '#server/accounts/super-administrator.ts'
import { type DataHome, databaseOf, readDataHome } from '#server/config.ts'
import { hasDatabase } from '#server/db/embedded/data-folder.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { systemClock } from '#server/kit/clock.ts'
import { sentenceOf } from '#server/startup-error.ts'

try {
  console.log(await appoint(readDataHome(process.env), process.argv.slice(2)))
} catch (error) {
  console.error(sentenceOf(error))
  process.exit(1)
}

/** Returns the text to print. */
async function appoint(home: DataHome, [email, ...more]: readonly string[]): Promise<string> {
  if (email === undefined || more.length > 0) return stop('Usage: npm run superadmin -- you@example.in')
  // A mistyped DATA_DIR must not become a new, empty Red Carpet.
  if (home.databaseUrl === null && !hasDatabase(home.dataDir))
    return stop(`There is no database in ${home.dataDir}. Start Red Carpet once, or say where it is with DATA_DIR or DATABASE_URL.`)
  const database = await openDatabase(databaseOf(home))
  try {
    await migrate(database)
    const { firstPassword, until, isNew } = await appointSuperAdministrator({ db: database.db, clock: systemClock }, email)
    return [
      isNew
        ? `${email} is a super administrator now.`
        : `${email} is reset: the old password no longer works, all sessions have ended and the second factor is off.`,
      '',
      `  First password  ${firstPassword}`,
      `  Valid until     ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      `  Database        ${home.databaseUrl === null ? home.dataDir : 'the one at DATABASE_URL'}`,
      '',
      'It is not shown again. The login asks you to choose a password of your own.',
    ].join('\n')
  } finally {
    await database.close()
  }
}

function stop(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
