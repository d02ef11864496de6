import type { Role } from '../../contract/accounts.ts'
import { Refusal } from '../../contract/errors.ts'
import { DAY, SECOND } from '../../contract/time.ts'
import { type Tx, transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { hashPassword, newOtp, sameText } from '../kit/hash.ts'
import { newId } from '../kit/ids.ts'
import { announce } from '../outbox/announce.ts'
import { checkPowerfulPassword, RESET_LIFE, RESET_TRIES, resetWait } from './rules.ts'
import * as signIns from './sign-in-store.ts'
import * as store from './store.ts'

/** What both known and unknown accounts are told in production. */
export const RESET_SENT = 'If there is such an account, a code is on its way by email.'

const hashOf = (deps: Deps, accountId: string, code: string) => deps.vault.keyed('reset', `${accountId}|${code}`)

/**
 * Step 1 of the password reset: sends a code by email, which voids the one before. In production the answer is the same for known and
 * unknown accounts; demo mode refuses unknown ones with `account_unknown` and shows the code.
 */
export async function sendResetCode(
  deps: Deps,
  email: string,
  role: Role,
  locale: 'en' | 'hi',
): Promise<{ message: string; resetCode?: string }> {
  const reveal = deps.config.revealUnknownAccounts
  const account = await store.accountByEmail(deps.db, email)
  if (!account || account.role !== role || account.disabled_at) {
    if (reveal) throw new Refusal('account_unknown')
    return { message: RESET_SENT }
  }
  const code = newOtp()
  const wait = await transaction(deps.db, async (tx) => {
    await signIns.lockAccount(tx, account.id)
    const now = deps.clock.now()
    const wait = resetWait(await signIns.resetCodesSince(tx, account.id, new Date(now.getTime() - DAY)), now)
    if (wait > 0) return wait
    await signIns.replaceResetCode(tx, {
      id: newId(),
      accountId: account.id,
      codeHash: hashOf(deps, account.id, code),
      createdAt: now,
      expiresAt: new Date(now.getTime() + RESET_LIFE),
    })
    await announce(tx, now, { kind: 'reset.requested', shopId: null, email: account.email, sealedCode: deps.vault.seal(code), locale })
    return 0
  })
  if (wait > 0 && reveal) throw new Refusal('otp_wait', { retryAfterSeconds: wait / SECOND })
  const shown = deps.config.mode === 'demo' && wait === 0
  return { message: reveal ? 'A code is on its way by email.' : RESET_SENT, ...(shown ? { resetCode: code } : {}) }
}

/** Step 2: sets the new password with the code and ends all sessions and sockets of the account. Refuses with `invalid_reset_code`, and with `invalid_input` a short one of a super administrator. */
export async function resetPassword(deps: Deps, email: string, role: Role, code: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password)
  const account = await store.accountByEmail(deps.db, email)
  if (!account || account.role !== role || account.disabled_at) throw new Refusal('invalid_reset_code')
  const done = await transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const live = await signIns.lockResetCode(tx, account.id)
    if (!live || live.expires_at <= now || live.tries >= RESET_TRIES) return false
    if (!sameText(live.code_hash, hashOf(deps, account.id, code))) {
      await signIns.countResetTry(tx, live.id)
      return false
    }
    // Only whoever holds the code may learn that the account is a powerful one.
    checkPowerfulPassword(deps.config.mode, account.role, password)
    await signIns.endResetCode(tx, account.id, now)
    await signIns.setPassword(tx, account.id, passwordHash)
    await endSessions(tx, account.id, now)
    return true
  })
  if (!done) throw new Refusal('invalid_reset_code', { fields: { resetCode: 'This code is not right or has ended.' } })
}

/** Ends every session of an account and its open sockets, in the caller's transaction. */
export async function endSessions(tx: Tx, accountId: string, now: Date): Promise<void> {
  for (const sessionId of await signIns.deleteSessionsOf(tx, accountId)) {
    await announce(tx, now, { kind: 'session.ended', shopId: null, accountId, sessionId })
  }
}
