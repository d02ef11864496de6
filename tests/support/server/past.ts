import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { financialYearOf, serviceDayOf } from '#contract/base/time.ts'
import type { Database } from '#server/db/open.ts'

/** The numbers of all shops (with the existing ones), of tickets of earlier days over all shops, and of the shops of each new mall. */
export interface Past {
  shops: number
  tickets: number
  perMall?: number
}

/**
 * Gives a migrated database a past, as if the product had run there for a long time. Adds malls, shops and tickets of earlier days with
 * their history, payments, receipts and messages. Adds codes and events of one day, and people in the queue today at some of the new shops.
 * Shops that existed before get their share of earlier days only.
 */
export async function layPast({ db, copying }: Pick<Database, 'db' | 'copying'>, past: Past, now: Date): Promise<void> {
  const today = serviceDayOf(now, 'Asia/Kolkata', 0)
  const settings = {
    now: now.toISOString(),
    today,
    year: financialYearOf(today),
    shops: past.shops,
    tickets: past.tickets,
    per_mall: past.perMall ?? 50,
  }
  // A million tickets take longer than the pool's limit for a query.
  await copying(async ({ tx }) => {
    for (const [name, value] of Object.entries(settings))
      await sql`select set_config(${`past.${name}`}, ${String(value)}, true)`.execute(tx)
    await sql`set local work_mem = '256MB'`.execute(tx)
    // Triggers would check foreign keys row by row. All rows made here are consistent.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(readFileSync(join(import.meta.dirname, 'past.sql'), 'utf8')).execute(tx)
  })
  const tables = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
  for (const { name } of tables.rows) await sql`vacuum (analyze) ${sql.table(name)}`.execute(db)
}
