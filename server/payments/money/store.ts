import { type RawBuilder, sql } from 'kysely'
import type { MoneyState } from '#contract/payments/money.ts'
import { type GatewayName, type VendorName, vendorNames } from '#contract/payments/payments.ts'
import type { Db, Reader } from '#server/db/transaction.ts'
import { type MoneyRow, numberIn, type TakingsOfHour } from './rules.ts'
import type { Position, StretchWanted } from './stretch-rules.ts'

const run = async <Row>(db: Reader, query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(db as Db)).rows

/** Received from `from` (included) to `before` (excluded); null means without limit. */
export interface Wanted {
  shopIds: readonly string[]
  from: Date | null
  before: Date | null
}

const received = ({ from, before }: Wanted) => sql`p.captured_at is not null
  ${from === null ? sql`` : sql`and p.captured_at >= ${from}`} ${before === null ? sql`` : sql`and p.captured_at < ${before}`}`

const due = sql`p.refunding_paise - p.refunded_paise`
const isDue = sql`p.refunding_paise > p.refunded_paise`
/** Money that came too late bought nothing, so it has no receipt. */
const hasReceipt = sql`exists (select from receipt r where r.payment_id = p.id)`
const state = sql`case when ${isDue} then case when ${hasReceipt} then 'refund_due' else 'late' end
  when p.state = 'refunded' then 'refunded' else 'matched' end`
/**
 * Owed money that does not go back without a person: to hand back in cash, refused by the bank, or waiting for funds. (With `exists`,
 * PostgreSQL may read all refunds at once.)
 */
const needsPerson = sql`${isDue}
  and coalesce((select true from refund f where f.payment_id = p.id and f.state in ('by_hand', 'failed', 'waiting_for_funds') limit 1), false)`
const tests: Readonly<Record<MoneyState, RawBuilder<unknown>>> = {
  matched: sql`and not ${isDue} and p.state <> 'refunded'`,
  late: sql`and ${isDue} and not ${hasReceipt}`,
  refund_due: sql`and ${isDue} and ${hasReceipt}`,
  refunded: sql`and p.state = 'refunded' and not ${isDue}`,
  orphan: sql`and false`,
}

/**
 * Payments, added up by day, shop, gateway and state. In a second row for each are the fees that the vendors kept, with the GST on them, and
 * what banks took back for disputes; both are known once a transfer has been imported. A second payment of an order is not here: that money
 * is a stray.
 */
export const paymentSums = (db: Reader, wanted: Wanted, timeZone: string): Promise<MoneyRow[]> => run(db, sums(wanted, timeZone))

export const sums = (wanted: Wanted, timeZone: string) => sql<MoneyRow>`select * from (
    select to_char(received at time zone ${timeZone}, 'YYYY-MM-DD') as day, shop_id as "shopId", gateway, 'priority' as lane, state,
        count(*)::int as count, (count(*) filter (where needs))::int as "needsPerson", sum(amount)::float8 as "amountPaise", sum(refunded)::float8 as "refundedPaise", sum(due)::float8 as "duePaise",
        0 as "feesPaise", 0 as "disputedPaise", sum(tax - 2 * div(tax::numeric / 2 * (refunded + due), amount))::float8 as "taxPaise"
      from (select p.captured_at as received, p.shop_id, p.gateway, p.amount_paise as amount, p.refunded_paise as refunded, ${due} as due, ${state} as state, ${needsPerson} as needs,
          case when p.tax_basis_points is null then 0 else p.extra_paise end as tax
        from payment p where p.shop_id = any(${[...wanted.shopIds]}::text[]) and ${received(wanted)}) one
      group by 1, 2, 3, 5
    union all
    select to_char(p.captured_at at time zone ${timeZone}, 'YYYY-MM-DD'), p.shop_id, p.gateway, 'priority', ${state}, 0, 0, 0, 0, 0,
        sum(l.fee_paise + l.tax_paise)::float8,
        coalesce(-sum(l.net_paise + l.fee_paise + l.tax_paise) filter (where l.kind = 'dispute'), 0)::float8, 0
      from payment p
        join settlement_line l on l.payment_id = p.id and (l.vendor_payment_id = p.vendor_payment_id or (l.kind = 'dispute' and not exists (
          select from orphan o where o.mall_id = l.mall_id and o.gateway = l.gateway and o.vendor_payment_id = l.vendor_payment_id)))
      where p.shop_id = any(${[...wanted.shopIds]}::text[]) and p.gateway = any(${[...vendorNames]}::text[]) and ${received(wanted)}
      group by 1, 2, 3, 5) sums`

/**
 * What these shops received within 24 hours, by the hour of the mall's clocks. `until`, if it is given, leaves out what came in and what was
 * refunded after it: then the rest is what was kept at that instant.
 */
