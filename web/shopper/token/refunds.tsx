import type { PassWire } from '#contract/storefront/shapes.ts'
import { useLate } from '#web/shopper/journey-context.ts'

export function Refunds({ pass }: { pass: PassWire }) {
  const part = useLate('refunds', !!pass.payment?.refunds[0])
  return part && <part.RefundLines pass={pass} say={part.say} />
}
