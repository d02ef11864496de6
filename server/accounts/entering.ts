import type { Account } from '#contract/accounts/accounts.ts'
import { normalEmail } from '#contract/base/checks.ts'
import { Refusal } from '#contract/base/errors.ts'
import type { Locale } from '#contract/base/locale.ts'
import { SECOND } from '#contract/base/time.ts'
import { fromHash, recordSecurity } from '#server/audit/service.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { newCredential } from '#server/kit/credentials.ts'
import { sha256, type Vault } from '#server/kit/hash.ts'
import { newId } from '#server/kit/ids.ts'
import { limitsOfCalls as limits } from '#server/limits-of-calls.ts'
import { announce } from '#server/outbox/announce.ts'
import { alertAccount } from './alerts.ts'
import { type Remembered, rememberedDevice, rememberIn } from './devices.ts'
import { sessionEnd, sessionsKept } from './rules.ts'
import * as store from './store.ts'
import { addTry, type CountedKey, forgetFailures, waitNow } from './tries.ts'
import type { Agent } from './user-agent.ts'

/** `address` is the key of the network address; `device` is the device cookie. */
export interface Visitor {
  address: string
  device: string | null
  agent: Agent
  locale: Locale
}

/** The session token is stored only as a hash; `device` is the cookie to set. */
export interface FinishedSignIn {
  token: string
  account: Account
  device: string
}

/** An account whose sign-in is complete. */
export interface Entering extends Account {
  passwordHash: string
  lastSeenAt: Date | null
}

/**
 * The keys under which a visitor's failures for an email count. A remembered browser has its own counts, so strangers cannot hold it back.
 * Other browsers count by email and address, and by email over all addresses. Second factors also count for the account over all browsers.
 */
export function countsOf(
  vault: Vault,
  email: string,
  account: { id: string; passwordHash: string } | undefined,
  { address, device }: Pick<Visitor, 'address' | 'device'>,
): { passwords: readonly [CountedKey, ...CountedKey[]]; factors: readonly [CountedKey, CountedKey]; resets: CountedKey } {
  const who = normalEmail(email)
  const key = (...parts: string[]) => vault.keyed('sign-in', parts.join('|'))
  const known = rememberedDevice(vault, device, account)
  const near = known ?? address
  return {
    passwords: known
      ? [
          { key: key('device', who, known), rule: limits.passwordsNear },
          { key: key('device-day', who, known), rule: limits.passwordsFar },
        ]
      : [
          { key: key('near', who, address), rule: limits.passwordsNear },
          { key: key('far', who), rule: limits.passwordsFar },
        ],
    factors: [
      { key: known ? key('factor', who, known) : key('factor', who), rule: limits.factors },
      { key: key('all-factors', who), rule: limits.allFactors },
    ],
    resets: { key: key('reset', who, near), rule: limits.passwordsNear },
  }
}

/** The keys under which complete sign-ins of an account count. In a demo they do not count, because all visitors share its accounts. */
function entriesOf({ vault, config }: Deps, account: Remembered, { device }: Pick<Visitor, 'device'>): readonly CountedKey[] {
  if (config.mode === 'demo') return []
  const key = (...parts: string[]) => vault.keyed('sign-in', ['entry', account.id, ...parts].join('|'))
  const known = rememberedDevice(vault, device, account)
  return [
    known ? { key: key('device', known), rule: limits.entriesOfKnown } : { key: key('others'), rule: limits.entriesOfOthers },
    { key: key('all'), rule: limits.entriesOfAll },
  ]
}

/**
 * Returns the refusal `too_many_sign_ins`, or null if the account may sign in now. The caller's transaction must have locked the account's
 * row.
 */
export async function tooManyEntries(deps: Deps, tx: Tx, account: Remembered, now: Date, visitor: Visitor): Promise<Refusal | null> {
  const entries = entriesOf(deps, account, visitor)
  const wait = entries.length > 0 ? await waitNow(tx, entries, now) : 0
  return wait > 0 ? new Refusal('too_many_sign_ins', { retryAfterSeconds: wait / SECOND }) : null
}

/** Forgets sign-ins from browsers that are not remembered. Call it after the person has proved access to the mailbox. */
export const forgetEntries = (deps: Deps, tx: Tx, account: Remembered) => forgetFailures(tx, entriesOf(deps, account, { device: null }))

/** Opens a session and ends those beyond the account's limit. Alerts the account if this browser is new to it. */
export async function enter(deps: Deps, tx: Tx, entering: Entering, now: Date, visitor: Visitor): Promise<FinishedSignIn> {
  const { id, name, email, role } = entering
  const sessionId = newId()
  const token = newCredential(deps.vault, 'account', id)
  const expiresAt = sessionEnd(role, now, now)
  await store.insertSession(tx, {
    id: sessionId,
    tokenHash: sha256(token),
    accountId: id,
    agent: visitor.agent,
    now,
    expiresAt,
    locale: visitor.locale,
  })
  await endOldest(deps, tx, { id: sessionId, accountId: id }, now)
  const entries = entriesOf(deps, entering, visitor)
  if (entries.length > 0) await addTry(tx, entries, now)
  const noted = { accountId: id, mallId: null, subject: id, from: fromHash(deps.vault, visitor.address) }
  const isNewDevice = rememberedDevice(deps.vault, visitor.device, entering) === null && entering.lastSeenAt !== null
  await recordSecurity(tx, now, { ...noted, action: isNewDevice ? 'sign-in.new-device' : 'sign-in.succeeded' })
  if (isNewDevice) alertAccount(tx, now, entering, 'device')
  return { token, account: { id, name, email, role }, device: rememberIn(deps.vault, visitor.device, entering) }
}

async function endOldest({ config }: Deps, tx: Tx, newest: { id: string; accountId: string }, now: Date): Promise<void> {
  const most = sessionsKept(config.mode)
  if (most === null) return
  for (const sessionId of await store.deleteSessionsBeyond(tx, newest, most - 1))
    announce(tx, now, { kind: 'session.ended', shopId: null, accountId: newest.accountId, sessionId })
}
