import { percentile } from '#bench/kit/percentile.ts'
import { Refusal } from '#contract/base/errors.ts'
import type { Database } from '#server/db/open.ts'
import { capture } from '#server/payments/capture/capture.ts'
import { paymentId, ticketId } from './owing.ts'

/** Captures a second, and how long one took in ms. */
export interface Figures {
  perSecond: number
  p50: number
  p99: number
  many: number
}

/** Each caller captures one owing payment after another, for `seconds` seconds or until shopper `to`. */
export async function rush(
  database: Pick<Database, 'db' | 'engine'>,
  range: { from: number; to: number; shops: number },
  callers: number,
  seconds: number,
): Promise<Figures> {
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
        const shopId = `bench-${n % range.shops}`
        const order = { paymentId: paymentId(n), ticketId: ticketId(n), shopId, vendorPaymentId: `v${n}` }
        const request = { ...order, actor, refundLate: true, now: new Date() }
        const outcome = await capture(database, request)
        if (outcome instanceof Refusal) throw outcome
        took.push(performance.now() - asked)
      }
    }),
  )
  const elapsed = performance.now() - begun
  if (next >= range.to) console.error(`  (all ${took.length} owing payments were captured before the time was up)`)
  return { perSecond: (took.length / elapsed) * 1000, p50: percentile(took, 0.5), p99: percentile(took, 0.99), many: took.length }
}
