import { Refusal } from '../../contract/errors.ts'
import type { Database } from '../../server/db/open.ts'
import { openCapture } from '../../server/payments/capture.ts'
import { percentile } from '../kit/percentile.ts'
import { paymentId } from './owing.ts'

/** How a rush went: captures a second, and how long one took. */
export interface Figures {
  perSecond: number
  p50: number
  p99: number
  many: number
}

/** So many callers who each capture one owing payment after another, for so many seconds or until shopper `to`. */
export async function rush(
  database: Pick<Database, 'db' | 'engine'>,
  range: { from: number; to: number },
  callers: number,
  seconds: number,
): Promise<Figures> {
  const capture = openCapture(database)
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
  return { perSecond: (took.length / elapsed) * 1000, p50: percentile(took, 0.5), p99: percentile(took, 0.99), many: took.length }
}
