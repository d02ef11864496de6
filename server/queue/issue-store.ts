import { sql } from 'kysely'
import type { AsJson, Statement } from '../db/at-once.ts'
import { rowsAsTable, updating } from '../db/rows.ts'
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

/** What a shop day's counter says once numbers were taken from it. */
interface Taken {
  shop_id: string
  service_day: string
  last_number: number
  last_joined_at: Date
}

/**
 * The statement that takes the next token numbers of several shop days, `many` of each; `dealt` reads what it returns. The days' rows stay
 * locked until the transaction ends, so it runs last: no gap (a rollback gives the numbers back), no duplicate. Name each day once, in the
 * order of the shops' ids, so that no two groups wait for each other.
 */
export function takingNumbers(wanted: readonly (ShopDay & { many: number; now: Date })[]): Statement<Taken> {
  const rows = rowsAsTable(
    'day_counter',
    wanted.map((w) => ({ shop_id: w.shopId, service_day: w.serviceDay, mall_id: w.mallId, last_number: w.many, last_joined_at: w.now })),
  )
  return sql<Taken>`
    insert into day_counter (shop_id, service_day, mall_id, last_number, last_joined_at)
    select shop_id, service_day, mall_id, last_number, last_joined_at from ${rows}
    on conflict (shop_id, service_day) do update set
      last_number = day_counter.last_number + excluded.last_number,
      last_joined_at = greatest(day_counter.last_joined_at, excluded.last_joined_at)
    returning shop_id, service_day, last_number, last_joined_at`
}

/** The first number taken of each day and the instant of joining, which never runs backwards, in the order asked. */
export function dealt(
  wanted: readonly (ShopDay & { many: number })[],
  taken: readonly AsJson<Taken>[],
): { first: number; joinedAt: Date }[] {
  const last = new Map(taken.map((row) => [`${row.shop_id} ${row.service_day}`, row]))
  return wanted.map(({ shopId, serviceDay, many }) => {
    const row = last.get(`${shopId} ${serviceDay}`)
    if (!row) throw new Error('a shop day gave no numbers')
    return { first: row.last_number - many + 1, joinedAt: new Date(row.last_joined_at) }
  })
}

/** The statement that applies changes of the same fields to tickets that are locked. */
export const changing = (changes: readonly { ticket: Ticket; change: Change }[]): Statement =>
  updating(
    'ticket',
    changes.map(({ ticket, change }) => ({ id: ticket.id, version: ticket.version + 1, ...columnsOfChange(change) })),
  )