export const takingsByHour = (
  db: Reader,
  { until, ...wanted }: Wanted & { until: Date | null },
  timeZone: string,
): Promise<TakingsOfHour[]> =>
  run(
    db,
    sql<TakingsOfHour>`select shop_id as "shopId", extract(hour from received at time zone ${timeZone})::int as hour,
        sum(amount - refunding)::float8 as "earnedPaise", sum(refunding)::float8 as "refundedPaise"
      from (select p.shop_id, p.captured_at as received, p.amount_paise as amount, p.refunding_paise${
        until === null
          ? sql``
          : sql` - case when p.refunding_paise > 0 then (select coalesce(sum(amount_paise), 0) from refund f where f.payment_id = p.id and f.created_at > ${until}) else 0 end`
      } as refunding
        from payment p where p.shop_id = any(${[...wanted.shopIds]}::text[]) and ${received(wanted)} ${until === null ? sql`` : sql`and p.captured_at <= ${until}`}) one
      group by 1, 2`,
  )

/** What these shops owe, from any day, that does not go back without a person; in paise. */
export const owedByPeople = async (db: Reader, shopIds: readonly string[]): Promise<{ count: number; amountPaise: number }> =>
  (
    await run(
      db,
      sql<{ count: number; amountPaise: number }>`select count(*)::int as count, coalesce(sum(${due}), 0)::float8 as "amountPaise"
        from payment p where p.shop_id = any(${[...shopIds]}::text[]) and ${needsPerson}`,
    )
  )[0] ?? { count: 0, amountPaise: 0 }

export interface ListedPayment {
  id: string
  at: Date
  state: MoneyState
  shopId: string
  ticketId: string
  gateway: GatewayName
  amountPaise: number
  refundedPaise: number
  duePaise: number
  vendorOrderId: string | null
  vendorPaymentId: string | null
  orderedAt: Date
}

const columns = sql`p.id, p.captured_at as at, ${state} as state, p.shop_id as "shopId", p.ticket_id as "ticketId", p.gateway,
  p.amount_paise as "amountPaise", p.refunded_paise as "refundedPaise", ${due} as "duePaise", p.vendor_order_id as "vendorOrderId",
  p.vendor_payment_id as "vendorPaymentId", p.created_at as "orderedAt"`

/** Null means without limit. */
export interface PageWanted extends Wanted {
  state: MoneyState | null
  ids: readonly string[] | null
  after: Position | null
  most: number
}

/**
 * Newest first. Each shop is read in the order of its index, and no further back than the page can go. The newest few of each shop tell how
 * far that is at most. So a page costs the same whatever the past, and little with many shops.
 */
export async function pageOfPayments(
  db: Reader,
  { shopIds, ids, after, most, state: wantedState, ...days }: PageWanted,
): Promise<ListedPayment[]> {
  const part = (from: Date | null) =>
    sql`${received({ shopIds, from, before: days.before })} ${wantedState === null ? sql`` : tests[wantedState]} ${older(after)}`
  if (ids !== null)
    return run(
      db,
      sql<ListedPayment>`select ${columns} from payment p where p.id = any(${[...ids]}::text[]) and p.shop_id = any(${[...shopIds]}::text[])
        and ${part(days.from)} order by p.captured_at desc, p.id desc limit ${most}`,
    )
  const newest = (from: Date | null, ofEach: number) =>
    run(
      db,
      sql<ListedPayment>`select one.* from unnest(${[...shopIds]}::text[]) as own (shop_id), lateral (
          select ${columns} from payment p where p.shop_id = own.shop_id and ${part(from)} order by p.captured_at desc, p.id desc limit ${ofEach}
        ) one order by one.at desc, one.id desc limit ${most}`,
    )
  const few = Math.min(most, Math.ceil((2 * most) / Math.max(1, shopIds.length)))
  const found = await newest(days.from, few)
  if (few === most) return found
  const furthest = found[most - 1]
  return newest(furthest ? furthest.at : days.from, most)
}

const older = (after: Position | null) => (after === null ? sql`` : sql`and (p.captured_at, p.id) < (${after.at}, ${after.id})`)

/** Newest first. All of the stretch is read, so it must be short. */
export const paymentsInStretch = (db: Reader, { shopIds, after, most, ...wanted }: Wanted & StretchWanted): Promise<ListedPayment[]> =>
  run(
    db,
    sql<ListedPayment>`select ${columns} from payment p where p.shop_id = any(${[...shopIds]}::text[]) and ${received({ shopIds, ...wanted })} ${older(after)}
      order by p.captured_at desc, p.id desc limit ${most}`,
  )

interface Series {
  shopId: string
  seller: string
}

/**
 * Payments of these tickets, and those with this name: our id, a vendor's id, or the number of one of their papers. `series` are those whose
 * code is in the number.
 */
export async function paymentsFound(
  db: Reader,
  { ticketIds, name, mallId, series }: { ticketIds: readonly string[]; name: string; mallId: string; series: readonly Series[] },
): Promise<string[]> {
  const rows = await run(
    db,
    sql<{ id: string }>`
      select id from payment where ticket_id = any(${[...ticketIds]}::text[])
      union select id from payment where id = ${name}
      union select id from payment where vendor_payment_id = ${name}
      union select payment_id from vendor_order where gateway = any(${[...vendorNames]}::text[]) and vendor_order_id = ${name}
      union select payment_id from refund where id = ${name}
      union select payment_id from refund
        where mall_id = ${mallId} and gateway = any(${[...vendorNames]}::text[]) and vendor_refund_id = ${name}
      ${numbered(name, series)}`,
  )
  return rows.map(({ id }) => id)
}

