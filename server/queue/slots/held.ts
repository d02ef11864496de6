import type { Refusal } from '#contract/base/errors.ts'
import type { Ticket } from '#server/queue/rules.ts'

/** A shopper's wish to hold a slot for an own ticket; null gives the place back. */
export interface HoldingWish {
  ticketId: string
  shopId: string
  slotId: string | null
  now: Date
}

/** Holds a slot, together with others of the same moment. `numbered`: the ticket is not unpaid any more, and nothing happened. */
export type HoldSlot = (wish: HoldingWish) => Promise<Ticket | 'numbered' | Refusal>
