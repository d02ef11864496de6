import { createHash } from 'node:crypto'
import { existsSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'

/** A short text that changes with each migration: the name of what was made with them. */
export function stateOfMigrations(): string {
  const migrations = readMigrations(join(import.meta.dirname, '../../../server/db/migrations'))
  return createHash('sha256')
    .update(migrations.map(({ checksum }) => checksum).join())
    .digest('hex')
    .slice(0, 16)
}

/**
 * Returns the path of a data folder whose embedded database is migrated and empty. It is made once for each state of the migrations. A
 * product that starts on a copy saves the ten seconds of a first start, which is tested elsewhere.
 */
export async function migratedFolder(): Promise<string> {
  const path = join(tmpdir(), `red-carpet-folder-${stateOfMigrations()}`)
  if (existsSync(path)) return path
  // Two runs at the same time would both write it.
  const own = `${path}.${process.pid}`
  const database = await openDatabase({ dataDir: own })
  await migrate(database)
  await database.close()
  renameSync(own, path)
  return path
}
