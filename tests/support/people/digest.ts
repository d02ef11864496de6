import { sql } from 'kysely'
import type { Database } from '#server/db/open.ts'

/** Leaves out when the accounts were last seen. */
const accounts = sql`select id, email, name, role, password_hash, disabled_at, first_password_until from account`

/** A fingerprint of everything that managing malls, shops and accounts can change. */
export async function placesDigest({ db }: Database): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select md5(string_agg(line, '|' order by line)) as digest from (
      select 'account' || a::text as line from (${accounts}) a
      union all select 'mall' || m::text from mall m
      union all select 'shop' || s::text from shop s
      union all select 'staff' || x::text from shop_staff x
      union all select 'counter' || c::text from counter c
      union all select 'device' || e::text from counter_session e
      union all select 'display' || d::text from display d
    ) lines`.execute(db)
  return rows[0]?.digest ?? ''
}

/** Every table whose rows name the tenant they belong to. */
const tenantTables = [
  'shop',
  'shopStaff',
  'counter',
  'counterSession',
  'display',
  'ticket',
  'dayCounter',
  'slotCount',
  'waitlist',
  'ticketEvent',
  'payment',
  'paymentAttempt',
  'refund',
  'receipt',
  'message',
  'orphan',
  'dispute',
] as const

/** A fingerprint of every row of a tenant: its mall, its shops and what happens in them, and its people's accounts. */
export async function tenantDigest({ db }: Database, mallId: string): Promise<string> {
  const parts: string[] = []
  for (const table of tenantTables) {
    const { rows } = await sql<{ digest: string | null }>`
      select md5(string_agg(t::text, '|' order by t::text)) as digest from ${sql.table(table)} t where mall_id = ${mallId}`.execute(db)
    parts.push(`${table} ${rows[0]?.digest}`)
  }
  const own = await sql<{ digest: string | null }>`
    select md5(string_agg(line, '|' order by line)) as digest from (
      select m::text as line from mall m where id = ${mallId}
      union all select a::text from (${accounts}) a where id in (
        select account_id from shop_staff where mall_id = ${mallId} union select owner_account_id from mall where id = ${mallId})
      union all select s.id || s.account_id from session s where account_id in (
        select account_id from shop_staff where mall_id = ${mallId} union select owner_account_id from mall where id = ${mallId})
    ) lines`.execute(db)
  return [...parts, `own ${own.rows[0]?.digest}`].join('\n')
}
