import { plainDigits } from '#contract/base/typed.ts'
import { LEAST_REFUND_PAISE } from '#contract/payments/payments.ts'

/** Typed rupees in paise: `60`, `60.5`, `₹60.50`, `६०`; null if the text is not an amount. */
export function paiseIn(text: string): number | null {
  const [, whole, part = ''] = /^₹?\s*(\d{1,7})(?:\.(\d{1,2}))?$/.exec(plainDigits(text).trim()) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** Paise as a person types them: without decimals if there are none. */
export const rupeesOf = (paise: number): string => (paise % 100 === 0 ? String(paise / 100) : (paise / 100).toFixed(2))

/**
 * The typed amount of a refund in paise; null if it must not be given. `most` is what this person may give, `left` what is left of the
 * payment: what remains of it is nothing, or can be given back later.
 */
export function refundIn(text: string, { most, left }: { most: number; left: number }): number | null {
  const paise = paiseIn(text)
  if (paise === null || paise < LEAST_REFUND_PAISE || paise > most) return null
  return paise === left || left - paise >= LEAST_REFUND_PAISE ? paise : null
}
