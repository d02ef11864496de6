import type { RefusalCode } from '#contract/base/errors.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#contract/base/time.ts'
import type { Call } from '#contract/call.ts'
import { TICKETS_A_DAY } from '#contract/queue/queue.ts'
import { TRIES_PER_CODE } from '#contract/verification/verification.ts'
import { HASHES_WAITING } from '#server/kit/hash.ts'

/**
 * Every limit that can refuse a caller, except those that an operator sets (`limits.ts`, `config.ts`). A test compares this table with the
 * one in `docs/security.md`.
 */
export interface Limit {
  what: string
  who: string
  /** In the memory of each node, in that of all nodes together if they share a Redis, or in rows of the database. */
  kept: 'node' | 'nodes' | 'rows'
  code: RefusalCode
}

export interface PerMinute extends Limit {
  production: number
  /** In a demo, a hall of phones behind one address is the normal case. */
  demo: number
  /** Whether every request counts, or only those that were refused. */
  counts: 'requests' | 'failures'
  /** Which credential a call counts for instead of its address. */
  by: 'session' | 'shopper' | 'device' | 'address'
}

/** Some tries are free within a window (ms); then each wait is twice the one before, from `first` to `longest` (ms). */
export interface WaitRule extends Limit {
  window: number
  free: number
  first: number
  longest: number
}

/** At most `most` within each of these spans (ms). */
export interface Windows extends Limit {
  windows: readonly { most: number; span: number }[]
}

/** At most `most` at a time; of some, also `inAll` for all callers together. */
export interface AtOnce extends Limit {
  most: number
  inAll?: number
}

/** `unknown` is for addresses without a route. */
export type LimitClass = Call['limit'] | 'unknown'

const holder = {
  session: 'session or shopper’s cookie, else address',
  shopper: 'shopper’s cookie, else address',
  device: 'account of a known browser, else address',
  address: 'address',
} as const

function perMinute(
  what: string,
  by: PerMinute['by'],
  production: number,
  demo: number,
  counts: PerMinute['counts'] = 'requests',
): PerMinute {
  return { what, who: holder[by], by, production, demo, counts, kept: 'nodes', code: 'rate_limited' }
}

/**
 * A call with a session or a shopper's cookie that this server issued counts for that credential. Its holder (the account or the mobile)
 * has a higher limit over all its credentials. A known browser counts for the account that it signed in with. Only other calls count for
 * the address, which all guests of a mall may share.
 */
export const callsPerMinute: Readonly<Record<LimitClass, PerMinute>> = {
  read: perMinute('reading calls; pages and pictures have a separate count', 'session', 6000, 120_000),
  write: perMinute('joining, paying, the desk', 'session', 1200, 120_000),
  otp: perMinute('requesting and proving a passcode', 'shopper', 240, 60_000),
  'sign-in': perMinute('failed logins', 'device', 30, 1200, 'failures'),
  'second-step': perMinute(
    'failures at the second factor, the first password, the confirmation of a sign-up',
    'device',
    30,
    1200,
    'failures',
  ),
  reset: perMinute('both steps of a password reset', 'address', 30, 1200),
  'sign-up': perMinute('sign-ups', 'address', 30, 1200),
  // A vendor reports the payments of all malls from a few addresses, in a rush many at once.
  webhook: perMinute('webhooks of vendors', 'address', 60_000, 120_000),
  report: perMinute('reports of browsers; prints of receipts have a separate count', 'address', 120, 6000),
  unknown: perMinute('addresses that do not exist', 'address', 600, 600),
}

const wrong = (what: string, who: string, window: number, free: number, first: number, longest: number): WaitRule => ({
  ...{ what, who, window, free, first, longest },
  ...{ kept: 'rows', code: 'too_many_sign_ins' },
})
const inRows = (code: RefusalCode) => ({ kept: 'rows', code }) as const
const onNode = (code: RefusalCode) => ({ kept: 'node', code }) as const
const span = (most: number, ms: number) => ({ most, span: ms })
const within = <const W extends Windows['windows']>(...windows: W) => ({ windows })

