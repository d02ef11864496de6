import { isEmail, normalEmail } from '#contract/base/checks.ts'
import { Refusal } from '#contract/base/errors.ts'
import { recordChange } from '#server/audit/service.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { hashPassword, newFirstPassword } from '#server/kit/hash.ts'
import { alertAccount } from './alerts.ts'
import { enableAccount, lockAccountByEmail, openAccount, setPassword } from './manage-accounts.ts'
import { FIRST_PASSWORD_LIFE } from './rules.ts'
import { createAccount } from './service.ts'
import { dropTotp } from './sign-in-store.ts'
import * as store from './store.ts'

const NAME = 'Super administrator'

/**
 * Does nothing if there is a super administrator. Returns false if none could be made, because the email belongs to an account of another
 * role.
 */
export async function ensureSuperAdministrator(deps: Deps, email: string, password: string): Promise<boolean> {
  if (await store.anyAccountOfRole(deps.db, 'superadmin')) return true
  const passwordHash = await hashPassword(password)
  return transaction(deps.db, async (tx) => {
    const made = await createAccount(tx, deps.clock.now(), { name: NAME, email, role: 'superadmin', passwordHash })
    // Another node that starts at the same time may have been faster.
    return made !== null || (await lockAccountByEmail(tx, normalEmail(email)))?.role === 'superadmin'
  })
}

/** The one-use first password is shown only this once. */
export interface Appointment {
  firstPassword: string
  until: Date
  /** False if the account existed already and was reset. */
  isNew: boolean
}

/**
 * For an operator with access to the machine. Resets an existing super administrator: a new first password, no second factor, sessions and
 * sockets ended, enabled again if disabled. Refuses with `invalid_input` (not an email address) and `email_taken` (an account of another
 * role).
 */
export async function appointSuperAdministrator(deps: Pick<Deps, 'db' | 'clock'>, typed: string): Promise<Appointment> {
  const email = normalEmail(typed)
  if (!isEmail(email)) throw new Refusal('invalid_input', { sentence: `"${typed}" is not an email address.` })
  const firstPassword = newFirstPassword()
  const password = { hash: await hashPassword(firstPassword), firstUse: true }
  return transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const named = await lockAccountByEmail(tx, email)
    const known = named?.role === 'superadmin' ? named : null
    if (named && !known && !named.disabled) {
      const sentence = `${email} belongs to an account of another role (${named.role}). A super administrator needs an email of their own.`
      throw new Refusal('email_taken', { sentence })
    }
    if (known) {
      await enableAccount(tx, known.id)
      await setPassword(tx, now, known.id, password)
      await dropTotp(tx, known.id)
      await recordChange(tx, now, 'operator', { action: 'account.second-factor-removed', mallId: null, subject: known.id })
      alertAccount(tx, now, known, 'factor')
    }
    const id = known?.id ?? (await openAccount(tx, now, { name: NAME, email, role: 'superadmin', password }))
    const action = known ? 'account.first-password-given' : 'account.added'
    await recordChange(tx, now, 'operator', { action, mallId: null, subject: id, detail: { by: 'operator', secondFactor: 'off' } })
    return { firstPassword, until: new Date(now.getTime() + FIRST_PASSWORD_LIFE), isNew: !known }
  })
}
