import { askAtDoor } from '../server/backup/door.ts'
import { keepBackup } from '../server/backup/keep-backup.ts'
import { BackupRefused } from '../server/backup/refused.ts'
import { takeBackup } from '../server/backup/take-backup.ts'
import { readDataHome } from '../server/config.ts'
import { DataFolderInUse, hasDatabase } from '../server/db/data-folder.ts'
import { openDatabase } from '../server/db/open.ts'
import { systemClock } from '../server/kit/clock.ts'
import { sentenceOf } from '../server/sentence.ts'

/**
 * Writes the whole database into one new file in a folder (`backups`, or the one that is named): of PostgreSQL at DATABASE_URL, else of the
 * embedded one in DATA_DIR, whether a server runs on it or not. Exit code 1 where there is no backup then. `npm run backup -- /mnt/safe`
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
      const database = await openDatabase(databaseUrl === null ? { dataDir } : { url: databaseUrl })
      await takeBackup(database, file, { at, secretKey }).finally(() => database.close())
    } catch (error) {
      if (!(error instanceof DataFolderInUse)) throw error
      await askAtDoor(dataDir, file)
    }
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${kept.file}: ${kept.rows} rows of ${kept.tables} tables, ${(kept.bytes / 1e6).toFixed(1)} MB, ${seconds} s, read back.`)
  console.log('It holds names, mobiles and emails: keep it where only you can read it, and SECRET_KEY elsewhere.')
} catch (error) {
  console.error(sentenceOf(error))
  process.exitCode = 1
}
