import { sql } from 'kysely'
import { type Locale, localeFrom } from '#contract/base/locale.ts'
import type { Statement } from '#server/db/at-once.ts'
import { rowsAsTable } from '#server/db/rows.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'
import { keyOf, type SlotKey } from './store.ts'

export interface Waiter extends SlotKey {
  mobile: string
  locale: Locale
}

/** A mobile that is on the waitlist stays in its place. False if a place was kept for it before, and it did not come. */
export async function addWaiter(tx: Tx, { shopId, mallId, startsAt, mobile, locale }: Waiter, now: Date): Promise<boolean> {
  const { rows } = await sql<{ toldAt: Date | null }>`
    insert into waitlist (shop_id, starts_at, mobile, mall_id, locale, asked_at) values (${shopId}, ${startsAt}, ${mobile}, ${mallId}, ${locale}, ${now})
    on conflict (shop_id, starts_at, mobile) do update set asked_at = waitlist.asked_at returning told_at`.execute(tx)
  return rows[0]?.toldAt === null
}

/** Also places that are kept. Counts only slots that start after this time. */
export async function countWaits(db: Reader, shopId: string, mobile: string, after: Date): Promise<number> {
  const row = await db
    .selectFrom('waitlist')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('n'))
    .where('shopId', '=', shopId)
    .where('mobile', '=', mobile)
    .where('startsAt', '>', after)
    .where((eb) => eb.or([eb('toldAt', 'is', null), eb('keptUntil', 'is not', null)]))
    .executeTakeFirstOrThrow()
  return row.n
}

/** The most slots that are read at once. */
const PAGE = 200

/** `isOver`: a place of it was kept until now. */
export type Waited = SlotKey & { isOver: boolean }

/**
 * The slots of the waitlists that may change: someone was not told yet, and the slot starts after `soon`, or a kept place is over. In pages:
 * every slot comes, however many are full. A slot that is told in the meantime does not move the others.
 */
export async function* slotsWaitedFor(db: Reader, { now, soon }: { now: Date; soon: Date }): AsyncGenerator<Waited[]> {
  let last: Waited | undefined
  for (;;) {
    const after = last ? sql`where (shop_id, starts_at) > (${last.shopId}, ${last.startsAt})` : sql``
    // Each part has its own index.
    const waited = sql<Waited>`(
      select shop_id, starts_at, min(mall_id) as mall_id, bool_or(is_over) as is_over from (
        select shop_id, starts_at, mall_id, false as is_over from waitlist where told_at is null and starts_at > ${soon}
        union all
        select shop_id, starts_at, mall_id, true from waitlist where kept_until <= ${now} and starts_at > ${now}) part
      ${after} group by shop_id, starts_at order by shop_id, starts_at limit ${PAGE})`.as('waited')
    const page: Waited[] = await db.selectFrom(waited).selectAll().orderBy('shopId').orderBy('startsAt').execute()
    if (page.length > 0) yield page
    if (page.length < PAGE) return
    last = page.at(-1)
  }
}

/** Ends the kept places of a slot that are over. Returns how many. */
export async function endKept(tx: Tx, { shopId, startsAt }: SlotKey, now: Date): Promise<number> {
  const ended = tx.updateTable('waitlist').set({ keptUntil: null }).where('shopId', '=', shopId).where('startsAt', '=', startsAt)
  return (await ended.where('keptUntil', '<=', now).returning('mobile').execute()).length
}

/**
 * Marks the first `many` as told, with a place that is kept for each until then, and returns them. A mobile for which the shop keeps another
 * place waits on.
 */
export async function tellFirst(tx: Tx, slot: SlotKey, many: number, now: Date, keptUntil: Date): Promise<Waiter[]> {
  const { rows } = await sql<{ mobile: string; locale: string }>`
    update waitlist set told_at = ${now}, kept_until = ${keptUntil} where (shop_id, starts_at, mobile) in (
      select shop_id, starts_at, mobile from waitlist
      where shop_id = ${slot.shopId} and starts_at = ${slot.startsAt} and told_at is null
        and not exists (select from waitlist other
          where other.shop_id = waitlist.shop_id and other.mobile = waitlist.mobile and other.kept_until is not null)
      order by asked_at, mobile limit ${many} for update)
    returning mobile, locale`.execute(tx)
  return rows.map((row) => ({ ...slot, mobile: row.mobile, locale: localeFrom(row.locale) }))
}

/** Until when the places are kept that a mobile has at a shop, by the starts of the slots (ms). */
export async function keptFor(db: Reader, shopId: string, mobile: string): Promise<Map<number, Date>> {
  const own = db.selectFrom('waitlist').select(['startsAt', 'keptUntil']).where('shopId', '=', shopId).where('mobile', '=', mobile)
  const rows = await own.where('keptUntil', 'is not', null).$narrowType<{ keptUntil: Date }>().execute()
  return new Map(rows.map(({ startsAt, keptUntil }) => [startsAt.getTime(), keptUntil]))
}

type Wish = Pick<Waiter, 'shopId' | 'startsAt' | 'mobile'>
export const waiterOf = ({ mobile, ...slot }: Wish): string => `${keyOf(slot)} ${mobile}`

/** Takes mobiles off the waitlist if a place of the slot is kept for them. Returns them as `waiterOf` does. Without wishes it costs nothing. */
export async function takeKept(tx: Tx, wishes: readonly Wish[]): Promise<Set<string>> {
  if (wishes.length === 0) return new Set()
  const { rows } = await sql<Wish>`
    delete from waitlist using ${wishesAsTable(wishes)} wish
    where ${isWish} and waitlist.kept_until is not null
    returning waitlist.shop_id, waitlist.starts_at, waitlist.mobile`.execute(tx)
  return new Set(rows.map(waiterOf))
}

/** Takes mobiles off the waitlists of slots in which they have a place now. Needs at least one. */
export const leavingWaitlists = (seated: readonly Wish[]): Statement => sql`
  delete from waitlist using ${wishesAsTable(seated)} wish where ${isWish} and waitlist.kept_until is null`

const wishesAsTable = (wishes: readonly Wish[]) =>
  rowsAsTable(
    'waitlist',
    wishes.map(({ shopId, startsAt, mobile }) => ({ shopId, startsAt, mobile })),
  )
const isWish = sql`waitlist.shop_id = wish.shop_id and waitlist.starts_at = wish.starts_at and waitlist.mobile = wish.mobile`

export const deleteWaitlists = (tx: Tx, before: Date) => tx.deleteFrom('waitlist').where('startsAt', '<', before).execute()
