import { sql } from 'kysely'
import type { Database } from '#server/db/open.ts'
import type { Books } from './history.ts'

export async function readBooks({ db }: Database, shops: readonly string[]): Promise<Books> {
  const inShops = sql`shop_id = any(${shops})`
  const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(db)).rows
  return {
    tickets: await rows(sql<Books['tickets'][number]>`
      select id, shop_id as "shopId", service_day as "serviceDay", mobile, number, state, call_count as "callCount",
        counter_id as "counterId" from ticket where ${inShops}`),
    payments: await rows(sql<Books['payments'][number]>`select id, ticket_id as "ticketId", state from payment where ${inShops}`),
    receipts: await rows(sql<Books['receipts'][number]>`
      select id, shop_id as "shopId", ticket_id as "ticketId", serial, token_number as "tokenNumber" from receipt where ${inShops}`),
    calls: await rows(sql<Books['calls'][number]>`
      select ticket_id as "ticketId", count(*)::int as many from ticket_event where ${inShops} and action in ('call', 'recall') group by ticket_id`),
    notices: await rows(sql<Books['notices'][number]>`
      select ticket_id as "ticketId", seq, state from message where ${inShops} and kind = 'call'`),
    digests: await rows(sql<Books['digests'][number]>`
      select shop as "shopId", (select count(*)::int from ticket where shop_id = shop and state = 'waiting') as waiting
      from unnest(${shops}::text[]) shop`),
  }
}

/** No event waits for the relay, no message is queued and no refund is pending. */
export async function isAtRest({ db }: Database): Promise<boolean> {
  const { rows } = await sql<{ left: number }>`
    select (select count(*) from outbox where relayed_at is null)::int
      + (select count(*) from message where state = 'queued')::int
      + (select count(*) from payment where state = 'refund_pending')::int as left`.execute(db)
  return rows[0]?.left === 0
}
