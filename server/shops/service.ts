import type { Account, SignedIn } from '../../contract/accounts.ts'
import { Refusal } from '../../contract/errors.ts'
import { canBeId } from '../../contract/ids.ts'
import { type Fee, feeOf } from '../../contract/money.ts'
import type { Tenant } from '../db/tenant.ts'
import type { Tx } from '../db/transaction.ts'
import { whose } from '../db/wall.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../kit/ids.ts'
import { findMall, type Mall, mallById, mallIdsOf, mallsOnRecord, refuseUnlessManager } from '../malls/service.ts'
import { type DayException, type OpeningHours, type OpenState, openState } from './rules.ts'
import * as store from './store.ts'

type Reader = Pick<Tx, 'selectFrom'>

/** A shop with the mall it stands in. */
export interface Shop {
  id: string
  mall: Mall
  name: string
  description: string
  image: string | null
  link: string | null
  place: string
  fee: Fee
  minutesPerTicket: number
  headStartMinutes: number
  countdownSeconds: number
  refundOnLeave: boolean
  openingHours: OpeningHours
  exceptions: DayException[]
  supportContact: string | null
  /** Who may be led to the display editor from the verification screen; null where the owner set none. */
  editor: { name: string; mobile: string; email: string } | null
  receiptCode: string
}

type Row = NonNullable<Awaited<ReturnType<typeof store.shopById>>>

function shopOf(row: Row, mall: Mall): Shop {
  const { editor_name: name, editor_mobile: mobile, editor_email: email } = row
  return {
    id: row.id,
    mall,
    name: row.name,
    description: row.description,
    image: row.image,
    link: row.link,
    place: row.place,
    fee: feeOf({ baseFeePaise: row.base_fee_paise, extraPaise: row.extra_paise }, mall),
    minutesPerTicket: row.minutes_per_ticket,
    headStartMinutes: row.head_start_minutes,
    countdownSeconds: row.countdown_seconds,
    refundOnLeave: row.refund_on_leave,
    openingHours: row.opening_hours as OpeningHours,
    exceptions: row.hours_exceptions as DayException[],
    supportContact: row.support_contact,
    editor: name && mobile && email ? { name, mobile, email } : null,
    receiptCode: row.receipt_code,
  }
}

/**
 * A shop by its id; refuses with `shop_not_found`, with `is_a_mall` where the id names a mall, and with `forbidden` where the shop is on the
 * other side of the wall (a shop's existence is public).
 */
export async function shopById(db: Reader, id: string): Promise<Shop> {
  const row = canBeId(id) ? await store.shopById(db, id) : undefined
  if (row) return shopOf(row, await mallById(db, row.mall_id))
  const thing = canBeId(id) ? await whose(db, id) : null
  if (thing?.kind === 'shop') throw foreign(thing.mallId, id)
  throw new Refusal(thing?.kind === 'mall' ? 'is_a_mall' : 'shop_not_found')
}

const foreign = (mallId: string, subject: string) => new Refusal('forbidden', { reach: { mallId, subject } })

/** The same for a story that leaves something in the shop: it is not archived until the transaction ends. */
export async function keepShop(tx: Tx, id: string): Promise<Shop> {
  const row = canBeId(id) ? await store.keepShop(tx, id) : undefined
  return row ? shopOf(row, await mallById(tx, row.mall_id)) : shopById(tx, id)
}

/** Shops by their ids, archived or not; one that was never there is absent. */
export async function shopsOnRecord(db: Reader, ids: readonly string[]): Promise<Map<string, Shop & { archived: boolean }>> {
  const rows = await store.shopsOnRecord(db, ids)
  const malls = await mallsOnRecord(db, [...new Set(rows.map((row) => row.mall_id))])
  return new Map(
    rows.flatMap((row) => {
      const mall = malls.get(row.mall_id)
      return mall ? [[row.id, { ...shopOf(row, mall), archived: row.archived_at !== null }] as const] : []
    }),
  )
}

/** The shops of these malls, in the order they were added. */
export async function shopsOf(db: Reader, malls: readonly Mall[]): Promise<Shop[]> {
  const byId = new Map(malls.map((mall) => [mall.id, mall]))
  const rows = await store.shopsOfMalls(db, [...byId.keys()])
  return rows.flatMap((row) => {
    const mall = byId.get(row.mall_id)
    return mall ? [shopOf(row, mall)] : []
  })
}

/**
 * A mall by its id; refuses with `mall_not_found`, with `is_a_shop` where the id names a shop, and with `forbidden` where the mall is on the
 * other side of the wall (a mall's existence is public).
 */
