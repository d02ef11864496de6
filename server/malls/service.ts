import type { SignedIn } from '../../contract/accounts.ts'
import { Refusal } from '../../contract/errors.ts'
import type { Tx } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../kit/ids.ts'
import * as store from './store.ts'

/** A venue: what the product needs to know of it. */
export interface Mall {
  id: string
  ownerAccountId: string | null
  title: string
  description: string
  image: string | null
  address: string
  legalName: string
  gstin: string | null
  gstBasisPoints: number
  timeZone: string
}

type Row = NonNullable<Awaited<ReturnType<typeof store.mallById>>>

const mallOf = (row: Row): Mall => ({
  id: row.id,
  ownerAccountId: row.owner_account_id,
  title: row.title,
  description: row.description,
  image: row.image,
  address: row.address,
  legalName: row.legal_name,
  gstin: row.gstin,
  gstBasisPoints: row.gst_basis_points,
  timeZone: row.time_zone,
})

/** A mall by its id, or null. */
export async function findMall(db: Pick<Tx, 'selectFrom'>, id: string): Promise<Mall | null> {
  const row = await store.mallById(db, id)
  return row ? mallOf(row) : null
}

/** A mall by its id; refuses with `mall_not_found`. */
export async function mallById(db: Pick<Tx, 'selectFrom'>, id: string): Promise<Mall> {
  const mall = await findMall(db, id)
  if (!mall) throw new Refusal('mall_not_found')
  return mall
}

/** True where this id is a mall's, archived or not. */
export const isMallOnRecord = async (db: Pick<Tx, 'selectFrom'>, id: string): Promise<boolean> =>
  (await store.mallOnRecord(db, id)) !== undefined

/** Malls by their ids, archived or not; those that never were are absent. */
export async function mallsOnRecord(db: Pick<Tx, 'selectFrom'>, ids: readonly string[]): Promise<Map<string, Mall>> {
  return new Map((await store.mallsOnRecord(db, ids)).map((row) => [row.id, mallOf(row)]))
}

/** All malls, by title. */
export const listMalls = async (deps: Deps): Promise<Mall[]> => (await store.listMalls(deps.db)).map(mallOf)

/** Ids of the malls that an account owns, oldest first. */
export const mallIdsOf = async (db: Pick<Tx, 'selectFrom'>, accountId: string): Promise<string[]> =>
  (await store.mallIdsOfOwner(db, accountId)).map((row) => row.id)

/** True where this account manages the mall: its owner, a super administrator. */
export const managesMall = (caller: SignedIn, mallId: string): boolean =>
  caller.account.role === 'superadmin' || (caller.account.role === 'owner' && caller.mallIds.includes(mallId))

/** Refuses with `forbidden` who does not manage the mall, whose existence is public. */
export function refuseUnlessManager(caller: SignedIn, mallId: string, subject: string): void {
  if (!managesMall(caller, mallId)) throw new Refusal('forbidden', { reach: { mallId, subject } })
}

/** Adds a mall in the caller's transaction; answers its id. */
export async function createMall(
  tx: Tx,
  now: Date,
  mall: Pick<Mall, 'ownerAccountId' | 'title' | 'description' | 'address' | 'legalName' | 'gstin'> & { id?: string; image?: string | null },
): Promise<string> {
  const id = mall.id ?? newId()
  await store.insertMall(tx, { ...mall, id, image: mall.image ?? null, createdAt: now })
  return id
}
