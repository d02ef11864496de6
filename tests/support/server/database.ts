import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '#server/db/open.ts'
import { placeAt, testServer, withName } from '#tests/support/server/test-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    engine: 'pglite' | 'postgres'
    /** Each test database starts from this dump (pglite) or template database (postgres): migrated and empty. */
    template: string
    /** A data folder of the embedded engine, migrated and empty; empty text if the engine under test is PostgreSQL. */
    dataFolder: string
  }
}

/** A database of one test file: migrated, private, and empty. */
export interface TestDatabase {
  database: Database
  /** The address for a second connection, without a pooler; null on the embedded engine, which is in memory. */
  url: string | null
  /** Empties every table and restarts its sequences; for use between the tests of a file. */
  empty(): Promise<void>
  cleanUp(): Promise<void>
}

/**
 * A private copy of the migrated template on the engine of this run (`inject('engine')`). Takes about 0.6 s embedded, 0.06 s on PostgreSQL.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const template = inject('template')
  if (inject('engine') === 'pglite') {
    const database = await openDatabase({ inMemoryDump: readFileSync(template) })
    return { database, url: null, empty: () => emptyTables(database), cleanUp: () => database.close() }
  }
  const name = `rc_test_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name} template ${template} strategy file_copy`)
  const url = withName(name)
  const database = await openDatabase(placeAt(url))
  const cleanUp = async () => {
    await database.close()
    await onServer(`drop database ${name} with (force)`)
  }
  return { database, url, empty: () => emptyTables(database), cleanUp }
}

async function onServer(statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: testServer })
  await admin.connect()
  try {
    await admin.query(statement)
  } finally {
    await admin.end()
  }
}

async function emptyTables({ db }: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'schema\\_%'`.execute(db)
  await sql`truncate ${sql.join(rows.map(({ name }) => sql.table(name)))} restart identity cascade`.execute(db)
}
