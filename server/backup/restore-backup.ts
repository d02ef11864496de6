import { sql } from 'kysely'
import type { Copying } from '#server/db/copying.ts'
import {
  type Applied,
  migrate,
  migrationsFolder,
  migrationsOf,
  readMigrations,
  refuseSurprises,
  runMigrations,
} from '#server/db/migrate.ts'
import { type Mode, modeIfOurs, modeOf, OtherMode } from '#server/db/mode.ts'
import type { Database } from '#server/db/open.ts'
import { type Tx, transaction } from '#server/db/transaction.ts'
import { waitForTurn } from '#server/db/turn.ts'
import { copyTarget, fixSettings, isEmpty, liftKeys, objectsOf, setSequences, tablesOf } from './catalogue.ts'
import type { Head, Sums } from './format.ts'
import { readBackup } from './read-backup.ts'
import { BackupRefused } from './refused.ts'

/**
 * Replaces the contents of the database by the backup, in one transaction. The schema becomes that of the backup and is then migrated;
 * `migrated` names the migrations that ran.
 * Throws `BackupRefused` if the file is not complete or if Red Carpet runs on the database. Rows and foreign objects in the database are
 * deleted with `replace`, and refused with `BackupRefused` without it. Throws `OtherMode` if the backup is a demo's and the database is or
 * is to be a production database (`production`), unless `acceptDemo`.
 * `afterwards` is what the product does with the rows before it serves requests. If it fails, the restore must be repeated.
 */
export async function restoreBackup(
  database: Database,
  file: string,
  options: {
    replace: boolean
    production?: boolean
    acceptDemo?: boolean
    afterwards?: (tx: Tx, head: Head) => Promise<void>
  },
): Promise<{ head: Head; sums: Sums; migrated: string[]; mode: Mode | null }> {
  // first, because an operator would not understand the database's message about a damaged row
  await readBackup(file)
  // the relaying node holds this lock; while we hold it, a new node does nothing
  let free = false
  const giveBack = await database.seekLock('relay', (ours) => {
    free = ours
  })
  try {
    if (!free) throw new BackupRefused('Red Carpet is running on this database. Stop every node first.')
    const release = await waitForTurn(database, 'migrate')
    const restored = await database.copying((copying) => fill(copying, file, options)).finally(release)
    const migrated = await migrate(database)
    const { afterwards } = options
    if (afterwards) await transaction(database.db, (tx) => afterwards(tx, restored.head))
    return { ...restored, migrated, mode: await modeOf(database.db) }
  } finally {
    await giveBack()
  }
}

const DEMO_BACKUP =
  'This is the backup of a demo: the passwords of its accounts are published. With --into-production, it becomes a production database: your malls, shops and accounts stay, everything sold is deleted and no password is valid any more (docs/operating.md, "From demo to production").'

type Options = Parameters<typeof restoreBackup>[2]

async function fill(
  { tx, copyIn }: Copying,
  file: string,
  { replace, production = false, acceptDemo = false }: Options,
): Promise<{ head: Head; sums: Sums }> {
  await fixSettings(tx)
  const forProduction = production || (await modeIfOurs(tx)) === 'production'
  if (!replace && !(await isEmpty(tx)))
    throw new BackupRefused('The database is not empty. With --replace, its contents are deleted and the backup replaces them.')
  const ready = replace ? null : await refuseStrangers(tx)
  const loaded = new Map<string, number>()
  let putBack = async () => {}
  const read = await readBackup(file, {
    begin: async (head) => {
      await makeSchema(tx, head, ready)
      putBack = await liftKeys(tx)
    },
    rows: async (table, lines) => {
      loaded.set(table.name, (loaded.get(table.name) ?? 0) + (await copyIn(copyTarget(table), lines)))
    },
  })
  for (const { name, rows } of read.sums.tables)
    if ((loaded.get(name) ?? 0) !== rows) throw new Error(`${loaded.get(name) ?? 0} rows of ${name} were loaded instead of ${rows}.`)
  await putBack()
  if (forProduction && !acceptDemo && (await modeIfOurs(tx)) === 'demo') throw new OtherMode(DEMO_BACKUP)
  await setSequences(tx, read.sums.sequences)
  await sql`analyze`.execute(tx)
  return read
}

/**
 * Throws if the schema holds objects that our migrations did not make: our backup cannot bring them back. Leaves the schema as its own
 * migrations make it, and returns their names.
 */
async function refuseStrangers(tx: Tx): Promise<string> {
  const found = await objectsOf(tx)
  const migrations = (await migrationsOf(tx)) ?? []
  await startOver(tx, migrations)
  const ours = new Set(await objectsOf(tx))
  const strangers = found.filter((name) => !ours.has(name))
  if (strangers.length > 0)
    throw new BackupRefused(
      `The schema public holds objects that Red Carpet did not make: ${strangers.join(', ')}. Move them to another schema. With --replace, they are deleted.`,
    )
  return namesOf(migrations)
}

const namesOf = (migrations: readonly Applied[]): string => JSON.stringify(migrations.map(({ name }) => name).sort())

/** Drops the schema and makes it with these migrations. */
async function startOver(tx: Tx, migrations: readonly Applied[]): Promise<void> {
  await sql`drop schema public cascade`.execute(tx)
  await sql`create schema public`.execute(tx)
  await sql`grant usage on schema public to public`.execute(tx)
  await runMigrations(
    tx,
    readMigrations(migrationsFolder).filter(({ name }) => migrations.some((one) => one.name === name)),
  )
}

/** Makes the schema of the backup, without rows; `ready` names the migrations that have just made one. */
async function makeSchema(tx: Tx, head: Head, ready: string | null): Promise<void> {
  refuseSurprises('backup', head.migrations, readMigrations(migrationsFolder))
  if (namesOf(head.migrations) !== ready) await startOver(tx, head.migrations)
  const tables = await tablesOf(tx)
  const shape = (list: readonly { name: string; columns: readonly string[] }[]) =>
    JSON.stringify(list.map(({ name, columns }) => [name, [...columns].sort()]).sort())
  if (shape(tables) !== shape(head.tables)) throw new BackupRefused('The backup has other tables than its migrations make.')
  // the backup holds the rows that a migration makes, too
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(tx)
}
