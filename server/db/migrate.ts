import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './open.ts'
import type { Db } from './transaction.ts'
import { waitForTurn } from './turn.ts'

/** A plain SQL file of `migrations/`: its name without `.sql`, its text, and the SHA-256 (hex) of the text. */
interface SqlFile {
  name: string
  text: string
  checksum: string
}

export const migrationsFolder = join(import.meta.dirname, 'migrations')

/** A migration as a database remembers it. */
export type Applied = Pick<SqlFile, 'name' | 'checksum'>

/** A database or a backup whose schema this version cannot go on from. */
export class SchemaSurprise extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SchemaSurprise'
  }
}

/** The names under which the database remembers what was done to it. */
const tables = { migrationTableName: 'schema_migration', migrationLockTableName: 'schema_migration_lock' }

/**
 * Brings the schema up to date and returns the names of the migrations that it ran, each in a transaction of its own; one node at a time.
 * Throws where the database knows a migration that this version does not, and where a file was changed after it had run.
 */
export async function migrate(database: Database, folder: string = migrationsFolder): Promise<string[]> {
  const files = readMigrations(folder)
  const release = await waitForTurn(database, 'migrate')
  try {
    refuseSurprises('database', (await migrationsOf(database.db)) ?? [], files)
    return await runMigrations(database.db, files)
  } finally {
    await release()
  }
}

/** Runs those of the files that this database has not seen, each in a transaction of its own, or all in the one that is handed in; their names. */
export async function runMigrations(db: Db, files: readonly SqlFile[]): Promise<string[]> {
  const migrator = new Migrator({
    db,
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

/** The migrations that ran in a database, in order; null where it is none of ours. */
export async function migrationsOf(db: Db): Promise<Applied[] | null> {
  const known = await sql<{ present: boolean }>`select to_regclass('schema_checksum') is not null as present`.execute(db)
  if (!known.rows[0]?.present) return null
  return (await sql<Applied>`select name, checksum from schema_checksum order by name`.execute(db)).rows
}

/** Throws `SchemaSurprise` where migrations ran that these files do not have, or have with another text. */
export function refuseSurprises(what: 'database' | 'backup', applied: readonly Applied[], files: readonly SqlFile[]): void {
  const unknown = applied.filter(({ name }) => !files.some((file) => file.name === name)).map(({ name }) => name)
  if (unknown.length > 0)
    throw new SchemaSurprise(
      `The ${what} is newer than this Red Carpet: it knows ${unknown.join(', ')}. Start the version that made it, or a newer one.`,
    )
  const changed = files.filter((file) => applied.some(({ name, checksum }) => name === file.name && checksum !== file.checksum))
  if (changed.length > 0)
    throw new SchemaSurprise(
      `A migration was changed after it had run here: ${changed.map(({ name }) => name).join(', ')}. Put the file back and add a new one.`,
    )
}
