import { type Selectable, sql } from 'kysely'
import type { GatewayName, RefundKind, RefundState } from '#contract/payments/payments.ts'
import type { Statement } from '#server/db/at-once.ts'
import { anyOf, fixed, insertion, oneOf } from '#server/db/rows.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'
import { nextNamingAt, type RefundNames } from '#server/payments/refunds/rules.ts'
import { paymentById, type StoredPayment } from '#server/payments/store.ts'

type Row = Selectable<Tables['refund']>

/** The id of a refund is its key at the vendor. */
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
  bankReference: string | null
  createdAt: Date
  settledAt: Date | null
}

const refundOf = ({ actorKind, actorId, through: _through, ...row }: Row): StoredRefund => ({
  ...row,
  gateway: row.gateway as GatewayName,
  actor: { kind: actorKind, id: actorId },
})

export type NewRefund = Omit<StoredRefund, 'tries' | 'trouble' | 'vendorRefundId' | 'bankReference' | 'settledAt'>

/** The payments of the refunds must be locked and count them. */
export const addingRefunds = (refunds: readonly NewRefund[]): Statement =>
  insertion(
    'refund',
    refunds.map((refund) => ({
      id: refund.id,
      mallId: refund.mallId,
      shopId: refund.shopId,
      paymentId: refund.paymentId,
      gateway: refund.gateway,
      amountPaise: refund.amountPaise,
      kind: refund.kind,
      reason: refund.reason,
      actorKind: refund.actor.kind,
      actorId: refund.actor.id,
      state: refund.state,
      // At once, but in line behind those that have waited longer.
      tryAt: refund.state === 'due' ? refund.createdAt : null,
      createdAt: refund.createdAt,
    })),
  )

export async function refundById(db: Reader, id: string): Promise<StoredRefund | null> {
  const row = await db.selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? refundOf(row) : null
}

/** Oldest first. Lock the payment first if you change one. */
export const refundsOf = async (db: Reader, paymentId: string): Promise<StoredRefund[]> =>
  (await db.selectFrom('refund').selectAll().where('paymentId', '=', paymentId).orderBy('createdAt').orderBy('id').execute()).map(refundOf)

