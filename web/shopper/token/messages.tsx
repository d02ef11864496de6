import type { PassWire } from '#contract/storefront/shapes.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { useRare } from '#web/shopper/use-rare.ts'

/** The messages that would have gone to the phone, in demo mode. */
export function Messages({ pass }: { pass: PassWire }) {
  const part = useRare('messages', useJourney().world.demo && pass.messages.length > 0)
  return part ? <part.List pass={pass} say={part.say} /> : null
}
