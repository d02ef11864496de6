import type { SignedIn } from '../../contract/accounts.ts'
import { Refusal } from '../../contract/errors.ts'
import { DEFAULT_BASE_FEE_PAISE } from '../../contract/money.ts'
import { changeLogin, disableAccount } from '../accounts/manage-accounts.ts'
import { recordChange } from '../audit/service.ts'
import { type Tx, transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { hashPassword } from '../kit/hash.ts'
import { changeMall, type MallForm, type MallWithOwner, prepareMallForm } from '../malls/manage-malls.ts'
import { mallById } from '../malls/service.ts'
import { keepPicture, preparePicture } from '../media/service.ts'
import { announce } from '../outbox/announce.ts'
import * as manage from './manage-store.ts'
import { foldName } from './rules.ts'
import { createShop, mallForManager, type Shop, shopById, shopsOf } from './service.ts'
import { addStaffAccount, firstStaffEmails, staffAccounts, worksElsewhere } from './staff.ts'
import { lockShopsOfMall } from './store.ts'

/**
 * Changes a mall by its form; open screens of its shops, which carry its title, hear of it. Refuses with `forbidden`, `email_taken`,
 * `bad_picture` and as `mallNotShop` does.
 */
export async function changeMallOfShops(
  deps: Deps,
  caller: SignedIn,
  mallId: string,
  form: MallForm & { password: string | null },
): Promise<MallWithOwner> {
  await mallForManager(deps.db, caller, mallId)
  const prepared = await prepareMallForm(form)
  return transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const changed = await changeMall(tx, now, caller, mallId, prepared)
    await announceShops(tx, now, await shopsOf(tx, [changed.mall]))
    return changed
  })
}

/** Tells the open screens of these shops that something about them is different. */
export const announceShops = (tx: Tx, now: Date, shops: readonly Shop[]): Promise<void> =>
  announce(tx, now, ...shops.map((shop) => ({ kind: 'shop.changed' as const, shopId: shop.id })))

/** A shop with the email of its first staff account. */
export interface ShopWithAccount {
  shop: Shop
  email: string | null
}

const NAME_TAKEN = 'There is one with this name already.'
const MINUTES_PER_TICKET = 4

/** A shop as the form that adds it has it. `image` is a data URL, an https address, one of our own addresses, or null for none. */
export interface ShopForm {
  name: string
  description: string
  image: string | null
  link: string | null
  email: string
  password: string
}

/** Gives a new shop its first counter; counters belong to a slice that builds on this one. */
export type OpenFirstCounter = (tx: Tx, now: Date, shop: { mallId: string; shopId: string }) => Promise<void>

/**
 * Adds a shop to a mall with its first staff account and its first counter, in one transaction. Refuses with `forbidden`, `name_taken`, `email_taken`,
 * `bad_picture` and as `mallNotShop` does.
 */
export async function addShop(
  deps: Deps,
  caller: SignedIn,
  mallId: string,
  form: ShopForm,
  openFirstCounter: OpenFirstCounter,
): Promise<ShopWithAccount> {
  await mallForManager(deps.db, caller, mallId)
  const picture = await preparePicture(form.image)
  const password = { hash: await hashPassword(form.password), firstUse: false }
  return transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    await lockShopsOfMall(tx, mallId)
    await mallForManager(tx, caller, mallId)
    await refuseTakenName(tx, mallId, form.name, null)
    const { name, description, link, email } = form
    const image = await keepPicture(tx, now, picture)
    const words = { mallId, name, description, image, link, place: '' }
    const id = await createShop(tx, now, { ...words, baseFeePaise: DEFAULT_BASE_FEE_PAISE, minutesPerTicket: MINUTES_PER_TICKET })
    await recordChange(tx, now, caller, { action: 'shop.added', mallId, subject: id, detail: { name } })
    await openFirstCounter(tx, now, { mallId, shopId: id })
    await addStaffAccount(tx, now, caller, { shopId: id, mallId }, { name, email, password })
    return withAccount(tx, id)
  })
}

async function refuseTakenName(tx: Tx, mallId: string, name: string, shopId: string | null): Promise<void> {
  const shops = await shopsOf(tx, [await mallById(tx, mallId)])
  const taken = shops.some((shop) => shop.id !== shopId && foldName(shop.name) === foldName(name))
  if (taken) throw new Refusal('name_taken', { fields: { name: NAME_TAKEN } })
}

/** The shop of a mall with this name, case ignored; refuses with `shop_not_found`. */
export async function shopNamed(db: Pick<Tx, 'selectFrom'>, mallId: string, name: string): Promise<Shop> {
  const shops = await shopsOf(db, [await mallById(db, mallId)])
  const found = shops.find((shop) => foldName(shop.name) === foldName(name))
  if (!found) throw new Refusal('shop_not_found')
  return found
}

