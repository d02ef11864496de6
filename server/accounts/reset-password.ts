import type { Account, Role } from '#contract/accounts/accounts.ts'
import { normalEmail } from '#contract/base/checks.ts'
import { Refusal } from '#contract/base/errors.ts'
import { DAY, SECOND } from '#contract/base/time.ts'
import type { DomainEvent } from '#contract/events.ts'
import { fromHash, recordSecurity } from '#server/audit/service.ts'
import { type Tx, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { hashPassword, newFirstPassword } from '#server/kit/hash.ts'
import { newId } from '#server/kit/ids.ts'
import { announce } from '#server/outbox/announce.ts'
import { alertAccount, alertFailures } from './alerts.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { rememberedDevice, rememberIn } from './devices.ts'
import { countsOf, forgetEntries, type Visitor } from './entering.ts'
import * as store from './reset-store.ts'
import { checkPowerfulPassword, mailWait, RESET_LIFE } from './rules.ts'
import { needsSecondFactor } from './second-step.ts'
import * as signIns from './sign-in-store.ts'
import { accountByEmail, isEmailFree } from './store.ts'
import { addTry, forgetFailures, lockCount, noteRun, waitNow } from './tries.ts'

/** The same message for known and unknown accounts, in production. */
export const RESET_SENT = 'If there is such an account, a code is on its way by email.'

/** Spaces and dashes only make a code easier to read; they are not part of it. */
const hashOf = (deps: Pick<Deps, 'vault'>, email: string, code: string) =>
  deps.vault.keyed('reset', `${normalEmail(email)}|${code.replace(/[\s-]/g, '').toLowerCase()}`)

type Asked = Extract<DomainEvent, { kind: 'reset.asked' }>

/**
 * Step 1: has a code sent by email. In production it writes one event for known and unknown accounts alike; the relay finds out whether
 * there is an account. Demo mode shows the code; it refuses unknown accounts with `account_unknown` and too many requests with `otp_wait`.
 */
export async function sendResetCode(
  deps: Deps,
  email: string,
  role: Role,
  visitor: Pick<Visitor, 'address' | 'locale'>,
): Promise<{ message: string; resetCode?: string }> {
  const code = newFirstPassword()
  const { locale } = visitor
  const from = fromHash(deps.vault, visitor.address)
  const asked: Asked = { kind: 'reset.asked', shopId: null, resetId: newId(), email, role, sealedCode: deps.vault.seal(code), locale, from }
  const reveal = deps.config.revealUnknownAccounts
  await transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    if (reveal) await openReset(deps, tx, now, asked)
    announce(tx, now, asked)
  })
  return { message: reveal ? 'A code is on its way by email.' : RESET_SENT, ...(deps.config.mode === 'demo' ? { resetCode: code } : {}) }
}

/**
 * Makes the code of a request, once, if there is such an account and it has not had too many codes. A code does not end earlier ones, and
 * lives as long as the longest wait between two. So a stranger's requests take nothing from the owner. Refuses with `account_unknown` and
 * `otp_wait`.
 */
async function openReset(deps: Pick<Deps, 'vault'>, tx: Tx, now: Date, asked: Asked): Promise<void> {
  const account = await accountByEmail(tx, asked.email)
  if (!account || account.role !== asked.role || account.disabledAt) throw new Refusal('account_unknown')
  if (await store.resetCodeById(tx, asked.resetId)) return
  await signIns.lockAccount(tx, account.id)
  const wait = mailWait(await store.resetCodesSince(tx, account.id, new Date(now.getTime() - DAY)), now)
  if (wait > 0) throw new Refusal('otp_wait', { retryAfterSeconds: wait / SECOND })
  const code = deps.vault.unseal(asked.sealedCode) ?? newFirstPassword()
  await addCode(deps, tx, now, { id: asked.resetId, accountId: account.id, email: asked.email, code, from: asked.from })
}

async function addCode(
  deps: Pick<Deps, 'vault'>,
  tx: Tx,
  now: Date,
  { id, accountId, email, code, from }: { id: string; accountId: string; email: string; code: string; from: string | null },
): Promise<void> {
  await store.insertResetCode(tx, {
    id,
    accountId,
    codeHash: hashOf(deps, email, code),
    createdAt: now,
    expiresAt: new Date(now.getTime() + RESET_LIFE),
  })
  await recordSecurity(tx, now, { action: 'password.reset-requested', accountId: null, mallId: null, subject: accountId, from })
}

