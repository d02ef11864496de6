import { askForBackup } from '#server/backup/backup-socket.ts'
import { keepBackup } from '#server/backup/keep-backup.ts'
import { BackupRefused } from '#server/backup/refused.ts'
import { takeBackup } from '#server/backup/take-backup.ts'
import { databaseOf, readDataHome } from '#server/config.ts'
import { DataFolderInUse, hasDatabase } from '#server/db/embedded/data-folder.ts'
import { openDatabase } from '#server/db/open.ts'
import { systemClock } from '#server/kit/clock.ts'
import { sentenceOf } from '#server/startup-error.ts'

/**
 * Writes the whole database into one new file in a folder (`backups`, or the named one). The database is PostgreSQL at DATABASE_URL,
 * otherwise the embedded one in DATA_DIR, whether a server runs on it or not. Exit code 1 if this made no backup. `npm run backup --
 * /mnt/safe`
 */

const [folder = 'backups'] = process.argv.slice(2)
const started = performance.now()
try {
  const home = readDataHome(process.env)
  const at = systemClock.now()
  const kept = await keepBackup(folder, at, async (file) => {
    const { databaseUrl, dataDir, secretKey } = home
    if (databaseUrl === null && !hasDatabase(dataDir))
      throw new BackupRefused(`There is no database in ${dataDir}. Name the folder in DATA_DIR, or the PostgreSQL in DATABASE_URL.`)
    try {
      const database = await openDatabase(databaseOf(home))
      await takeBackup(database, file, { at, secretKey }).finally(() => database.close())
    } catch (error) {
      if (!(error instanceof DataFolderInUse)) throw error
      await askForBackup(dataDir, file)
    }
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${kept.file}: ${kept.rows} rows of ${kept.tables} tables, ${(kept.bytes / 1e6).toFixed(1)} MB, ${seconds} s, read back.`)
  console.log('It holds names, mobiles and emails: keep it where only you can read it, and keep SECRET_KEY in another place.')
} catch (error) {
  console.error(sentenceOf(error))
  process.exitCode = 1
}
