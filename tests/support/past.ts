import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { financialYearOf, serviceDayOf } from '../../contract/time.ts'
import type { Database } from '../../server/db/open.ts'

/** How much a database has seen: shops in all (those that are there already among them), and tickets of earlier days over all of them. */
export interface Past {
  shops: number
  tickets: number
}

/**
 * Gives a migrated database a past, as if the product had run there for a long time: malls, shops, tickets of earlier days with their
 * history, payments, receipts and messages, codes and events of one day, and people in line today at some of the new shops. The shops
 * that were there before get their share of earlier days; their today stays as it is.
 */
export async function layPast({ db, copying }: Pick<Database, 'db' | 'copying'>, past: Past, now: Date): Promise<void> {
  const today = serviceDayOf(now, 'Asia/Kolkata')
  const settings = { now: now.toISOString(), today, year: financialYearOf(today), shops: past.shops, tickets: past.tickets }
  // A million tickets take longer than a query of the pool may.
  await copying(async ({ tx }) => {
    for (const [name, value] of Object.entries(settings))
      await sql`select set_config(${`past.${name}`}, ${String(value)}, true)`.execute(tx)
    await sql`set local work_mem = '256MB'`.execute(tx)
    // Foreign keys are checked by triggers, row by row, and everything fits here.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(readFileSync(join(import.meta.dirname, 'past.sql'), 'utf8')).execute(tx)
  })
  const tables = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
  for (const { name } of tables.rows) await sql`vacuum (analyze) ${sql.table(name)}`.execute(db)
}
