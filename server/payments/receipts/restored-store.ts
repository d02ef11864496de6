import { sql } from 'kysely'
import { insertion } from '#server/db/rows.ts'
import type { Tx } from '#server/db/transaction.ts'
import { type Series, takingSerials } from './store.ts'

/** Skips the next `serials` serials of each of these series of receipts: they are taken, and no receipt gets them. */
export async function skipSerials(tx: Tx, series: readonly Series[], serials: number): Promise<void> {
  if (series.length === 0) return
  await takingSerials(series.map((one) => ({ ...one, many: serials }))).execute(tx)
}

/**
 * Skips the next `serials` serials of the papers for refunds: those of these series, and those of this year's sellers from before. A refund
 * after the backup may have begun a series that the backup does not have.
 */
export async function skipNoteSerials(tx: Tx, series: readonly Series[], serials: number): Promise<void> {
  if (series.length === 0) return
  const rows = series.map(({ shopId, mallId, financialYear, seller }) => {
    return { seller, shopId, financialYear, mallId, lastSerial: 0 }
  })
  await sql`${insertion('creditNoteSeries', rows)} on conflict do nothing`.execute(tx)
  const years = [...new Set(series.map(({ financialYear }) => financialYear))]
  await sql`update credit_note_series set last_serial = last_serial + ${serials}::int where financial_year = any(${years})`.execute(tx)
}
