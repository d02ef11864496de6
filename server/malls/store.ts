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
  db.selectFrom('mall').select('id').where('owner_account_id', '=', accountId).where('archived_at', 'is', null).orderBy('created_at').execute()

/** Adds a mall. */
export const insertMall = (
  tx: Tx,
  mall: {
    id: string
    ownerAccountId: string | null
    title: string
    description: string
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
      address: mall.address,
      legal_name: mall.legalName,
      gstin: mall.gstin,
      created_at: mall.createdAt,
    })
    .execute()
