import type { Role } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#contract/base/time.ts'
import { limitsOfCalls, waitIn } from '#server/limits-of-calls.ts'

/**
 * `idle` is the life without use, `whole` the maximum. Staff work all day at one till; a super administrator's session ends soon because it
 * has the most power.
 */
const lifetimes: Readonly<Record<Role, { idle: number; whole: number }>> = {
  staff: { idle: 12 * HOUR, whole: 7 * DAY },
  owner: { idle: 2 * HOUR, whole: DAY },
  superadmin: { idle: 30 * MINUTE, whole: 12 * HOUR },
}

/** A session's use is written at most this often, so that most reads need no write. */
export const TOUCH_EVERY = MINUTE

export function sessionEnd(role: Role, createdAt: Date, now: Date): Date {
  const { idle, whole } = lifetimes[role]
  return new Date(Math.min(now.getTime() + idle, createdAt.getTime() + whole))
}

/** Most sessions of one account: enough for the tills that share it. The one that was used longest ago ends first. */
const MOST_SESSIONS = 50

/** Null for all: in a demo all visitors share its accounts. */
export const sessionsKept = (mode: 'demo' | 'production'): number | null => (mode === 'demo' ? null : MOST_SESSIONS)

/** A try that is still being judged counts as wrong after this time: its node must have died. */
export const JUDGING = 30 * SECOND

/**
 * True if this number of failures begins or doubles a run (5, 10, 20, 40 …). Only these failures are recorded and mailed, not each of
 * thousands.
 */
export const marksRun = (failures: number): boolean => failures >= 5 && Number.isInteger(Math.log2(failures / 5))

/** The second step of a sign-in must be completed within this time. */
export const CHALLENGE_LIFE = 10 * MINUTE
/** A reset code has 79 random bits, so it cannot be guessed. */
export const RESET_LIFE = HOUR
export const SIGN_UP_LIFE = DAY
/**
 * The wait in ms until another mail with a code may go to an address. After the mails of a day, one an hour may go. A reset code lives as
 * long as the longest wait. So an owner always has one that works, however many a stranger asks for.
 */
export function mailWait(sent: readonly Date[], now: Date): number {
  const [quarter, day] = limitsOfCalls.resetMails.windows
  const isDayFull = waitIn({ windows: [day] }, sent, now) > 0
  return waitIn({ windows: [quarter, ...(isDayFull ? [{ most: 1, span: HOUR }] : [])] }, sent, now)
}

export const FIRST_PASSWORD_LIFE = DAY

/** `SUPERADMIN_PASSWORD` has the same minimum. */
const SUPERADMIN_PASSWORD_MIN = 15

/** In production, refuses a super administrator's own password that is too short, with `invalid_input`. */
export function checkPowerfulPassword(mode: 'demo' | 'production', role: Role, password: string): void {
  if (mode !== 'production' || role !== 'superadmin' || [...password].length >= SUPERADMIN_PASSWORD_MIN) return
  const sentence = `Please use at least ${SUPERADMIN_PASSWORD_MIN} characters`
  throw new Refusal('invalid_input', { fields: { newPassword: sentence }, sentence })
}

export const mustHaveSecondFactor = (mode: 'demo' | 'production', role: Role): boolean => mode === 'production' && role === 'superadmin'

/** A call that asks for a fresh password accepts one that was given at most this long ago. */
const PROOF_LIFE = 5 * MINUTE

export const isProven = (provenAt: Date | null, now: Date): boolean => provenAt !== null && now.getTime() - provenAt.getTime() <= PROOF_LIFE

/** A new second factor must be confirmed within this time, and with fewer than `OFFER_TRIES` wrong codes. */
export const OFFER_LIFE = 10 * MINUTE
export const OFFER_TRIES = 5
