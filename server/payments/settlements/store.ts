import { type Selectable, sql } from 'kysely'
import type { VendorName } from '#contract/payments/payments.ts'
import type { Settlement } from '#contract/payments/vendor-books-calls.ts'
import { anyOf, insertRowsOnce } from '#server/db/rows.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'
import { newId } from '#server/kit/ids.ts'

type Reader = Pick<Tx, 'selectFrom'>

/** An account whose transfers are to be read. */
export interface DueImport {
  mallId: string
  gateway: VendorName
  /** The day through which they were read. */
  until: string | null
}

/** Claims the account whose import has been due longest until `lease`; null if none is due. An account without keys is never due. */
export async function claimImport(tx: Tx, now: Date, lease: Date): Promise<DueImport | null> {
  const { rows } = await sql<{ mall_id: string; gateway: VendorName; settled_until: string | null }>`
    update gateway_account set next_import_at = ${lease} where (mall_id, gateway) in (
      select mall_id, gateway from gateway_account
      where key_id is not null and (next_import_at is null or next_import_at <= ${now})
      order by next_import_at nulls first limit 1 for update skip locked)
    returning mall_id, gateway, settled_until`.execute(tx)
  const [row] = rows
  return row ? { mallId: row.mall_id, gateway: row.gateway, until: row.settled_until } : null
}

/** Records through which day an account was read (null: as before), and when it is read next. */
export const endImport = (tx: Tx, { mallId, gateway, until }: DueImport, next: Date) =>
  tx
    .updateTable('gateway_account')
    .set({ settled_until: until, next_import_at: next })
    .where('mall_id', '=', mallId)
    .where('gateway', '=', gateway)
    .execute()

/** An entry of a transfer, as the vendor tells it, with our payment. */
export interface ReadLine {
  vendorSettlementId: string
  utr: string | null
  settledAt: Date
  kind: Selectable<Tables['settlement_line']>['kind']
  vendorLineId: string
  paymentId: string | null
  vendorPaymentId: string | null
  amountPaise: number
  feePaise: number
  taxPaise: number
  netPaise: number
  happenedAt: Date
}

/** Adds the transfers and entries of an account that are not there yet. */
export async function addLines(tx: Tx, mallId: string, gateway: VendorName, lines: readonly ReadLine[]): Promise<void> {
  if (lines.length === 0) return
  const of = { mall_id: mallId, gateway }
  const transfers = [...new Map(lines.map((line) => [line.vendorSettlementId, line])).values()].map((line) => ({
    ...{ ...of, id: newId(), vendor_settlement_id: line.vendorSettlementId, utr: line.utr, settled_at: line.settledAt },
  }))
  await insertRowsOnce(tx, 'settlement', transfers)
  const names = transfers.map((transfer) => transfer.vendor_settlement_id)
  const known = await tx
    .selectFrom('settlement')
    .select(['id', 'vendor_settlement_id'])
    .where('mall_id', '=', mallId)
    .where('gateway', '=', gateway)
    .where('vendor_settlement_id', '=', anyOf(names))
    .execute()
  const idOf = new Map(known.map((row) => [row.vendor_settlement_id, row.id]))
  await insertRowsOnce(
    tx,
    'settlement_line',
    lines.map((line) => ({
      ...{ ...of, id: newId(), settlement_id: idOf.get(line.vendorSettlementId) ?? '', kind: line.kind, vendor_line_id: line.vendorLineId },
      ...{ payment_id: line.paymentId, vendor_payment_id: line.vendorPaymentId, amount_paise: line.amountPaise },
      ...{ fee_paise: line.feePaise, tax_paise: line.taxPaise, net_paise: line.netPaise, happened_at: line.happenedAt },
    })),
  )
}

/** Our payments by the vendor's names of their orders. */
export async function paymentsOfOrders(db: Reader, mallId: string, gateway: VendorName, vendorOrderIds: readonly string[]) {
  const rows = await db
    .selectFrom('vendor_order')
    .select(['payment_id', 'vendor_order_id'])
    .where('mall_id', '=', mallId)
    .where('gateway', '=', gateway)
    .where('vendor_order_id', '=', anyOf(vendorOrderIds))
    .execute()
  return new Map(rows.map((row) => [row.vendor_order_id, row.payment_id]))
}

/** Our payments by the entries that have been imported for them. */
export async function paymentsOfLines(db: Reader, mallId: string, gateway: VendorName, vendorLineIds: readonly string[]) {
  const rows = await db
    .selectFrom('settlement_line')
    .select(['payment_id', 'vendor_line_id'])
    .where('mall_id', '=', mallId)
    .where('gateway', '=', gateway)
    .where('vendor_line_id', '=', anyOf(vendorLineIds))
    .execute()
  return new Map(rows.flatMap((row) => (row.payment_id === null ? [] : [[row.vendor_line_id, row.payment_id] as const])))
}

/** The transfers of a mall in a span of time, the newest first; each is the sum of its entries. At most 400. */
export async function settlementsOf(db: Reader, mallId: string, from: Date, to: Date): Promise<Settlement[]> {
  const sum = (what: string, kinds = sql`true`) => sql<number>`coalesce(sum(${sql.ref(what)}) filter (where ${kinds}), 0)::float8`
  const rows = await db
    .selectFrom('settlement as s')
    .leftJoin('settlement_line as l', 'l.settlement_id', 's.id')
    .select(['s.id', 's.gateway', 's.vendor_settlement_id', 's.utr', 's.settled_at'])
    .select([
      sum('l.amount_paise', sql`l.kind = 'payment'`).as('payments'),
      sum('l.amount_paise', sql`l.kind = 'refund'`).as('refunds'),
      sum('l.fee_paise').as('fees'),
      sum('l.tax_paise').as('tax'),
      sum('l.net_paise').as('net'),
      sql<number>`count(l.id)::int`.as('lines'),
    ])
    .where('s.mall_id', '=', mallId)
    .where('s.settled_at', '>=', from)
    .where('s.settled_at', '<', to)
    .groupBy('s.id')
    .orderBy('s.settled_at', 'desc')
    .limit(400)
    .execute()
  return rows.map((row) => ({
    ...{ id: row.id, gateway: row.gateway, vendorSettlementId: row.vendor_settlement_id, utr: row.utr, settledAt: row.settled_at },
    ...{ paymentsPaise: row.payments, refundsPaise: row.refunds, feesPaise: row.fees, taxPaise: row.tax, netPaise: row.net },
    lines: row.lines,
  }))
}
