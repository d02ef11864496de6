import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './open.ts'
import type { Db } from './transaction.ts'

/** A plain SQL file of `migrations/`: its name without `.sql`, its text, and the SHA-256 (hex) of the text. */
interface SqlFile {
  name: string
  text: string
  checksum: string
}

/** The names under which the database remembers what was done to it. */
const tables = { migrationTableName: 'schema_migration', migrationLockTableName: 'schema_migration_lock' }

/**
 * Brings the schema up to date and returns the names of the migrations that it ran, each in a transaction of its own; one node at a time.
 * Throws where the database knows a migration that this version does not, and where a file was changed after it had run.
 */
export async function migrate(database: Database, folder: string = join(import.meta.dirname, 'migrations')): Promise<string[]> {
  const files = readMigrations(folder)
  const release = await waitForTurn(database)
  try {
    await refuseSurprises(database.db, files)
    const migrator = new Migrator({
      db: database.db,
      provider: { getMigrations: async () => Object.fromEntries(files.map((file) => [file.name, run(file)])) },
      ...tables,
    })
    const done: string[] = []
    for (;;) {
      const { error, results = [] } = await migrator.migrateUp()
      const failed = results.find((result) => result.status === 'Error')
      if (error)
        throw new Error(failed ? `The migration ${failed.migrationName} failed: ${(error as Error).message}` : 'The migration failed.', {
          cause: error,
        })
      if (results.length === 0) return done
      done.push(...results.map((result) => result.migrationName))
    }
  } finally {
    await release()
  }
}

/** Reads `NNNN-name.sql` in order. Line ends are made equal first: a checkout on Windows is no change. */
export function readMigrations(folder: string): SqlFile[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name)) throw new Error(`A migration is called NNNN-name.sql, not ${name}.`)
      const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
      return { name: name.slice(0, -'.sql'.length), text, checksum: createHash('sha256').update(text).digest('hex') }
    })
}

const run = (file: SqlFile): Migration => ({
  up: async (tx) => {
    // building an index may take longer than any query of a request
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`create table if not exists schema_checksum (name text primary key, checksum text not null)`.execute(tx)
    // no values: both engines then take several statements at once
    await sql.raw(file.text).execute(tx)
    await sql`insert into schema_checksum (name, checksum) values (${file.name}, ${file.checksum})`.execute(tx)
  },
})

async function refuseSurprises(db: Db, files: readonly SqlFile[]): Promise<void> {
  const known = await sql<{ present: boolean }>`select to_regclass('schema_checksum') is not null as present`.execute(db)
  if (!known.rows[0]?.present) return
  const { rows: applied } = await sql<{ name: string; checksum: string }>`select name, checksum from schema_checksum order by name`.execute(
    db,
  )
  const unknown = applied.filter(({ name }) => !files.some((file) => file.name === name)).map(({ name }) => name)
  if (unknown.length > 0)
    throw new Error(
      `The database is newer than this Red Carpet: it knows ${unknown.join(', ')}. Start the version that made it, or a newer one.`,
    )
  const changed = files.filter((file) => applied.some(({ name, checksum }) => name === file.name && checksum !== file.checksum))
  if (changed.length > 0)
    throw new Error(
      `A migration was changed after it had run here: ${changed.map(({ name }) => name).join(', ')}. Put the file back and add a new one.`,
    )
}

/** Kysely's own lock waits inside a query and would run into the statement timeout while another node migrates. */
async function waitForTurn(database: Database): Promise<() => Promise<void>> {
  const turn = Promise.withResolvers<void>()
  const release = await database.standFor('migrate', (ours) => {
    if (ours) turn.resolve()
  })
  await turn.promise
  return release
}
