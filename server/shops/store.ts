import { type RawBuilder, type Selectable, sql } from 'kysely'
import { names } from '#server/db/names.ts'
import { anyOf } from '#server/db/rows.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'

const columns = [
  'id',
  'mallId',
  'name',
  'description',
  'image',
  'link',
  'place',
  'baseFeePaise',
  'extraPaise',
  'minutesPerTicket',
  'headStartMinutes',
  'countdownSeconds',
  'graceMinutes',
  'pausedReason',
  'pausedUntil',
  'refundOnLeave',
  'staffRefundLimitPaise',
  'openingHours',
  'hoursExceptions',
  'slots',
  'supportContact',
  'usualWaitMinutes',
  'promiseMinutes',
  'editorName',
  'editorMobile',
  'editorEmail',
  'receiptCode',
  'slug',
] as const

export type ShopRow = Pick<Selectable<Tables['shop']>, (typeof columns)[number]>
/** The row, with what the same statement read of the shop's mall. */
export type ShopInMall<Mall> = ShopRow & { mall: Mall; archivedAt: Date | null }
/** A value of the statement, made from the mall's id. */
type OfMall<Mall> = (id: RawBuilder<string>) => RawBuilder<Mall>

/** Each call reads its shop, so the columns are one piece of text, which Kysely need not assemble. */
const columnsOfShop = sql.raw([...columns, 'archivedAt'].map((column) => `shop.${names.inDatabase(column)}`).join(', '))
const read = async <Mall>(db: Reader, ofMall: OfMall<Mall>, where: RawBuilder<unknown>): Promise<ShopInMall<Mall>[]> =>
  (await sql<ShopInMall<Mall>>`select ${columnsOfShop}, ${ofMall(sql`shop.mall_id`)} as mall from shop where ${where}`.execute(db as Tx))
    .rows

export const shopById = async <Mall>(db: Reader, ofMall: OfMall<Mall>, id: string): Promise<ShopInMall<Mall> | undefined> =>
  (await read(db, ofMall, sql`shop.id = ${id} and shop.archived_at is null`))[0]

export const countdownOfShop = (db: Reader, id: string | RawBuilder<string>) =>
  db
    .selectFrom('shop')
    .select(['countdownSeconds as seconds', 'graceMinutes'])
    .where('id', '=', id)
    .where('archivedAt', 'is', null)
    .executeTakeFirst()

/** Archived or not, with the time at which they were archived. */
export const shopsOnRecord = async <Mall>(db: Reader, ofMall: OfMall<Mall>, ids: readonly string[]): Promise<ShopInMall<Mall>[]> =>
  ids.length === 0 ? [] : read(db, ofMall, sql`shop.id = ${anyOf(ids)}`)

/** The shop cannot be archived until the transaction ends; waits for a transaction that is archiving it. */
export const keepShop = async <Mall>(tx: Tx, ofMall: OfMall<Mall>, id: string): Promise<ShopInMall<Mall> | undefined> =>
  (await read(tx, ofMall, sql`shop.id = ${id} and shop.archived_at is null for key share of shop`))[0]

/** Locked in the order of their ids. */
export const keepShops = <Mall>(tx: Tx, ofMall: OfMall<Mall>, ids: readonly string[]): Promise<ShopInMall<Mall>[]> =>
  read(tx, ofMall, sql`shop.id = ${anyOf(ids)} and shop.archived_at is null order by shop.id for key share of shop`)

/** Without archived ones, in the order in which they were added. */
export const shopsOfMalls = (db: Reader, mallIds: readonly string[]) =>
  mallIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('shop')
        .select(columns)
        .where('mallId', 'in', mallIds)
        .where('archivedAt', 'is', null)
        .orderBy('createdAt')
        .orderBy('name')
        .execute()

/** Archived or not. */
export const shopsEverOfMall = (db: Reader, mallId: string) =>
  db.selectFrom('shop').select(['id', 'name']).where('mallId', '=', mallId).orderBy('createdAt').orderBy('name').execute()

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
) => tx.insertInto('shop').values(shop).execute()

/** Until the transaction ends, no one else adds, renames or removes shops of the mall. */
export const lockShopsOfMall = (tx: Tx, mallId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`shops:${mallId}`}, 0))`.execute(tx)

/** Includes archived ones. */
export async function countShopsOfMall(tx: Tx, mallId: string): Promise<number> {
  const row = await tx
    .selectFrom('shop')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('n'))
    .where('mallId', '=', mallId)
    .executeTakeFirstOrThrow()
  return row.n
}

/** Archived shops count too. */
export async function imagesInUse(db: Reader, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return []
  const rows = await db.selectFrom('shop').select('image').where('image', 'in', addresses).execute()
  return rows.flatMap(({ image }) => image ?? [])
}

/** The code was made for print or as a picture. */
export const noteQrMade = (tx: Tx, shopId: string, at: Date) =>
  tx.updateTable('shop').set({ qrMadeAt: at }).where('id', '=', shopId).execute()
