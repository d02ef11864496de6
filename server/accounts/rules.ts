import type { Role } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#contract/base/time.ts'

/**
 * How long a session lives without use, and its maximum lifetime. Staff work all day at one till; a super administrator's session ends soon
 * because it has the most power.
 */
const lifetimes: Readonly<Record<Role, { idle: number; whole: number }>> = {
  staff: { idle: 12 * HOUR, whole: 7 * DAY },
  owner: { idle: 2 * HOUR, whole: DAY },
  superadmin: { idle: 30 * MINUTE, whole: 12 * HOUR },
}

/** A session's use is written at most this often, so that most reads need no write. */
export const TOUCH_EVERY = MINUTE

/** Returns when a session that is used now ends. */
export function sessionEnd(role: Role, createdAt: Date, now: Date): Date {
  const { idle, whole } = lifetimes[role]
  return new Date(Math.min(now.getTime() + idle, createdAt.getTime() + whole))
}

/** How tries at a secret are held back. Some tries are free within a window; then each wait is twice the one before. Times in ms. */
export interface WaitRule {
  window: number
  free: number
  first: number
  longest: number
}

/** Wrong passwords of one email from one address, or from one remembered browser. */
export const nearRule: WaitRule = { window: 15 * MINUTE, free: 5, first: SECOND, longest: MINUTE }
/** Wrong passwords of one email from all browsers that are not remembered, or from one that is. At most about 125 a day. */
export const farRule: WaitRule = { window: DAY, free: 20, first: SECOND, longest: 15 * MINUTE }
/** Wrong second factors of one account from all browsers that are not remembered, or from one that is. At most about 40 a day. */
export const factorRule: WaitRule = { window: DAY, free: 10, first: MINUTE, longest: HOUR }
/**
 * Wrong second factors of one account over all browsers. Strangers cannot reach this limit, so they never hold a remembered browser back.
 */
export const allFactorsRule: WaitRule = { window: DAY, free: 60, first: MINUTE, longest: HOUR }

/**
 * Complete sign-ins of one account: from all browsers that are not remembered, from one that is, and over all. Browsers that are not
 * remembered cannot reach the limit over all, so the owner can sign in from a remembered browser.
 */
const entryRule = (free: number): WaitRule => ({ window: HOUR, free, first: MINUTE, longest: 15 * MINUTE })
export const entryRules = { others: entryRule(60), remembered: entryRule(20), all: entryRule(120) } as const

/** Most sessions of one account: enough for the tills that share it. The one that was used longest ago ends first. */
const MOST_SESSIONS = 50

/** How many sessions an account keeps; null for all. In a demo all visitors share its accounts. */
export const sessionsKept = (mode: 'demo' | 'production'): number | null => (mode === 'demo' ? null : MOST_SESSIONS)

/** Returns how long (ms) the next try must wait; 0 if it may go on now. */
export function waitOf(rule: WaitRule, tries: readonly Date[], now: Date): number {
  const recent = tries.filter((at) => now.getTime() - at.getTime() < rule.window)
  if (recent.length < rule.free) return 0
  const last = Math.max(...recent.map((at) => at.getTime()))
  const wait = Math.min(rule.longest, rule.first * 2 ** (recent.length - rule.free))
  return Math.max(0, last + wait - now.getTime())
}

/** A try that is still being judged counts as wrong after this time: its node must have died. */
export const JUDGING = 30 * SECOND

/**
 * True if this number of failures begins or doubles a run (5, 10, 20, 40 …). Only these failures are recorded and mailed, not each of
 * thousands.
 */
export const marksRun = (failures: number): boolean => failures >= 5 && Number.isInteger(Math.log2(failures / 5))

/** The second step of a sign-in must be completed within this time. */
export const CHALLENGE_LIFE = 10 * MINUTE
/** The number of wrong codes that ends it. */
export const CHALLENGE_TRIES = 5
/** A reset code lives for an hour. It has 79 random bits, so it cannot be guessed. */
export const RESET_LIFE = HOUR
/** An owner's sign-up waits a day for its confirmation. */
export const SIGN_UP_LIFE = DAY
const MAILS_PER_QUARTER = 3
const MAILS_PER_DAY = 8

/**
 * Returns how long (ms) until another mail with a code may go to an address; 0 if one may go now. The limits are 3 in a quarter of an hour
 * and, after 8 in a day, one an hour. A reset code lives as long as the longest wait. So an owner always has one that works, however many a
 * stranger asks for.
 */
export function mailWait(sent: readonly Date[], now: Date): number {
  const newestFirst = sent.map((at) => at.getTime()).sort((a, b) => b - a)
  const within = (span: number) => newestFirst.filter((at) => now.getTime() - at < span)
  const third = within(15 * MINUTE)[MAILS_PER_QUARTER - 1]
  const quarter = third === undefined ? 0 : third + 15 * MINUTE - now.getTime()
  const [newest] = newestFirst
  const day = newest !== undefined && within(DAY).length >= MAILS_PER_DAY ? newest + HOUR - now.getTime() : 0
  return Math.max(0, quarter, day)
}

/** A one-use first password ends after a day. */
export const FIRST_PASSWORD_LIFE = DAY

/** `SUPERADMIN_PASSWORD` has the same minimum. */
const SUPERADMIN_PASSWORD_MIN = 15

/** Refuses a super administrator's own password that is shorter than 15 characters, in production, with `invalid_input`. */
export function checkPowerfulPassword(mode: 'demo' | 'production', role: Role, password: string): void {
  if (mode !== 'production' || role !== 'superadmin' || [...password].length >= SUPERADMIN_PASSWORD_MIN) return
  const sentence = `Please use at least ${SUPERADMIN_PASSWORD_MIN} characters`
  throw new Refusal('invalid_input', { fields: { newPassword: sentence }, sentence })
}

/** True for an account that must have a second factor: a super administrator in production. */
export const mustHaveSecondFactor = (mode: 'demo' | 'production', role: Role): boolean => mode === 'production' && role === 'superadmin'

/** A call that asks for a fresh password accepts one that was given at most this long ago. */
const PROOF_LIFE = 5 * MINUTE

/** True if the password was given in this session within the last five minutes. */
export const isProven = (provenAt: Date | null, now: Date): boolean => provenAt !== null && now.getTime() - provenAt.getTime() <= PROOF_LIFE

/** A new second factor must be confirmed within this time, and with fewer than `OFFER_TRIES` wrong codes. */
export const OFFER_LIFE = 10 * MINUTE
export const OFFER_TRIES = 5
