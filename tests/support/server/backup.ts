import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#server/db/open.ts'

interface Ended {
  code: number | null
  /** What it printed, on both streams. */
  said: string
}

/** Runs `npm run backup` or `npm run restore` as the operator does, with the settings of a product. */
export async function command(name: 'backup' | 'restore', args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const child = spawn(process.execPath, [join(import.meta.dirname, `../../../scripts/${name}.ts`), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => {
      said += part
    })
  }
  const [code] = await once(child, 'close')
  return { code, said }
}

/** Every key, check and index, in PostgreSQL's own words. */
export async function keysOf({ db }: Database): Promise<string[]> {
  const { rows } = await sql<{ is: string }>`
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated as is
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public' order by 1`.execute(db)
  return rows.map(({ is }) => is)
}

/** The complete backups in a folder, oldest first. */
export const backupsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.tar.gz'))
    .sort()
    .map((name) => join(folder, name))

/** A fingerprint of every row of each table, and the state of each sequence. */
export async function wholeDigest({ db }: Database): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; kind: string }>`
    select relname as name, relkind::text as kind from pg_class
    where relkind in ('r', 'S') and relnamespace = 'public'::regnamespace and relname not like 'schema\\_%' order by relname`.execute(db)
  const digest: Record<string, string> = {}
  for (const { name, kind } of rows) {
    const one =
      kind === 'S'
        ? sql<{ is: string }>`select last_value || ' ' || is_called as is from ${sql.table(name)}`
        : sql<{ is: string }>`
            select count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text collate "C"), '')) as is from ${sql.table(name)} t`
    digest[name] = (await one.execute(db)).rows[0]?.is ?? ''
  }
  return digest
}
