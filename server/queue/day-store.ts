import { sql } from 'kysely'
import { anyOf } from '#server/db/rows.ts'
import type { Db, Reader } from '#server/db/transaction.ts'
import { ticketOf } from './store.ts'

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

const medianWait = sql`percentile_cont(0.5) within group (order by extract(epoch from called_at - joined_at))`

/** Counts the tickets that have a number. `wait` is the median wait in seconds of those who were called. */
export async function daySums(db: Reader, shopIds: readonly string[], day: string) {
  const { rows } = await sql<{ tickets: number; served: number; missed: number; left: number; open: number; wait: number | null }>`
    select count(*)::int as tickets, count(*) filter (where state = 'served')::int as served,
      count(*) filter (where state in ('missed', 'no_show'))::int as missed,
      count(*) filter (where state in ('cancelled', 'expired'))::int as left,
      count(*) filter (where state in ('pending_payment', 'booked', 'waiting', 'called', 'serving'))::int as open,
      ${medianWait} filter (where called_at >= joined_at)::float8 as wait
    from ticket where shop_id = any(${[...shopIds]}::text[]) and service_day = ${day} and number is not null`.execute(db as Db)
  return rows[0] ?? { tickets: 0, served: 0, missed: 0, left: 0, open: 0, wait: null }
}

/** What `daySums` says, as it was at an instant; `served` is by shop. */
export async function daySoFar(db: Reader, shopIds: readonly string[], day: string, until: Date) {
  const ended = sql`ended_at <= ${until}`
  const { rows } = await sql<{ served: Record<string, number> | null; missed: number; wait: number | null }>`
    with day as (select * from ticket where shop_id = any(${[...shopIds]}::text[]) and service_day = ${day} and number is not null)
    select (select jsonb_object_agg(shop_id, n) from
        (select shop_id, count(*) as n from day where state = 'served' and ${ended} group by shop_id) one) as served,
      count(*) filter (where state in ('missed', 'no_show') and ${ended})::int as missed,
      ${medianWait} filter (where called_at >= joined_at and called_at <= ${until})::float8 as wait
    from day`.execute(db as Db)
  const { served = null, missed = 0, wait = null } = rows[0] ?? {}
  return { served: new Map(Object.entries(served ?? {})), missed, wait }
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
