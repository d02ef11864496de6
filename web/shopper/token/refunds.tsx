import type { PassWire } from '#contract/storefront/shapes.ts'
import { useRare } from '#web/shopper/use-rare.ts'

/** What goes back of the payment, once its code is loaded; nothing for a payment without refunds. */
export function Refunds({ pass }: { pass: PassWire }) {
  const part = useRare('refunds', !!pass.payment?.refunds[0])
  return part && <part.Lines pass={pass} say={part.say} />
}
