import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { databaseOver } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { migratedFolder, stateOfMigrations } from '#tests/support/server/migrated-folder.ts'
import { testServer, withName } from '#tests/support/server/test-server.ts'

/** Makes the template once for each state of the migrations; later runs reuse it. */
export default async function setup(project: TestProject): Promise<void> {
  const { engine } = project.config.provide
  const state = stateOfMigrations()
  project.provide('template', engine === 'postgres' ? await postgresTemplate(state) : await embeddedTemplate(state))
  project.provide('dataFolder', engine === 'postgres' ? '' : await migratedFolder())
}

async function embeddedTemplate(state: string): Promise<string> {
  const path = join(tmpdir(), `red-carpet-template-${state}.tar`)
  if (existsSync(path)) return path
  const pg = await PGlite.create()
  const database = databaseOver(pg)
  await migrate(database)
  const dump = await pg.dumpDataDir('none')
  await database.close()
  // Two runs at the same time would both write the file.
  const own = `${path}.${process.pid}`
  writeFileSync(own, Buffer.from(await dump.arrayBuffer()))
  renameSync(own, path)
  return path
}

async function postgresTemplate(state: string): Promise<string> {
  const name = `rc_template_${state}`
  const admin = new pg.Client({ connectionString: testServer })
  await admin.connect()
  try {
    // Two runs at the same time would both make the database.
    await admin.query('select pg_advisory_lock(7253)')
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
    if (rowCount) return name
    await admin.query(`drop database if exists ${name}_unfinished with (force)`)
    await admin.query(`create database ${name}_unfinished`)
    const database = await openDatabase({ url: withName(`${name}_unfinished`) })
    await migrate(database)
    await database.close()
    await admin.query(`alter database ${name}_unfinished rename to ${name}`)
    return name
  } finally {
    await admin.end()
  }
}
