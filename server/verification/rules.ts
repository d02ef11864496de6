import { normalEmail } from '#contract/base/checks.ts'
import { DAY, SECOND } from '#contract/base/time.ts'
import { limitsOfCalls, waitIn } from '#server/limits-of-calls.ts'

/** A verified mobile is remembered for a day. */
export const SHOPPER_LIFE = DAY

/** The wait after the first, second and further code within a quarter of an hour. */
const RESEND_AFTER = [30 * SECOND, 60 * SECOND, 120 * SECOND] as const
const [perQuarter, perDay] = limitsOfCalls.passcodes.windows

/** `resendAfter` is the wait for the code after this one. Waits are in seconds. */
export type AskVerdict = { allowed: true; resendAfter: number } | { allowed: false; code: 'otp_wait' | 'otp_limit'; wait: number }

const secondsUntil = (instant: number, now: Date) => Math.max(1, Math.ceil((instant - now.getTime()) / SECOND))

/**
 * Codes per mobile and asker: 30, 60, 120 s between them, 3 in a quarter of an hour, 8 a day. For all askers together: 30 s between them,
 * 20 a day. `own` and `all` are the times of earlier codes of the last day, in any order; `all` includes `own`. A refusal gives the wait
 * until no limit applies any more.
 */
export function mayAskCode(own: readonly Date[], all: readonly Date[], now: Date): AskVerdict {
  const verdict = mayAskOwn(own, now)
  const others = waitForAll(all, now)
  if (others.wait === 0) return verdict
  const wait = Math.max(others.wait, verdict.allowed ? 0 : verdict.wait)
  return { allowed: false, code: !verdict.allowed && verdict.wait >= others.wait ? verdict.code : others.code, wait }
}

function mayAskOwn(asked: readonly Date[], now: Date): AskVerdict {
  const code = limitOn(asked, now)
  return code === null
    ? { allowed: true, resendAfter: waitAfter([...asked, now], now) }
    : { allowed: false, code, wait: waitAfter(asked, now) }
}

/** The shared wait of all askers of a mobile, in seconds; 0 for none. */
function waitForAll(all: readonly Date[], now: Date): { code: 'otp_wait' | 'otp_limit'; wait: number } {
  const ofDay = waitIn(limitsOfCalls.passcodesOfMobile, all, now)
  if (ofDay > 0) return { code: 'otp_limit', wait: Math.ceil(ofDay / SECOND) }
  return { code: 'otp_wait', wait: Math.ceil(waitIn({ windows: [{ most: 1, span: RESEND_AFTER[0] }] }, all, now) / SECOND) }
}

/** Seconds until the next code may be asked for. Only for times at which a limit applies now. */
function waitAfter(asked: readonly Date[], now: Date): number {
  // Limits end only as time passes, each at one of these moments.
  const moments = asked.flatMap((t) => [...RESEND_AFTER, perQuarter.span, perDay.span].map((span) => new Date(t.getTime() + span)))
  const open = moments.filter((moment) => moment > now && limitOn(asked, moment) === null).map((moment) => moment.getTime())
  return secondsUntil(Math.min(...open), now)
}

function limitOn(asked: readonly Date[], now: Date): 'otp_wait' | 'otp_limit' | null {
  if (waitIn({ windows: [perDay] }, asked, now) > 0) return 'otp_limit'
  if (waitIn({ windows: [perQuarter] }, asked, now) > 0) return 'otp_wait'
  const recent = asked.filter((t) => now.getTime() - t.getTime() < perQuarter.span)
  const last = Math.max(...recent.map((t) => t.getTime()))
  return recent.length > 0 && last + gapAfter(recent.length) > now.getTime() ? 'otp_wait' : null
}

const gapAfter = (codes: number): number => RESEND_AFTER[Math.min(codes, RESEND_AFTER.length) - 1] ?? RESEND_AFTER[0]

export interface WrongTry {
  codeId: string
  /** True if it came from the address that asked for the code. */
  byAsker: boolean
  /** True if it came from the address that tries now, at a code that this address had asked for. */
  own: boolean
  at: Date
}

/** The one who tries: an asker of a code of this mobile (`codeId`), or a stranger who tries the codes of others (`codeIds`). */
export type Trier = { isAsker: true; codeId: string } | { isAsker: false; codeIds: readonly string[] }

/** `left` counts this try. Waits are in seconds. */
export type TryVerdict =
  | { allowed: true; left: number }
  | { allowed: false; code: 'otp_tries'; wait: number }
  | { allowed: false; code: 'invalid_otp' }

/**
 * Wrong tries per mobile: 5 per code, 10 an hour and 20 a day, counted across codes and over all addresses. Strangers together have 5 tries
 * at the live codes. An asker always has the first 5 own tries of a day, because strangers must not use them up. So at most 20 tries a day
 * are judged, plus 5 for each address that asked for a code. `tries` are those of the last day, in any order.
 */
export function mayTryCode(tries: readonly WrongTry[], trier: Trier, now: Date): TryVerdict {
  const own = tries.filter((t) => t.own)
  const isReserved = trier.isAsker && own.length < limitsOfCalls.triesOfPasscode.most
  const times = tries.map((t) => t.at)
  const wait = isReserved ? 0 : Math.ceil(waitIn(limitsOfCalls.wrongPasscodes, times, now) / SECOND)
  if (wait > 0) return { allowed: false, code: 'otp_tries', wait }
  const spent = trier.isAsker
    ? own.filter((t) => t.codeId === trier.codeId)
    : tries.filter((t) => !t.byAsker && trier.codeIds.includes(t.codeId))
  const left = limitsOfCalls.triesOfPasscode.most - spent.length
  return left > 0 ? { allowed: true, left } : { allowed: false, code: 'invalid_otp' }
}

/** True if the three fields of step 1 are the shop's display editor contact (ignoring case and spaces at the ends). */
export function isDisplayEditor(
  editor: { name: string; mobile: string; email: string } | null,
  asked: { name: string; mobile: string; email: string },
): boolean {
  const same = (a: string, b: string) => a.normalize('NFC').trim().toLowerCase() === b.normalize('NFC').trim().toLowerCase()
  const sameEmail = editor !== null && normalEmail(editor.email) === normalEmail(asked.email)
  return sameEmail && same(editor.name, asked.name) && editor.mobile === asked.mobile
}
