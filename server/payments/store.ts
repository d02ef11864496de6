import { type Selectable, sql } from 'kysely'
import type { GatewayName } from '../../contract/payments.ts'
import type { Payment } from '../../contract/payments.wire.ts'
import { type Statement, writeAtOnce } from '../db/at-once.ts'
import { insertion, updating } from '../db/rows.ts'
import type { Tables } from '../db/tables.ts'
import type { Tx } from '../db/transaction.ts'

type Reader = Pick<Tx, 'selectFrom'>
type Row = Selectable<Tables['payment']>

/** A payment with what only the server needs of it. */
export interface StoredPayment extends Payment {
  mallId: string
  taxBasisPoints: number | null
  vendorOrderId: string | null
  vendorPaymentId: string | null
}

const paymentOf = (row: Row): StoredPayment => ({
  id: row.id,
  ticketId: row.ticket_id,
  shopId: row.shop_id,
  mallId: row.mall_id,
  gateway: row.gateway as GatewayName,
  state: row.state,
  amountPaise: row.amount_paise,
  baseFeePaise: row.base_fee_paise,
  extraPaise: row.extra_paise,
  taxBasisPoints: row.tax_basis_points,
  currency: 'INR',
  expiresAt: row.expires_at,
  vendorOrderId: row.vendor_order_id,
  vendorPaymentId: row.vendor_payment_id,
})

/** Adds an order; nothing where the ticket has an open or captured one (a rival's insert is waited for). */
export async function insertPaymentOnce(
  tx: Tx,
  payment: Pick<
    StoredPayment,
    'id' | 'mallId' | 'shopId' | 'ticketId' | 'gateway' | 'amountPaise' | 'baseFeePaise' | 'extraPaise' | 'taxBasisPoints' | 'expiresAt'
  > & {
    createdAt: Date
  },
): Promise<StoredPayment | null> {
  const row = await tx
    .insertInto('payment')
    .values({
      id: payment.id,
      mall_id: payment.mallId,
      shop_id: payment.shopId,
      ticket_id: payment.ticketId,
      gateway: payment.gateway,
      state: 'created',
      amount_paise: payment.amountPaise,
      base_fee_paise: payment.baseFeePaise,
      extra_paise: payment.extraPaise,
      tax_basis_points: payment.taxBasisPoints,
      created_at: payment.createdAt,
      expires_at: payment.expiresAt,
    })
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ? paymentOf(row) : null
}

/** A payment by its id. */
export async function paymentById(db: Reader, id: string): Promise<StoredPayment | null> {
  const row = await db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? paymentOf(row) : null
}

/** Payments by their ids, in no order; those that do not exist are absent. */
export const paymentsByIds = async (db: Reader, ids: readonly string[]): Promise<StoredPayment[]> =>
  (await db.selectFrom('payment').selectAll().where('id', '=', sql<string>`any(${ids})`).execute()).map(paymentOf)

/** The way to pay of an order, on either side of the wall. */
export const gatewayOf = async (db: Reader, id: string): Promise<GatewayName | null> =>
  (await db.selectFrom(sql<{ gateway: GatewayName }>`gateway_of_payment(${id})`.as('order')).select('gateway').executeTakeFirst())
    ?.gateway ?? null

/** A payment by its id, locked until the transaction ends. Payments are locked before tickets, everywhere. */
export async function lockPayment(tx: Tx, id: string): Promise<StoredPayment | null> {
  const row = await tx.selectFrom('payment').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row ? paymentOf(row) : null
}

/** Payments by their ids, locked until the transaction ends; in the order of the ids, so that no two groups wait for each other. */
export async function lockPayments(tx: Tx, ids: readonly string[]): Promise<Map<string, StoredPayment>> {
  const rows = await tx
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, paymentOf(row)]))
}

