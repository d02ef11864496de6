import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { serviceDayOf } from '#contract/base/time.ts'
import type { Database } from '#server/db/open.ts'

/** So far: tickets that have ended, and people who wait. */
export interface BusyDay {
  shopId: string
  ended: number
  waiting: number
  /** The distance between two waiting numbers, which are the last ones: 1 if they are consecutive. */
  every: number
}

/** Gives a shop in India such a day, with the history and a message of each ticket; what the shop had before stays. */
export async function layBusyDay({ db, copying }: Pick<Database, 'db' | 'copying'>, day: BusyDay, now: Date): Promise<void> {
  const { shopId, ended, waiting, every } = day
  const settings = { shop: shopId, ended, waiting, every, now: now.toISOString(), today: serviceDayOf(now, 'Asia/Kolkata', 0) }
  await copying(async ({ tx }) => {
    for (const [name, value] of Object.entries(settings))
      await sql`select set_config(${`busy.${name}`}, ${String(value)}, true)`.execute(tx)
    // Triggers would check foreign keys row by row. All rows made here are consistent.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(readFileSync(join(import.meta.dirname, 'busy-day.sql'), 'utf8')).execute(tx)
  })
  for (const table of ['ticket', 'ticketEvent', 'message', 'dayCounter']) await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
}
