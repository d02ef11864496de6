import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'

type Reader = Pick<Tx, 'selectFrom'>

const columns = [
  'id',
  'mall_id',
  'name',
  'description',
  'image',
  'link',
  'place',
  'base_fee_paise',
  'extra_paise',
  'minutes_per_ticket',
  'head_start_minutes',
  'countdown_seconds',
  'refund_on_leave',
  'opening_hours',
  'hours_exceptions',
  'support_contact',
  'editor_name',
  'editor_mobile',
  'editor_email',
  'receipt_code',
] as const

/** One shop that is not archived. */
export const shopById = (db: Reader, id: string) =>
  db.selectFrom('shop').select(columns).where('id', '=', id).where('archived_at', 'is', null).executeTakeFirst()

/** Shops by their ids, archived or not, with the time since when they are. */
export const shopsOnRecord = (db: Reader, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('shop')
        .select([...columns, 'archived_at'])
        .where('id', 'in', ids)
        .execute()

/** One shop that is not archived, and that nobody archives until the transaction ends; whoever is doing so is waited for. */
export const keepShop = (tx: Tx, id: string) =>
  tx.selectFrom('shop').select(columns).where('id', '=', id).where('archived_at', 'is', null).forKeyShare().executeTakeFirst()

/** The shops of these malls that are not archived, in the order they were added. */
export const shopsOfMalls = (db: Reader, mallIds: readonly string[]) =>
  mallIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('shop')
        .select(columns)
        .where('mall_id', 'in', mallIds)
        .where('archived_at', 'is', null)
        .orderBy('created_at')
        .orderBy('name')
        .execute()

/** The shops that a staff account works for, with their malls, oldest first. */
export const shopsOfStaff = (db: Reader, accountId: string) =>
  db
    .selectFrom('shop_staff')
    .innerJoin('shop', 'shop.id', 'shop_staff.shop_id')
    .select(['shop.id', 'shop.mall_id'])
    .where('shop_staff.account_id', '=', accountId)
    .where('shop.archived_at', 'is', null)
    .orderBy('shop_staff.created_at')
    .execute()

/** Adds a shop. */
export const insertShop = (
  tx: Tx,
  shop: {
    id: string
    mallId: string
    name: string
    description: string
    image: string | null
    link: string | null
    place: string
    baseFeePaise: number
    minutesPerTicket: number
    receiptCode: string
    createdAt: Date
  },
) =>
  tx
    .insertInto('shop')
    .values({
      id: shop.id,
      mall_id: shop.mallId,
      name: shop.name,
      description: shop.description,
      image: shop.image,
      link: shop.link,
      place: shop.place,
      base_fee_paise: shop.baseFeePaise,
      minutes_per_ticket: shop.minutesPerTicket,
      receipt_code: shop.receiptCode,
      created_at: shop.createdAt,
    })
    .execute()

/** Lets an account work at a shop. */
export const insertStaff = (tx: Tx, link: { shopId: string; mallId: string; accountId: string; createdAt: Date }) =>
  tx
    .insertInto('shop_staff')
    .values({ shop_id: link.shopId, mall_id: link.mallId, account_id: link.accountId, created_at: link.createdAt })
    .onConflict((oc) => oc.doNothing())
    .execute()

/** Keeps others from adding, renaming or removing shops of a mall until the transaction ends. */
export const lockShopsOfMall = (tx: Tx, mallId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`shops:${mallId}`}, 0))`.execute(tx)

/** How many shops a mall has ever had, archived ones too. */
export async function countShopsOfMall(tx: Tx, mallId: string): Promise<number> {
  const row = await tx
    .selectFrom('shop')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('n'))
    .where('mall_id', '=', mallId)
    .executeTakeFirstOrThrow()
  return row.n
}
