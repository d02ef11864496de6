import type { SignedIn } from '../../contract/accounts.ts'
import { Refusal } from '../../contract/errors.ts'
import * as accounts from '../accounts/manage-accounts.ts'
import { recordChange } from '../audit/service.ts'
import { type Tx, transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { hashPassword } from '../kit/hash.ts'
import { keepPicture, preparePicture } from '../media/service.ts'
import { createMall, type Mall, mallById, mallIdsOf, refuseUnlessManager } from './service.ts'
import * as store from './store.ts'

const NEEDS_PASSWORD = 'Please choose a password'

/** A mall as its form has it. */
export interface MallForm {
  title: string
  description: string
  /** A data URL, an https address, one of our own addresses, or null for none. */
  image: string | null
  email: string
}

/** A mall with the email of its owner's account. */
export interface MallWithOwner {
  mall: Mall
  email: string | null
}

/**
 * Adds a mall with its owner's account, in one transaction. Where the email is an owner's already, that owner gets the mall and keeps
 * the present password; an owner who was removed with their last mall comes back under the new one. Refuses with `email_taken` and
 * `bad_picture`.
 */
export async function addMall(deps: Deps, caller: SignedIn, form: MallForm & { password: string }): Promise<MallWithOwner> {
  const picture = await preparePicture(form.image)
  const hash = await hashPassword(form.password)
  return transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const owner = await ownerFor(tx, now, caller, form, hash)
    const { title, description } = form
    const image = await keepPicture(tx, now, picture)
    const id = await createMall(tx, now, { ownerAccountId: owner, title, description, image, address: '', legalName: '', gstin: null })
    await recordChange(tx, now, caller, { action: 'mall.added', mallId: id, subject: id, detail: { owner } })
    return withOwner(tx, await mallById(tx, id))
  })
}

/** The owner that a mall's form names by email, made where there is none; answers the account's id. */
async function ownerFor(tx: Tx, now: Date, caller: SignedIn, form: MallForm, hash: string | null): Promise<string> {
  const known = await accounts.lockAccountByEmail(tx, form.email)
  if (known && known.role !== 'owner') throw accounts.emailTaken()
  if (known && !known.disabled) return known.id
  if (hash === null) throw new Refusal('invalid_input', { sentence: NEEDS_PASSWORD, fields: { password: NEEDS_PASSWORD } })
  const login = { name: form.title, password: { hash, firstUse: false } }
  if (known) await accounts.bringBack(tx, now, known.id, login)
  const id = known?.id ?? (await accounts.openAccount(tx, now, { ...login, email: form.email, role: 'owner' }))
  await recordChange(tx, now, caller, { action: known ? 'account.returned' : 'account.added', mallId: null, subject: id })
  return id
}

/** A mall's form whose slow parts (decoding a picture, hashing a password) are done: what a transaction needs of it. */
export interface PreparedMallForm {
  form: MallForm
  picture: Awaited<ReturnType<typeof preparePicture>>
  passwordHash: string | null
}

/** Prepares a mall's form; a password of null stays as it is. Refuses with `bad_picture`. */
export const prepareMallForm = async (form: MallForm & { password: string | null }): Promise<PreparedMallForm> => ({
  form,
  picture: await preparePicture(form.image),
  passwordHash: form.password === null ? null : await hashPassword(form.password),
})

/**
 * Changes a mall in the caller's transaction. Another email or a password changes that login and ends its sessions; the email of another
 * owner, in the form of a super administrator, gives them the mall. Refuses with `forbidden`, `mall_not_found`, `email_taken`.
 */
export async function changeMall(
  tx: Tx,
  now: Date,
  caller: SignedIn,
  mallId: string,
  { form, picture, passwordHash }: PreparedMallForm,
): Promise<MallWithOwner> {
  const row = await store.lockMall(tx, mallId)
  if (!row) throw new Refusal('mall_not_found')
  refuseUnlessManager(caller, mallId, mallId)
  const { title, description } = form
  const image = await keepPicture(tx, now, picture)
  const ownerAccountId = await settleOwner(tx, now, caller, { id: mallId, ownerAccountId: row.owner_account_id }, form, passwordHash)
  const fields = await store.changeMall(tx, mallId, { title, description, image, ownerAccountId })
  await recordChange(tx, now, caller, { action: 'mall.changed', mallId, subject: mallId, detail: { fields } })
  return withOwner(tx, await mallById(tx, mallId))
}

/** Brings a mall's owner in line with its form: the same account under a changed login, or another owner; answers whose the mall is. */
async function settleOwner(
  tx: Tx,
  now: Date,
  caller: SignedIn,
  mall: { id: string; ownerAccountId: string | null },
  form: MallForm,
  passwordHash: string | null,
): Promise<string> {
  const present = mall.ownerAccountId
  const named = await accounts.lockAccountByEmail(tx, form.email)
  // An owner may change their own login, but not push the mall onto somebody else.
  if (present === null || (named?.role === 'owner' && named.id !== present && caller.account.role === 'superadmin')) {
    const next = await ownerFor(tx, now, caller, form, passwordHash)
    await recordChange(tx, now, caller, { action: 'mall.given', mallId: mall.id, subject: mall.id, detail: { from: present, to: next } })
    // What their open screens may see is fixed when they connect.
    if (present !== null) await accounts.endSessionsOf(tx, now, present)
    return next
  }
  const changed = await accounts.changeLogin(tx, now, present, { email: form.email, passwordHash })
  if (changed.length > 0) {
    await recordChange(tx, now, caller, { action: 'account.login-changed', mallId: mall.id, subject: present, detail: { fields: changed } })
  }
  return present
}

async function withOwner(tx: Tx, mall: Mall): Promise<MallWithOwner> {
  return { mall, email: (await ownerEmails(tx, [mall])).get(mall.id) ?? null }
}

/** The email of each mall's owner, by the mall's id. */
export async function ownerEmails(db: Pick<Tx, 'selectFrom'>, malls: readonly Mall[]): Promise<Map<string, string>> {
  const owners = await accounts.accountsByIds(
    db,
    malls.flatMap((mall) => mall.ownerAccountId ?? []),
  )
  return new Map(
    malls.flatMap((mall) => {
      const owner = mall.ownerAccountId === null ? undefined : owners.get(mall.ownerAccountId)
      return owner ? [[mall.id, owner.email] as const] : []
    }),
  )
}

/**
 * Archives a mall whose shops are gone, in the caller's transaction; an owner without another mall is removed. What the mall was stays
 * on record.
 */
export async function archiveMall(tx: Tx, now: Date, caller: SignedIn, mallId: string): Promise<void> {
  const row = await store.lockMall(tx, mallId)
  if (!row) throw new Refusal('mall_not_found')
  await store.archiveMall(tx, mallId, now)
  await recordChange(tx, now, caller, { action: 'mall.removed', mallId, subject: mallId })
  const owner = row.owner_account_id
  if (owner === null || (await mallIdsOf(tx, owner)).length > 0) return
  await accounts.disableAccount(tx, now, owner)
  await recordChange(tx, now, caller, { action: 'account.removed', mallId, subject: owner })
}

/** What receipts need of the seller, and the mall's time zone; what is absent stays. */
export type MallDetails = { [Field in 'title' | 'legalName' | 'address' | 'gstin' | 'timeZone']?: store.MallChange[Field] | undefined }

/** Changes a mall's details in the caller's transaction; answers the fields that were given. */
export const changeMallDetails = (tx: Tx, mallId: string, details: MallDetails): Promise<string[]> =>
  store.changeMall(tx, mallId, Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)))
