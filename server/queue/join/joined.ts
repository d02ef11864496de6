import type { Refusal } from '#contract/base/errors.ts'
import type { Locale } from '#contract/base/locale.ts'
import type { Ticket } from '#server/queue/rules.ts'

/** A verified shopper's request to join a shop's queue. */
export interface JoinWish {
  shopId: string
  mobile: string
  name: string
  email: string
  locale: Locale
  wishedCounterId: string | null
  now: Date
}

/** The shopper's ticket; `isNew` is false if the shopper had it already. */
export interface Joined {
  ticket: Ticket
  isNew: boolean
}

/** Joins a queue, together with others of the same moment. Returns the ticket, or the refusal that says why there is none. */
export type Join = (wish: JoinWish) => Promise<Joined | Refusal>
