import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import { canBeId } from '#contract/base/ids.ts'
import { type Fee, feeOf } from '#contract/base/money.ts'
import { serviceDayOf } from '#contract/base/time.ts'
import type { PauseReason } from '#contract/queue/queue.ts'
import type { SlotSettings } from '#contract/slots/slots.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'
import { type Thing, whose, whoseAll } from '#server/db/wall.ts'
import type { Deps } from '#server/deps.ts'
import { newId } from '#server/kit/ids.ts'
import { findMall, type Mall, type MallAsJson, mallAsJson, mallById, mallOf, refuseUnlessManager } from '#server/malls/service.ts'
import { giveSlug } from '#server/malls/slugs.ts'
import { firstReceiptCode } from './receipt-codes.ts'
import { type DayException, type OpeningHours, type OpenState, openState } from './rules.ts'
import * as store from './store.ts'

export { noteQrMade } from './store.ts'

export interface Shop {
  id: string
  slug: string
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
  graceMinutes: number
  /** The last pause; it may have ended. */
  pause: { reason: PauseReason; until: Date | null } | null
  refundOnLeave: boolean
  /** How much of a payment staff may refund. */
  staffRefundLimitPaise: number
  /** The service promise, in minutes after joining; null if the shop promises nothing. */
  promiseMinutes: number | null
  openingHours: OpeningHours
  exceptions: DayException[]
  /** Null if the shop offers no slots. */
  slots: SlotSettings | null
  /** The shop's own contact; shoppers see `contactOf`. */
  supportContact: string | null
  /** Minutes in the billing queue without priority, as the shop states them. */
  usualWaitMinutes: number | null
  /** The verification screen may send this person to the display editor; null if none is set. */
  editor: { name: string; mobile: string; email: string } | null
  receiptCode: string
}

function shopOf(row: store.ShopRow, mall: Mall): Shop {
  const { editorName: name, editorMobile: mobile, editorEmail: email } = row
  return {
    id: row.id,
    slug: row.slug ?? row.id,
    mall,
    name: row.name,
    description: row.description,
    image: row.image,
    link: row.link,
    place: row.place,
    fee: feeOf({ baseFeePaise: row.baseFeePaise, extraPaise: row.extraPaise }, mall),
    minutesPerTicket: row.minutesPerTicket,
    headStartMinutes: row.headStartMinutes,
    countdownSeconds: row.countdownSeconds,
    graceMinutes: row.graceMinutes,
    pause: row.pausedReason === null ? null : { reason: row.pausedReason, until: row.pausedUntil },
    refundOnLeave: row.refundOnLeave,
    staffRefundLimitPaise: row.staffRefundLimitPaise,
    promiseMinutes: row.promiseMinutes,
    openingHours: row.openingHours as OpeningHours,
    exceptions: row.hoursExceptions as DayException[],
    slots: slotSettingsOf(row.slots as SlotSettings | null),
    supportContact: row.supportContact,
    usualWaitMinutes: row.usualWaitMinutes,
    editor: name && mobile && email ? { name, mobile, email } : null,
    receiptCode: row.receiptCode,
  }
}

/** In the order of the form; the database has its own. */
const slotSettingsOf = (kept: SlotSettings | null): SlotSettings | null =>
  kept && { minutes: kept.minutes, capacity: kept.capacity, daysAhead: kept.daysAhead, moveUntilMinutes: kept.moveUntilMinutes }

/**
 * Refuses with `shop_not_found`, with `is_a_mall` if the id is a mall's, and with `forbidden` if the wall hides the shop (a shop's
 * existence is public).
 */
export async function shopById(db: Reader, id: string): Promise<Shop> {
  const row = canBeId(id) ? await store.shopById(db, mallAsJson, id) : undefined
  if (row) return inOpenMall(row)
  throw noShop(id, canBeId(id) ? await whose(db, id) : null)
}

/** The countdown that a call starts; undefined if the shop does not exist. The id may be an expression. */
export const findCountdown = store.countdownOfShop

/** Refuses as `shopById` does. */
export async function countdownOfShop(db: Reader, id: string): Promise<{ seconds: number; graceMinutes: number }> {
  const found = await findCountdown(db, id)
  if (!found) throw noShop(id, await whose(db, id))
  return found
}

/** The refusal of an id that is not a shop that the caller may see; `thing` is what the id belongs to. */
export function noShop(id: string, thing: Thing | null | undefined): Refusal {
  if (thing?.kind === 'shop') return foreign(thing.mallId, id)
  return new Refusal(thing?.kind === 'mall' ? 'is_a_mall' : 'shop_not_found')
}

const foreign = (mallId: string, subject: string) => new Refusal('forbidden', { reach: { mallId, subject } })

/** As `shopById`, for a story that adds rows to the shop: it cannot be archived until the transaction ends. */
export async function keepShop(tx: Tx, id: string): Promise<Shop> {
  const row = canBeId(id) ? await store.keepShop(tx, mallAsJson, id) : undefined
  return row ? inOpenMall(row) : shopById(tx, id)
}

