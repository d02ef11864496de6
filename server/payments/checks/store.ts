import { sql } from 'kysely'
import type { VendorName } from '#contract/payments/payments.ts'
import type { Statement } from '#server/db/at-once.ts'
import { anyOf, insertRowsOnce } from '#server/db/rows.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'
import { paymentOf, type StoredPayment } from '#server/payments/store.ts'

export interface VendorOrderRow {
  paymentId: string
  mallId: string
  gateway: VendorName
  vendorOrderId: string
}

export const addVendorOrders = (tx: Tx, orders: readonly VendorOrderRow[], openedAt: Date, firstCheck: Date): Promise<void> =>
  insertRowsOnce(
    tx,
    'vendorOrder',
    orders.map((order) => ({ ...order, openedAt, nextCheckAt: firstCheck })),
  )

/** Orders of these payments are checked with the next run, also those that were not to be checked again. */
export const checkSoon = (tx: Tx, paymentIds: readonly string[], now: Date) =>
  tx.updateTable('vendorOrder').set({ nextCheckAt: now }).where('paymentId', '=', anyOf(paymentIds)).execute()

/** The id of our payment. */
export const paymentNamed = async (db: Reader, mallId: string, gateway: VendorName, vendorOrderId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('vendorOrder')
      .select('paymentId')
      .where('gateway', '=', gateway)
      .where('vendorOrderId', '=', vendorOrderId)
      .where('mallId', '=', mallId)
      .executeTakeFirst()
  )?.paymentId ?? null

/** A key for `paymentsNamed`. */
export const vendorKey = (gateway: VendorName, vendorOrderId: string): string => `${gateway} ${vendorOrderId}`

/** Payments that do not exist are absent. */
export async function paymentsNamed(db: Reader, keys: readonly string[]): Promise<Map<string, StoredPayment>> {
  const rows = await db
    .selectFrom('vendorOrder')
    .innerJoin('payment', 'payment.id', 'vendorOrder.paymentId')
    .select(['vendorOrder.gateway as vendor', 'vendorOrder.vendorOrderId as name'])
    .selectAll('payment')
    .where(sql<boolean>`(vendor_order.gateway, vendor_order.vendor_order_id) in
      (select split_part(key, ' ', 1), substr(key, strpos(key, ' ') + 1) from unnest(${keys}::text[]) key)`)
    .execute()
  return new Map(rows.map((row) => [vendorKey(row.vendor, row.name), paymentOf(row)]))
}

/** Reads all orders of the mall at the vendor: for rare news that does not name the order. */
export const paymentPaidBy = async (db: Reader, mallId: string, gateway: VendorName, vendorPaymentId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('vendorOrder')
      .innerJoin('payment', 'payment.id', 'vendorOrder.paymentId')
      .select('paymentId')
      .where('vendorOrder.mallId', '=', mallId)
      .where('vendorOrder.gateway', '=', gateway)
      .where('payment.vendorPaymentId', '=', vendorPaymentId)
      .executeTakeFirst()
  )?.paymentId ?? null

export interface DueCheck {
  paymentId: string
  mallId: string
  gateway: VendorName
  openedAt: Date
  /** Until then the check is claimed. */
  lease: Date
}

/**
 * Claims the longest due first, without malls in `busy`. If the node ends before it sets the next check, another node takes the orders
 * after `lease`.
 */
export async function claimChecks(
  tx: Tx,
  { now, lease, most, busy }: { now: Date; lease: Date; most: number; busy: readonly string[] },
): Promise<DueCheck[]> {
  const { rows } = await sql<{ paymentId: string; mallId: string; gateway: VendorName; openedAt: Date }>`
    update vendor_order set next_check_at = ${lease}, checks = checks + 1
    where payment_id in (
      select payment_id from vendor_order where next_check_at <= ${now} and mall_id <> all (${[...busy]}::text[])
      order by next_check_at limit ${most} for update skip locked)
    returning payment_id, mall_id, gateway, opened_at`.execute(tx)
  return rows.map((row) => ({ ...row, lease }))
}

/** Lets orders be checked at once, if they are still checked. */
export const checkingNow = (paymentIds: readonly string[], at: Date): Statement =>
  sql`update vendor_order set next_check_at = least(next_check_at, ${at}::timestamptz)
    where payment_id = any (${[...paymentIds]}::text[]) and next_check_at is not null`

/**
 * `at` is null for never. Nothing changes if the claim `lease` does not hold any more: the order must now be checked at once, or another
 * node has claimed it.
 */
export const scheduleCheck = (tx: Tx, { paymentId, lease }: DueCheck, at: Date | null) =>
  tx.updateTable('vendorOrder').set({ nextCheckAt: at }).where('paymentId', '=', paymentId).where('nextCheckAt', '=', lease).execute()
