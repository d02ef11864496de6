import { type Selectable, sql } from 'kysely'
import type { GatewayName, RefundKind, RefundState } from '#contract/payments/payments.ts'
import type { Statement } from '#server/db/at-once.ts'
import { anyOf, fixed, insertion, oneOf } from '#server/db/rows.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { RefundNames } from '#server/payments/refunds/rules.ts'
import { paymentById, type StoredPayment } from '#server/payments/store.ts'

type Reader = Pick<Tx, 'selectFrom'>
type Row = Selectable<Tables['refund']>

/** A refund of a payment or of a part of it. Its id is its key at the vendor. */
export interface StoredRefund {
  id: string
  mallId: string
  shopId: string
  paymentId: string
  gateway: GatewayName
  amountPaise: number
  kind: RefundKind
  reason: string | null
  actor: { kind: string; id: string | null }
  state: RefundState
  tries: number
  /** What the vendor said when it did not pay. */
  trouble: string | null
  vendorRefundId: string | null
  /** What the bank calls the money that is back: ARN, UTR or RRN. */
  bankReference: string | null
  createdAt: Date
  settledAt: Date | null
}

/** Converts a refund's row to the names of our code. */
const refundOf = (row: Row): StoredRefund => ({
  id: row.id,
  mallId: row.mall_id,
  shopId: row.shop_id,
  paymentId: row.payment_id,
  gateway: row.gateway as GatewayName,
  amountPaise: row.amount_paise,
  kind: row.kind,
  reason: row.reason,
  actor: { kind: row.actor_kind, id: row.actor_id },
  state: row.state,
  tries: row.tries,
  trouble: row.trouble,
  vendorRefundId: row.vendor_refund_id,
  bankReference: row.bank_reference,
  createdAt: row.created_at,
  settledAt: row.settled_at,
})

/** A refund that is to be added. */
export type NewRefund = Omit<StoredRefund, 'tries' | 'trouble' | 'vendorRefundId' | 'bankReference' | 'settledAt'>

/** The statement that adds refunds. Their payments must be locked and count them. */
export const addingRefunds = (refunds: readonly NewRefund[]): Statement =>
  insertion(
    'refund',
    refunds.map((refund) => ({
      id: refund.id,
      mall_id: refund.mallId,
      shop_id: refund.shopId,
      payment_id: refund.paymentId,
      gateway: refund.gateway,
      amount_paise: refund.amountPaise,
      kind: refund.kind,
      reason: refund.reason,
      actor_kind: refund.actor.kind,
      actor_id: refund.actor.id,
      state: refund.state,
      created_at: refund.createdAt,
    })),
  )

/** A refund by its id. */
export async function refundById(db: Reader, id: string): Promise<StoredRefund | null> {
  const row = await db.selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? refundOf(row) : null
}

/** The refunds of a payment, oldest first. Lock the payment first if you change one. */
export const refundsOf = async (db: Reader, paymentId: string): Promise<StoredRefund[]> =>
  (await db.selectFrom('refund').selectAll().where('payment_id', '=', paymentId).orderBy('created_at').orderBy('id').execute()).map(
    refundOf,
  )

/** The cash that a shop must hand back, oldest first; at most 100. */
export const byHandAt = async (db: Reader, shopId: string): Promise<(StoredRefund & { ticketId: string })[]> =>
  (
    await db
      .selectFrom('refund')
      .innerJoin('payment', 'payment.id', 'refund.payment_id')
      .selectAll('refund')
      .select('payment.ticket_id')
      .where('refund.state', '=', fixed('by_hand'))
      .where('refund.shop_id', '=', shopId)
      // A node of the version before may have recorded it.
      .where('payment.state', '<>', fixed('refunded'))
      .orderBy('refund.created_at')
      .orderBy('refund.id')
      .limit(100)
      .execute()
  ).map((row) => ({ ...refundOf(row), ticketId: row.ticket_id }))

/** Adds a refund. Its payment must be locked and count it. */
export const addRefund = (tx: Tx, refund: NewRefund) => addingRefunds([refund]).execute(tx)

/** The refunds of a locked payment, oldest first. No worker claims one of them before the transaction ends. */
export const lockRefundsOf = async (tx: Tx, paymentId: string): Promise<StoredRefund[]> =>
  (
    await tx
      .selectFrom('refund')
      .selectAll()
      .where('payment_id', '=', paymentId)
      .orderBy('created_at')
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
  ).map(refundOf)

