import { type Kysely, sql } from 'kysely'
import { serviceDayOf } from '#contract/base/time.ts'
import type { Tables } from '#server/db/tables.ts'

/** The shops of this mall are `bench-0`, `bench-1` … */
export const MALL = 'bench'
const SECRET = 'bench-secret-'

export const PAISE = 12_000

export const paymentId = (n: number): string => `bench-payment-${n}`
export const vendorOrderId = (n: number): string => `order_bench${n}`
export const ticketId = (n: number): string => `bench-ticket-${n}`

export const secretOf = (n: number): string => `${SECRET}${n}`

export async function addShops(db: Kysely<Tables>, many: number): Promise<void> {
  await sql`insert into mall (id, title, created_at) values (${MALL}, 'Bench', now())`.execute(db)
  await sql`
    insert into shop (id, mall_id, name, receipt_code, created_at)
    select 'bench-' || i, ${MALL}, 'Shop ' || i, 'B' || i, now() from generate_series(0, ${many}::int - 1) i`.execute(db)
}

interface Range {
  from: number
  many: number
}

const numbersOf = ({ from, many }: Range) => sql`generate_series(${from}::int, ${from + many - 1}::int) i`
const MOBILE = sql`'9' || lpad(i::text, 9, '0')`

export const mobileOf = (n: number): string => `9${String(n).padStart(9, '0')}`

/** Adds shoppers `from` … `from + many - 1`, who are verified. */
export async function addShoppers(db: Kysely<Tables>, range: Range): Promise<void> {
  await sql`
    insert into shopper_session (token_hash, mobile, created_at, expires_at)
    select encode(sha256((${SECRET} || i)::bytea), 'hex'), ${MOBILE}, now(), now() + interval '1 day' from ${numbersOf(range)}`.execute(db)
  await sql`vacuum analyze shopper_session`.execute(db)
}

/**
 * Adds shoppers `from` … `from + many - 1` of today, as before a rush of payments. Each is verified and has a ticket and an unpaid order at
 * `gateway`. They are spread evenly over the first `shops` shops.
 */
export async function addOwing(
  db: Kysely<Tables>,
  { from, many, shops, gateway = 'demo' }: Range & { shops: number; gateway?: 'demo' | 'razorpay' },
): Promise<void> {
  const day = serviceDayOf(new Date(), 'Asia/Kolkata', 0)
  const numbers = numbersOf({ from, many })
  const shop = sql`'bench-' || (i % ${shops}::int)`
  await addShoppers(db, { from, many })
  await sql`
    insert into ticket (id, mall_id, shop_id, service_day, mobile, name, email, state, lane, hold_until, created_at)
    select 'bench-ticket-' || i, ${MALL}, ${shop}, ${day}, ${MOBILE}, 'Asha Rao', 'asha@example.in', 'pending_payment', 'priority',
      now() + interval '1 day', now() from ${numbers}`.execute(db)
  await sql`
    insert into payment (id, mall_id, shop_id, ticket_id, gateway, state, amount_paise, base_fee_paise, extra_paise, vendor_order_id,
      created_at, expires_at, refund_on_leave, seller_name, seller_address, receipt_code)
    select 'bench-payment-' || i, ${MALL}, ${shop}, 'bench-ticket-' || i, ${gateway}, 'created', ${PAISE}::int, ${PAISE}::int, 0,
      ${gateway === 'demo' ? sql`'demo_bench-payment-' || i || '_12000'` : sql`'order_bench' || i`}, now(), now() + interval '1 day',
      true, 'Seller', 'Mumbai', 'B' || (i % ${shops}::int) from ${numbers}`.execute(db)
  if (gateway !== 'demo')
    await sql`
    insert into vendor_order (payment_id, mall_id, gateway, vendor_order_id, opened_at, next_check_at)
    select 'bench-payment-' || i, ${MALL}, ${gateway}, 'order_bench' || i, now(), now() + interval '1 day' from ${numbers}`.execute(db)
  await sql`vacuum analyze ticket, payment`.execute(db)
}

/** Throws unless the token numbers of every shop of the mall are 1, 2, 3 … and each has its receipt. Shops of the demo have a past. */
export async function checkBooks(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ wrong: number }>`
    with counted as (select shop_id, count(*) many, count(distinct number) different, max(number) highest from ticket
      where mall_id = ${MALL} and number is not null group by shop_id)
    select count(*)::int as wrong from counted left join day_counter using (shop_id)
      left join (select shop_id, count(*) receipts, max(serial) serial from receipt group by shop_id) r using (shop_id)
    where not (many = different and many = highest and many = last_number and many = receipts and many = serial)`.execute(db)
  if (rows[0]?.wrong !== 0) throw new Error(`The books of ${rows[0]?.wrong} shops do not agree.`)
}
