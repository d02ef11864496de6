import type { Account, SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import * as accounts from '#server/accounts/manage-accounts.ts'
import { disableAccount } from '#server/accounts/manage-accounts.ts'
import { recordChange } from '#server/audit/service.ts'
import { type Reader, type Tx, together, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { hashPassword, newFirstPassword } from '#server/kit/hash.ts'
import type { Limits } from '#server/limits.ts'
import { type Mall, mallIdsOf, mallsOnRecord, managesMall } from '#server/malls/service.ts'
import { keepShop, type Shop, shopForDesk, shopIdsOf, shopsOf, shopsOnRecord } from '#server/shops/service.ts'
import * as store from './store.ts'
import { shopsOfStaff } from './store.ts'

type StaffAccount = accounts.ManagedAccount

/** In the order in which they were added: the first is the account of the shop's form. */
export async function staffAccounts(db: Reader, shopId: string): Promise<StaffAccount[]> {
  const ids = (await store.staffOf(db, [shopId])).map((link) => link.accountId)
  const byId = await accounts.accountsByIds(db, ids)
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** By the shop's id; a shop without staff is absent. */
export async function firstStaffEmails(db: Reader, shopIds: readonly string[]): Promise<Map<string, string>> {
  const first = new Map<string, string>()
  for (const link of await store.staffOf(db, shopIds)) if (!first.has(link.shopId)) first.set(link.shopId, link.accountId)
  const byId = await accounts.accountsByIds(db, [...first.values()])
  return new Map(
    [...first].flatMap(([shopId, accountId]) => {
      const email = byId.get(accountId)?.email
      return email === undefined ? [] : [[shopId, email] as const]
    }),
  )
}

/** True if an account works at a shop whose mall the caller does not manage: then the caller must not change its login. */
export async function worksElsewhere(db: Reader, caller: SignedIn, accountId: string): Promise<boolean> {
  return (await store.placesOfStaff(db, [accountId])).some((place) => !managesMall(caller, place.mallId))
}

export const addStaff = (tx: Tx, now: Date, link: { shopId: string; mallId: string; accountId: string }) =>
  store.insertStaff(tx, { ...link, createdAt: now })

/** Returns the account's id. Refuses with `email_taken` and `quota_staff`. */
export async function addStaffAccount(
  tx: Tx,
  now: Date,
  caller: SignedIn,
  { limits, ...at }: { shopId: string; mallId: string; limits: Limits },
  login: { name: string; email: string; password: accounts.NewPassword },
): Promise<string> {
  if ((await store.countStaff(tx, await shopIdsOf(tx, at.mallId))) >= limits.staffPerMall) throw new Refusal('quota_staff')
  const id = await accounts.openAccount(tx, now, { ...login, role: 'staff' })
  await addStaff(tx, now, { ...at, accountId: id })
  await recordChange(tx, now, caller, { action: 'account.added', mallId: at.mallId, subject: id, detail: { shop: at.shopId } })
  return id
}

/** For the shop's managers. Refuses with `forbidden` and as `shopById` does. */
export const listStaff = (deps: Deps, caller: SignedIn, shopId: string): Promise<{ staff: StaffAccount[]; timeZone: string }> =>
  together(deps.db, async (db) => {
    const { id, mall } = await shopForDesk(db, caller, shopId)
    return { staff: await staffAccounts(db, id), timeZone: mall.timeZone }
  })

/** `firstPassword` is shown only this once. */
export interface StaffOutcome {
  member: StaffAccount
  firstPassword?: string
}

/** The one-use first password ends after a day. Refuses with `forbidden`, `email_taken`, `quota_staff` and as `shopById` does. */
export async function addMember(deps: Deps, caller: SignedIn, shopId: string, who: { name: string; email: string }): Promise<StaffOutcome> {
  await shopForDesk(deps.db, caller, shopId)
  const firstPassword = newFirstPassword()
  const password = { hash: await hashPassword(firstPassword), firstUse: true }
  return transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const shop = await keepShop(tx, shopId)
    const id = await addStaffAccount(tx, now, caller, { shopId, mallId: shop.mall.id, limits: deps.config.limits }, { ...who, password })
    return { member: await memberOf(tx, shop, id), firstPassword }
  })
}

/** Ends the account's sessions and sockets. Refuses with `forbidden`, `staff_not_found` and as `shopById` does. */
export const disableMember = (deps: Deps, caller: SignedIn, shopId: string, accountId: string): Promise<StaffOutcome> =>
  changeMember(deps, caller, shopId, accountId, async (tx, now) => {
    await accounts.disableAccount(tx, now, accountId)
    return { action: 'account.disabled' }
  })

/** The account keeps its password. Refuses with `email_taken`, and as `disableMember` does. */
export const enableMember = (deps: Deps, caller: SignedIn, shopId: string, accountId: string): Promise<StaffOutcome> =>
  changeMember(deps, caller, shopId, accountId, async (tx) => {
    await accounts.enableAccount(tx, accountId)
    return { action: 'account.enabled' }
  })

/** Refuses as `disableMember` does. */
export const renameMember = (deps: Deps, caller: SignedIn, shopId: string, accountId: string, name: string): Promise<StaffOutcome> =>
  changeMember(deps, caller, shopId, accountId, async (tx) => {
    await accounts.renameAccount(tx, accountId, name)
    return { action: 'account.renamed' }
  })

/** Gives a new one-use first password and ends the sessions. Refuses as `disableMember` does. */
export async function resetMember(deps: Deps, caller: SignedIn, shopId: string, accountId: string): Promise<StaffOutcome> {
  await shopForDesk(deps.db, caller, shopId)
  const firstPassword = newFirstPassword()
  const hash = await hashPassword(firstPassword)
  return changeMember(deps, caller, shopId, accountId, async (tx, now) => {
    await accounts.setPassword(tx, now, accountId, { hash, firstUse: true })
    return { action: 'account.first-password-given', firstPassword }
  })
}

/** For a person who has lost the second factor; the sessions end. Refuses with `second_factor_off`, and as `disableMember` does. */
export const removeMembersSecondFactor = (deps: Deps, caller: SignedIn, shopId: string, accountId: string): Promise<StaffOutcome> =>
  changeMember(deps, caller, shopId, accountId, async (tx, now) => {
    await accounts.removeSecondFactorOf(tx, now, accountId)
    return { action: 'account.second-factor-removed' }
  })

async function changeMember(
  deps: Deps,
  caller: SignedIn,
  shopId: string,
  accountId: string,
  change: (tx: Tx, now: Date) => Promise<{ action: Parameters<typeof recordChange>[3]['action']; firstPassword?: string }>,
): Promise<StaffOutcome> {
  return transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const shop = await shopForDesk(tx, caller, shopId)
    await memberOf(tx, shop, accountId, caller)
    if (await worksElsewhere(tx, caller, accountId)) throw new Refusal('forbidden')
    const { action, ...told } = await change(tx, now)
    await recordChange(tx, now, caller, { action, mallId: shop.mall.id, subject: accountId, detail: { shop: shop.id } })
    return { member: await memberOf(tx, shop, accountId), ...told }
  })
}