export async function byHandOf(db: Reader, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('refund').select('id').where('id', '=', anyOf(ids)).where('state', '=', fixed('by_hand')).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Oldest first; at most 100. */
export const byHandAt = async (db: Reader, shopId: string): Promise<(StoredRefund & { ticketId: string })[]> =>
  (
    await db
      .selectFrom('refund')
      .innerJoin('payment', 'payment.id', 'refund.paymentId')
      .selectAll('refund')
      .select('payment.ticketId')
      .where('refund.state', '=', fixed('by_hand'))
      .where('refund.shopId', '=', shopId)
      .orderBy('refund.createdAt')
      .orderBy('refund.id')
      .limit(100)
      .execute()
  ).map((row) => ({ ...refundOf(row), ticketId: row.ticketId }))

export const addRefund = (tx: Tx, refund: NewRefund) => addingRefunds([refund]).execute(tx)

/** The payment is locked. Oldest first; no worker claims one of them before the transaction ends. */
export const lockRefundsOf = async (tx: Tx, paymentId: string): Promise<StoredRefund[]> =>
  (
    await tx
      .selectFrom('refund')
      .selectAll()
      .where('paymentId', '=', paymentId)
      .orderBy('createdAt')
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
  ).map(refundOf)

/**
 * The payment is locked; `amountPaise` 0 only takes the refund away. The smaller one has a key of its own: at the vendor, the old key
 * stands for the old amount.
 */
export async function replaceRefund(tx: Tx, { id: old, ...refund }: StoredRefund, by: { id: string; amountPaise: number }): Promise<void> {
  await tx.deleteFrom('refund').where('id', '=', old).execute()
  if (by.amountPaise > 0) await addRefund(tx, { ...refund, ...by, state: 'due' })
}

/**
 * The payment is locked. Names that the vendor does not tell stay as they are. `through` is null if the money went back as it had come,
 * `askAt` if the vendor need not be asked for the bank's reference.
 */
export const completeRefunds = (
  tx: Tx,
  ids: readonly string[],
  { names, through, now, askAt }: { names: RefundNames; through: GatewayName | null; now: Date; askAt: Date | null },
) =>
  tx
    .updateTable('refund')
    .set({ state: 'processed', settledAt: now, tryAt: askAt, trouble: null, through, ...named(names) })
    .where('id', '=', anyOf(ids))
    .execute()

export async function nameRefund(tx: Tx, id: string, names: RefundNames): Promise<void> {
  const change = { ...named(names), ...(names.bankReference ? { tryAt: null } : {}) }
  if (Object.keys(change).length > 0) await tx.updateTable('refund').set(change).where('id', '=', id).execute()
}

/** A refund whose bank's reference is asked for now, once: the next time is set. Null if none is due. */
export async function claimUnnamed(tx: Tx, now: Date): Promise<Pick<RefundClaim, 'refund' | 'payment'> | null> {
  const row = await tx
    .selectFrom('refund')
    .selectAll()
    .where('state', '=', fixed('processed'))
    .where('tryAt', '<=', now)
    .orderBy('tryAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return null
  await tx
    .updateTable('refund')
    .set({ tryAt: nextNamingAt(row.settledAt ?? now, now) })
    .where('id', '=', row.id)
    .execute()
  const payment = await paymentById(tx, row.paymentId)
  return payment && { refund: refundOf(row), payment }
}

const named = ({ vendorRefundId, bankReference }: RefundNames) => ({
  ...(vendorRefundId ? { vendorRefundId } : {}),
  ...(bankReference ? { bankReference } : {}),
})

/** Until the lease ends, only this node may ask the vendor for the refund. */
export interface RefundClaim {
  refund: StoredRefund
  payment: StoredPayment
  /** When the try began; the pause until the next one counts from here. */
  at: Date
}

/** How long a claim is valid without renewal: if a node crashes, other nodes then take its refund. */
const LEASE_SECONDS = 20

/** As in the index `refund_try`. */
const AT_VENDOR = oneOf('due', 'sent', 'pending', 'failed', 'waiting_for_funds')

const leaseFrom = (now: Date) => sql<Date>`${now}::timestamptz + ${LEASE_SECONDS}::int * interval '1 second'`

/** Claims the one that has been due longest, for one try; null if none is due. */
export async function claimRefund(tx: Tx, gateways: readonly string[], now: Date): Promise<RefundClaim | null> {
  if (gateways.length === 0) return null
  const row = await tx
    .updateTable('refund')
    .set((eb) => ({
      tries: eb('tries', '+', 1),
      tryAt: leaseFrom(now),
      state: sql<RefundState>`case when state = 'due' then 'sent' else state end`,
    }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('refund')
        .select('id')
        .where('state', 'in', AT_VENDOR)
        .where('gateway', 'in', gateways)
        .where((or) => or.or([or('tryAt', 'is', null), or('tryAt', '<=', now)]))
        .orderBy(sql`try_at nulls first`)
        .orderBy('createdAt')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
  const payment = row && (await paymentById(tx, row.paymentId))
  return payment ? { refund: refundOf(row), payment, at: now } : null
}

/** False if another worker has claimed the refund, or if it has ended. */
export const renewRefund = (tx: Tx, claim: RefundClaim, now: Date): Promise<boolean> => moveRefund(tx, claim, { tryAt: leaseFrom(now) })

/** Releases a claim after a try that did not pay. Without an answer of the vendor, the state stays. */
export const putOffRefund = (
  tx: Tx,
  claim: RefundClaim,
  { until, answer }: { until: Date; answer: (RefundNames & { state: RefundState; trouble: string | null }) | null },
): Promise<boolean> =>
  moveRefund(tx, claim, {
    tryAt: sql<Date>`${until}::timestamptz`,
    ...(answer && { state: answer.state, trouble: answer.trouble, ...named(answer) }),
  })

/**
 * Releases a claim for which the vendor had no time, and lets what is due now of its mall at this vendor wait: refunds that are only asked
 * about, if it is one of them, or else those that are to be made. Cashfree limits the two apart.
 *
 * It does not count as a try, or the pauses would grow. A worker that had lost the claim with the lower number may then have it again, but
 * it is the only one: those in between have learned nothing.
 */
export async function putOffAll(tx: Tx, claim: RefundClaim, { now, until }: { now: Date; until: Date }): Promise<void> {
  const { mallId, gateway, state, tries } = claim.refund
  await moveRefund(tx, claim, { tryAt: sql<Date>`${until}::timestamptz`, tries: tries - 1 })
  // Two nodes that do this at the same time could deadlock.
  await sql`update refund set try_at = ${until} where id in (
    select id from refund where mall_id = ${mallId} and gateway = ${gateway}
      and state in ${AT_VENDOR} and (state = 'pending') = ${state === 'pending'}
      and (try_at is null or try_at <= ${now})
    for update skip locked)`.execute(tx)
}

async function moveRefund(
  tx: Tx,
  { refund }: RefundClaim,
  change: { tryAt: ReturnType<typeof leaseFrom> } & Partial<Pick<Row, 'tries' | 'state' | 'trouble' | 'vendorRefundId' | 'bankReference'>>,
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
