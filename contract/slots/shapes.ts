import { z } from 'zod'
import { count, instant } from '#contract/base/envelope.ts'
import { LONGEST_SLOT, MOST_DAYS_AHEAD, SHORTEST_SLOT, slotStates } from './slots.ts'

/** `SlotSettings` of `slots.ts` on the wire. */
export const slotSettings = z.object({
  minutes: z.int().min(SHORTEST_SLOT).max(LONGEST_SLOT),
  capacity: z.int().min(1).max(1000),
  daysAhead: z.int().min(0).max(MOST_DAYS_AHEAD),
  moveUntilMinutes: z.int().min(0).max(1440),
})

/** Null if the ticket joins the queue as soon as it is paid. */
export const slotOfTicket = z.object({ id: z.string(), startsAt: instant, endsAt: instant }).nullable()
/** The same on our side of a codec: already decoded. */
export const slotDecoded = z.object({ id: z.string(), startsAt: z.date(), endsAt: z.date() }).nullable()

export const slot = z.object({
  id: z.string(),
  startsAt: instant,
  endsAt: instant,
  capacity: count,
  /** People who can still book it. */
  left: count,
  state: z.enum(slotStates),
  /** A place that came back is kept for the caller, a shopper on the waitlist, until then. It is one of those that are left. */
  keptUntil: instant.optional(),
})
export type SlotWire = z.input<typeof slot>