/** With its series and year, a paper is found in an index. */
function numbered(name: string, series: readonly Series[]): RawBuilder<unknown> {
  const number = numberIn(name)
  if (number === null || series.length === 0) return sql``
  const own = sql`unnest(${series.map(({ shopId }) => shopId)}::text[], ${series.map(({ seller }) => seller)}::text[]) as own (shop_id, seller)`
  if (number.isNote)
    return sql`union select r.payment_id from ${own}
      join credit_note n on n.seller = own.seller and n.financial_year = ${number.year} and n.number = ${name.toUpperCase()}
        and n.shop_id = own.shop_id
      join receipt r on r.id = n.receipt_id`
  return sql`union select r.payment_id from ${own}
    join receipt r on r.shop_id = own.shop_id and r.financial_year = ${number.year} and r.seller = own.seller
      and r.serial = ${number.serial}
    where r.number = ${name.toUpperCase()}`
}

/** An orphan, as the list shows it. */
export interface Stray {
  id: string
  at: Date
  state: 'orphan' | 'refunded'
  gateway: VendorName
  amountPaise: number
  /** What the vendor has given back without being asked, or on its own pages. */
  refundedPaise: number
  feePaise: number
  vendorOrderId: string | null
  vendorPaymentId: string
}

interface StraysWanted extends Omit<Wanted, 'shopIds'> {
  mallId: string
}

const seen = ({ mallId, from, before }: StraysWanted) => sql`mall_id = ${mallId}
  ${from === null ? sql`` : sql`and seen_at >= ${from}`} ${before === null ? sql`` : sql`and seen_at < ${before}`}`
const strayState = sql`case when returned_at is null then 'orphan' else 'refunded' end`
/** In the transfers, a sum over its own entries. */
const ofStray = (amount: RawBuilder<unknown>, kinds = sql``) => sql`coalesce((select sum(${amount}) from settlement_line l
  where l.mall_id = orphan.mall_id and l.gateway = orphan.gateway and l.vendor_payment_id = orphan.vendor_payment_id ${kinds}), 0)`
const strayFee = ofStray(sql`l.fee_paise + l.tax_paise`)
const strayDisputed = ofStray(sql`-(l.net_paise + l.fee_paise + l.tax_paise)`, sql`and l.kind = 'dispute'`)
/** A refund on the vendor's pages is known once it is in a transfer. */
const returned = sql`case when returned_at is null
  then least(amount_paise, greatest(0, ${ofStray(sql`-(l.net_paise + l.fee_paise + l.tax_paise)`, sql`and l.kind = 'refund'`)})) else amount_paise end`

/** Newest first; only what the vendor or we call `name`, if it is given. */
export const pageOfStrays = (
  db: Reader,
  { state: wantedState, name, after, most, ...wanted }: StraysWanted & Omit<PageWanted, 'shopIds' | 'ids'> & { name: string | null },
): Promise<Stray[]> =>
  run(
    db,
    sql<Stray>`select id, seen_at as at, ${strayState} as state, gateway, amount_paise as "amountPaise", ${returned}::float8 as "refundedPaise",
        ${strayFee}::float8 as "feePaise", vendor_order_id as "vendorOrderId", vendor_payment_id as "vendorPaymentId"
      from orphan
      where ${seen(wanted)} ${after === null ? sql`` : sql`and (seen_at, id) < (${after.at}, ${after.id})`}
        ${wantedState === null ? sql`` : sql`and ${strayState} = ${wantedState}`}
        ${
          name === null
            ? sql``
            : sql`and id in (select id from orphan where id = ${name}
          union select id from orphan where mall_id = ${wanted.mallId} and vendor_order_id = ${name}
          union select id from orphan where mall_id = ${wanted.mallId} and gateway = any(${[...vendorNames]}::text[]) and vendor_payment_id = ${name})`
        }
      order by seen_at desc, id desc limit ${most}`,
  )

export const straySums = (db: Reader, wanted: StraysWanted, timeZone: string): Promise<MoneyRow[]> =>
  run(
    db,
    sql<MoneyRow>`select to_char(seen_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, null as "shopId", gateway, null as lane,
        ${strayState} as state, count(*)::int as count, (count(*) filter (where returned_at is null and decided_at is null))::int as "needsPerson", sum(amount_paise)::float8 as "amountPaise",
        sum(${returned})::float8 as "refundedPaise", 0 as "duePaise", sum(${strayFee})::float8 as "feesPaise",
        sum(${strayDisputed})::float8 as "disputedPaise", 0 as "taxPaise"
      from orphan where ${seen(wanted)} group by 1, 3, 5`,
  )
