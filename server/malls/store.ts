import type { Tx } from '../db/transaction.ts'

type Reader = Pick<Tx, 'selectFrom'>

const columns = [
  'id',
  'owner_account_id',
  'title',
  'description',
  'image',
  'address',
  'legal_name',
  'gstin',
  'gst_basis_points',
  'time_zone',
] as const

/** One mall that is not archived. */
export const mallById = (db: Reader, id: string) =>
  db.selectFrom('mall').select(columns).where('id', '=', id).where('archived_at', 'is', null).executeTakeFirst()

/** All malls that are not archived, by title. */
export const listMalls = (db: Reader) => db.selectFrom('mall').select(columns).where('archived_at', 'is', null).orderBy('title').execute()

/** Ids of an owner's malls, oldest first. */
export const mallIdsOfOwner = (db: Reader, accountId: string) =>
  db
    .selectFrom('mall')
    .select('id')
    .where('owner_account_id', '=', accountId)
    .where('archived_at', 'is', null)
    .orderBy('created_at')
    .execute()

/** Adds a mall. */
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
    createdAt: Date
  },
) =>
  tx
    .insertInto('mall')
    .values({
      id: mall.id,
      owner_account_id: mall.ownerAccountId,
      title: mall.title,
      description: mall.description,
      image: mall.image,
      address: mall.address,
      legal_name: mall.legalName,
      gstin: mall.gstin,
      created_at: mall.createdAt,
    })
    .execute()

/** A mall's row, locked until the transaction ends; nothing where it is archived. */
export const lockMall = (tx: Tx, id: string) =>
  tx.selectFrom('mall').select(columns).where('id', '=', id).where('archived_at', 'is', null).forUpdate().executeTakeFirst()

/** What a mall may be changed by; what is absent stays. */
export interface MallChange {
  ownerAccountId?: string
  title?: string
  description?: string
  image?: string | null
  address?: string
  legalName?: string
  gstin?: string | null
  timeZone?: string
}

const changeable = {
  ownerAccountId: 'owner_account_id',
  title: 'title',
  description: 'description',
  image: 'image',
  address: 'address',
  legalName: 'legal_name',
  gstin: 'gstin',
  timeZone: 'time_zone',
} as const satisfies Record<keyof MallChange, string>

/** Changes a mall; answers the fields that were given. */
export async function changeMall(tx: Tx, id: string, change: MallChange): Promise<string[]> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  if (given.length === 0) return []
  await tx
    .updateTable('mall')
    .set(Object.fromEntries(given.map(([field, value]) => [changeable[field as keyof MallChange], value])))
    .where('id', '=', id)
    .execute()
  return given.map(([field]) => field)
}

/** Takes a mall out of every list; its row stays. */
export const archiveMall = (tx: Tx, id: string, now: Date) =>
  tx.updateTable('mall').set({ archived_at: now }).where('id', '=', id).execute()

/** A mall that may be archived: what is on record names it. */
export const mallOnRecord = (db: Reader, id: string) => db.selectFrom('mall').select(columns).where('id', '=', id).executeTakeFirst()

/** Malls by their ids, archived or not. */
export const mallsOnRecord = (db: Reader, ids: readonly string[]) =>
  ids.length === 0 ? Promise.resolve([]) : db.selectFrom('mall').select(columns).where('id', 'in', ids).execute()