/** What the mailbox gets: its code, which is made now, or that the account is disabled, or nothing. Runs in the relay's transaction. */
export async function answerToReset(deps: Pick<Deps, 'vault'>, tx: Tx, now: Date, asked: Asked): Promise<'code' | 'disabled' | null> {
  const account = await accountByEmail(tx, asked.email)
  if (account && isEmailFree(account)) return 'disabled'
  try {
    await openReset(deps, tx, now, asked)
    return 'code'
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** A reset whose code has been checked. */
export interface ProvenReset {
  account: Pick<Account, 'id' | 'role'>
  email: string
  codeHash: string
  password: string
}

/**
 * Step 2: checks the code, and counts a wrong one. Refuses with `common_password`, with `invalid_reset_code`, and with `too_many_sign_ins`
 * after some wrong codes from one address.
 */
export async function proveReset(
  deps: Deps,
  reset: { email: string; role: Role; code: string; password: string },
  visitor: Visitor,
): Promise<ProvenReset> {
  const { email, role, password } = reset
  await refuseCommonPassword('newPassword', password, [])
  const codeHash = hashOf(deps, email, reset.code)
  const { resets } = countsOf(deps.vault, email, undefined, visitor)
  // The transaction returns the refusal as a value: a refusal thrown inside would roll back the counted try.
  const found = await transaction(deps.db, async (tx) => {
    await lockCount(tx, resets)
    const now = deps.clock.now()
    const wait = await waitNow(tx, [resets], now)
    if (wait > 0) return new Refusal('too_many_sign_ins', { retryAfterSeconds: wait / SECOND })
    const account = await store.lockResettable(tx, codeHash, role, now)
    if (account) return account
    await addTry(tx, [resets], now)
    await noteRun(tx, now, resets, (_, at) => alertFailures(tx, at, email, fromHash(deps.vault, visitor.address)))
    return wrongCode()
  })
  if (found instanceof Refusal) throw found
  return { account: { id: found.id, role }, email, codeHash, password }
}

const wrongCode = () => new Refusal('invalid_reset_code', { fields: { resetCode: 'This code is not right or has ended.' } })

/**
 * Step 3: sets the new password and ends all sessions and sockets of the account. `names` are those of the person's malls and shops.
 * Returns the device cookie of the browser, which has proved access to the mailbox. For an account with a second factor this proof is not
 * enough: it returns null unless the browser was remembered. Refuses with `invalid_reset_code` if the code has ended, with
 * `common_password`, and with `invalid_input` for a super administrator's short password.
 */
export async function resetPassword(
  deps: Deps,
  { account: { role }, email, codeHash, password }: ProvenReset,
  visitor: Visitor,
  names: readonly string[],
): Promise<{ device: string | null }> {
  // Only a valid code justifies the cost of a hash. Only the holder of a valid code may learn that the account is a super administrator's.
  checkPowerfulPassword(deps.config.mode, role, password)
  const passwordHash = await hashPassword(password)
  const account = await transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const found = await store.lockResettable(tx, codeHash, role, now)
    if (!found) return null
    await refuseCommonPassword('newPassword', password, [found.name, found.email, ...names])
    await store.endResetCodes(tx, found.id, now)
    await signIns.setPassword(tx, found.id, passwordHash)
    await store.confirmEmail(tx, found.id, now)
    await endSessions(tx, found.id, now)
    await forgetFailures(tx, [countsOf(deps.vault, email, undefined, visitor).resets])
    await forgetEntries(deps, tx, found)
    await recordSecurity(tx, now, {
      action: 'password.reset',
      accountId: found.id,
      mallId: null,
      subject: found.id,
      from: fromHash(deps.vault, visitor.address),
    })
    alertAccount(tx, now, found, 'password')
    return found
  })
  if (!account) throw wrongCode()
  // Otherwise a browser that gave no second factor would get its own tries at it.
  const isKnown = !needsSecondFactor(deps, account) || rememberedDevice(deps.vault, visitor.device, account) !== null
  return { device: isKnown ? rememberIn(deps.vault, visitor.device, { id: account.id, passwordHash }) : null }
}

/** Ends the account's open sockets too. */
export async function endSessions(tx: Tx, accountId: string, now: Date): Promise<void> {
  for (const sessionId of await signIns.deleteSessionsOf(tx, accountId)) {
    announce(tx, now, { kind: 'session.ended', shopId: null, accountId, sessionId })
  }
}
