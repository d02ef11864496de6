import type { Tx } from '#server/db/transaction.ts'
import { type Series, takingSerials } from './store.ts'

/** Skips the next `serials` serials of each of these series of receipts: they are taken, and no receipt gets them. */
export async function skipSerials(tx: Tx, series: readonly Series[], serials: number): Promise<void> {
  if (series.length === 0) return
  await takingSerials(series.map((one) => ({ ...one, many: serials }))).execute(tx)
}