export const limitsOfCalls = {
  /** A remembered browser has its own counts, so strangers cannot hold it back. */
  passwordsNear: wrong(
    'wrong passwords and reset codes',
    'email and address, one known browser, or a signed-in account',
    15 * MINUTE,
    5,
    SECOND,
    MINUTE,
  ),
  /** At most about 125 a day are judged. */
  passwordsFar: wrong('wrong passwords', 'email over all addresses, or one known browser', DAY, 20, SECOND, 15 * MINUTE),
  /** At most about 40 a day are judged. */
  factors: wrong('wrong second factors', 'account, or one known browser', DAY, 10, MINUTE, HOUR),
  /** Strangers cannot reach this limit, so they never hold a remembered browser back. */
  allFactors: wrong('wrong second factors', 'account over all browsers', DAY, 60, MINUTE, HOUR),
  factorsOfSignIn: { what: 'wrong second factors', who: 'one sign-in', most: 5, ...inRows('challenge_over') },
  /** Browsers that are not remembered cannot reach the limit over all, so the owner can sign in from a remembered one. */
  entriesOfOthers: wrong('complete sign-ins (not in demo)', 'account, browsers that are not known', HOUR, 60, MINUTE, 15 * MINUTE),
  entriesOfKnown: wrong('complete sign-ins (not in demo)', 'account and one known browser', HOUR, 20, MINUTE, 15 * MINUTE),
  entriesOfAll: wrong('complete sign-ins (not in demo)', 'account over all browsers', HOUR, 120, MINUTE, 15 * MINUTE),
  /** After eight in a day, one an hour. A code lives as long, so an owner always has one that works. */
  resetMails: {
    ...{ what: 'mails with a code to reset a password or to confirm a sign-up', who: 'account' },
    ...within(span(3, 15 * MINUTE), span(8, DAY)),
    ...inRows('otp_wait'),
  },
  /** And 30, 60, 120 s between them. */
  passcodes: { what: 'passcodes sent', who: 'mobile and address', ...within(span(3, 15 * MINUTE), span(8, DAY)), ...inRows('otp_limit') },
  /** Strangers must not be able to send messages to a mobile without end. */
  passcodesOfMobile: { what: 'passcodes sent', who: 'mobile over all addresses', ...within(span(20, DAY)), ...inRows('otp_limit') },
  /** The asker of a code always has the first tries of a day. */
  wrongPasscodes: {
    ...{ what: 'wrong passcodes', who: 'mobile over all addresses' },
    ...within(span(10, HOUR), span(20, DAY)),
    ...inRows('otp_tries'),
  },
  triesOfPasscode: { what: 'wrong passcodes', who: 'one code', most: TRIES_PER_CODE, ...inRows('invalid_otp') },
  tickets: { what: 'tickets', who: 'mobile and shop', ...within(span(TICKETS_A_DAY, DAY)), ...inRows('too_many_tickets') },

  /** A desk with several windows asks a few times after a reconnect. */
  watchesOfPerson: { what: 'requests of sockets', who: 'session or mobile', ...within(span(300, MINUTE)), ...onNode('rate_limited') },
  /** A phone that only watches asks once, and again after a reconnect. */
  watchesOfSocket: { what: 'requests of sockets', who: 'anonymous socket', ...within(span(60, MINUTE)), ...onNode('rate_limited') },
  passwords: { what: 'passwords that wait to be hashed', who: 'all callers', most: HASHES_WAITING, ...onNode('unavailable') },
  posters: { what: 'posters that wait', who: 'account', most: 4, inAll: 60, ...onNode('quota_posters') },
  /** A mall's guests may share an address. */
  prints: { what: 'prints of receipts that wait', who: 'address', most: 8, inAll: 40, ...onNode('rate_limited') },
  /** A file of a year keeps a connection to the database busy. */
  exports: { what: 'files of money that are sent', who: 'account', most: 1, ...onNode('quota_exports') },
} as const satisfies Record<string, WaitRule | Windows | AtOnce>

/** How long (ms) the next try must wait; 0 if it may go on now. */
export function waitOf(rule: Pick<WaitRule, 'window' | 'free' | 'first' | 'longest'>, tries: readonly Date[], now: Date): number {
  const recent = tries.filter((at) => now.getTime() - at.getTime() < rule.window)
  if (recent.length < rule.free) return 0
  const last = Math.max(...recent.map((at) => at.getTime()))
  const wait = Math.min(rule.longest, rule.first * 2 ** (recent.length - rule.free))
  return Math.max(0, last + wait - now.getTime())
}

/** How long (ms) until one more fits into each window; 0 if it does now. `times` in any order. */
export function waitIn({ windows }: Pick<Windows, 'windows'>, times: readonly Date[], now: Date): number {
  const newestFirst = times.map((at) => at.getTime()).sort((a, b) => b - a)
  return Math.max(0, ...windows.map(({ most, span }) => (newestFirst[most - 1] ?? Number.NEGATIVE_INFINITY) + span - now.getTime()))
}
