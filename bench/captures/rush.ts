import { Refusal } from '../../contract/errors.ts'
import type { Db } from '../../server/db/transaction.ts'
import { openCapture } from '../../server/payments/capture.ts'
import { paymentId } from './owing.ts'

/** How a rush went: captures a second, and how long one took. */
export interface Figures {
  perSecond: number
  p50: number
  p99: number
  many: number
}

/** The value below which such a share of the sorted values lie. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** So many callers who each capture one owing payment after another, for so many seconds or until shopper `to`. */
export async function rush(db: Db, range: { from: number; to: number }, callers: number, seconds: number): Promise<Figures> {
  const capture = openCapture({ db })
  const took: number[] = []
  let next = range.from
  const begun = performance.now()
  const end = begun + seconds * 1000
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < end && next < range.to) {
        const n = next
        next += 1
        const asked = performance.now()
        const actor = { kind: 'shopper', id: `9${String(n).padStart(9, '0')}` } as const
        const outcome = await capture({ paymentId: paymentId(n), vendorPaymentId: `v${n}`, actor, refundLate: true, now: new Date() })
        if (outcome instanceof Refusal) throw outcome
        took.push(performance.now() - asked)
      }
    }),
  )
  const elapsed = performance.now() - begun
  if (next >= range.to) console.error(`  (all ${took.length} owing payments were captured before the time was over)`)
  const sorted = took.toSorted((a, b) => a - b)
  return { perSecond: (took.length / elapsed) * 1000, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), many: took.length }
}
