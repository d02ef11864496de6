import { sql } from 'kysely'
import { type Locale, localeFrom } from '#contract/base/locale.ts'
import type { Statement } from '#server/db/at-once.ts'
import { rowsAsTable } from '#server/db/rows.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'
import type { SlotKey } from './store.ts'

export interface Waiter extends SlotKey {
  mobile: string
  locale: Locale
}

/** A mobile that is on the waitlist stays in its place, and one that was told waits again. */
export const addWaiter = (tx: Tx, { shopId, mallId, startsAt, mobile, locale }: Waiter, now: Date) =>
  sql`insert into waitlist (shop_id, starts_at, mobile, mall_id, locale, asked_at) values (${shopId}, ${startsAt}, ${mobile}, ${mallId}, ${locale}, ${now})
    on conflict (shop_id, starts_at, mobile) do update set told_at = null, asked_at = excluded.asked_at where waitlist.told_at is not null`.execute(
    tx,
  )

/** Counts only slots that start after this time. */
export async function countWaits(db: Reader, shopId: string, mobile: string, after: Date): Promise<number> {
  const row = await db
    .selectFrom('waitlist')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('n'))
    .where('shopId', '=', shopId)
    .where('mobile', '=', mobile)
    .where('startsAt', '>', after)
    .where('toldAt', 'is', null)
    .executeTakeFirstOrThrow()
  return row.n
}

/** The most slots that are read at once. */
const PAGE = 200

/**
 * The slots after this time for which someone waits who was not told yet. In pages: every slot comes, however many are full. A slot that is
 * told in the meantime does not move the others.
 */
export async function* slotsWaitedFor(db: Reader, after: Date): AsyncGenerator<SlotKey[]> {
  let last: SlotKey | undefined
  for (;;) {
    const page: SlotKey[] = await db
      .selectFrom('waitlist')
      .select(['shopId', 'startsAt', 'mallId'])
      .distinct()
      .where('toldAt', 'is', null)
      .where('startsAt', '>', after)
      .$if(last !== undefined, (query) => query.where(sql<boolean>`(shop_id, starts_at) > (${last?.shopId}, ${last?.startsAt})`))
      .orderBy('shopId')
      .orderBy('startsAt')
      .limit(PAGE)
      .execute()
    if (page.length > 0) yield page
    if (page.length < PAGE) return
    last = page.at(-1)
  }
}

export async function toldSince(db: Reader, { shopId, startsAt }: SlotKey, since: Date): Promise<number> {
  const row = await db
    .selectFrom('waitlist')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('n'))
    .where('shopId', '=', shopId)
    .where('startsAt', '=', startsAt)
    .where('toldAt', '>', since)
    .executeTakeFirstOrThrow()
  return row.n
}

/** Marks the first `many` as told and returns them, without those that another node is telling. */
export async function tellFirst(tx: Tx, slot: SlotKey, many: number, now: Date): Promise<Waiter[]> {
  const { rows } = await sql<{ mobile: string; locale: string }>`
    update waitlist set told_at = ${now} where (shop_id, starts_at, mobile) in (
      select shop_id, starts_at, mobile from waitlist
      where shop_id = ${slot.shopId} and starts_at = ${slot.startsAt} and told_at is null
      order by asked_at, mobile limit ${many} for update skip locked)
    returning mobile, locale`.execute(tx)
  return rows.map((row) => ({ ...slot, mobile: row.mobile, locale: localeFrom(row.locale) }))
}

/** Takes mobiles off the waitlists of slots in which they have a place now. Needs at least one. */
export const leavingWaitlists = (seated: readonly (SlotKey & { mobile: string })[]): Statement => sql`
  delete from waitlist using ${rowsAsTable(
    'waitlist',
    seated.map(({ shopId, startsAt, mobile }) => ({ shopId, startsAt, mobile })),
  )} seated
  where waitlist.shop_id = seated.shop_id and waitlist.starts_at = seated.starts_at and waitlist.mobile = seated.mobile`

export const deleteWaitlists = (tx: Tx, before: Date) => tx.deleteFrom('waitlist').where('startsAt', '<', before).execute()
