import type { Role } from '../../contract/accounts.ts'
import { Refusal } from '../../contract/errors.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../contract/time.ts'

/** How long a session lives without use, and at most. Staff work all day at one till; a super administrator's power ends soon. */
const lifetimes: Readonly<Record<Role, { idle: number; whole: number }>> = {
  staff: { idle: 12 * HOUR, whole: 7 * DAY },
  owner: { idle: 2 * HOUR, whole: DAY },
  superadmin: { idle: 30 * MINUTE, whole: 12 * HOUR },
}

/** A session's use is written down at most this often, so that reading costs no write. */
export const TOUCH_EVERY = MINUTE

/** When a session that is used now ends. */
export function sessionEnd(role: Role, createdAt: Date, now: Date): Date {
  const { idle, whole } = lifetimes[role]
  return new Date(Math.min(now.getTime() + idle, createdAt.getTime() + whole))
}

/** Failed sign-ins are counted over this time. */
export const FAILURE_WINDOW = 15 * MINUTE
const FREE_TRIES = 5
const LONGEST_WAIT = MINUTE

/**
 * How long (ms) somebody waits before trying to sign in again: five tries are free, then 1, 2, 4 … 60 s after the last failure. The
 * failures are those of one email from one address, so that a stranger elsewhere cannot lock anybody out.
 */
export function signInWait(failures: readonly Date[], now: Date): number {
  const recent = failures.filter((at) => now.getTime() - at.getTime() < FAILURE_WINDOW)
  if (recent.length < FREE_TRIES) return 0
  const last = Math.max(...recent.map((at) => at.getTime()))
  const wait = Math.min(LONGEST_WAIT, SECOND * 2 ** (recent.length - FREE_TRIES))
  return Math.max(0, last + wait - now.getTime())
}

/** The second step of a sign-in has to be taken within this time. */
export const CHALLENGE_LIFE = 10 * MINUTE
/** Wrong codes that end it. */
export const CHALLENGE_TRIES = 5
/** A reset code lives ten minutes. */
export const RESET_LIFE = 10 * MINUTE
export const RESET_TRIES = 5
const RESETS_PER_QUARTER = 3
const RESETS_PER_DAY = 8

/** Whether an account may get another reset code now: 3 in a quarter of an hour, 8 a day; the wait in ms, 0 where it may. */
export function resetWait(asked: readonly Date[], now: Date): number {
  const newestFirst = asked.map((at) => at.getTime()).sort((a, b) => b - a)
  const limit = (most: number, span: number) => {
    const inSpan = newestFirst.filter((at) => now.getTime() - at < span)
    const oldest = inSpan[most - 1]
    return oldest === undefined ? 0 : oldest + span - now.getTime()
  }
  return Math.max(limit(RESETS_PER_QUARTER, 15 * MINUTE), limit(RESETS_PER_DAY, DAY))
}

/** A one-use first password ends after a day. */
export const FIRST_PASSWORD_LIFE = DAY

/** What `SUPERADMIN_PASSWORD` needs, too. */
const SUPERADMIN_PASSWORD_MIN = 15

/** Refuses a super administrator's own password that is shorter than 15 characters, in production, with `invalid_input`. */
export function checkPowerfulPassword(mode: 'demo' | 'production', role: Role, password: string): void {
  if (mode !== 'production' || role !== 'superadmin' || [...password].length >= SUPERADMIN_PASSWORD_MIN) return
  const sentence = `Please use at least ${SUPERADMIN_PASSWORD_MIN} characters`
  throw new Refusal('invalid_input', { fields: { newPassword: sentence }, sentence })
}
