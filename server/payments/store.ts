import { type Selectable, sql } from 'kysely'
import type { Payment } from '#contract/payments/calls.ts'
import type { GatewayName } from '#contract/payments/payments.ts'
import { addAnd, type Following, type Statement, sendAtOnce } from '#server/db/at-once.ts'
import { limiting, type TimeLimits } from '#server/db/limits.ts'
import { anyOf, insertion, oneOf, updating } from '#server/db/rows.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'

type Row = Selectable<Tables['payment']>

/** As a receipt shows the seller, with the code of the receipt's number. */
export interface Seller {
  name: string
  address: string
  gstin: string | null
  receiptCode: string
}

/** A payment with the fields that only the server needs. */
export interface StoredPayment extends Payment {
  mallId: string
  taxBasisPoints: number | null
  /** True if the whole fee is refunded when the shopper leaves before being called. */
  refundOnLeave: boolean
  seller: Seller
  vendorOrderId: string | null
  vendorPaymentId: string | null
  /** The sum of its refunds, with those that are under way. */
  refundingPaise: number
}

export const paymentOf = (row: Row): StoredPayment => ({
  ...row,
  gateway: row.gateway as GatewayName,
  currency: 'INR',
  seller: { name: row.sellerName, address: row.sellerAddress, gstin: row.sellerGstin, receiptCode: row.receiptCode },
})

/**
 * Leaves out orders whose ticket has an open or captured one. Waits for another transaction that adds one of the same ticket. The rows are
 * added in the order of their tickets, so that two transactions cannot deadlock. The same statement writes what follows.
 */
export async function insertPaymentsOnce(
  tx: Tx,
  payments: readonly (Omit<StoredPayment, 'state' | 'currency' | 'vendorPaymentId' | 'refundingPaise' | 'refundedPaise'> & {
    createdAt: Date
  })[],
  following: Following,
): Promise<StoredPayment[]> {
  if (payments.length === 0) return []
  const inOrder = payments.toSorted((a, b) => (a.ticketId < b.ticketId ? -1 : 1))
  const adding = insertion(
    'payment',
    inOrder.map(({ seller, ...payment }) => ({
      ...payment,
      state: 'created' as const,
      sellerName: seller.name,
      sellerAddress: seller.address,
      sellerGstin: seller.gstin,
      receiptCode: seller.receiptCode,
    })),
  )
  return (await addAnd(tx, sql<Row>`${adding} on conflict do nothing returning *`, following)).map(paymentOf)
}

export async function paymentById(db: Reader, id: string): Promise<StoredPayment | null> {
  const row = await db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? paymentOf(row) : null
}

/** In no order; those that do not exist are absent. */
export const paymentsByIds = async (db: Reader, ids: readonly string[]): Promise<StoredPayment[]> =>
  (await db.selectFrom('payment').selectAll().where('id', '=', anyOf(ids)).execute()).map(paymentOf)

/** The gateway of an order, even if the wall hides the order. */
export const gatewayOf = async (db: Reader, id: string): Promise<GatewayName | null> =>
  (await db.selectFrom(sql<{ gateway: GatewayName }>`gateway_of_payment(${id})`.as('order')).select('gateway').executeTakeFirst())
    ?.gateway ?? null

/** Payments are locked before tickets, everywhere. */
export async function lockPayment(tx: Tx, id: string): Promise<StoredPayment | null> {
  const row = await tx.selectFrom('payment').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row ? paymentOf(row) : null
}

/**
 * Locks in the order of the ids, without those that another transaction has locked. The same statement sets the time limits of the
 * transaction, because a separate one would be one more round trip.
 */
export async function lockFreePayments(tx: Tx, ids: readonly string[], limits: TimeLimits): Promise<Map<string, StoredPayment>> {
  const { rows } = await sql<Row>`with limits as materialized (${limiting(limits)})
    select payment.* from payment, limits where payment.id = any(${ids}) order by payment.id for no key update of payment skip locked`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.id, paymentOf(row)]))
}

/** The open or captured order. */
export async function lockPaymentOfTicket(tx: Tx, ticketId: string): Promise<StoredPayment | null> {
  const row = await tx
    .selectFrom('payment')
    .selectAll()
    .where('ticketId', '=', ticketId)
    .where('state', 'in', oneOf('created', 'captured'))
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? paymentOf(row) : null
}

