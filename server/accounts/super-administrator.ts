import { isEmail } from '../../contract/checks.ts'
import { Refusal } from '../../contract/errors.ts'
import { recordChange } from '../audit/service.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { hashPassword, newFirstPassword } from '../kit/hash.ts'
import { bringBack, lockAccountByEmail, openAccount } from './manage-accounts.ts'
import { FIRST_PASSWORD_LIFE } from './rules.ts'
import { createAccount } from './service.ts'
import { dropTotp } from './sign-in-store.ts'
import * as store from './store.ts'

const NAME = 'Super administrator'

/**
 * The first super administrator from the operator's settings, if there is none yet. Answers false where the email is that of an account of
 * another role, so that none could be made.
 */
export async function ensureSuperAdministrator(deps: Deps, email: string, password: string): Promise<boolean> {
  if (await store.anyAccountOfRole(deps.db, 'superadmin')) return true
  const passwordHash = await hashPassword(password)
  return transaction(deps.db, async (tx) => {
    const made = await createAccount(tx, deps.clock.now(), { name: NAME, email, role: 'superadmin', passwordHash })
    // Another node that starts at the same time may have been faster.
    return made !== null || (await lockAccountByEmail(tx, email))?.role === 'superadmin'
  })
}

/** A super administrator's one-use first password: the only time it is told. */
export interface Appointment {
  firstPassword: string
  until: Date
  /** False where the account was there already and begins anew. */
  isNew: boolean
}

/**
 * Makes a super administrator with a one-use first password, for whoever has the machine in hand. One who is there already begins anew: a
 * new first password, the second factor off, sessions and sockets ended, let in again if shut out. Refuses with `invalid_input` (no email
 * address) and `email_taken` (an account of another role).
 */
export async function appointSuperAdministrator(deps: Pick<Deps, 'db' | 'clock'>, email: string): Promise<Appointment> {
  if (!isEmail(email)) throw new Refusal('invalid_input', { sentence: `"${email}" is no email address.` })
  const firstPassword = newFirstPassword()
  const password = { hash: await hashPassword(firstPassword), firstUse: true }
  return transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const known = await lockAccountByEmail(tx, email)
    if (known && known.role !== 'superadmin') {
      const sentence = `${email} is the email of an account of another role (${known.role}). A super administrator needs an email of their own.`
      throw new Refusal('email_taken', { sentence })
    }
    if (known) {
      await bringBack(tx, now, known.id, { name: known.name, password })
      await dropTotp(tx, known.id)
    }
    const id = known?.id ?? (await openAccount(tx, now, { name: NAME, email, role: 'superadmin', password }))
    const action = known ? 'account.first-password-given' : 'account.added'
    await recordChange(tx, now, 'operator', { action, mallId: null, subject: id, detail: { by: 'operator', secondFactor: 'off' } })
    return { firstPassword, until: new Date(now.getTime() + FIRST_PASSWORD_LIFE), isNew: !known }
  })
}
