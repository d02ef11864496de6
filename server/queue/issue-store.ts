import { sql } from 'kysely'
import { rowsAsTable, updateRows } from '../db/rows.ts'
import type { Tx } from '../db/transaction.ts'
import type { Change, Ticket } from './rules.ts'
import { columnsOfChange, ticketOf } from './store.ts'

/** A service day of a shop: what token numbers are counted by. */
export interface ShopDay {
  shopId: string
  serviceDay: string
  mallId: string
}

/** Tickets by their ids, locked until the transaction ends; in the order of the ids, so that no two groups wait for each other. */
export async function lockTickets(tx: Tx, ids: readonly string[]): Promise<Map<string, Ticket>> {
  const rows = await tx.selectFrom('ticket').selectAll().where('id', '=', sql<string>`any(${ids})`).orderBy('id').forNoKeyUpdate().execute()
  return new Map(rows.map((row) => [row.id, ticketOf(row)]))
}

/**
 * Takes the next token numbers of several shop days, `many` of each; answers the first one taken of each and the instant of joining, which
 * never runs backwards, in the order asked. The days' rows stay locked until the transaction ends, so they are taken last: no gap (a
 * rollback gives the numbers back), no duplicate. Name each day once, in the order of the shops' ids, so that no two groups wait for
 * each other.
 */
export async function takeNumbers(
  tx: Tx,
  wanted: readonly (ShopDay & { many: number; now: Date })[],
): Promise<{ first: number; joinedAt: Date }[]> {
  const rows = rowsAsTable(
    'day_counter',
    wanted.map((w) => ({ shop_id: w.shopId, service_day: w.serviceDay, mall_id: w.mallId, last_number: w.many, last_joined_at: w.now })),
  )
  const taken = await sql<{ shop_id: string; service_day: string; last_number: number; last_joined_at: Date }>`
    insert into day_counter (shop_id, service_day, mall_id, last_number, last_joined_at)
    select shop_id, service_day, mall_id, last_number, last_joined_at from ${rows}
    on conflict (shop_id, service_day) do update set
      last_number = day_counter.last_number + excluded.last_number,
      last_joined_at = greatest(day_counter.last_joined_at, excluded.last_joined_at)
    returning shop_id, service_day, last_number, last_joined_at`.execute(tx)
  const last = new Map(taken.rows.map((row) => [`${row.shop_id} ${row.service_day}`, row]))
  return wanted.map(({ shopId, serviceDay, many }) => {
    const row = last.get(`${shopId} ${serviceDay}`)
    if (!row) throw new Error('a shop day gave no numbers')
    return { first: row.last_number - many + 1, joinedAt: row.last_joined_at }
  })
}

/** Applies changes of the same fields to tickets that are locked; answers the tickets as they are now. */
export async function changeTickets(tx: Tx, changes: readonly { ticket: Ticket; change: Change }[]): Promise<Ticket[]> {
  await updateRows(
    tx,
    'ticket',
    changes.map(({ ticket, change }) => ({ id: ticket.id, version: ticket.version + 1, ...columnsOfChange(change) })),
  )
  return changes.map(({ ticket, change }) => ({ ...ticket, ...change, version: ticket.version + 1 }))
}
