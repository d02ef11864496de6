import { type RawBuilder, sql } from 'kysely'
import type { Db, Reader } from '#server/db/transaction.ts'
import type { SeriesPart, TaxSums } from './file-rules.ts'
import type { Position, StretchWanted } from './stretch-rules.ts'
import type { HandBack, Transfer, VoucherPaper } from './tally-rules.ts'

/** Papers issued from `from` (included) to `before` (excluded). */
export interface PapersWanted {
  shopIds: readonly string[]
  from: Date
  before: Date
}

/** Receipts, as `r`. A receipt is issued when its money comes in, so the index of payments by that time finds it. */
const receipts = ({ shopIds, from, before }: PapersWanted) => sql`payment p join receipt r on r.payment_id = p.id
  where p.shop_id = any(${[...shopIds]}::text[]) and p.captured_at is not null and p.captured_at >= ${from} and p.captured_at < ${before}`

/** Papers for refunds, as `n`. */
const notes = ({ shopIds, from, before }: PapersWanted) =>
  sql`n.shop_id = any(${[...shopIds]}::text[]) and n.issued_at >= ${from} and n.issued_at < ${before}`

export type Paper = VoucherPaper & { issuedAt: Date }

/** Oldest first. */
export async function papersInOrder(db: Reader, { after, most, ...wanted }: PapersWanted & StretchWanted): Promise<(Paper & Position)[]> {
  const { rows } = await sql<Paper & Position>`
    select * from (
      select r.id, p.captured_at as at, false as "isNote", r.number, r.issued_at as "issuedAt", r.gateway, r.shop_name as "shopName",
        r.tax_kind as "taxKind", null as original, r.taxable_paise as "taxablePaise", r.cgst_paise as "cgstPaise",
        r.sgst_paise as "sgstPaise", r.igst_paise as "igstPaise", r.extra_paise as "extraPaise", r.total_paise as "totalPaise"
      from ${receipts(wanted)} ${after === null ? sql`` : sql`and (p.captured_at, r.id) > (${after.at}, ${after.id})`}
      union all
      select n.id, n.issued_at, true, n.number, n.issued_at, coalesce(n.gateway, r.gateway), r.shop_name, r.tax_kind, r.number, n.taxable_paise,
        n.cgst_paise, n.sgst_paise, n.igst_paise, n.extra_paise, n.total_paise
      from credit_note n join receipt r on r.id = n.receipt_id
      where ${notes(wanted)} ${after === null ? sql`` : sql`and (n.issued_at, n.id) > (${after.at}, ${after.id})`}
    ) one
    order by at, id limit ${most}`.execute(db as Db)
  return rows
}

export type TaxSumsOfSeller = TaxSums & { gstin: string }

/** Tax invoices and, as separate sums, the credit notes that are taken off. */
export async function taxSums(db: Reader, wanted: PapersWanted): Promise<TaxSumsOfSeller[]> {
  const kinds = sql`r.seller as gstin, coalesce(r.place_of_supply, left(r.gstin, 2)) as place, coalesce(r.sac, '') as sac, coalesce(r.tax_basis_points, 0) as "basisPoints"`
  const [invoices, credited] = await Promise.all([
    sql<TaxSumsOfSeller>`select ${kinds}, ${added(sql`r`)} from ${receipts(wanted)} and r.kind = 'tax_invoice' group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(
      db as Db,
    ),
    sql<TaxSumsOfSeller>`select ${kinds}, ${added(sql`-n`)} from credit_note n join receipt r on r.id = n.receipt_id
      where n.kind = 'credit_note' and ${notes(wanted)} group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db as Db),
  ])
  return [...invoices.rows, ...credited.rows]
}

/** `of` is the paper's name in the statement, with a minus if the sums are taken off. */
const added = (
  of: RawBuilder<unknown>,
) => sql`sum(${of}.taxable_paise)::float8 as "taxablePaise", sum(${of}.cgst_paise)::float8 as "cgstPaise",
  sum(${of}.sgst_paise)::float8 as "sgstPaise", sum(${of}.igst_paise)::float8 as "igstPaise", sum(${of}.extra_paise)::float8 as "extraPaise",
  sum(${of}.total_paise)::float8 as "totalPaise"`

export type PartOfSeller = SeriesPart & { gstin: string }

/** Tax invoices, then credit notes. Each series is of a shop, a seller and a financial year. */
export async function seriesParts(db: Reader, wanted: PapersWanted): Promise<PartOfSeller[]> {
  const [invoices, credited] = await Promise.all([
    partsOf(db, false, sql`${receipts(wanted)} and r.kind = 'tax_invoice'`, sql`r`, sql`receipt`),
    partsOf(db, true, sql`credit_note n where n.kind = 'credit_note' and ${notes(wanted)}`, sql`n`, sql`credit_note`),
  ])
  return [...invoices, ...credited]
}

