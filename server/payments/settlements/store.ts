import { type Selectable, sql } from 'kysely'
import type { VendorName } from '#contract/payments/payments.ts'
import type { Settlement } from '#contract/payments/vendor-books-calls.ts'
import { anyOf, insertRowsOnce } from '#server/db/rows.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'
import { newId } from '#server/kit/ids.ts'

export interface DueImport {
  mallId: string
  gateway: VendorName
  /** The day through which transfers were read. */
  until: string | null
}

/** Claims the account that has been due longest; null if none is due. An account without keys is never due. */
export async function claimImport(tx: Tx, now: Date, lease: Date): Promise<DueImport | null> {
  const { rows } = await sql<DueImport>`
    update gateway_account set next_import_at = ${lease} where (mall_id, gateway) in (
      select mall_id, gateway from gateway_account
      where key_id is not null and (next_import_at is null or next_import_at <= ${now})
      order by next_import_at nulls first limit 1 for update skip locked)
    returning mall_id, gateway, settled_until as until`.execute(tx)
  return rows[0] ?? null
}

export const endImport = (tx: Tx, { mallId, gateway, until }: DueImport, next: Date) =>
  tx
    .updateTable('gatewayAccount')
    .set({ settledUntil: until, nextImportAt: next })
    .where('mallId', '=', mallId)
    .where('gateway', '=', gateway)
    .execute()

export type ReadLine = Pick<Selectable<Tables['settlement']>, 'vendorSettlementId' | 'utr' | 'settledAt'> &
  Omit<Selectable<Tables['settlementLine']>, 'id' | 'mallId' | 'gateway' | 'settlementId'>

/** Adds the transfers and entries that are not there yet. */
export async function addLines(tx: Tx, mallId: string, gateway: VendorName, lines: readonly ReadLine[]): Promise<void> {
  if (lines.length === 0) return
  const of = { mallId, gateway }
  const transfers = [...new Map(lines.map((line) => [line.vendorSettlementId, line])).values()].map((line) => ({
    ...{ ...of, id: newId(), vendorSettlementId: line.vendorSettlementId, utr: line.utr, settledAt: line.settledAt },
  }))
  await insertRowsOnce(tx, 'settlement', transfers)
  const names = transfers.map((transfer) => transfer.vendorSettlementId)
  // The bank's reference may be known later than the transfer.
  await sql`update settlement set utr = told.utr
    from unnest(${names}::text[], ${transfers.map((transfer) => transfer.utr)}::text[]) as told (name, utr)
    where mall_id = ${mallId} and gateway = ${gateway} and vendor_settlement_id = told.name
      and settlement.utr is null and told.utr is not null`.execute(tx)
  const known = await tx
    .selectFrom('settlement')
    .select(['id', 'vendorSettlementId'])
    .where('mallId', '=', mallId)
    .where('gateway', '=', gateway)
    .where('vendorSettlementId', '=', anyOf(names))
    .execute()
  const idOf = new Map(known.map((row) => [row.vendorSettlementId, row.id]))
  await insertRowsOnce(
    tx,
    'settlementLine',
    lines.map((line) => ({
      ...{ ...of, id: newId(), settlementId: idOf.get(line.vendorSettlementId) ?? '', kind: line.kind, vendorLineId: line.vendorLineId },
      ...{ paymentId: line.paymentId, vendorPaymentId: line.vendorPaymentId, amountPaise: line.amountPaise },
      ...{ feePaise: line.feePaise, taxPaise: line.taxPaise, netPaise: line.netPaise, happenedAt: line.happenedAt },
    })),
  )
}

export async function paymentsOfOrders(db: Reader, mallId: string, gateway: VendorName, vendorOrderIds: readonly string[]) {
  const rows = await db
    .selectFrom('vendorOrder')
    .innerJoin('payment', 'payment.id', 'vendorOrder.paymentId')
    .select(['vendorOrder.paymentId', 'vendorOrder.vendorOrderId', 'payment.amountPaise'])
    .where('vendorOrder.mallId', '=', mallId)
    .where('vendorOrder.gateway', '=', gateway)
    .where('vendorOrder.vendorOrderId', '=', anyOf(vendorOrderIds))
    .execute()
  return new Map(rows.map((row) => [row.vendorOrderId, row]))
}

export async function paymentsOfLines(db: Reader, mallId: string, gateway: VendorName, vendorLineIds: readonly string[]) {
  const rows = await db
    .selectFrom('settlementLine')
    .select(['paymentId', 'vendorLineId'])
    .where('mallId', '=', mallId)
    .where('gateway', '=', gateway)
    .where('vendorLineId', '=', anyOf(vendorLineIds))
    .execute()
  return new Map(rows.flatMap((row) => (row.paymentId === null ? [] : [[row.vendorLineId, row.paymentId] as const])))
}

/** What the entries `l` of refunds have given back, less what the vendor took back of it. */
export const givenBack = sql<number>`sum(case when l.net_paise < 0 then l.amount_paise else -l.amount_paise end)`

/** Those of these payments of which more has left the mall than our books say, without what the vendor takes back of a refund. */
export async function refundedBeyondBooks(db: Reader, paymentIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('payment as p')
    .innerJoin('settlementLine as l', 'l.paymentId', 'p.id')
    .select('p.id')
    .where('p.id', '=', anyOf(paymentIds))
    .where('l.kind', '=', 'refund')
    .where((eb) => eb.or([eb('l.vendorPaymentId', 'is', null), eb('l.vendorPaymentId', '=', eb.ref('p.vendorPaymentId'))]))
    .groupBy('p.id')
    .having(sql<boolean>`${givenBack} > p.refunded_paise`)
    .execute()
  return rows.map(({ id }) => id)
}

/** The newest first, at most 1000; each is the sum of its entries. */
export async function settlementsOf(db: Reader, mallId: string, from: Date, to: Date): Promise<Settlement[]> {
  const sum = (what: string, kinds = sql`true`) => sql<number>`coalesce(sum(${sql.ref(what)}) filter (where ${kinds}), 0)::float8`
  const refunds = sql<number>`coalesce(${givenBack} filter (where l.kind = 'refund'), 0)::float8`
  const rows = await db
    .selectFrom('settlement as s')
    .leftJoin('settlementLine as l', 'l.settlementId', 's.id')
    .select(['s.id', 's.gateway', 's.vendorSettlementId', 's.utr', 's.settledAt'])
    .select([
      sum('l.amountPaise', sql`l.kind = 'payment'`).as('payments'),
      refunds.as('refunds'),
      sum('l.feePaise').as('fees'),
      sum('l.taxPaise').as('tax'),
      sum('l.netPaise').as('net'),
      sql<number>`count(l.id)::int`.as('lines'),
    ])
    .where('s.mallId', '=', mallId)
    .where('s.settledAt', '>=', from)
    .where('s.settledAt', '<', to)
    .groupBy('s.id')
    .orderBy('s.settledAt', 'desc')
    .limit(1000)
    .execute()
  return rows.map((row) => ({
    ...{ id: row.id, gateway: row.gateway, vendorSettlementId: row.vendorSettlementId, utr: row.utr, settledAt: row.settledAt },
    ...{ paymentsPaise: row.payments, refundsPaise: row.refunds, feesPaise: row.fees, taxPaise: row.tax, netPaise: row.net },
    lines: row.lines,
  }))
}
