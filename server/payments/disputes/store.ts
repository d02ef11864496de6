import { type Selectable, sql } from 'kysely'
import type { DisputeState, VendorName } from '#contract/payments/payments.ts'
import type { Dispute } from '#contract/payments/vendor-books-calls.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'
import { newId } from '#server/kit/ids.ts'

type Reader = Pick<Tx, 'selectFrom'>

/** The most rows of a list. */
const MOST = 200

const disputeOf = (row: Selectable<Tables['dispute']>): Dispute => ({
  id: row.id,
  gateway: row.gateway,
  paymentId: row.payment_id,
  vendorDisputeId: row.vendor_dispute_id,
  amountPaise: row.amount_paise,
  deductedPaise: row.deducted_paise,
  phase: row.phase,
  reason: row.reason,
  state: row.state,
  respondBy: row.respond_by,
  openedAt: row.opened_at,
})

/** A dispute as a vendor tells it. */
export interface ToldDispute {
  mallId: string
  gateway: VendorName
  vendorDisputeId: string
  paymentId: string | null
  vendorPaymentId: string | null
  amountPaise: number
  deductedPaise: number
  phase: string
  reason: string
  state: DisputeState
  respondBy: Date | null
  openedAt: Date
  toldAt: Date
}

/** What we know of a dispute, locked until the transaction ends; null if it is new. It is added first, so that two cannot add it. */
export async function lockDispute(tx: Tx, told: ToldDispute): Promise<{ id: string; state: DisputeState; toldAt: Date } | null> {
  const added = await tx
    .insertInto('dispute')
    .values({
      ...{ id: newId(), mall_id: told.mallId, gateway: told.gateway, vendor_dispute_id: told.vendorDisputeId, ...changesOf(told) },
      opened_at: told.openedAt,
    })
    .onConflict((conflict) => conflict.columns(['mall_id', 'gateway', 'vendor_dispute_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) return null
  const row = await tx
    .selectFrom('dispute')
    .select(['id', 'state', 'told_at'])
    .where('mall_id', '=', told.mallId)
    .where('gateway', '=', told.gateway)
    .where('vendor_dispute_id', '=', told.vendorDisputeId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { id: row.id, state: row.state, toldAt: row.told_at }
}

/** Replaces what we know of a dispute that the caller has locked. */
export const changeDispute = (tx: Tx, id: string, told: ToldDispute) =>
  tx
    .updateTable('dispute')
    .set((eb) => ({ ...changesOf(told), payment_id: eb.fn.coalesce(eb.val(told.paymentId), 'payment_id') }))
    .where('id', '=', id)
    .execute()

const changesOf = (told: ToldDispute) => ({
  payment_id: told.paymentId,
  vendor_payment_id: told.vendorPaymentId,
  amount_paise: told.amountPaise,
  deducted_paise: told.deductedPaise,
  phase: told.phase,
  reason: told.reason,
  state: told.state,
  respond_by: told.respondBy,
  told_at: told.toldAt,
})

/** The disputes of a mall: first those that are open, the newest first. */
export const disputesOf = async (db: Reader, mallId: string): Promise<Dispute[]> =>
  (
    await db
      .selectFrom('dispute')
      .selectAll()
      .where('mall_id', '=', mallId)
      .orderBy(sql`state in ('open', 'under_review')`, 'desc')
      .orderBy('opened_at', 'desc')
      .limit(MOST)
      .execute()
  ).map(disputeOf)
