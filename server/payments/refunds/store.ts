import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'
import { paymentOf, type StoredPayment } from '#server/payments/store.ts'

/** A claim to a refund: until the lease ends, only this node may ask the vendor for it. */
export interface RefundClaim {
  payment: StoredPayment
  /** The number of this try: a later claim has a higher number. */
  tries: number
  /** When the try began; the pause until the next one counts from here. */
  at: Date
}

/** How long a claim is valid without renewal: if a node crashes, other nodes take its refund after this time. */
const LEASE_SECONDS = 20
/** The first pause between two tries of a refund and the longest, in seconds; each is twice the one before. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [20, 3600]

const leaseFrom = (now: Date) => sql<Date>`${now}::timestamptz + ${LEASE_SECONDS}::int * interval '1 second'`

/** Claims the refund that has been due longest, for one try; null if none is due. */
export async function claimRefund(tx: Tx, gateways: readonly string[], now: Date): Promise<RefundClaim | null> {
  if (gateways.length === 0) return null
  const row = await tx
    .updateTable('payment')
    .set((eb) => ({ refund_tries: eb('refund_tries', '+', 1), refund_try_at: leaseFrom(now) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('payment')
        .select('id')
        .where('state', '=', 'refund_pending')
        .where('gateway', 'in', gateways)
        .where((or) => or.or([or('refund_try_at', 'is', null), or('refund_try_at', '<=', now)]))
        .orderBy(sql`refund_try_at nulls first`)
        .orderBy('created_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
  return row ? { payment: paymentOf(row), tries: row.refund_tries, at: now } : null
}

/** Renews a claim for another lease; false if the claim is no longer ours, or the refund is no longer pending. */
export const renewRefund = (tx: Tx, claim: RefundClaim, now: Date): Promise<boolean> => moveRefund(tx, claim, leaseFrom(now))

/** Releases a claim after a failed try. The next try is due after a pause that grows with each try. */
export const putOffRefund = (tx: Tx, claim: RefundClaim): Promise<boolean> => {
  const seconds = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(claim.tries - 1, 20))
  return moveRefund(tx, claim, sql<Date>`${new Date(claim.at.getTime() + seconds * 1000)}::timestamptz`)
}

async function moveRefund(tx: Tx, { payment, tries }: RefundClaim, until: ReturnType<typeof leaseFrom>): Promise<boolean> {
  const row = await tx
    .updateTable('payment')
    .set({ refund_try_at: until })
    .where('id', '=', payment.id)
    .where('state', '=', 'refund_pending')
    .where('refund_tries', '=', tries)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
