import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { keyMark } from '../server/backup/format.ts'
import { readBackup } from '../server/backup/read-backup.ts'
import { BackupRefused } from '../server/backup/refused.ts'
import { restoreBackup } from '../server/backup/restore-backup.ts'
import { readDataHome } from '../server/config.ts'
import { openDatabase } from '../server/db/open.ts'
import { sentenceOf } from '../server/sentence.ts'

/**
 * Makes the database what a backup says: PostgreSQL at DATABASE_URL, else the embedded one in DATA_DIR; no server may run on it.
 * `--replace` throws away what is in it, without it the database has to be empty; `--check` only reads the file from beginning to end.
 * Exit code 1 where it was not done; the database then is as it was. `npm run restore -- backups/red-carpet-….tar.gz`
 */

const usage = 'Name the backup: npm run restore -- backups/red-carpet-….tar.gz   (--replace, --check)'

try {
  const { file, replace, check } = asked()
  if (file === undefined) {
    console.error(usage)
    process.exitCode = 1
  } else if (check) {
    tell('is whole', await readBackup(file))
  } else {
    // a mistyped name must not become a new, empty database
    if (!existsSync(file)) throw new BackupRefused(`There is no file ${file}.`)
    const { databaseUrl, dataDir, secretKey } = readDataHome(process.env)
    const database = await openDatabase(databaseUrl === null ? { dataDir } : { url: databaseUrl })
    const done = await restoreBackup(database, file, { replace }).finally(() => database.close())
    tell('is restored', done)
    if (done.migrated.length > 0) console.log(`The schema was brought up to date: ${done.migrated.join(', ')}.`)
    if (done.head.keyMark !== null && (secretKey === null || done.head.keyMark !== keyMark(secretKey)))
      console.log(
        'The SECRET_KEY is not the one that this backup was made with: second factors have to be enrolled anew and codes under way are void. Set the old key, if you have it.',
      )
  }
} catch (error) {
  console.error(sentenceOf(error))
  process.exitCode = 1
}

/** The file and the options of the command line; no file where they are not understood. */
function asked() {
  const options = { replace: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true, strict: false })
  const understood = positionals.length === 1 && Object.keys(values).every((name) => Object.hasOwn(options, name))
  return { file: understood ? positionals[0] : undefined, replace: values.replace === true, check: values.check === true }
}

function tell(what: string, { head, sums }: Awaited<ReturnType<typeof readBackup>>): void {
  const rows = sums.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`The backup of ${head.madeAt} (Red Carpet ${head.version}) ${what}: ${rows} rows of ${sums.tables.length} tables.`)
}