/** A shop whose mall is archived cannot be found. */
function inOpenMall({ mall, ...row }: store.ShopInMall<MallAsJson | null>): Shop {
  if (mall === null || mall.isArchived) throw new Refusal('shop_not_found')
  return shopOf(row, mallOf(mall))
}

/** As `keepShop`: each id gets its shop, or the refusal that says why there is none. Locks in the order of the ids. */
export async function keepShops(tx: Tx, ids: readonly string[]): Promise<Map<string, Shop | Refusal>> {
  const rows = new Map((await store.keepShops(tx, mallAsJson, ids.filter(canBeId))).map((row) => [row.id, row]))
  const unknown = ids.filter((id) => canBeId(id) && !rows.has(id))
  const things = unknown.length > 0 ? await whoseAll(tx, unknown) : new Map<string, Thing>()
  return new Map(
    ids.map((id) => {
      const row = rows.get(id)
      return [id, row?.mall ? shopOf(row, mallOf(row.mall)) : noShop(id, things.get(id))]
    }),
  )
}

/** Archived shops too; an unknown id is absent. */
export async function shopsOnRecord(db: Reader, ids: readonly string[]): Promise<Map<string, Shop & { archived: boolean }>> {
  const rows = await store.shopsOnRecord(db, mallAsJson, ids)
  return new Map(
    rows.flatMap((row) => (row.mall ? [[row.id, { ...shopOf(row, mallOf(row.mall)), archived: row.archivedAt !== null }] as const] : [])),
  )
}

/** In the order in which they were added. */
export async function shopsOf(db: Reader, malls: readonly Mall[]): Promise<Shop[]> {
  const byId = new Map(malls.map((mall) => [mall.id, mall]))
  const rows = await store.shopsOfMalls(db, [...byId.keys()])
  return rows.flatMap((row) => {
    const mall = byId.get(row.mallId)
    return mall ? [shopOf(row, mall)] : []
  })
}

/** Includes archived shops: they keep their books. */
export const shopsEverOf = store.shopsEverOfMall

/** Without archived shops. */
export const shopIdsOf = async (db: Reader, mallId: string): Promise<string[]> =>
  (await store.shopsOfMalls(db, [mallId])).map((row) => row.id)

/**
 * Refuses with `mall_not_found`, with `is_a_shop` if the id is a shop's, and with `forbidden` if the wall hides the mall (a mall's
 * existence is public).
 */
export async function mallNotShop(db: Reader, id: string): Promise<Mall> {
  const mall = canBeId(id) ? await findMall(db, id) : null
  if (mall) return mall
  const thing = canBeId(id) ? await whose(db, id) : null
  if (thing?.kind === 'mall') throw foreign(thing.mallId, id)
  throw new Refusal(thing?.kind === 'shop' ? 'is_a_shop' : 'mall_not_found')
}

/** Refuses as `mallNotShop` does. */
export async function mallWithShops(db: Reader, id: string): Promise<{ mall: Mall; shops: Shop[] }> {
  const mall = await mallNotShop(db, id)
  return { mall, shops: await shopsOf(db, [mall]) }
}

/** Refuses callers who do not manage the mall with `forbidden` (a mall's existence is public), and as `mallNotShop` does. */
export async function mallForManager(db: Reader, caller: SignedIn, id: string): Promise<Mall> {
  const mall = await mallNotShop(db, id)
  refuseUnlessManager(caller, mall.id, mall.id)
  return mall
}

/** The shop's own, otherwise the mall's, otherwise null. */
export const contactOf = (shop: Shop): string | null => shop.supportContact || shop.mall.supportContact

export const openStateOf = ({ openingHours, mall, exceptions }: Shop, now: Date): OpenState =>
  openState(openingHours, now, mall.timeZone, exceptions, mall.dayStartHour)

export const dayOf = ({ mall }: Pick<Shop, 'mall'>, now: Date): string => serviceDayOf(now, mall.timeZone, mall.dayStartHour)

/** True if this account works at the shop: its staff, its mall's owner, or a super administrator. */
export function worksAt(caller: SignedIn, shop: { id: string; mallId: string }): boolean {
  if (caller.account.role === 'superadmin') return true
  return caller.account.role === 'owner' ? caller.mallIds.includes(shop.mallId) : caller.shopIds.includes(shop.id)
}

/** Refuses callers who do not work at the shop with `forbidden` (a shop's existence is public), and as `shopById` does. */
export async function shopForDesk(db: Reader, caller: SignedIn, shopId: string): Promise<Shop> {
  const shop = await shopById(db, shopId)
  if (!worksAt(caller, { id: shop.id, mallId: shop.mall.id })) throw foreign(shop.mall.id, shop.id)
  return shop
}

/** The only shop of the account, for a call without one; else refuses with `shop_required`. */
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

/** Returns the shop's id. */
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
  const nthShop = (await store.countShopsOfMall(tx, shop.mallId)) + 1
  const receiptCode = await firstReceiptCode(tx, await mallById(tx, shop.mallId), id, nthShop)
  await store.insertShop(tx, {
    ...shop,
    id,
    image: shop.image ?? null,
    link: shop.link ?? null,
    receiptCode,
    createdAt: now,
  })
  giveSlug(tx, id, shop.name)
  return id
}

export const shopImagesInUse = store.imagesInUse
