import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../server/db/tables.ts'
import { MOST_TOGETHER } from '../../server/payments/capture.ts'
import { paymentId } from './owing.ts'

const statement = readFileSync(join(import.meta.dirname, 'group-statement.sql'), 'utf8')

/**
 * The captures a second of the engine by itself: groups as large as ours, one after the other, each a single statement that writes the same
 * rows, and nothing else; for so many seconds or until shopper `to`.
 */
export async function bareGroups(db: Kysely<Tables>, range: { from: number; to: number }, seconds: number): Promise<number> {
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
