import { DAY, HOUR, MINUTE, SECOND } from '../../contract/time.ts'

/** A code lives five minutes. */
export const CODE_LIFE = 5 * MINUTE
/** A verified mobile is remembered for a day. */
export const SHOPPER_LIFE = DAY
/** Wrong tries that end a code. */
const TRIES_PER_CODE = 5

/** The wait after the first, second and further code within a quarter of an hour. */
const RESEND_AFTER = [30 * SECOND, 60 * SECOND, 120 * SECOND] as const
const QUARTER = 15 * MINUTE
const PER_QUARTER = 3
const PER_DAY = 8
const TRIES_PER_HOUR = 10
const TRIES_PER_DAY = 20

/** Whether a mobile may ask for a code now, and when for the next one. Waits are in seconds. */
export type AskVerdict = { allowed: true; resendAfter: number } | { allowed: false; code: 'otp_wait' | 'otp_limit'; wait: number }

const since = (times: readonly Date[], now: Date, span: number) => times.filter((t) => now.getTime() - t.getTime() < span)
const secondsUntil = (instant: number, now: Date) => Math.max(1, Math.ceil((instant - now.getTime()) / SECOND))

/**
 * Codes per mobile: 30, 60, 120 s between them, 3 in a quarter of an hour, 8 a day. `asked` are the instants of earlier codes of the
 * last day, in any order. A refusal says when asking will work again, whichever limit holds longest.
 */
export function mayAskCode(asked: readonly Date[], now: Date): AskVerdict {
  const code = limitOn(asked, now)
  return code === null
    ? { allowed: true, resendAfter: waitAfter([...asked, now], now) }
    : { allowed: false, code, wait: waitAfter(asked, now) }
}

/** Seconds until another code may be asked for, where one may not now. */
function waitAfter(asked: readonly Date[], now: Date): number {
  // Limits only loosen with time, each at one of these moments.
  const moments = asked.flatMap((t) => [...RESEND_AFTER, QUARTER, DAY].map((span) => new Date(t.getTime() + span)))
  const open = moments.filter((moment) => moment > now && limitOn(asked, moment) === null).map((moment) => moment.getTime())
  return secondsUntil(Math.min(...open), now)
}

/** The limit that stands against a new code at this moment, if any. */
function limitOn(asked: readonly Date[], now: Date): 'otp_wait' | 'otp_limit' | null {
  if (since(asked, now, DAY).length >= PER_DAY) return 'otp_limit'
  const recent = since(asked, now, QUARTER)
  if (recent.length >= PER_QUARTER) return 'otp_wait'
  const last = Math.max(...recent.map((t) => t.getTime()))
  return recent.length > 0 && last + gapAfter(recent.length) > now.getTime() ? 'otp_wait' : null
}

const gapAfter = (codes: number): number => RESEND_AFTER[Math.min(codes, RESEND_AFTER.length) - 1] ?? RESEND_AFTER[0]

/** A wrong code, as it was counted: for which code, and whether it came from the address that asked for that code. */
export interface WrongTry {
  codeId: string
  fromAsker: boolean
  at: Date
}

/** Whether a code may be tried now; `left` counts this try. Waits are in seconds. */
export type TryVerdict =
  | { allowed: true; left: number }
  | { allowed: false; code: 'otp_tries'; wait: number }
  | { allowed: false; code: 'invalid_otp' }

/**
 * Wrong tries per mobile: 5 a code, 10 an hour, 20 a day, counted across codes. Tries from the address that asked
 * for the code are counted apart from strangers', so that a stranger cannot use them up. `tries` are those of the last day, in any order.
 */
export function mayTryCode(tries: readonly WrongTry[], caller: { codeId: string; fromAsker: boolean }, now: Date): TryVerdict {
  const own = tries.filter((t) => t.fromAsker === caller.fromAsker)
  const oldestFirst = own.map((t) => t.at).sort((a, b) => a.getTime() - b.getTime())
  for (const [span, most] of [
    [DAY, TRIES_PER_DAY],
    [HOUR, TRIES_PER_HOUR],
  ] as const) {
    const recent = since(oldestFirst, now, span)
    const leaves = recent.at(-most)
    if (leaves) return { allowed: false, code: 'otp_tries', wait: secondsUntil(leaves.getTime() + span, now) }
  }
  const left = TRIES_PER_CODE - own.filter((t) => t.codeId === caller.codeId).length
  return left > 0 ? { allowed: true, left } : { allowed: false, code: 'invalid_otp' }
}

/** True where the three fields of step 1 are the shop's display editor contact (case and spaces at the ends ignored). */
export function isDisplayEditor(
  editor: { name: string; mobile: string; email: string } | null,
  asked: { name: string; mobile: string; email: string },
): boolean {
  const same = (a: string, b: string) => a.normalize('NFC').trim().toLowerCase() === b.normalize('NFC').trim().toLowerCase()
  return editor !== null && same(editor.name, asked.name) && editor.mobile === asked.mobile && same(editor.email, asked.email)
}
