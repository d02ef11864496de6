/** A slot is a span of a shop's opening hours in which only some people may join. */

/** `full` slots have a waitlist; `closed` is an exception of the opening hours. */
export const slotStates = ['open', 'full', 'past', 'closed'] as const
export type SlotState = (typeof slotStates)[number]

export interface SlotSettings {
  /** The length of a slot. */
  minutes: number
  /** People per slot. */
  capacity: number
  /** The last service day that can be booked, counted from today; 0 is today alone. */
  daysAhead: number
  /** A booking can be moved until this many minutes before its slot starts. */
  moveUntilMinutes: number
}

export interface TicketSlot {
  id: string
  startsAt: Date
  endsAt: Date
}

/** The first screen of a shop names at most this many. */
export const MOST_NEXT_SLOTS = 8
/** The bounds of `daysAhead` and `minutes`. */
export const MOST_DAYS_AHEAD = 30
export const [SHORTEST_SLOT, LONGEST_SLOT] = [5, 120]
export const MOST_MOVES = 2
/** As often as this, a mobile can hold slots of a shop within a day and then not pay. */
export const MOST_HOLDS_IN_VAIN = 3
/** People are reminded this long before their slot starts. */
export const REMIND_MINUTES = 15
/** For this long a place that came back is kept for the next person on the waitlist. */
export const KEPT_MINUTES = 10
/** Per shop and mobile, at the same time. */
export const MOST_WAITLISTS = 10

/** The slot with space that is nearest to this instant, and the later of two that are as near. */
export function nearestOpen<Slot extends { startsAt: Date | string; state: SlotState }>(
  slots: readonly Slot[],
  at: Date,
): Slot | undefined {
  const ahead = ({ startsAt }: Slot) => new Date(startsAt).getTime() - at.getTime()
  const [near] = slots
    .filter(({ state }) => state === 'open')
    .sort((a, b) => Math.abs(ahead(a)) - Math.abs(ahead(b)) || ahead(b) - ahead(a))
  return near
}

const SHAPE = /^([a-z0-9][a-z0-9-]{0,63})\.(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})Z$/

/** `startsAt` is a whole minute. The id, such as `phoenix-cafe.20261121T1315Z`, never changes. */
export const slotIdOf = (shopId: string, startsAt: Date): string => `${shopId}.${startsAt.toISOString().slice(0, 16).replace(/[-:]/g, '')}Z`

/** Null if the text is not the id of a slot. */
export function readSlotId(id: string): { shopId: string; startsAt: Date } | null {
  const [, shopId, year, month, day, hour, minute] = SHAPE.exec(id) ?? []
  if (shopId === undefined) return null
  const startsAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:00.000Z`)
  return Number.isNaN(startsAt.getTime()) || slotIdOf(shopId, startsAt) !== id ? null : { shopId, startsAt }
}
