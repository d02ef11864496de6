import type { PassWire } from '#contract/storefront/shapes.ts'
import { useLate } from '#web/shopper/journey-context.ts'

/** What goes back of the payment, once its code is loaded; nothing for a payment without refunds. */
export function Refunds({ pass }: { pass: PassWire }) {
  const part = useLate('refunds', !!pass.payment?.refunds[0])
  return part && <part.RefundLines pass={pass} say={part.say} />
}
