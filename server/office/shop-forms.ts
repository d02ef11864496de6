import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import { refuseCommonPassword } from '#server/accounts/common-passwords.ts'
import { countersOf, openFirstCounter } from '#server/counters/service.ts'
import { type Reader, type Tx, together, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { hashPassword } from '#server/kit/hash.ts'
import { preparePicture } from '#server/media/service.ts'
import { endBookingsOutside } from '#server/queue/outside-bookings.ts'
import * as manage from '#server/shops/manage-shops.ts'
import { mallForManager, type Shop, shopById, shopForDesk } from '#server/shops/service.ts'
import { changeSettings, type Settings, settingsOf } from '#server/shops/shop-settings.ts'
import { hasNoSlot } from '#server/slots/service.ts'
import { changeFirstLogin } from '#server/staff/first-login.ts'
import { addStaffAccount, firstStaffEmails } from '#server/staff/service.ts'

/** The email is that of the first staff account. */
export interface ShopWithAccount {
  shop: Shop
  email: string | null
}

/** `image` is a data URL, an https address, one of our own addresses, or null for none. */
export interface ShopForm {
  name: string
  description: string
  image: string | null
  link: string | null
  email: string
  password: string
}

/**
 * Also adds the first staff account and the first counter, in one transaction. Refuses with `forbidden`, `name_taken`, `email_taken`,
 * `bad_picture`, `quota_shops`, `quota_staff`, `quota_media` and as `mallNotShop` does.
 */
export async function addShop(deps: Deps, caller: SignedIn, mallId: string, form: ShopForm): Promise<ShopWithAccount> {
  const mall = await mallForManager(deps.db, caller, mallId)
  await refuseCommonPassword('password', form.password, [form.name, form.email, mall.title])
  const picture = await preparePicture(form.image)
  const password = { hash: await hashPassword(form.password), firstUse: false }
  return transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    await manage.lockShopNames(tx, mallId)
    await mallForManager(tx, caller, mallId)
    const { name, description, link, email } = form
    const { limits } = deps.config
    const id = await manage.addShop(tx, now, caller, { mallId, limits }, { name, description, link, picture })
    await openFirstCounter(tx, now, { mallId, shopId: id })
    await addStaffAccount(tx, now, caller, { shopId: id, mallId, limits }, { name, email, password })
    return withAccount(tx, id)
  })
}

/** Undefined fields stay, and so does the password if it is null. */
export interface ShopChange {
  name: string
  description: string | undefined
  image: string | null | undefined
  link: string | null | undefined
  email: string | undefined
  password: string | null
}

/**
 * Finds the shop by its name. Another email or a password changes the login of its first staff account and ends its sessions. Refuses with
 * `forbidden`, `shop_not_found`, `name_taken`, `email_taken`, `bad_picture` and as `mallNotShop` does.
 */
export async function changeShop(deps: Deps, caller: SignedIn, mallId: string, name: string, change: ShopChange): Promise<ShopWithAccount> {
  const mall = await mallForManager(deps.db, caller, mallId)
  if (change.password !== null) await refuseCommonPassword('password', change.password, [name, change.name, change.email ?? '', mall.title])
  const picture = change.image === undefined ? undefined : await preparePicture(change.image)
  const passwordHash = change.password === null ? null : await hashPassword(change.password)
  return transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const { limits } = deps.config
    await manage.lockShopNames(tx, mallId)
    await mallForManager(tx, caller, mallId)
    const shop = await manage.shopNamed(tx, mallId, name)
    const { description, link } = change
    await manage.changeShop(tx, now, caller, { shop, limits }, { name: change.name, description, link, picture })
    await changeFirstLogin(tx, now, caller, shop, { email: change.email ?? null, passwordHash, limits })
    manage.announceShops(tx, now, [shop])
    return withAccount(tx, shop.id)
  })
}

async function withAccount(tx: Tx, shopId: string): Promise<ShopWithAccount> {
  return { shop: await shopById(tx, shopId), email: (await firstStaffEmails(tx, [shopId])).get(shopId) ?? null }
}

/** Refuses with `forbidden` and as `shopById` does. */
export const readSettings = (deps: Deps, caller: SignedIn, shopId: string) =>
  together(deps.db, async (db) => allSettings(db, await shopForDesk(db, caller, shopId)))

async function allSettings(db: Reader, shop: Shop) {
  return { ...(await settingsOf(db, shop)), counters: await countersOf(db, shop.id) }
}

/** Returns all settings. Refuses as `readSettings` does, and with `no_slots` if they offer slots of which none fits into the hours. */
export const saveSettings = (deps: Deps, caller: SignedIn, shopId: string, set: Settings) =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    await changeSettings(tx, now, caller, shopId, set)
    const shop = await shopForDesk(tx, caller, shopId)
    if (hasNoSlot(shop, now)) throw new Refusal('no_slots')
    return allSettings(tx, shop)
  })

/** Returns how many bookings outside the opening hours have ended. Refuses as `readSettings` does. */
export const endBookings = async (deps: Deps, caller: SignedIn, shopId: string): Promise<number> =>
  endBookingsOutside(deps, caller, await shopForDesk(deps.db, caller, shopId))
