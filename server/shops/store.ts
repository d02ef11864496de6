import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'

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
  'grace_minutes',
  'paused_reason',
  'paused_until',
  'refund_on_leave',
  'opening_hours',
  'hours_exceptions',
  'support_contact',
  'usual_wait_minutes',
  'editor_name',
  'editor_mobile',
  'editor_email',
  'receipt_code',
] as const

/** One shop that is not archived. */
export const shopById = (db: Reader, id: string) =>
  db.selectFrom('shop').select(columns).where('id', '=', id).where('archived_at', 'is', null).executeTakeFirst()

/** Shops by their ids, archived or not, with the time at which they were archived. */
export const shopsOnRecord = (db: Reader, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('shop')
        .select([...columns, 'archived_at'])
        .where('id', 'in', ids)
        .execute()

/** One shop that is not archived and cannot be archived until the transaction ends; waits for a transaction that is archiving it. */
export const keepShop = (tx: Tx, id: string) =>
  tx.selectFrom('shop').select(columns).where('id', '=', id).where('archived_at', 'is', null).forKeyShare().executeTakeFirst()

/** The same for several shops, locked in the order of their ids. */
export const keepShops = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('shop')
    .select(columns)
    .where('id', '=', sql<string>`any(${ids})`)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute()

/** The shops of these malls that are not archived, in the order in which they were added. */
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

/** Stops others from adding, renaming or removing shops of a mall until the transaction ends. */
export const lockShopsOfMall = (tx: Tx, mallId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`shops:${mallId}`}, 0))`.execute(tx)

/** How many shops a mall has ever had, including archived ones. */
export async function countShopsOfMall(tx: Tx, mallId: string): Promise<number> {
  const row = await tx
    .selectFrom('shop')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('n'))
    .where('mall_id', '=', mallId)
    .executeTakeFirstOrThrow()
  return row.n
}

/** Which of these addresses a shop shows, archived or not. */
export async function imagesInUse(db: Pick<Tx, 'selectFrom'>, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return []
  const rows = await db.selectFrom('shop').select('image').where('image', 'in', addresses).execute()
  return rows.flatMap(({ image }) => image ?? [])
}
