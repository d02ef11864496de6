import { rupees } from '#contract/base/money.ts'
import type { PassWire } from '#contract/storefront/shapes.ts'
import type { PayingTexts } from '#texts/en/paying.ts'
import type { Say } from '#texts/speak.ts'

/**
 * The words for a place that expired before its money came: late money goes back, and a vendor's money may still be on its way. Null if
 * neither is the case.
 */
export function lateWords(
  { number, payment }: Pick<PassWire, 'number' | 'payment'>,
  say: Say<PayingTexts>,
): { title?: string; text?: string; money?: string } | null {
  if (payment === null || number !== null || payment.gateway === 'cash') return null
  const amount = rupees(payment.amountPaise)
  if (payment.state === 'refund_pending') return { title: say('titleLate'), text: say('lateText', { amount }) }
  if (payment.state === 'refunded') return { title: say('titleBack'), text: say('backText', { amount }) }
  return payment.gateway === 'demo' ? null : { money: say('mayCome', { amount }) }
}
