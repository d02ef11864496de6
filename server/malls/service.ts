import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { cursorOf, valuesOf } from '#server/kit/cursor.ts'
import { newId } from '#server/kit/ids.ts'
import { giveSlug } from './slugs.ts'
import * as store from './store.ts'

/** A mall: what the other slices need to know of it. */
export interface Mall {
  id: string
  /** The first segment of its address on the web. */
  slug: string
  ownerAccountId: string | null
  title: string
  description: string
  image: string | null
  address: string
  legalName: string
  /** Confirmed by a super administrator: receipts are tax invoices under it. */
  gstin: string | null
  /** What the owner has entered and a super administrator has not confirmed yet. */
  gstinWaiting: string | null
  gstBasisPoints: number
  /** The service code of the fee on tax invoices, four or six digits; empty until the seller has chosen one. */
  sac: string
  timeZone: string
  /** The hour, by the mall's clocks, at which its service day begins. */
  dayStartHour: number
  /** Whom shoppers may ask at shops without their own contact; null if the mall has none. */
  supportContact: string | null
}

type Row = NonNullable<Awaited<ReturnType<typeof store.mallById>>>

/** A mall, archived or not, as one value of a statement that reads things of the mall; `mallOf` converts it. */
export const mallAsJson = store.mallAsJson
export type MallAsJson = store.MallAsJson

/** A row as a mall. One that has no slug yet has its id in its address. */
export const mallOf = (row: Row): Mall => ({ ...row, slug: row.slug ?? row.id })

/** Returns a mall by its id, or null. */
export async function findMall(db: Reader, id: string): Promise<Mall | null> {
  const row = await store.mallById(db, id)
  return row ? mallOf(row) : null
}

/** Returns a mall by its id; refuses with `mall_not_found`. */
export async function mallById(db: Reader, id: string): Promise<Mall> {
  const mall = await findMall(db, id)
  if (!mall) throw new Refusal('mall_not_found')
  return mall
}

/** True if a mall has this id, archived or not. */
export const isMallOnRecord = async (db: Reader, id: string): Promise<boolean> => (await store.mallOnRecord(db, id)) !== undefined

/** Returns malls by their ids, archived or not; an unknown id is absent. */
export async function mallsOnRecord(db: Reader, ids: readonly string[]): Promise<Map<string, Mall>> {
  return new Map((await store.mallsOnRecord(db, ids)).map((row) => [row.id, mallOf(row)]))
}

/** Returns all malls, by title, for work that is done in each. */
export const listMalls = async (deps: Deps): Promise<Mall[]> => (await store.listMalls(deps.db)).map(mallOf)

/** The most malls on a page, and the most shops of these malls together, so that one response can carry them. */
const PAGE = { malls: 100, shops: 1000 }

/** The filters of the list of malls; `cursor` and `search` may be empty. */
export interface MallsAsked {
  cursor: string
  search: string
  /** Malls that are listed even without a shop: the caller's own, or all. */
  own: readonly string[] | 'all'
}

/** Returns a page of malls by title: those with a shop, and `own`. `next` is the cursor of the next page, null on the last page. */
export async function pageOfMalls(deps: Deps, { cursor, search, own }: MallsAsked): Promise<{ malls: Mall[]; next: string | null }> {
  const [title = '', id = ''] = cursor === '' ? [] : (valuesOf(cursor, 2) ?? refuseCursor())
  const listed = await store.pageOfMalls(deps.db, { after: [title, id], search, own, most: PAGE.malls + 1 })
  let shops = 0
  const fitting = listed.slice(0, PAGE.malls).filter((one, i) => {
    shops += one.shops
    return i === 0 || shops <= PAGE.shops
  })
  const byId = await mallsOnRecord(
    deps.db,
    fitting.map((one) => one.id),
  )
  const malls = fitting.flatMap((one) => byId.get(one.id) ?? [])
  const last = malls.at(-1)
  return { malls, next: last && listed.length > fitting.length ? cursorOf(last.title, last.id) : null }
}

function refuseCursor(): never {
  throw new Refusal('invalid_input', { sentence: 'This page does not exist. Please begin with the first one.' })
}

/** Ids of the malls that an account owns, oldest first. */
export const mallIdsOf = async (db: Reader, accountId: string): Promise<string[]> =>
  (await store.mallIdsOfOwner(db, accountId)).map((row) => row.id)

/** True if this account manages the mall: its owner or a super administrator. */
export const managesMall = (caller: SignedIn, mallId: string): boolean =>
  caller.account.role === 'superadmin' || (caller.account.role === 'owner' && caller.mallIds.includes(mallId))

/** Refuses callers who do not manage the mall with `forbidden`; that the mall exists is public. */
export function refuseUnlessManager(caller: SignedIn, mallId: string, subject: string): void {
  if (!managesMall(caller, mallId)) throw new Refusal('forbidden', { reach: { mallId, subject } })
}

/** Adds a mall in the caller's transaction; returns its id. */
export async function createMall(
  tx: Tx,
  now: Date,
  mall: Pick<Mall, 'ownerAccountId' | 'title' | 'description' | 'address' | 'legalName' | 'gstin'> & {
    id?: string
    image?: string | null
    supportContact?: string | null
  },
): Promise<string> {
  const id = mall.id ?? newId()
  await store.insertMall(tx, { ...mall, id, image: mall.image ?? null, supportContact: mall.supportContact ?? null, createdAt: now })
  giveSlug(tx, id, mall.title)
  return id
}

/** Returns those of these picture addresses that a mall shows. */
export const mallImagesInUse = store.imagesInUse
