import type { PassWire } from '#contract/storefront/shapes.ts'
import { useJourney, useLate } from '#web/shopper/journey-context.ts'

/** The messages that would have gone to the phone, in demo mode. */
export function Messages({ pass }: { pass: PassWire }) {
  const part = useLate('messages', useJourney().world.demo && pass.messages.length > 0)
  return part ? <part.MessageList pass={pass} say={part.say} /> : null
}
