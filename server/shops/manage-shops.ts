import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import { DEFAULT_BASE_FEE_PAISE } from '#contract/base/money.ts'
import { changesIn, recordChange } from '#server/audit/service.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'
import type { Limits } from '#server/limits.ts'
import { mallById } from '#server/malls/service.ts'
import { giveSlug } from '#server/malls/slugs.ts'
import { keepPicture, type preparePicture } from '#server/media/service.ts'
import { announce } from '#server/outbox/announce.ts'
import * as manage from './manage-store.ts'
import { foldName } from './rules.ts'
import { createShop, type Shop, shopsOf } from './service.ts'
import * as store from './store.ts'

/** What the stories of managers do with shops, each in the caller's transaction. */

type Picture = Awaited<ReturnType<typeof preparePicture>>

const NAME_TAKEN = 'That name is already taken.'
const MINUTES_PER_TICKET = 4

/**
 * Until the transaction ends, no one else adds, renames or removes shops of the mall. Data that was read before the lock must be read
 * again.
 */
export async function lockShopNames(tx: Tx, mallId: string): Promise<void> {
  await store.lockShopsOfMall(tx, mallId)
}

/** As `lockShopNames`, and no one can join the shops either. */
export async function lockShops(tx: Tx, mallId: string): Promise<void> {
  await lockShopNames(tx, mallId)
  const shops = await shopsOf(tx, [await mallById(tx, mallId)])
  await manage.lockShops(
    tx,
    shops.map((shop) => shop.id),
  )
}

/** Ignores case; refuses with `shop_not_found`. */
export async function shopNamed(db: Reader, mallId: string, name: string): Promise<Shop> {
  const shops = await shopsOf(db, [await mallById(db, mallId)])
  const found = shops.find((shop) => foldName(shop.name) === foldName(name))
  if (!found) throw new Refusal('shop_not_found')
  return found
}

/**
 * Returns the shop's id. The names of the mall's shops must be locked (`lockShopNames`). Refuses with `name_taken`, `quota_shops` and
 * `quota_media`.
 */
export async function addShop(
  tx: Tx,
  now: Date,
  caller: SignedIn,
  { mallId, limits }: { mallId: string; limits: Limits },
  { picture, ...words }: { name: string; description: string; link: string | null; picture: Picture },
): Promise<string> {
  await refuseTakenName(tx, mallId, words.name, null)
  if ((await manage.countShops(tx, mallId)) >= limits.shopsPerMall) throw new Refusal('quota_shops')
  const image = await keepPicture(tx, now, picture, { mallId, limits })
  const shop = { ...words, mallId, image, place: '', baseFeePaise: DEFAULT_BASE_FEE_PAISE, minutesPerTicket: MINUTES_PER_TICKET }
  const id = await createShop(tx, now, shop)
  await recordChange(tx, now, caller, { action: 'shop.added', mallId, subject: id, detail: { name: words.name } })
  return id
}

/**
 * Undefined fields stay. The names of the mall's shops must be locked (`lockShopNames`). The caller tells the open screens
 * (`announceShops`). Refuses with `name_taken` and `quota_media`.
 */
export async function changeShop(
  tx: Tx,
  now: Date,
  caller: SignedIn,
  { shop, limits }: { shop: Shop; limits: Limits },
  change: { name: string; description: string | undefined; link: string | null | undefined; picture: Picture | undefined },
): Promise<void> {
  const mallId = shop.mall.id
  await refuseTakenName(tx, mallId, change.name, shop.id)
  const { name, description, link, picture } = change
  const image = picture && (await keepPicture(tx, now, picture, { mallId, limits }))
  const fields = await manage.changeShop(tx, shop.id, { name, description, image, link })
  if (name !== shop.name || shop.slug === shop.id) giveSlug(tx, shop.id, name)
  const changes = changesIn(shop, { name }, ['name'])
  await recordChange(tx, now, caller, { action: 'shop.changed', mallId, subject: shop.id, detail: { fields, changes } })
}

async function refuseTakenName(tx: Tx, mallId: string, name: string, shopId: string | null): Promise<void> {
  const shops = await shopsOf(tx, [await mallById(tx, mallId)])
  const taken = shops.some((shop) => shop.id !== shopId && foldName(shop.name) === foldName(name))
  if (taken) throw new Refusal('name_taken', { fields: { name: NAME_TAKEN } })
}

/** The shops must be locked (`lockShops`) and their queues empty. */
export async function archiveShops(tx: Tx, now: Date, caller: SignedIn, shops: readonly Shop[]): Promise<void> {
  await manage.archiveShops(
    tx,
    shops.map((shop) => shop.id),
    now,
  )
  for (const shop of shops) {
    await recordChange(tx, now, caller, { action: 'shop.removed', mallId: shop.mall.id, subject: shop.id, detail: { name: shop.name } })
  }
  announceShops(tx, now, shops)
}

export const announceShops = (tx: Tx, now: Date, shops: readonly Shop[]): void =>
  announce(tx, now, ...shops.map((shop) => ({ kind: 'shop.changed' as const, shopId: shop.id })))
