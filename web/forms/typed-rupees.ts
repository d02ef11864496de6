import { plainDigits, trimmed } from '#contract/base/typed.ts'
import { LEAST_REFUND_PAISE } from '#contract/payments/payments.ts'

/** Such as `₹ 60`, `Rs. 60`, `60/-`, `60 rupees`. */
const AROUND = /^(?:₹|rs\.?|inr)\s*|\s*(?:\/[-=]?|rupees?|rs\.?|₹)$/gi

/** `60`, `60.5`, `₹1,00,000`, `Rs. 60/-`, `६०`; null if the text is not an amount. The last comma is before three digits, as in `1,000`. */
export function paiseIn(text: string): number | null {
  const plain = trimmed(plainDigits(text).replace(/[\p{Pd}\u2212]/gu, '-')).replace(AROUND, '')
  const [, grouped, part = ''] = /^(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d{0,2}))?$/.exec(plain) ?? []
  const whole = grouped?.replace(/,/g, '')
  return whole === undefined || whole.length > 7 ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** As a person types them: without decimals if there are none. */
export const rupeesOf = (paise: number): string => (paise % 100 === 0 ? String(paise / 100) : (paise / 100).toFixed(2))

/**
 * In paise; null if it must not be refunded. `most` is what this person may refund, `left` what is left of the payment. The rest must be
 * nothing, or enough to be refunded later.
 */
export function refundIn(text: string, { most, left }: { most: number; left: number }): number | null {
  const paise = paiseIn(text)
  if (paise === null || paise < LEAST_REFUND_PAISE || paise > most) return null
  return paise === left || left - paise >= LEAST_REFUND_PAISE ? paise : null
}
