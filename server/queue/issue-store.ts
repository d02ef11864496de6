import { type RawBuilder, sql } from 'kysely'
import type { AsJson, Statement } from '#server/db/at-once.ts'
import { anyOf, rowsAsTable, updating } from '#server/db/rows.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { Change, Ticket } from './rules.ts'
import { ticketOf } from './store.ts'

/** A service day of a shop, with its own count of token numbers. */
export interface ShopDay {
  shopId: string
  serviceDay: string
  mallId: string
}

/** Locks tickets until the transaction ends, in the order of their ids. Those that are already locked are absent. */
export async function lockFreeTickets(tx: Tx, ids: readonly string[]): Promise<Map<string, Ticket>> {
  const named = tx.selectFrom('ticket').selectAll().where('id', '=', anyOf(ids))
  const rows = await named.orderBy('id').forNoKeyUpdate().skipLocked().execute()
  return new Map(rows.map((row) => [row.id, ticketOf(row)]))
}

/** A shop day's count after numbers were taken from it. */
interface Taken {
  shopId: string
  serviceDay: string
  lastNumber: number
  lastJoinedAt: Date
}

/**
 * Takes the next token numbers of several shop days, `many` of each; `dealt` reads the result. The days' rows stay locked until the
 * transaction ends, so run it last. The numbers have no gap (a rollback returns them) and no duplicate. Pass each day only once, in the
 * order of the shops' ids, so that two batches cannot deadlock.
 */
export function takingNumbers(wanted: readonly (ShopDay & { many: number; now: Date })[]): Statement<Taken> {
  const rows = rowsAsTable(
    'dayCounter',
    wanted.map((w) => ({ shopId: w.shopId, serviceDay: w.serviceDay, mallId: w.mallId, lastNumber: w.many, lastJoinedAt: w.now })),
  )
  return sql<Taken>`
    insert into day_counter (shop_id, service_day, mall_id, last_number, last_joined_at)
    select shop_id, service_day, mall_id, last_number, last_joined_at from ${rows}
    on conflict (shop_id, service_day) do update set
      last_number = day_counter.last_number + excluded.last_number,
      last_joined_at = greatest(day_counter.last_joined_at, excluded.last_joined_at)
    returning shop_id, service_day, last_number, last_joined_at`
}

/** The first number that was taken from each day, in the order of `wanted`. The time of joining is never earlier than the last one. */
export function dealt(
  wanted: readonly (ShopDay & { many: number })[],
  taken: readonly AsJson<Taken>[],
): { first: number; joinedAt: Date }[] {
  const last = new Map(taken.map((row) => [`${row.shopId} ${row.serviceDay}`, row]))
  return wanted.map(({ shopId, serviceDay, many }) => {
    const row = last.get(`${shopId} ${serviceDay}`)
    if (!row) throw new Error('a shop day gave no numbers')
    return { first: row.lastNumber - many + 1, joinedAt: new Date(row.lastJoinedAt) }
  })
}

/** The statement that applies changes of the same fields to locked tickets. */
export const changing = (changes: readonly { ticket: Ticket; change: Change }[]): Statement =>
  updating(
    'ticket',
    changes.map(({ ticket, change }) => ({ id: ticket.id, version: ticket.version + 1, ...change })),
  )

/** The statement that lets lapsed tickets, which are locked, wait for payment again. Their money is settled once more if they end again. */
export const reviving = (tickets: readonly Pick<Ticket, 'id'>[]): Statement => sql`
  update ticket set state = 'pending_payment', ended_at = null, settled_at = null, version = version + 1
  where id = ${anyOf(tickets.map(({ id }) => id))}`

/** The same, for those tickets alone that the added rows name as their `ticket_id`. */
export const changingThose = (changes: Parameters<typeof changing>[0], added: RawBuilder<unknown>): Statement =>
  sql`${changing(changes)} and changed.id in (select ticket_id from ${added})`