/** Counts the papers from `before` to `until`, also one of another day: two nodes may issue papers around midnight in either order. */
async function partsOf(db: Reader, isNote: boolean, papers: RawBuilder<unknown>, of: RawBuilder<unknown>, table: RawBuilder<unknown>) {
  const inSeriesOf = (one: RawBuilder<unknown>) =>
    sql`known.shop_id = ${one}.shop_id and known.financial_year = ${one}.financial_year and known.seller = ${one}.seller`
  const inSeries = inSeriesOf(sql`part`)
  const { rows } = await sql<PartOfSeller>`
    select part.seller as gstin, ${isNote}::bool as "isNote", part.before, part.until,
      (select known.number from ${table} known where ${inSeries} and known.serial = part.until) as last,
      case when part.until - part.before = part.many then part.many
        else (select count(*)::int from ${table} known where ${inSeries} and known.serial between part.before + 1 and part.until) end as many
    from (
      select one.*, coalesce((select max(known.serial) from ${table} known
        where ${inSeriesOf(sql`one`)} and known.serial < one.first), 0) as before
      from (
        select ${of}.shop_id, ${of}.seller, ${of}.financial_year, count(*)::int as many, min(${of}.serial) as first, max(${of}.serial) as until
        from ${papers} group by ${of}.shop_id, ${of}.seller, ${of}.financial_year
      ) one
    ) part order by last`.execute(db as Db)
  return rows
}

/** Cash for online money that bought nothing, oldest first. */
export async function handBacksInOrder(
  db: Reader,
  { shopIds, from, before, after, most }: PapersWanted & StretchWanted,
): Promise<(HandBack & Position)[]> {
  const { rows } = await sql<HandBack & Position>`
    select f.id, f.settled_at as at, p.vendor_payment_id as name, f.amount_paise as "amountPaise"
    from refund f join payment p on p.id = f.payment_id
    where f.shop_id = any(${[...shopIds]}::text[]) and f.through is not null and f.settled_at >= ${from} and f.settled_at < ${before}
      and not exists (select from receipt r where r.payment_id = f.payment_id)
      ${after === null ? sql`` : sql`and (f.settled_at, f.id) > (${after.at}, ${after.id})`}
    order by f.settled_at, f.id limit ${most}`.execute(db as Db)
  return rows
}

/**
 * What vendors transferred to the bank of a mall, oldest first. What a line adds to the transfer, with the fee and its tax, is what it took
 * from a ledger.
 */
export async function transfersInOrder(
  db: Reader,
  { mallId, from, before, after, most }: { mallId: string; from: Date; before: Date } & StretchWanted,
): Promise<(Transfer & Position)[]> {
  const sum = (what: RawBuilder<unknown>, which = sql`true`) => sql`(coalesce(sum(${what}) filter (where ${which}), 0))::float8`
  const gross = sql`l.net_paise + l.fee_paise + l.tax_paise`
  const ofPayments = sql`l.kind in ('payment', 'refund')`
  // A second payment of an order names the order's payment, too, and bought nothing.
  const sold = sql`r.id is not null and not exists (select from orphan o
    where o.mall_id = l.mall_id and o.gateway = l.gateway and o.vendor_payment_id = l.vendor_payment_id)`
  const { rows } = await sql<Transfer & Position>`
    select s.id, s.settled_at as at, s.gateway, s.vendor_settlement_id as name, s.utr, ${sum(sql`l.net_paise`)} as "netPaise",
      ${sum(sql`l.fee_paise`)} as "feePaise", ${sum(sql`l.tax_paise`)} as "taxPaise",
      ${sum(gross, sql`${ofPayments} and ${sold}`)} as "soldPaise", ${sum(gross, sql`${ofPayments} and not (${sold})`)} as "noSalePaise",
      ${sum(gross, sql`not ${ofPayments}`)} as "disputedPaise"
    from (
      select * from settlement where mall_id = ${mallId} and settled_at >= ${from} and settled_at < ${before}
        ${after === null ? sql`` : sql`and (settled_at, id) > (${after.at}, ${after.id})`}
      order by settled_at, id limit ${most}
    ) s left join settlement_line l on l.settlement_id = s.id left join receipt r on r.payment_id = l.payment_id
    group by s.id, s.settled_at, s.gateway, s.vendor_settlement_id, s.utr order by s.settled_at, s.id`.execute(db as Db)
  return rows
}
