import type { RefusalCode } from '#contract/base/errors.ts'
import type { Locale } from '#contract/base/locale.ts'
import { rupees } from '#contract/base/money.ts'
import type { ShopperRefusals } from '#texts/en/shopper-refusals.ts'
import { type Catalogue, speak } from '#texts/speak.ts'
import { CallFailure, type FailureCode } from '#web/api/call.ts'
import type { Journey } from './journey-context.ts'
import { words } from './words.ts'

/** How long a screen waits for the sentences, in ms: the failure itself is known already. */
const PATIENCE_MS = 3000

interface Refusals {
  /** Those that a shopper reads in other words than staff. */
  own: Catalogue<ShopperRefusals>
  /** All others. A code that is newer than this page is not there. */
  of: Readonly<Partial<Record<RefusalCode, string>>>
}

/** No first screen shows these sentences. Rejects if they do not arrive. */
export async function loadRefusals(locale: Locale): Promise<Refusals> {
  const [own, of] = await Promise.all([words('shopper-refusals', locale), words('refusals', locale)])
  return { own, of }
}

/** The sentence is in the shopper's language. If the sentences do not arrive in time, it is the server's own, in English. */
export async function sentenceOf(failure: unknown, { say, world: { locale } }: Pick<Journey, 'say' | 'world'>): Promise<string> {
  const code = codeOf(failure)
  if (code === 'offline') return say('failOffline')
  if (code === 'timeout') return say('failTimeout')
  if (code === null || code === 'unreadable' || code === 'unexpected') return say('failUnexpected')
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null))
  const refusals = await Promise.race([loadRefusals(locale).catch(() => null), late])
  if (refusals === null) return failure instanceof CallFailure && failure.message !== '' ? failure.message : say('failUnexpected')
  const sayOwn = speak<ShopperRefusals>(locale, refusals.own)
  if (code === 'otp_wait') return sayOwn(code, { count: secondsToWait(failure) })
  if (code === 'price_changed') return sayOwn(code, { price: rupees(priceIn(failure)) })
  return isOwn(code, refusals) ? sayOwn(code) : (refusals.of[code] ?? say('failUnexpected'))
}

const isOwn = (code: RefusalCode, { own }: Refusals): code is Exclude<keyof ShopperRefusals, 'otp_wait' | 'price_changed'> =>
  Object.hasOwn(own, code)

/** Seconds that the server wants the next try to wait. If it does not say, the first pause between two codes. */
export const secondsToWait = (failure: unknown): number => (failure instanceof CallFailure ? failure.retryAfter : null) ?? 30

const priceIn = (failure: unknown): number => (failure instanceof CallFailure ? failure.amountPaise : null) ?? 0

export const codeOf = (failure: unknown): FailureCode | null => (failure instanceof CallFailure ? failure.code : null)
