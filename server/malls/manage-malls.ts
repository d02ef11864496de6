import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import { refuseCommonPassword } from '#server/accounts/common-passwords.ts'
import * as accounts from '#server/accounts/manage-accounts.ts'
import { changesIn, recordChange } from '#server/audit/service.ts'
import { type Reader, type Tx, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { hashPassword } from '#server/kit/hash.ts'
import type { Limits } from '#server/limits.ts'
import { keepPicture, preparePicture } from '#server/media/service.ts'
import { createMall, type Mall, mallById, mallIdsOf, refuseUnlessManager } from './service.ts'
import { giveSlug } from './slugs.ts'
import * as store from './store.ts'

const NEEDS_PASSWORD = 'Please choose a password'
const UNCONFIRMED = 'This account has not proved its address.'

export interface MallForm {
  title: string
  description: string
  /** A data URL, an https address, one of our own addresses, or null for none. */
  image: string | null
  email: string
}

export interface MallWithOwner {
  mall: Mall
  email: string | null
  /** If the form named an existing account, which keeps its password: when that account was made. Null otherwise. */
  ownerSince: Date | null
}

/**
 * Adds a mall with its owner's account, in one transaction. If the email belongs to an owner, that owner gets the mall and keeps the
 * password. Refuses with `email_taken`, `email_unconfirmed`, `bad_picture`, `common_password`, `quota_malls` and `quota_media`.
 */
export async function addMall(deps: Deps, caller: SignedIn, form: MallForm & { password: string }): Promise<MallWithOwner> {
  const picture = await preparePicture(form.image)
  await refuseCommonPassword('password', form.password, [form.title, form.email])
  const hash = await hashPassword(form.password)
  return transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const { limits } = deps.config
    const owner = await ownerFor(tx, now, caller, form, hash, limits)
    const { title, description } = form
    const words = { ownerAccountId: owner.id, title, description, address: '', legalName: '', gstin: null }
    const id = await createMall(tx, now, words)
    // the quota is the mall's, so the mall must exist first
    const image = await keepPicture(tx, now, picture, { mallId: id, limits })
    if (image !== null) await store.changeMall(tx, id, { image })
    await recordChange(tx, now, caller, { action: 'mall.added', mallId: id, subject: id, detail: { owner: owner.id } })
    return { ...(await withOwner(tx, await mallById(tx, id))), ownerSince: owner.since }
  })
}

/** `since` is when an existing account was made, which keeps its password; null for a new account. */
interface FoundOwner {
  id: string
  since: Date | null
}

/**
 * Returns the owner that a form names by email; makes the account if there is none. An account whose email is not confirmed gets no mall: a
 * stranger may have opened it with another person's email. Refuses with `email_unconfirmed`, `email_taken` and `quota_malls`, and with
 * `invalid_input` if a new login has no password.
 */
async function ownerFor(tx: Tx, now: Date, caller: SignedIn, form: MallForm, hash: string | null, limits: Limits): Promise<FoundOwner> {
  const named = await accounts.lockAccountByEmail(tx, form.email)
  const known = named?.disabled ? null : named
  if (known && known.role !== 'owner') throw accounts.emailTaken()
  if (known && !known.emailConfirmed) throw new Refusal('email_unconfirmed', { fields: { email: UNCONFIRMED } })
  if (known && (await mallIdsOf(tx, known.id)).length >= limits.mallsPerAccount) throw new Refusal('quota_malls')
  if (known) return { id: known.id, since: known.createdAt }
  if (hash === null) throw new Refusal('invalid_input', { sentence: NEEDS_PASSWORD, fields: { password: NEEDS_PASSWORD } })
  const login = { name: form.title, email: form.email, password: { hash, firstUse: false } }
  const id = await accounts.openAccount(tx, now, { ...login, role: 'owner' })
  await recordChange(tx, now, caller, { action: 'account.added', mallId: null, subject: id })
  return { id, since: null }
}

/** A mall's form after the slow steps (decoding a picture, hashing a password), which a transaction must not wait for. */
export interface PreparedMallForm {
  form: MallForm
  picture: Awaited<ReturnType<typeof preparePicture>>
  passwordHash: string | null
}

/** With a null password the login keeps its password. Refuses with `bad_picture` and `common_password`. */
export async function prepareMallForm(form: MallForm & { password: string | null }): Promise<PreparedMallForm> {
  if (form.password !== null) await refuseCommonPassword('password', form.password, [form.title, form.email])
  return {
    form,
    picture: await preparePicture(form.image),
    passwordHash: form.password === null ? null : await hashPassword(form.password),
  }
}

/**
 * Changes a mall in the caller's transaction. A different email or a password changes the owner's login and ends its sessions. If a super
 * administrator's form names another owner's email, that owner gets the mall. Refuses with `forbidden`, `mall_not_found`, `quota_media`,
 * and as `ownerFor` does.
 */
