import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { GstRate } from '#contract/base/money.ts'
import type { LedgerNames } from '#contract/payments/ledgers.ts'
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
  'ledgers',
  'timeZone',
  'dayStartHour',
  'supportContact',
  'slug',
] as const

/** JSON does not change the values: a mall has no times. */
export type MallAsJson = Pick<Selectable<Tables['mall']>, (typeof columns)[number]> & { isArchived: boolean }

/**
 * The mall with this id, archived or not, as one value of another statement. A separate statement for each shop's mall would cost more than
 * the row. Null behind the wall of another tenant.
 */
export const mallAsJson = (id: RawBuilder<string>): RawBuilder<MallAsJson | null> =>
  sql`(select json_build_object('isArchived', mall.archived_at is not null, ${asFields}) from mall where mall.id = ${id})`

const asFields = sql.raw(columns.map((column) => `'${column}', mall.${names.inDatabase(column)}`).join(', '))

export const mallById = (db: Reader, id: string) =>
  db.selectFrom('mall').select(columns).where('id', '=', id).where('archivedAt', 'is', null).executeTakeFirst()

/** By title, without archived ones. */
export const listMalls = (db: Reader) => db.selectFrom('mall').select(columns).where('archivedAt', 'is', null).orderBy('title').execute()

/** Returns ids by title, each with its number of shops: malls with a shop and those of `own`, or all malls if `own` is `all`. */
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

/** Matches the text anywhere, without wildcards. An empty pattern matches everything. */
const like = (text: string) => (text === '' ? '' : `%${text.replace(/[\\%_]/g, '\\$&')}%`)

/** Oldest first. */
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

/** Undefined if the mall is archived. */
export const lockMall = (tx: Tx, id: string) =>
  tx.selectFrom('mall').select(columns).where('id', '=', id).where('archivedAt', 'is', null).forUpdate().executeTakeFirst()

/** A field that is absent stays. */
export interface MallChange {
  ownerAccountId?: string
  title?: string
  description?: string
  image?: string | null
  address?: string
  legalName?: string
  gstin?: string | null
  gstinWaiting?: string | null
  gstBasisPoints?: GstRate
  sac?: string
  ledgers?: Partial<LedgerNames>
  timeZone?: string
  dayStartHour?: number
  supportContact?: string | null
}

/** Returns the fields that were given. */
export async function changeMall(tx: Tx, id: string, change: MallChange): Promise<string[]> {
  const stored = { ...change, ledgers: change.ledgers && JSON.stringify(change.ledgers) }
  const given = Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length > 0) await tx.updateTable('mall').set(given).where('id', '=', id).execute()
  return Object.keys(given)
}

export const archiveMall = (tx: Tx, id: string, now: Date) => tx.updateTable('mall').set({ archivedAt: now }).where('id', '=', id).execute()

/** Old records still name archived malls. */
export const mallOnRecord = (db: Reader, id: string) => db.selectFrom('mall').select(columns).where('id', '=', id).executeTakeFirst()

/** Archived malls too. */
export const mallsOnRecord = (db: Reader, ids: readonly string[]) =>
  ids.length === 0 ? Promise.resolve([]) : db.selectFrom('mall').select(columns).where('id', '=', anyOf(ids)).execute()

/** Archived malls count too. */
export const holdMall = (tx: Tx, id: string) =>
  tx.selectFrom('mall').select(columns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Archived malls count too. */
export async function imagesInUse(db: Reader, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return []
  const rows = await db.selectFrom('mall').select('image').where('image', 'in', addresses).execute()
  return rows.flatMap(({ image }) => image ?? [])
}

/** Adds a number to the slug if another place has it. */
export const giveSlug = (tx: Tx, slug: string, placeId: string) => sql`select give_slug(${slug}, ${placeId})`.execute(tx)

/** Earlier slugs count too. */
export const placeWithSlug = (db: Reader, slug: string) =>
  db.selectFrom('slug').select('placeId').where('slug', '=', slug).executeTakeFirst()
