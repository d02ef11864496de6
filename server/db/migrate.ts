import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from './open.ts'
import type { Db, Tx } from './transaction.ts'
import { waitForTurn } from './turn.ts'

/** `name` is without `.sql`, `checksum` is the SHA-256 (hex) of the text. */
interface SqlFile {
  name: string
  text: string
  checksum: string
}

export const migrationsFolder = join(import.meta.dirname, 'migrations')

/** A migration as a database records it. */
export type Applied = Pick<SqlFile, 'name' | 'checksum'>

/** This version cannot continue from the schema of a database or a backup. */
export class SchemaSurprise extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SchemaSurprise'
  }
}

/**
 * Returns the names of the migrations that it ran, each in its own transaction. One node migrates at a time; without work it does not wait.
 * `waits` is called if another process has the turn. Throws like `refuseSurprises`.
 */
export async function migrate(
  database: Database,
  { folder = migrationsFolder, waits = () => {} }: { folder?: string; waits?: () => void } = {},
): Promise<string[]> {
  const files = readMigrations(folder)
  if ((await missing(database.db, files)).length === 0) return []
  const release = await waitForTurn(database, 'migrate', waits)
  try {
    const done: string[] = []
    for (;;) {
      // another node may have migrated in the meantime
      const [next] = await missing(database.db, files)
      if (next === undefined) return done
      // an index may take longer to build than the pool waits for an answer
      await database.copying(({ tx }) => run(tx, next))
      done.push(next.name)
    }
  } finally {
    await release()
  }
}

/** Runs the files that this database has not run, in order. Throws like `refuseSurprises`. */
export async function runMigrations(tx: Tx, files: readonly SqlFile[]): Promise<void> {
  for (const file of await missing(tx, files)) await run(tx, file)
}

/** Throws like `refuseSurprises`. */
async function missing(db: Db, files: readonly SqlFile[]): Promise<SqlFile[]> {
  const applied = (await migrationsOf(db)) ?? []
  refuseSurprises('database', applied, files)
  return files.filter(({ name }) => !applied.some((one) => one.name === name))
}

/** Reads `NNNN-name.sql` in order. Line ends are normalized: a checkout on Windows must not look like a change. */
export function readMigrations(folder: string): SqlFile[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name)) throw new Error(`A migration must be called NNNN-name.sql, not ${name}.`)
      const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
      return { name: name.slice(0, -'.sql'.length), text, checksum: createHash('sha256').update(text).digest('hex') }
    })
}

async function run(tx: Tx, file: SqlFile): Promise<void> {
  // the server, or the role, may have its own limit
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`create table if not exists schema_checksum (name text primary key, checksum text not null)`.execute(tx)
  // without values both engines accept several statements at once
  await sql
    .raw(file.text)
    .execute(tx)
    .catch((error: Error) => {
      throw new Error(`The migration ${file.name} failed: ${error.message}`, { cause: error })
    })
  await sql`insert into schema_checksum (name, checksum) values (${file.name}, ${file.checksum})`.execute(tx)
}

/** Returns the migrations in the order in which they ran; null if the database is not ours. */
export async function migrationsOf(db: Db): Promise<Applied[] | null> {
  const known = await sql<{ present: boolean }>`select to_regclass('schema_checksum') is not null as present`.execute(db)
  if (!known.rows[0]?.present) return null
  return (await sql<Applied>`select name, checksum from schema_checksum order by name`.execute(db)).rows
}

/** Throws `SchemaSurprise` if migrations ran that are not among these files, have another text, or come after one that did not run. */
export function refuseSurprises(what: 'database' | 'backup', applied: readonly Applied[], files: readonly SqlFile[]): void {
  const unknown = applied.filter(({ name }) => !files.some((file) => file.name === name)).map(({ name }) => name)
  if (unknown.length > 0)
    throw new SchemaSurprise(
      `The ${what} is newer than this Red Carpet: it knows ${unknown.join(', ')}. Start the version that made it, or a newer one.`,
    )
  const changed = files.filter((file) => applied.some(({ name, checksum }) => name === file.name && checksum !== file.checksum))
  if (changed.length > 0)
    throw new SchemaSurprise(
      `A migration was changed after it had run here: ${changed.map(({ name }) => name).join(', ')}. Restore it and add a new file.`,
    )
  const last = applied.at(-1)?.name ?? ''
  const late = files.filter(({ name }) => name < last && !applied.some((one) => one.name === name))
  if (late.length > 0)
    throw new SchemaSurprise(`A migration has a lower number than ${last}, which has run here: ${late.map(({ name }) => name).join(', ')}.`)
}
