import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { MOST_TOGETHER } from '#server/db/shop-batches.ts'
import type { Tables } from '#server/db/tables.ts'
import { paymentId } from './owing.ts'

const statement = readFileSync(join(import.meta.dirname, 'batch-statement.sql'), 'utf8')

/**
 * Returns the captures a second of the bare engine: batches as large as ours, each a single statement that only writes the same rows. Runs
 * for `seconds` seconds or until shopper `to`.
 */
export async function bareBatches(db: Kysely<Tables>, range: { from: number; to: number }, seconds: number): Promise<number> {
  const [before, after] = statement.split('$1') as [string, string]
  const begun = performance.now()
  let next = range.from
  while (performance.now() - begun < seconds * 1000 && next + MOST_TOGETHER <= range.to) {
    const from = next
    const ids = Array.from({ length: MOST_TOGETHER }, (_, i) => paymentId(from + i))
    await sql`${sql.raw(before)}${ids}${sql.raw(after)}`.execute(db)
    next += MOST_TOGETHER
  }
  return ((next - range.from) / (performance.now() - begun)) * 1000
}