export async function mallNotShop(db: Reader, id: string): Promise<Mall> {
  const mall = canBeId(id) ? await findMall(db, id) : null
  if (mall) return mall
  const thing = canBeId(id) ? await whose(db, id) : null
  if (thing?.kind === 'mall') throw foreign(thing.mallId, id)
  throw new Refusal(thing?.kind === 'shop' ? 'is_a_shop' : 'mall_not_found')
}

/** A mall with its shops; refuses as `mallNotShop` does. */
export async function mallWithShops(db: Reader, id: string): Promise<{ mall: Mall; shops: Shop[] }> {
  const mall = await mallNotShop(db, id)
  return { mall, shops: await shopsOf(db, [mall]) }
}

/** The mall, for an account that manages it; refuses others with `forbidden` (a mall's existence is public). */
export async function mallForManager(db: Reader, caller: SignedIn, id: string): Promise<Mall> {
  const mall = await mallNotShop(db, id)
  refuseUnlessManager(caller, mall.id, mall.id)
  return mall
}

/** Whether a shop is open now, and when it opens next. */
export const openStateOf = (shop: Shop, now: Date): OpenState => openState(shop.openingHours, now, shop.mall.timeZone, shop.exceptions)

/** An account with the tenants it works for, and what its stories may see of the database: null for all of it. */
export type Worker = SignedIn & { tenant: Tenant | null }

/** The tenants that an account works for. */
export async function tenantsOf(deps: Deps, account: Account): Promise<Worker> {
  if (account.role === 'superadmin') return { account, mallIds: [], shopIds: [], tenant: null }
  const mallIds = account.role === 'owner' ? await mallIdsOf(deps.db, account.id) : []
  const shops = account.role === 'staff' ? await store.shopsOfStaff(deps.db, account.id) : []
  const seen = [...mallIds, ...new Set(shops.map((shop) => shop.mall_id))]
  return { account, mallIds, shopIds: shops.map((shop) => shop.id), tenant: { accountId: account.id, mallIds: seen } }
}

/** True where this account works at the shop: its staff, its mall's owner, a super administrator. */
export function worksAt(caller: SignedIn, shop: { id: string; mallId: string }): boolean {
  if (caller.account.role === 'superadmin') return true
  return caller.account.role === 'owner' ? caller.mallIds.includes(shop.mallId) : caller.shopIds.includes(shop.id)
}

/** The shop, for an account that works at it; refuses others with `forbidden` (a shop's existence is public). */
export async function shopForDesk(db: Reader, caller: SignedIn, shopId: string): Promise<Shop> {
  const shop = await shopById(db, shopId)
  if (!worksAt(caller, { id: shop.id, mallId: shop.mall.id })) throw foreign(shop.mall.id, shop.id)
  return shop
}

/** The shop that a call without one means: the only one of the account, else `shop_required`. */
export async function onlyShopOf(deps: Deps, caller: SignedIn | null): Promise<Shop> {
  if (caller?.account.role === 'staff') {
    const first = caller.shopIds[0]
    if (first) return shopById(deps.db, first)
  }
  if (caller?.account.role === 'owner') {
    const rows = await store.shopsOfMalls(deps.db, caller.mallIds)
    const [only, second] = rows
    if (only && !second) return shopById(deps.db, only.id)
  }
  throw new Refusal('shop_required')
}

/** Adds a shop in the caller's transaction; answers its id. */
export async function createShop(
  tx: Tx,
  now: Date,
  shop: Pick<Shop, 'name' | 'description' | 'place' | 'minutesPerTicket'> & {
    id?: string
    mallId: string
    baseFeePaise: number
    image?: string | null
    link?: string | null
  },
): Promise<string> {
  const id = shop.id ?? newId()
  await store.lockShopsOfMall(tx, shop.mallId)
  // The shop's part of its receipt numbers, `C07`: unique in the mall, which is the seller.
  const place = (await store.countShopsOfMall(tx, shop.mallId)) + 1
  await store.insertShop(tx, {
    ...shop,
    id,
    image: shop.image ?? null,
    link: shop.link ?? null,
    receiptCode: `C${String(place).padStart(2, '0')}`,
    createdAt: now,
  })
  return id
}

/** Lets an account work at a shop, in the caller's transaction. */
export const addStaff = (tx: Tx, now: Date, link: { shopId: string; mallId: string; accountId: string }) =>
  store.insertStaff(tx, { ...link, createdAt: now })