async function memberOf(tx: Tx, shop: Shop, accountId: string, caller?: SignedIn): Promise<StaffAccount> {
  const member = (await staffAccounts(tx, shop.id)).find((account) => account.id === accountId)
  if (member) return member
  const foreign = (await store.placesOfStaff(tx, [accountId])).find((place) => caller && !managesMall(caller, place.mallId))
  throw new Refusal('staff_not_found', foreign ? { reach: { mallId: foreign.mallId, subject: accountId } } : {})
}

/** The people whom a mall's audit may name, including disabled ones, sorted by name. */
export async function peopleOf(db: Reader, mall: Pick<Mall, 'id' | 'ownerAccountId'>): Promise<{ id: string; name: string }[]> {
  const staff = await store.staffOfMall(db, mall.id)
  const byId = await accounts.accountsByIds(db, [...(mall.ownerAccountId ? [mall.ownerAccountId] : []), ...staff])
  return [...byId.values()].map(({ id, name }) => ({ id, name })).sort((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** An owner's malls with their shops, or a staff account's shops with their malls. */
export async function namesOfPlaces(db: Reader, account: Pick<Account, 'id' | 'role'>): Promise<string[]> {
  if (account.role === 'staff') {
    const ids = (await shopsOfStaff(db, account.id)).map((shop) => shop.shopId)
    return [...(await shopsOnRecord(db, ids)).values()].flatMap((shop) => [shop.name, shop.mall.title])
  }
  const malls = account.role === 'owner' ? [...(await mallsOnRecord(db, await mallIdsOf(db, account.id))).values()] : []
  return [...malls.map((mall) => mall.title), ...(await shopsOf(db, malls)).map((shop) => shop.name)]
}

export const staffIdsOf = async (db: Reader, shopIds: readonly string[]): Promise<string[]> => [
  ...new Set((await store.staffOf(db, shopIds)).map((link) => link.accountId)),
]

/** Removes the accounts that have no shop left to work at. */
export async function removeIdleStaff(tx: Tx, now: Date, caller: SignedIn, accountIds: readonly string[]): Promise<void> {
  const still = new Set((await store.placesOfStaff(tx, accountIds)).map((place) => place.accountId))
  for (const id of accountIds) {
    if (still.has(id)) continue
    await disableAccount(tx, now, id)
    await recordChange(tx, now, caller, { action: 'account.removed', mallId: null, subject: id })
  }
}