/**
 * Puts a smaller refund in the place of one whose payment is locked; `amountPaise` 0 only takes it away. The smaller one has a key of its own:
 * at the vendor, the old key stands for the old amount.
 */
export async function replaceRefund(tx: Tx, { id: old, ...refund }: StoredRefund, by: { id: string; amountPaise: number }): Promise<void> {
  await tx.deleteFrom('refund').where('id', '=', old).execute()
  if (by.amountPaise > 0) await addRefund(tx, { ...refund, ...by, state: 'due' })
}

/** Completes refunds whose payment is locked. Names that the vendor does not tell stay as they are. */
export const completeRefunds = (tx: Tx, ids: readonly string[], names: RefundNames, now: Date) =>
  tx
    .updateTable('refund')
    .set({ state: 'processed', settled_at: now, try_at: null, trouble: null, ...named(names) })
    .where('id', '=', anyOf(ids))
    .execute()

/** Stores what the vendor and its bank call a refund. */
export async function nameRefund(tx: Tx, id: string, names: RefundNames): Promise<void> {
  const change = named(names)
  if (Object.keys(change).length > 0) await tx.updateTable('refund').set(change).where('id', '=', id).execute()
}

const named = ({ vendorRefundId, bankReference }: RefundNames) => ({
  ...(vendorRefundId ? { vendor_refund_id: vendorRefundId } : {}),
  ...(bankReference ? { bank_reference: bankReference } : {}),
})

/** Makes the rows true of payments that a node of the version before marked or refunded. */
export const adoptRefunds = (tx: Tx, now: Date) => sql`select adopt_refunds(${now})`.execute(tx)

/** A claim to a refund: until the lease ends, only this node may ask the vendor for it. */
export interface RefundClaim {
  refund: StoredRefund
  payment: StoredPayment
  /** When the try began; the pause until the next one counts from here. */
  at: Date
}

/** How long a claim is valid without renewal: if a node crashes, other nodes take its refund after this time. */
const LEASE_SECONDS = 20

const leaseFrom = (now: Date) => sql<Date>`${now}::timestamptz + ${LEASE_SECONDS}::int * interval '1 second'`

/** Claims the refund that has been due longest, for one try; null if none is due. */
export async function claimRefund(tx: Tx, gateways: readonly string[], now: Date): Promise<RefundClaim | null> {
  if (gateways.length === 0) return null
  const row = await tx
    .updateTable('refund')
    .set((eb) => ({
      tries: eb('tries', '+', 1),
      try_at: leaseFrom(now),
      state: sql<RefundState>`case when state = 'due' then 'sent' else state end`,
    }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('refund')
        .select('id')
        .where('state', 'in', oneOf('due', 'sent', 'pending', 'failed', 'waiting_for_funds'))
        .where('gateway', 'in', gateways)
        .where((or) => or.or([or('try_at', 'is', null), or('try_at', '<=', now)]))
        .orderBy(sql`try_at nulls first`)
        .orderBy('created_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
  const payment = row && (await paymentById(tx, row.payment_id))
  return payment ? { refund: refundOf(row), payment, at: now } : null
}

/** Renews a claim for another lease; false if another worker has claimed the refund, or if it has ended. */
export const renewRefund = (tx: Tx, claim: RefundClaim, now: Date): Promise<boolean> => moveRefund(tx, claim, { try_at: leaseFrom(now) })

/** Releases a claim after a try that did not pay. Without an answer of the vendor, the state stays. */
export const putOffRefund = (
  tx: Tx,
  claim: RefundClaim,
  { until, answer }: { until: Date; answer: (RefundNames & { state: RefundState; trouble: string | null }) | null },
): Promise<boolean> =>
  moveRefund(tx, claim, {
    try_at: sql<Date>`${until}::timestamptz`,
    ...(answer && { state: answer.state, trouble: answer.trouble, ...named(answer) }),
  })

async function moveRefund(
  tx: Tx,
  { refund }: RefundClaim,
  change: { try_at: ReturnType<typeof leaseFrom> } & Partial<Pick<Row, 'state' | 'trouble' | 'vendor_refund_id' | 'bank_reference'>>,
): Promise<boolean> {
  const row = await tx
    .updateTable('refund')
    .set(change)
    .where('id', '=', refund.id)
    .where('state', 'not in', oneOf('processed', 'by_hand'))
    .where('tries', '=', refund.tries)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