/** What a shop's form changes; what is undefined (a password: null) stays. */
export interface ShopChange {
  name: string
  description: string | undefined
  image: string | null | undefined
  link: string | null | undefined
  email: string | undefined
  password: string | null
}

/**
 * Changes a shop of a mall, found by its name. Another email or a password changes the login of its first staff account and ends its
 * sessions. Refuses with `forbidden`, `shop_not_found`, `name_taken`, `email_taken`, `bad_picture` and as `mallNotShop` does.
 */
export async function changeShop(deps: Deps, caller: SignedIn, mallId: string, name: string, change: ShopChange): Promise<ShopWithAccount> {
  await mallForManager(deps.db, caller, mallId)
  const picture = change.image === undefined ? undefined : await preparePicture(change.image)
  const passwordHash = change.password === null ? null : await hashPassword(change.password)
  return transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    await lockShopsOfMall(tx, mallId)
    await mallForManager(tx, caller, mallId)
    const shop = await shopNamed(tx, mallId, name)
    await refuseTakenName(tx, mallId, change.name, shop.id)
    const image = picture && (await keepPicture(tx, now, picture))
    const { description, link } = change
    const fields = await manage.changeShop(tx, shop.id, { name: change.name, description, image, link })
    await recordChange(tx, now, caller, { action: 'shop.changed', mallId, subject: shop.id, detail: { fields } })
    await changeFirstLogin(tx, now, caller, shop, { email: change.email ?? null, passwordHash })
    await announce(tx, now, { kind: 'shop.changed', shopId: shop.id })
    return withAccount(tx, shop.id)
  })
}

/** Changes the login of a shop's first account, or makes that account where the shop has none. */
async function changeFirstLogin(
  tx: Tx,
  now: Date,
  caller: SignedIn,
  shop: Shop,
  to: { email: string | null; passwordHash: string | null },
): Promise<void> {
  if (to.email === null && to.passwordHash === null) return
  const mallId = shop.mall.id
  const [first] = await staffAccounts(tx, shop.id)
  if (!first) {
    if (to.email === null) throw new Refusal('invalid_input', missing('email', 'Please enter the email of the shop’s account'))
    if (to.passwordHash === null) throw new Refusal('invalid_input', missing('password', 'Please choose a password'))
    const login = { name: shop.name, email: to.email, password: { hash: to.passwordHash, firstUse: false } }
    return addStaffAccount(tx, now, caller, { shopId: shop.id, mallId }, login).then(() => undefined)
  }
  const same = to.passwordHash === null && to.email?.toLowerCase() === first.email.toLowerCase()
  if (same) return
  if (await worksElsewhere(tx, caller, first.id)) throw new Refusal('forbidden')
  const fields = await changeLogin(tx, now, first.id, to)
  if (fields.length === 0) return
  await recordChange(tx, now, caller, { action: 'account.login-changed', mallId, subject: first.id, detail: { fields } })
}

const missing = (field: string, sentence: string) => ({ sentence, fields: { [field]: sentence } })

async function withAccount(tx: Tx, shopId: string): Promise<ShopWithAccount> {
  return { shop: await shopById(tx, shopId), email: (await firstStaffEmails(tx, [shopId])).get(shopId) ?? null }
}

/**
 * Archives shops of a mall in the caller's transaction; staff who work nowhere else are removed. The shops have to be locked and without
 * live tickets (`lockShops`); what they were stays on record.
 */
export async function archiveShops(tx: Tx, now: Date, caller: SignedIn, shops: readonly Shop[]): Promise<void> {
  const ids = shops.map((shop) => shop.id)
  const staff = await manage.staffOf(tx, ids)
  await manage.archiveShops(tx, ids, now)
  for (const shop of shops) {
    await recordChange(tx, now, caller, { action: 'shop.removed', mallId: shop.mall.id, subject: shop.id, detail: { name: shop.name } })
  }
  await announceShops(tx, now, shops)
  await removeIdle(tx, now, caller, staff)
}

/** Removes the accounts that are left without a place to work at. */
async function removeIdle(tx: Tx, now: Date, caller: SignedIn, staff: readonly { account_id: string; shop_id: string }[]): Promise<void> {
  const accountIds = [...new Set(staff.map((link) => link.account_id))]
  const still = new Set((await manage.placesOfStaff(tx, accountIds)).map((place) => place.account_id))
  for (const id of accountIds) {
    if (still.has(id)) continue
    await disableAccount(tx, now, id)
    await recordChange(tx, now, caller, { action: 'account.removed', mallId: null, subject: id })
  }
}

/**
 * Locks a mall's shops until the transaction ends: nobody joins, adds, renames or removes meanwhile. What was read of them before has to be
 * read again.
 */
export async function lockShops(tx: Tx, mallId: string): Promise<void> {
  await lockShopsOfMall(tx, mallId)
  const shops = await shopsOf(tx, [await mallById(tx, mallId)])
  await manage.lockShops(
    tx,
    shops.map((shop) => shop.id),
  )
}
