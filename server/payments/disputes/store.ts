import { type Selectable, sql } from 'kysely'
import type { DisputeState, VendorName } from '#contract/payments/payments.ts'
import type { Dispute } from '#contract/payments/vendor-books-calls.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'
import { newId } from '#server/kit/ids.ts'

/** The most rows of a list. */
const MOST = 200

const disputeOf = (row: Selectable<Tables['dispute']>): Dispute => ({
  id: row.id,
  gateway: row.gateway,
  paymentId: row.paymentId,
  vendorDisputeId: row.vendorDisputeId,
  amountPaise: row.amountPaise,
  deductedPaise: row.deductedPaise,
  phase: row.phase,
  reason: row.reason,
  state: row.state,
  respondBy: row.respondBy,
  openedAt: row.openedAt,
})

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

/** Locked until the transaction ends; null if the dispute is new. It is added first, so that two cannot add it. */
export async function lockDispute(tx: Tx, told: ToldDispute): Promise<{ id: string; state: DisputeState; toldAt: Date } | null> {
  const added = await tx
    .insertInto('dispute')
    .values({
      ...{ id: newId(), mallId: told.mallId, gateway: told.gateway, vendorDisputeId: told.vendorDisputeId, ...changesOf(told) },
      openedAt: told.openedAt,
    })
    .onConflict((conflict) => conflict.columns(['mallId', 'gateway', 'vendorDisputeId']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) return null
  return tx
    .selectFrom('dispute')
    .select(['id', 'state', 'toldAt'])
    .where('mallId', '=', told.mallId)
    .where('gateway', '=', told.gateway)
    .where('vendorDisputeId', '=', told.vendorDisputeId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** True if a bank asks for the money of a payment, or has taken it back. */
export async function isDisputed(db: Reader, paymentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('dispute')
    .select('id')
    .where('paymentId', '=', paymentId)
    .where('state', 'in', ['open', 'under_review', 'lost'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The caller has locked the dispute. */
export const changeDispute = (tx: Tx, id: string, told: ToldDispute) =>
  tx
    .updateTable('dispute')
    .set((eb) => ({ ...changesOf(told), paymentId: eb.fn.coalesce(eb.val(told.paymentId), 'paymentId') }))
    .where('id', '=', id)
    .execute()

const changesOf = (told: ToldDispute) => ({
  paymentId: told.paymentId,
  vendorPaymentId: told.vendorPaymentId,
  amountPaise: told.amountPaise,
  deductedPaise: told.deductedPaise,
  phase: told.phase,
  reason: told.reason,
  state: told.state,
  respondBy: told.respondBy,
  toldAt: told.toldAt,
})

export const disputesOf = async (db: Reader, mallId: string): Promise<Dispute[]> =>
  (
    await db
      .selectFrom('dispute')
      .selectAll()
      .where('mallId', '=', mallId)
      .orderBy(sql`state in ('open', 'under_review')`, 'desc')
      .orderBy('openedAt', 'desc')
      .limit(MOST)
      .execute()
  ).map(disputeOf)