/** The open or captured order of a ticket, locked until the transaction ends. */
export async function lockPaymentOfTicket(tx: Tx, ticketId: string): Promise<StoredPayment | null> {
  const row = await tx
    .selectFrom('payment')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .where('state', 'in', ['created', 'captured'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? paymentOf(row) : null
}

/** The open or captured orders of tickets, by ticket, locked until the transaction ends; in the order of their ids, as `lockPayments`. */
export async function lockPaymentsOfTickets(tx: Tx, ticketIds: readonly string[]): Promise<Map<string, StoredPayment>> {
  const rows = await tx
    .selectFrom('payment')
    .selectAll()
    .where('ticket_id', '=', sql<string>`any(${ticketIds})`)
    .where('state', 'in', ['created', 'captured'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [row.ticket_id, paymentOf(row)]))
}

/** The newest order of each of these tickets, whatever became of it, with the id of its receipt. */
export async function newestPaymentsOf(db: Reader, ticketIds: readonly string[]) {
  if (ticketIds.length === 0) return []
  const rows = await db
    .selectFrom('payment')
    .leftJoin('receipt', 'receipt.payment_id', 'payment.id')
    .distinctOn('payment.ticket_id')
    .selectAll('payment')
    .select('receipt.id as receipt_id')
    .where('payment.ticket_id', 'in', ticketIds)
    .orderBy('payment.ticket_id')
    .orderBy('payment.created_at', 'desc')
    .execute()
  return rows.map((row) => ({ payment: paymentOf(row), receiptId: row.receipt_id }))
}

/** Moves a payment on; answers it as it is now. */
export async function changePayment(
  tx: Tx,
  id: string,
  change: Partial<Pick<Row, 'state' | 'vendor_order_id' | 'vendor_payment_id' | 'captured_at' | 'refunded_at'>>,
): Promise<StoredPayment> {
  return paymentOf(await tx.updateTable('payment').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow())
}

/** The statement that moves several payments on. */
export const changingPayments = (
  changes: readonly ({ id: string } & Pick<Row, 'state' | 'captured_at' | 'vendor_payment_id'>)[],
): Statement => updating('payment', changes)

/** What is appended to a payment's history; the detail never holds a card number or a secret. */
export interface AttemptEntry {
  payment: Pick<StoredPayment, 'id' | 'mallId'>
  kind: 'confirm' | 'capture' | 'failed' | 'expired' | 'refund'
  actor: { kind: string; id?: string }
  detail?: object
  at: Date
}

/** The statement that appends to the history of payments. */
export const addingAttempts = (entries: readonly AttemptEntry[]): Statement =>
  insertion(
    'payment_attempt',
    entries.map(({ payment, kind, actor, detail, at }) => ({
      mall_id: payment.mallId,
      payment_id: payment.id,
      kind,
      actor_kind: actor.kind,
      actor_id: actor.id ?? null,
      detail: detail ?? null,
      at,
    })),
  )

/** Appends to a payment's history. */
export const appendAttempt = (tx: Tx, entry: AttemptEntry): Promise<void> => writeAtOnce(tx, addingAttempts([entry]))

/** Payments of a shop by these gateways whose refund is pending, the oldest first. */
export const pendingRefundsOf = async (db: Reader, shopId: string, gateways: readonly string[]): Promise<StoredPayment[]> =>
  gateways.length === 0
    ? []
    : (
        await db
          .selectFrom('payment')
          .selectAll()
          .where('state', '=', 'refund_pending')
          .where('shop_id', '=', shopId)
          .where('gateway', 'in', gateways)
          .orderBy('created_at')
          .limit(100)
          .execute()
      ).map(paymentOf)

/** The first pause between two tries of a refund and the longest, in seconds; each is twice the one before. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [20, 3600]

/** Takes refunds that are due for one try each: another worker leaves them alone until the pause after it is over. */
export async function claimRefunds(tx: Tx, gateways: readonly string[], now: Date, limit: number): Promise<StoredPayment[]> {
  if (gateways.length === 0) return []
  const { rows } = await sql<Row>`update payment set refund_tries = refund_tries + 1,
      refund_try_at = ${now}::timestamptz + least(${LONGEST_PAUSE}::int, ${FIRST_PAUSE}::int * power(2, least(refund_tries, 20))) * interval '1 second'
    where id in (
      select id from payment
      where state = 'refund_pending' and gateway in (${sql.join(gateways)}) and (refund_try_at is null or refund_try_at <= ${now})
      order by refund_try_at nulls first, created_at limit ${limit} for update skip locked)
    returning *`.execute(tx)
  return rows.map(paymentOf)
}
