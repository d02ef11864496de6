import { sql } from 'kysely'
import type { Copying } from '../db/copying.ts'
import { type Applied, migrate, migrationsFolder, migrationsOf, readMigrations, refuseSurprises, runMigrations } from '../db/migrate.ts'
import type { Database } from '../db/open.ts'
import type { Tx } from '../db/transaction.ts'
import { waitForTurn } from '../db/turn.ts'
import { copyTarget, fixSettings, isEmpty, liftKeys, objectsOf, setSequences, tablesOf } from './catalogue.ts'
import type { Head, Sums } from './format.ts'
import { readBackup } from './read-backup.ts'
import { BackupRefused } from './refused.ts'

/**
 * Makes the database what the backup says, in one transaction: all of it or nothing. The schema becomes that of the backup, and then is
 * brought up to date; `migrated` names what ran for that. Throws `BackupRefused` where the file is not whole, where a Red Carpet runs on
 * the database, and where it holds rows or things of others already, unless `replace`: then they go.
 */
export async function restoreBackup(
  database: Database,
  file: string,
  { replace }: { replace: boolean },
): Promise<{ head: Head; sums: Sums; migrated: string[] }> {
  // first, since a damaged row would be refused by the database, and in its words
  await readBackup(file)
  // whoever runs relays: the lock is free where nobody does, and keeps a node that is started from doing anything
  let free = false
  const giveBack = await database.standFor('relay', (ours) => {
    free = ours
  })
  try {
    if (!free) throw new BackupRefused('A Red Carpet is running on this database. Stop every node of it first.')
    const release = await waitForTurn(database, 'migrate')
    const restored = await database.copying((copying) => fill(copying, file, replace)).finally(release)
    return { ...restored, migrated: await migrate(database) }
  } finally {
    await giveBack()
  }
}

async function fill({ tx, copyIn }: Copying, file: string, replace: boolean): Promise<{ head: Head; sums: Sums }> {
  await fixSettings(tx)
  if (!replace && !(await isEmpty(tx)))
    throw new BackupRefused('The database is not empty. With --replace, what is in it goes and the backup takes its place.')
  if (!replace) await refuseStrangers(tx)
  const loaded = new Map<string, number>()
  let putBack = async () => {}
  const read = await readBackup(file, {
    begin: async (head) => {
      await makeSchema(tx, head)
      putBack = await liftKeys(tx)
    },
    rows: async (table, lines) => {
      loaded.set(table.name, (loaded.get(table.name) ?? 0) + (await copyIn(copyTarget(table), lines)))
    },
  })
  for (const { name, rows } of read.sums.tables)
    if ((loaded.get(name) ?? 0) !== rows) throw new Error(`${loaded.get(name) ?? 0} rows of ${name} were taken instead of ${rows}.`)
  await putBack()
  await setSequences(tx, read.sums.sequences)
  await sql`analyze`.execute(tx)
  return read
}

/** Throws where the schema holds what our migrations did not make: it would go, and no backup of ours brings it back. */
async function refuseStrangers(tx: Tx): Promise<void> {
  const found = await objectsOf(tx)
  await startOver(tx, (await migrationsOf(tx)) ?? [])
  const ours = new Set(await objectsOf(tx))
  const strangers = found.filter((name) => !ours.has(name))
  if (strangers.length > 0)
    throw new BackupRefused(
      `There is more in the schema public than Red Carpet made: ${strangers.join(', ')}. Move it to another schema; with --replace, it goes.`,
    )
}

/** Throws the schema away and makes it as these migrations leave it. */
async function startOver(tx: Tx, migrations: readonly Applied[]): Promise<void> {
  await sql`drop schema public cascade`.execute(tx)
  await sql`create schema public`.execute(tx)
  await sql`grant usage on schema public to public`.execute(tx)
  await runMigrations(
    tx,
    readMigrations(migrationsFolder).filter(({ name }) => migrations.some((one) => one.name === name)),
  )
}

/** The schema as it was when the backup was made, without a row. */
async function makeSchema(tx: Tx, head: Head): Promise<void> {
  refuseSurprises('backup', head.migrations, readMigrations(migrationsFolder))
  await startOver(tx, head.migrations)
  const tables = await tablesOf(tx)
  const shape = (list: readonly { name: string; columns: readonly string[] }[]) =>
    JSON.stringify(list.map(({ name, columns }) => [name, [...columns].sort()]).sort())
  if (shape(tables) !== shape(head.tables)) throw new BackupRefused('The backup holds other tables than its migrations make.')
  // rows that a migration makes are in the backup, too
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(tx)
}
