import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '#server/db/rows.ts'
import type { Db, Reader } from '#server/db/transaction.ts'
import { ticketOf } from './store.ts'
import type { TicketFigures } from './ticket-rules.ts'

/** How many token numbers each shop has given out; shops without any are absent. */
export const numbersGiven = async (db: Reader, shopIds: readonly string[], day: string): Promise<Map<string, number>> =>
  new Map(
    (
      await db
        .selectFrom('dayCounter')
        .select(['shopId', 'lastNumber'])
        .where('shopId', '=', anyOf(shopIds))
        .where('serviceDay', '=', day)
        .execute()
    ).map((row) => [row.shopId, row.lastNumber]),
  )

/**
 * Counts the tickets that have a number, as it was at an instant if it is given. A ticket counts in the hour in which it joined; one that has
 * not joined, in the hour of its slot.
 */
export async function ticketFigures(
  db: Reader,
  { shopIds, day, until }: { shopIds: readonly string[]; day: string; until: Date | null },
  timeZone: string,
): Promise<TicketFigures[]> {
  const soFar = (column: RawBuilder<unknown>) => (until === null ? sql`${column} is not null` : sql`${column} <= ${until}`)
  // A booked ticket is there from its order on; any other one when it is paid.
  const began = sql`coalesce(case when slot_starts_at is null then joined_at end, created_at)`
  const ended = (states: string) => sql`count(*) filter (where ended and state in (${sql.raw(states)}))::int`
  const { rows } = await sql<TicketFigures>`
    with one as (
      select shop_id, extract(hour from coalesce(joined_at, slot_starts_at, created_at) at time zone ${timeZone})::int as hour, state,
        state in ('served', 'missed', 'no_show', 'cancelled', 'expired') and ${soFar(sql.ref('ended_at'))} as ended,
        case when ${soFar(sql.ref('called_at'))} and called_at >= joined_at then extract(epoch from called_at - joined_at) end as wait
      from ticket where shop_id = any(${[...shopIds]}::text[]) and service_day = ${day} and number is not null and ${soFar(began)})
    select shop_id as "shopId", hour, count(*)::int as tokens, ${ended("'served'")} as served, ${ended("'missed', 'no_show'")} as missed,
      ${ended("'cancelled', 'expired'")} as left, (count(*) filter (where not ended))::int as open,
      (percentile_cont(0.5) within group (order by wait))::float8 as wait
    from one group by grouping sets ((), (shop_id), (hour))`.execute(db as Db)
  return rows
}

/** Tickets below a number, the highest number first. */
export const ticketsBelow = async (db: Reader, shopId: string, day: string, below: number, most: number) =>
  (
    await db
      .selectFrom('ticket')
      .selectAll()
      .where('shopId', '=', shopId)
      .where('serviceDay', '=', day)
      .where('number', '<', below)
      .orderBy('number', 'desc')
      .limit(most)
      .execute()
  ).map(ticketOf)

/** The steps in the order in which they happened. */
export const stepsOf = (db: Reader, ticketIds: readonly string[]) =>
  db
    .selectFrom('ticketEvent')
    .select(['ticketId', 'action', 'actorKind', 'actorId', 'undoneAt', 'outOfTurn', 'at'])
    .where('ticketId', '=', anyOf(ticketIds))
    .orderBy('id')
    .execute()
