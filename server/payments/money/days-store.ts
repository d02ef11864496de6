import { type RawBuilder, sql } from 'kysely'
import type { Db, Reader, Tx } from '#server/db/transaction.ts'
import type { DayRow, PlaceRow, ShopDayRow } from './rules.ts'
import { sums } from './store.ts'

/** Days of one mall or, if it is given, of one of its shops. */
export interface KeptWanted {
  mallId: string
  shopId: string | null
  from: string
  to: string
  /** Days that are not read. */
  except: readonly string[]
}

const localDay = (timeZone: string) => sql`to_char(received_at at time zone ${timeZone}, 'YYYY-MM-DD')`

/**
 * The days, in order, of money that came in from `from` (included; null: ever) to `before` (excluded) and of which something has changed
 * since its day was added up.
 */
export async function changedDays(
  db: Reader,
  mallId: string,
  { from, before, timeZone }: { from: Date | null; before: Date; timeZone: string },
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`select distinct ${localDay(timeZone)} as day from money_change
    where mall_id = ${mallId} and received_at < ${before} ${from === null ? sql`` : sql`and received_at >= ${from}`}
    order by 1`.execute(db as Db)
  return rows.map(({ day }) => day)
}

export async function mallsWithChanges(db: Reader, before: Date): Promise<string[]> {
  const { rows } = await sql<{
    mallId: string
  }>`select distinct mall_id from money_change where received_at < ${before} order by 1`.execute(db as Db)
  return rows.map(({ mallId }) => mallId)
}

const kept = ({ mallId, shopId, from, to, except }: KeptWanted): RawBuilder<unknown> => sql`from money_day
  where mall_id = ${mallId} ${shopId === null ? sql`` : sql`and shop_id = ${shopId}`} and day between ${from} and ${to}
    and day <> all(${[...except]}::text[])`

/** The same payments twice: by day, and by shop, gateway and state. */
export async function keptSums(db: Reader, wanted: KeptWanted): Promise<{ byDay: DayRow[]; byPlace: PlaceRow[] }> {
  const { rows } = await sql<DayRow | (PlaceRow & { day: null })>`
    select day, shop_id as "shopId", gateway, 'priority' as lane, state, sum(count)::int as count, sum(needs_person)::int as "needsPerson",
      sum(amount_paise)::float8 as "amountPaise", sum(refunded_paise)::float8 as "refundedPaise", sum(due_paise)::float8 as "duePaise",
      sum(fees_paise)::float8 as "feesPaise", sum(disputed_paise)::float8 as "disputedPaise", sum(tax_paise)::float8 as "taxPaise"
    ${kept(wanted)} group by grouping sets ((day), (shop_id, gateway, state))`.execute(db as Db)
  const byDay = rows.flatMap((row) => (row.day === null ? [] : row))
  return { byDay, byPlace: rows.flatMap((row) => (row.day === null ? row : [])) }
}

export async function keptOfShops(db: Reader, shopIds: readonly string[], wanted: KeptWanted): Promise<ShopDayRow[]> {
  const { rows } = await sql<ShopDayRow>`select day, shop_id as "shopId", sum(amount_paise)::float8 as "amountPaise"
    ${kept(wanted)} and shop_id = any(${[...shopIds]}::text[]) group by 1, 2`.execute(db as Db)
  return rows
}

interface DayToKeep {
  mallId: string
  shopIds: readonly string[]
  day: string
  from: Date
  before: Date
  timeZone: string
}

/** Adds up a day of a mall if something has changed in it. The caller has locked the mall. */
export async function keepDay(tx: Tx, { mallId, shopIds, day, from, before, timeZone }: DayToKeep): Promise<void> {
  const { numAffectedRows } = await sql`delete from money_change
    where mall_id = ${mallId} and received_at >= ${from} and received_at < ${before}`.execute(tx)
  // Another node has added it up. The order matters: a change that commits after this statement keeps its note.
  if (!numAffectedRows) return
  await sql`delete from money_day where mall_id = ${mallId} and day = ${day}`.execute(tx)
  await sql`
    insert into money_day (mall_id, shop_id, day, gateway, state, count, needs_person, amount_paise, refunded_paise, due_paise, fees_paise,
        disputed_paise, tax_paise)
      select ${mallId}, "shopId", day, gateway, state, sum(count), sum("needsPerson"), sum("amountPaise"), sum("refundedPaise"),
        sum("duePaise"), sum("feesPaise"), sum("disputedPaise"), sum("taxPaise")
      from (${sums({ shopIds, from, before }, timeZone)}) one group by "shopId", day, gateway, state`.execute(tx)
}
