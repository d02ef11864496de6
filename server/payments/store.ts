import { type Selectable, sql } from 'kysely'
import type { GatewayName } from '../../contract/payments.ts'
import type { Payment } from '../../contract/payments.wire.ts'
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

/** A payment by its id, locked until the transaction ends. Payments are locked before tickets, everywhere. */
export async function lockPayment(tx: Tx, id: string): Promise<StoredPayment | null> {
  const row = await tx.selectFrom('payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row ? paymentOf(row) : null
}

/** The open or captured order of a ticket, locked until the transaction ends. */
export async function lockPaymentOfTicket(tx: Tx, ticketId: string): Promise<StoredPayment | null> {
  const row = await tx
    .selectFrom('payment')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .where('state', 'in', ['created', 'captured'])
    .forUpdate()
    .executeTakeFirst()
  return row ? paymentOf(row) : null
}

/** The newest order of a ticket, whatever became of it. */
export async function newestPaymentOf(db: Reader, ticketId: string): Promise<StoredPayment | null> {
  const row = await db
    .selectFrom('payment')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? paymentOf(row) : null
}

/** Moves a payment on; answers it as it is now. */
export async function changePayment(
  tx: Tx,
  id: string,
  change: Partial<Pick<Row, 'state' | 'vendor_order_id' | 'vendor_payment_id' | 'captured_at' | 'refunded_at'>>,
): Promise<StoredPayment> {
  return paymentOf(await tx.updateTable('payment').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow())
}

/** Appends to a payment's history; the detail never holds a card number or a secret. */
export const appendAttempt = (
  tx: Tx,
  entry: {
    payment: Pick<StoredPayment, 'id' | 'mallId'>
    kind: 'confirm' | 'capture' | 'failed' | 'expired' | 'refund'
    actor: { kind: string; id?: string }
    detail?: object
    at: Date
  },
) =>
  tx
    .insertInto('payment_attempt')
    .values({
      mall_id: entry.payment.mallId,
      payment_id: entry.payment.id,
      kind: entry.kind,
      actor_kind: entry.actor.kind,
      actor_id: entry.actor.id ?? null,
      detail: entry.detail ? JSON.stringify(entry.detail) : null,
      at: entry.at,
    })
    .execute()

/** The next serial of a shop's receipts in a financial year, gapless: its row stays locked until the transaction ends. */
export async function nextSerial(tx: Tx, key: { shopId: string; mallId: string; financialYear: string }): Promise<number> {
  const row = await tx
    .insertInto('receipt_series')
    .values({ shop_id: key.shopId, financial_year: key.financialYear, mall_id: key.mallId, last_serial: 1 })
    .onConflict((oc) => oc.columns(['shop_id', 'financial_year']).doUpdateSet({ last_serial: sql`receipt_series.last_serial + 1` }))
    .returning('last_serial')
    .executeTakeFirstOrThrow()
  return row.last_serial
}

/** Adds a receipt. */
export const insertReceipt = (tx: Tx, receipt: Selectable<Tables['receipt']>) => tx.insertInto('receipt').values(receipt).execute()

/** A receipt by its id, with the state of its payment. */
export const receiptById = (db: Reader, id: string) =>
  db
    .selectFrom('receipt')
    .innerJoin('payment', 'payment.id', 'receipt.payment_id')
    .selectAll('receipt')
    .select('payment.state as payment_state')
    .where('receipt.id', '=', id)
    .executeTakeFirst()

/** The id of a payment's receipt. */
export const receiptIdOf = async (db: Reader, paymentId: string): Promise<string | null> =>
  (await db.selectFrom('receipt').select('id').where('payment_id', '=', paymentId).executeTakeFirst())?.id ?? null

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