/** The open or captured orders, by ticket; without those that are already locked. */
export async function lockFreePaymentsOfTickets(tx: Tx, ticketIds: readonly string[]): Promise<Map<string, StoredPayment>> {
  const rows = await openPayments(tx, ticketIds).selectAll().orderBy('id').forNoKeyUpdate().skipLocked().execute()
  return new Map(rows.map((row) => [row.ticketId, paymentOf(row)]))
}

/** The tickets among these that have an open or captured order. */
export const ticketsWithOpenPayment = async (db: Reader, ticketIds: readonly string[]): Promise<string[]> =>
  (await openPayments(db, ticketIds).select('ticketId').execute()).map((row) => row.ticketId)

const openPayments = (db: Reader, ticketIds: readonly string[]) =>
  db.selectFrom('payment').where('ticketId', '=', anyOf(ticketIds)).where('state', 'in', oneOf('created', 'captured'))

export type RefundInShort = Pick<Selectable<Tables['refund']>, 'id' | 'amountPaise' | 'state' | 'bankReference'>

/** Oldest first; null without any, which reads no table. */
const refundsInShort = sql<RefundInShort[] | null>`case when payment.refunding_paise > 0 then (
  select json_agg(json_build_object('id', r.id, 'amountPaise', r.amount_paise, 'state', r.state, 'bankReference', r.bank_reference)
    order by r.created_at, r.id) from refund r where r.payment_id = payment.id) end`.as('refunds')

/** The newest order may be in any state. */
export async function newestPaymentsOf(db: Reader, ticketIds: readonly string[]) {
  if (ticketIds.length === 0) return []
  const rows = await db
    .selectFrom('payment')
    .leftJoin('receipt', 'receipt.paymentId', 'payment.id')
    .distinctOn('payment.ticketId')
    .selectAll('payment')
    .select('receipt.id as receiptId')
    .select(refundsInShort)
    .where('payment.ticketId', '=', anyOf(ticketIds))
    .orderBy('payment.ticketId')
    .orderBy('payment.createdAt', 'desc')
    .execute()
  return rows.map((row) => ({ payment: paymentOf(row), receiptId: row.receiptId, refunds: row.refunds ?? [] }))
}

export async function changePayment(
  tx: Tx,
  id: string,
  change: Partial<
    Pick<Row, 'state' | 'vendorOrderId' | 'vendorPaymentId' | 'capturedAt' | 'refundedAt' | 'refundingPaise' | 'refundedPaise'>
  >,
): Promise<StoredPayment> {
  return paymentOf(await tx.updateTable('payment').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow())
}

export const changingPayments = (
  changes: readonly ({ id: string } & Pick<Row, 'state' | 'capturedAt' | 'vendorPaymentId'> & Partial<Pick<Row, 'refundingPaise'>>)[],
): Statement => updating('payment', changes)

export const nameVendorOrders = (tx: Tx, payments: readonly Pick<StoredPayment, 'id' | 'vendorOrderId'>[]) =>
  updating(
    'payment',
    payments.map(({ id, vendorOrderId }) => ({ id, vendorOrderId })),
  ).execute(tx)

/** The detail never holds a card number or a secret. */
export interface AttemptEntry {
  payment: Pick<StoredPayment, 'id' | 'mallId'>
  kind: 'confirm' | 'capture' | 'failed' | 'expired' | 'refund'
  actor: { kind: string; id?: string }
  detail?: object
  at: Date
}

export const addingAttempts = (entries: readonly AttemptEntry[]): Statement =>
  insertion(
    'paymentAttempt',
    entries.map(({ payment, kind, actor, detail, at }) => ({
      mallId: payment.mallId,
      paymentId: payment.id,
      kind,
      actorKind: actor.kind,
      actorId: actor.id ?? null,
      detail: detail ?? null,
      at,
    })),
  )

export const appendAttempt = (tx: Tx, entry: AttemptEntry): void => sendAtOnce(tx, addingAttempts([entry]))

/** What was paid for these tickets, wherever the money is now. */
export const receivedFor = (db: Reader, ticketIds: readonly string[]) =>
  db
    .selectFrom('payment')
    .select(['id', 'ticketId', 'gateway', 'amountPaise', 'refundedPaise', 'refundingPaise'])
    .where('ticketId', '=', anyOf(ticketIds))
    .where('capturedAt', 'is not', null)
    .orderBy('capturedAt')
    .execute()
