import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { keyMark } from '#server/backup/format.ts'
import { readBackup } from '#server/backup/read-backup.ts'
import { BackupRefused } from '#server/backup/refused.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { databaseOf, readDataHome } from '#server/config.ts'
import { type Database, openDatabase } from '#server/db/open.ts'
import type { Tx } from '#server/db/transaction.ts'
import { leaveDemo, sentencesOf } from '#server/demo/leave-demo.ts'
import { systemClock } from '#server/kit/clock.ts'
import { goOnAfterRestore } from '#server/operator/after-restore.ts'
import { sentenceOf } from '#server/startup-error.ts'

/**
 * Makes the database what a backup says: PostgreSQL at DATABASE_URL, otherwise the embedded one in DATA_DIR. No server may run on it.
 * `--replace` deletes what is in the database; without it, the database must be empty.
 * `--check` only reads the file from beginning to end.
 * `--as-it-was` is for a database that moves: no one was served since the backup, so sessions and numbers continue as they were.
 * The backup of a demo is refused in production; with `--into-production` it becomes a production database.
 * Exit code 1 if the restore was not done; the database is then unchanged. `npm run restore -- backups/red-carpet-….tar.gz`
 */

const usage = 'Name the backup: npm run restore -- backups/red-carpet-….tar.gz   (--replace, --check, --as-it-was, --into-production)'

try {
  const { file, replace, check, asItWas, intoProduction } = asked()
  if (file === undefined) {
    console.error(usage)
    process.exitCode = 1
  } else if (check) {
    tell('is whole', await readBackup(file))
  } else {
    // A mistyped name must not create a new, empty database.
    if (!existsSync(file)) throw new BackupRefused(`There is no file ${file}.`)
    const { secretKey, production, ...home } = readDataHome(process.env)
    let skipped = 0
    const goOn = async (tx: Tx, { madeAt }: { madeAt: string }) => {
      skipped = await goOnAfterRestore(tx, { madeAt: new Date(madeAt), now: systemClock.now() })
    }
    const afterwards = asItWas ? {} : { afterwards: goOn }
    const done = await restore(await openDatabase(databaseOf(home)), file, {
      replace,
      production,
      acceptDemo: intoProduction,
      ...afterwards,
    })
    tell('is restored', done)
    if (done.left) console.log(sentencesOf(done.left))
    else if (!asItWas)
      console.log(
        `Everybody has to sign in again. Each shop's receipts continue ${skipped} numbers later: numbers issued since the backup are not issued again.`,
      )
    if (done.migrated.length > 0) console.log(`The schema was brought up to date: ${done.migrated.join(', ')}.`)
    if (done.head.keyMark !== null && (secretKey === null || done.head.keyMark !== keyMark(secretKey)))
      console.log(
        'The SECRET_KEY is not the one that this backup was made with. Second factors must be enrolled again, and codes under way are void. Set the old key if you have it.',
      )
  }
} catch (error) {
  console.error(sentenceOf(error))
  process.exitCode = 1
}

/** Restores, and turns the demo into a production database if that was asked for. Closes the database. */
async function restore(database: Database, file: string, options: Parameters<typeof restoreBackup>[2]) {
  try {
    const done = await restoreBackup(database, file, options)
    const leaves = options.acceptDemo === true && done.mode === 'demo'
    return { ...done, left: leaves ? await leaveDemo(database, systemClock) : null }
  } finally {
    await database.close()
  }
}

/** No file if the command line is not understood. */
function asked() {
  const flag = { type: 'boolean', default: false } as const
  const options = { replace: flag, check: flag, 'as-it-was': flag, 'into-production': flag } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true, strict: false })
  const understood = positionals.length === 1 && Object.keys(values).every((name) => Object.hasOwn(options, name))
  return {
    file: understood ? positionals[0] : undefined,
    replace: values.replace === true,
    check: values.check === true,
    asItWas: values['as-it-was'] === true,
    intoProduction: values['into-production'] === true,
  }
}

function tell(what: string, { head, sums }: Awaited<ReturnType<typeof readBackup>>): void {
  const rows = sums.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`The backup of ${head.madeAt} (Red Carpet ${head.version}) ${what}: ${rows} rows of ${sums.tables.length} tables.`)
}
