import { DAY, MINUTE } from '#contract/base/time.ts'
import { MOST_HOLDS_IN_VAIN, MOST_MOVES, REMIND_MINUTES, slotIdOf, type TicketSlot } from '#contract/slots/slots.ts'
import { promiseOnJoining, promiseOnLeaving } from './promise-rules.ts'
import type { Action, Change, Decision, Ticket } from './ticket-rules.ts'

/** `at` is the time of joining, or the start of the slot. */
export const serveKeyOf = (at: Date, { headStartMinutes }: { headStartMinutes: number }): Date =>
  new Date(at.getTime() - headStartMinutes * MINUTE)

/** The first hold of a ticket decides how long it can hold slots at all, so no one keeps a place by choosing again. */
export function hold(ticket: Ticket, action: Extract<Action, { kind: 'hold' }>, now: Date): Decision {
  const { slot, serviceDay, until, moveUntilMinutes } = action
  if (ticket.slotStartsAt?.getTime() === slot?.startsAt.getTime()) return { already: true }
  const slotHoldUntil = ticket.slotHoldUntil ?? (slot && until)
  if (slot && slotHoldUntil && slotHoldUntil <= now) return { refused: 'held_enough' }
  const slotStartsAt = slot?.startsAt ?? null
  const refundUntil = moveUntilOf(slotStartsAt, moveUntilMinutes)
  const change = { slotStartsAt, slotEndsAt: slot?.endsAt ?? null, slotHoldUntil, serviceDay, refundUntil }
  return { change: { ...change, holdUntil: slot ? slotHoldUntil : ticket.holdUntil }, event: 'ticket.held' }
}

export const holdsSlot = ({ state, slotStartsAt }: Pick<Ticket, 'state' | 'slotStartsAt'>): boolean =>
  state === 'pending_payment' && slotStartsAt !== null

type HeldBefore = Pick<Ticket, 'state' | 'number' | 'slotHoldUntil'>

/** True if a mobile has held slots of a shop too often without paying. `own` are its tickets there. */
export const hasHeldTooOften = (own: readonly HeldBefore[], now: Date): boolean =>
  own.filter((ticket) => wasHeldInVain(ticket) && ticket.slotHoldUntil !== null && now.getTime() - ticket.slotHoldUntil.getTime() < DAY)
    .length >= MOST_HOLDS_IN_VAIN

const wasHeldInVain = ({ state, number, slotHoldUntil }: HeldBefore): boolean =>
  slotHoldUntil !== null && number === null && (state === 'expired' || state === 'cancelled')

/** A person who has been called, or whose slot has started, keeps their turn. */
export function book(ticket: Ticket, action: Extract<Action, { kind: 'book' }>, now: Date): Decision {
  const { slot, serviceDay, number } = action
  if (ticket.state === 'booked' && ticket.slotStartsAt?.getTime() === slot.startsAt.getTime()) return { already: true }
  if (ticket.calledAt !== null) return { refused: 'wrong_state' }
  const until = moveUntilOf(ticket.slotStartsAt, action.moveUntilMinutes)
  if (until && (ticket.state === 'waiting' || until < now)) return { refused: 'too_late_to_move' }
  if (ticket.slotMoves >= MOST_MOVES) return { refused: 'moved_enough' }
  return {
    change: {
      ...{ state: 'booked', slotStartsAt: slot.startsAt, slotEndsAt: slot.endsAt, slotMoves: ticket.slotMoves + 1, serviceDay, number },
      ...{ joinedAt: null, serveKey: serveKeyOf(slot.startsAt, action), slotRemindedAt: remindedAt(slot.startsAt, now) },
      refundUntil: isLost(ticket.refundUntil, now) ? ticket.refundUntil : moveUntilOf(slot.startsAt, action.moveUntilMinutes),
      ...promiseOnLeaving(ticket),
    },
    event: number === ticket.number ? 'ticket.moved' : 'ticket.renumbered',
  }
}

/**
 * A person who comes before the slot can be called at once. The place in the line stays that of the slot, and the promise counts from there:
 * who comes early passes no one, and loses nothing.
 */
export function comeEarly(ticket: Ticket, today: string, now: Date): Decision {
  if (ticket.slotStartsAt === null || ticket.serviceDay !== today) return { refused: 'wrong_state' }
  return { change: { state: 'waiting', joinedAt: now, ...promiseOnJoining(ticket, ticket.slotStartsAt) }, event: 'ticket.slot-began' }
}

/** A refund that is lost stays lost: joining now and booking again must not bring it back. */
const isLost = (refundUntil: Date | null, now: Date): boolean => refundUntil !== null && refundUntil < now

/** Looks at the time alone; null without a slot. */
const moveUntilOf = (slotStartsAt: Date | null, moveUntilMinutes: number): Date | null =>
  slotStartsAt && new Date(slotStartsAt.getTime() - moveUntilMinutes * MINUTE)

/** Returns null if the ticket cannot be moved. */
export function movableUntil(
  ticket: Pick<Ticket, 'state' | 'slotStartsAt' | 'slotMoves'>,
  moveUntilMinutes: number,
  now: Date,
): Date | null {
  if (ticket.state !== 'booked' || ticket.slotMoves >= MOST_MOVES) return null
  const until = moveUntilOf(ticket.slotStartsAt, moveUntilMinutes)
  return until && until >= now ? until : null
}

/** True for a booking that ended before it brought its person into the queue: its shop is closed then. */
export const wasNotKept = ({ state, number, joinedAt }: Pick<Ticket, 'state' | 'number' | 'joinedAt'>): boolean =>
  state === 'expired' && number !== null && joinedAt === null

export const remindAt = (startsAt: Date): Date => new Date(startsAt.getTime() - REMIND_MINUTES * MINUTE)

/** A person who books a slot that is about to start needs no reminder, and counts as reminded. */
export const remindedAt = (startsAt: Date | null, now: Date): Date | null => (startsAt && remindAt(startsAt) <= now ? now : null)

/** True if a change ends the ticket before its slot could bring it into the queue, or a person who came early leaves before it. */
export const givesSeatBack = ({ state, slotStartsAt }: Pick<Ticket, 'state' | 'slotStartsAt'>, change: Change, at: Date): boolean =>
  slotStartsAt !== null &&
  (state === 'pending_payment' || state === 'booked'
    ? change.state === 'cancelled' || change.state === 'expired'
    : change.state === 'cancelled' && slotStartsAt > at)

/** Returns the ticket's place as `takeSeats` knows it; null without a slot. */
export const seatOf = ({ shopId, mallId, slotStartsAt }: Pick<Ticket, 'shopId' | 'mallId' | 'slotStartsAt'>) =>
  slotStartsAt && { shopId, mallId, startsAt: slotStartsAt }

export const slotOf = ({ shopId, slotStartsAt, slotEndsAt }: Pick<Ticket, 'shopId' | 'slotStartsAt' | 'slotEndsAt'>): TicketSlot | null =>
  slotStartsAt && slotEndsAt ? { id: slotIdOf(shopId, slotStartsAt), startsAt: slotStartsAt, endsAt: slotEndsAt } : null
