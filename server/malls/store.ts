import { type RawBuilder, type Selectable, sql } from 'kysely'
import { names } from '#server/db/names.ts'
import { anyOf } from '#server/db/rows.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'

const columns = [
  'id',
  'ownerAccountId',
  'title',
  'description',
  'image',
  'address',
  'legalName',
  'gstin',
  'gstinWaiting',
  'gstBasisPoints',
  'sac',
  'timeZone',
  'dayStartHour',
  'supportContact',
  'slug',
] as const

/** A mall's row as JSON, in which its columns are the same: it has no times. */
export type MallAsJson = Pick<Selectable<Tables['mall']>, (typeof columns)[number]> & { isArchived: boolean }

/**
 * The mall with this id, archived or not, as one value of another statement: a statement of its own for each shop's mall would cost more
 * than the row itself. Null behind the wall of another tenant.
 */
export const mallAsJson = (id: RawBuilder<string>): RawBuilder<MallAsJson | null> =>
  sql`(select json_build_object('isArchived', mall.archived_at is not null, ${asFields}) from mall where mall.id = ${id})`

const asFields = sql.raw(columns.map((column) => `'${column}', mall.${names.inDatabase(column)}`).join(', '))

/** Returns one mall that is not archived. */
export const mallById = (db: Reader, id: string) =>
  db.selectFrom('mall').select(columns).where('id', '=', id).where('archivedAt', 'is', null).executeTakeFirst()

/** All malls that are not archived, by title. */
export const listMalls = (db: Reader) => db.selectFrom('mall').select(columns).where('archivedAt', 'is', null).orderBy('title').execute()

/**
 * Returns the ids of a page of malls by title, each with its number of shops. The page has malls with a shop and those of `own`, or all
 * malls if `own` is `all`.
 */
export const pageOfMalls = (
  db: Reader,
  {
    after,
    search,
    own,
    most,
  }: { after: readonly [title: string, id: string]; search: string; own: readonly string[] | 'all'; most: number },
) =>
  db
    .selectFrom(
      sql<{
        id: string
        shops: number
      }>`listed_malls(${after[0]}, ${after[1]}, ${like(search)}, ${own === 'all' ? [] : own}::text[], ${own === 'all'}, ${most})`.as(
        'listed',
      ),
    )
    .select(['id', 'shops'])
    .execute()

/** Returns a pattern that matches the text anywhere, without wildcards; empty for an empty text, which matches everything. */
const like = (text: string) => (text === '' ? '' : `%${text.replace(/[\\%_]/g, '\\$&')}%`)

/** Ids of an owner's malls, oldest first. */
export const mallIdsOfOwner = (db: Reader, accountId: string) =>
  db.selectFrom('mall').select('id').where('ownerAccountId', '=', accountId).where('archivedAt', 'is', null).orderBy('createdAt').execute()

export const insertMall = (
  tx: Tx,
  mall: {
    id: string
    ownerAccountId: string | null
    title: string
    description: string
    image: string | null
    address: string
    legalName: string
    gstin: string | null
    supportContact: string | null
    createdAt: Date
  },
) => tx.insertInto('mall').values(mall).execute()

/** Returns a mall's row, locked until the transaction ends; undefined if it is archived. */
export const lockMall = (tx: Tx, id: string) =>
  tx.selectFrom('mall').select(columns).where('id', '=', id).where('archivedAt', 'is', null).forUpdate().executeTakeFirst()

/** What a change of a mall may set; a field that is absent stays. */
export interface MallChange {
  ownerAccountId?: string
  title?: string
  description?: string
  image?: string | null
  address?: string
  legalName?: string
  gstin?: string | null
  gstinWaiting?: string | null
  sac?: string
  timeZone?: string
  dayStartHour?: number
  supportContact?: string | null
}

/** Changes a mall; returns the fields that were given. */
export async function changeMall(tx: Tx, id: string, change: MallChange): Promise<string[]> {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length > 0) await tx.updateTable('mall').set(given).where('id', '=', id).execute()
  return Object.keys(given)
}

/** Removes a mall from every list; its row stays. */
export const archiveMall = (tx: Tx, id: string, now: Date) => tx.updateTable('mall').set({ archivedAt: now }).where('id', '=', id).execute()

/** Returns a mall, archived or not: old records still name archived malls. */
export const mallOnRecord = (db: Reader, id: string) => db.selectFrom('mall').select(columns).where('id', '=', id).executeTakeFirst()

/** Malls by their ids, archived or not. */
export const mallsOnRecord = (db: Reader, ids: readonly string[]) =>
  ids.length === 0 ? Promise.resolve([]) : db.selectFrom('mall').select(columns).where('id', '=', anyOf(ids)).execute()

/** Returns those of these addresses that a mall shows; archived malls count too. */
export async function imagesInUse(db: Reader, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return []
  const rows = await db.selectFrom('mall').select('image').where('image', 'in', addresses).execute()
  return rows.flatMap(({ image }) => image ?? [])
}

/** Gives a place this slug, with a number behind it if another place has it. */
export const giveSlug = (tx: Tx, slug: string, placeId: string) => sql`select give_slug(${slug}, ${placeId})`.execute(tx)

/** The place that has this slug or had it earlier. */
export const placeWithSlug = (db: Reader, slug: string) =>
  db.selectFrom('slug').select('placeId').where('slug', '=', slug).executeTakeFirst()