export async function changeMall(
  tx: Tx,
  now: Date,
  caller: SignedIn,
  mallId: string,
  { form, picture, passwordHash }: PreparedMallForm,
  limits: Limits,
): Promise<MallWithOwner> {
  const row = await store.lockMall(tx, mallId)
  if (!row) throw new Refusal('mall_not_found')
  refuseUnlessManager(caller, mallId, mallId)
  // The mall may have another owner since the caller was looked up, and that owner is not visible to this one.
  if (caller.account.role === 'owner' && row.ownerAccountId !== caller.account.id)
    throw new Refusal('forbidden', { reach: { mallId, subject: mallId } })
  const { title, description } = form
  const image = await keepPicture(tx, now, picture, { mallId, limits })
  const mall = { id: mallId, ownerAccountId: row.ownerAccountId }
  const owner = await settleOwner(tx, now, caller, mall, { form, passwordHash, limits })
  // Another owner has other books.
  const books = owner.id === row.ownerAccountId ? {} : { ledgers: {} }
  const fields = await store.changeMall(tx, mallId, { title, description, image, ownerAccountId: owner.id, ...books })
  if (title !== row.title || row.slug === null) giveSlug(tx, mallId, title)
  const changes = changesIn({ title: row.title }, { title }, ['title'])
  await recordChange(tx, now, caller, { action: 'mall.changed', mallId, subject: mallId, detail: { fields, changes } })
  return { ...(await withOwner(tx, await mallById(tx, mallId))), ownerSince: owner.since }
}

/** Keeps the owner's account and changes its login, or gives the mall to another owner. Returns the owner. */
async function settleOwner(
  tx: Tx,
  now: Date,
  caller: SignedIn,
  mall: { id: string; ownerAccountId: string | null },
  { form, passwordHash, limits }: Pick<PreparedMallForm, 'form' | 'passwordHash'> & { limits: Limits },
): Promise<FoundOwner> {
  const present = mall.ownerAccountId
  const named = await accounts.lockAccountByEmail(tx, form.email)
  // Owners may change their own login, but cannot give the mall to another person.
  if (present === null || (named?.role === 'owner' && named.id !== present && caller.account.role === 'superadmin')) {
    const next = await ownerFor(tx, now, caller, form, passwordHash, limits)
    await recordChange(tx, now, caller, { action: 'mall.given', mallId: mall.id, subject: mall.id, detail: { from: present, to: next.id } })
    // The rights of open screens are fixed when they connect.
    if (present !== null) await accounts.endSessionsOf(tx, now, present)
    return next
  }
  const changed = await accounts.changeLogin(tx, now, present, { email: form.email, passwordHash, by: caller })
  if (changed.length > 0) {
    await recordChange(tx, now, caller, { action: 'account.login-changed', mallId: mall.id, subject: present, detail: { fields: changed } })
  }
  return { id: present, since: null }
}

async function withOwner(tx: Tx, mall: Mall): Promise<Omit<MallWithOwner, 'ownerSince'>> {
  return { mall, email: (await ownerEmails(tx, [mall])).get(mall.id) ?? null }
}

/** By the mall's id. */
export async function ownerEmails(db: Reader, malls: readonly Mall[]): Promise<Map<string, string>> {
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

/** Archives a mall that has no shops left, in the caller's transaction; disables an owner without another mall. The mall's records stay. */
export async function archiveMall(tx: Tx, now: Date, caller: SignedIn, mallId: string): Promise<void> {
  const row = await store.lockMall(tx, mallId)
  if (!row) throw new Refusal('mall_not_found')
  await store.archiveMall(tx, mallId, now)
  await recordChange(tx, now, caller, { action: 'mall.removed', mallId, subject: mallId })
  const owner = row.ownerAccountId
  if (owner === null || (await mallIdsOf(tx, owner)).length > 0) return
  await accounts.disableAccount(tx, now, owner)
  await recordChange(tx, now, caller, { action: 'account.removed', mallId, subject: owner })
}

/** What receipts and books need of the seller, the contact for shoppers, and the start of the service day. A field that is absent stays. */
export type MallDetails = {
  [Field in keyof Omit<store.MallChange, 'ownerAccountId' | 'description' | 'image'>]?: store.MallChange[Field] | undefined
}

/**
 * Returns what changes when a GSTIN is entered (null: none). One that a super administrator enters is confirmed. One that an owner enters
 * waits for the confirmation; until then receipts stay as they are.
 */
export function gstinChange(
  caller: SignedIn,
  mall: Pick<Mall, 'gstin'>,
  entered: string | null,
): Pick<MallDetails, 'gstin' | 'gstinWaiting'> {
  if (entered === mall.gstin) return { gstinWaiting: null }
  if (entered === null || caller.account.role === 'superadmin') return { gstin: entered, gstinWaiting: null }
  return { gstinWaiting: entered }
}

/** Returns the fields that were given. */
export const changeMallDetails = (tx: Tx, mallId: string, details: MallDetails): Promise<string[]> =>
  store.changeMall(tx, mallId, Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)))
