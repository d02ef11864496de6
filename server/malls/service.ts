import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import type { GstRate } from '#contract/base/money.ts'
import type { LedgerNames } from '#contract/payments/ledgers.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { cursorOf, valuesOf } from '#server/kit/cursor.ts'
import { newId } from '#server/kit/ids.ts'
import { giveSlug } from './slugs.ts'
import * as store from './store.ts'

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
  /** Entered by the owner, not yet confirmed by a super administrator. */
  gstinWaiting: string | null
  gstBasisPoints: GstRate
  /** The service code on tax invoices: four or six digits, empty until the seller has chosen one. */
  sac: string
  /** What its books call our ledgers; absent ones have our names. */
  ledgers: Partial<LedgerNames>
  timeZone: string
  /** The hour, by the mall's clocks, at which its service day begins. */
  dayStartHour: number
  /** For shops without their own contact. */
  supportContact: string | null
}

type Row = NonNullable<Awaited<ReturnType<typeof store.mallById>>>

/** `mallOf` converts the value. */
export const mallAsJson = store.mallAsJson
export type MallAsJson = store.MallAsJson

/** A mall that has no slug yet has its id in its address. */
export const mallOf = (row: Row): Mall => ({
  ...row,
  slug: row.slug ?? row.id,
  gstBasisPoints: row.gstBasisPoints as GstRate,
  ledgers: row.ledgers as Partial<LedgerNames>,
})

export async function findMall(db: Reader, id: string): Promise<Mall | null> {
  const row = await store.mallById(db, id)
  return row ? mallOf(row) : null
}

/** Refuses with `mall_not_found`. */
export async function mallById(db: Reader, id: string): Promise<Mall> {
  const mall = await findMall(db, id)
  if (!mall) throw new Refusal('mall_not_found')
  return mall
}

/** Counts archived malls too. */
export const isMallOnRecord = async (db: Reader, id: string): Promise<boolean> => (await store.mallOnRecord(db, id)) !== undefined

/** Returns archived malls too; an unknown id is absent. */
export async function mallsOnRecord(db: Reader, ids: readonly string[]): Promise<Map<string, Mall>> {
  return new Map((await store.mallsOnRecord(db, ids)).map((row) => [row.id, mallOf(row)]))
}

/** Locks the mall, archived or not. */
export async function holdMall(tx: Tx, id: string): Promise<Mall | null> {
  const row = await store.holdMall(tx, id)
  return row ? mallOf(row) : null
}

/** Returns all malls, by title. */
export const listMalls = async (deps: Deps): Promise<Mall[]> => (await store.listMalls(deps.db)).map(mallOf)

/** The most malls of a page, and the most shops of these malls together, so that one response can carry them. */
const PAGE = { malls: 100, shops: 1000 }

/** `cursor` and `search` may be empty. */
export interface MallsAsked {
  cursor: string
  search: string
  /** These malls are listed even without a shop. */
  own: readonly string[] | 'all'
}

/** Returns malls by title: those with a shop, and `own`. `next` is the cursor of the next page, null on the last page. */
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

/** Oldest first. */
export const mallIdsOf = async (db: Reader, accountId: string): Promise<string[]> =>
  (await store.mallIdsOfOwner(db, accountId)).map((row) => row.id)

export const managesMall = (caller: SignedIn, mallId: string): boolean =>
  caller.account.role === 'superadmin' || (caller.account.role === 'owner' && caller.mallIds.includes(mallId))

/** Refuses callers who do not manage the mall with `forbidden`; that the mall exists is public. */
export function refuseUnlessManager(caller: SignedIn, mallId: string, subject: string): void {
  if (!managesMall(caller, mallId)) throw new Refusal('forbidden', { reach: { mallId, subject } })
}

/** Returns the mall's id. */
export async function createMall(
  tx: Tx,
  now: Date,
  mall: Pick<Mall, 'ownerAccountId' | 'title' | 'description' | 'address' | 'legalName' | 'gstin'> & {
    id?: string
    image?: string | null
    supportContact?: string | null
    sac?: string
  },
): Promise<string> {
  const id = mall.id ?? newId()
  await store.insertMall(tx, { ...mall, id, image: mall.image ?? null, supportContact: mall.supportContact ?? null, createdAt: now })
  giveSlug(tx, id, mall.title)
  return id
}

export const mallImagesInUse = store.imagesInUse
