/** A slot is a span of a shop's opening hours in which only some people may join. Its id names its shop and its start. */

/** What a shopper can do with a slot now: book it, wait for space in it, or nothing (`past`; `closed`: an exception of the opening hours). */
export const slotStates = ['open', 'full', 'past', 'closed'] as const
export type SlotState = (typeof slotStates)[number]

/** How a shop offers slots. */
export interface SlotSettings {
  /** The length of a slot. */
  minutes: number
  /** How many people can book one slot. */
  capacity: number
  /** The last service day that can be booked, counted from today; 0 is today alone. */
  daysAhead: number
  /** A booking can be moved until so long before its slot starts. */
  moveUntilMinutes: number
}

export interface TicketSlot {
  id: string
  startsAt: Date
  endsAt: Date
}

/** How many slots the first screen of a shop names at most. */
export const MOST_NEXT_SLOTS = 8
/** How many days ahead a shop can offer its slots at most. */
export const MOST_DAYS_AHEAD = 60
/** How often a booking can be moved. */
export const MOST_MOVES = 2
/** Minutes before the start of a slot at which its people are reminded. */
export const REMIND_MINUTES = 15
/** How many slots of a shop one mobile can wait for at the same time. */
export const MOST_WAITLISTS = 10

const SHAPE = /^([a-z0-9][a-z0-9-]{0,63})\.(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})Z$/

/** The id of the slot of a shop that starts at an instant (a whole minute), such as `phoenix-cafe.20261121T1315Z`. It never changes. */
export const slotIdOf = (shopId: string, startsAt: Date): string => `${shopId}.${startsAt.toISOString().slice(0, 16).replace(/[-:]/g, '')}Z`

/** The shop and the start of a slot by its id; null for a text that is not such an id. */
export function readSlotId(id: string): { shopId: string; startsAt: Date } | null {
  const [, shopId, year, month, day, hour, minute] = SHAPE.exec(id) ?? []
  if (shopId === undefined) return null
  const startsAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:00.000Z`)
  return Number.isNaN(startsAt.getTime()) || slotIdOf(shopId, startsAt) !== id ? null : { shopId, startsAt }
}
