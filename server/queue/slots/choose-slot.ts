import { Refusal } from '#contract/base/errors.ts'
import { pausedNow } from '#server/counters/rules.ts'
import { type Sale, salesAt } from '#server/counters/sales.ts'
import { isUniqueViolation } from '#server/db/errors.ts'
import { type Tx, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { nextNumber } from '#server/queue/issue.ts'
import { knownTicket } from '#server/queue/read-queue.ts'
import { type Action, decide, type Ticket } from '#server/queue/rules.ts'
import { seatOf, slotOf } from '#server/queue/slot-rules.ts'
import { applyAction, lockTicketOrRefuse } from '#server/queue/transition.ts'
import { dayOf, openStateOf, type Shop } from '#server/shops/service.ts'
import { offeredSlot, type SeatChange, takeSeats, withNearest } from '#server/slots/service.ts'
import { holdSlot } from './hold-all.ts'
import { refusedWishes } from './refused-wishes.ts'

/** A rush for a slot holds its count for a few milliseconds at a time. */
const LIMITS = { lockMs: 5000, idleMs: 5000 }

/**
 * Holds a slot for an unpaid ticket of the shopper, or gives a ticket that has its number another slot. With null, the place is given back;
 * a booked ticket then joins the queue now. Repeating it changes nothing. Refuses with `ticket_not_found`, `shop_not_found`,
 * `ticket_lapsed`, `wrong_state`, `slot_not_found`, `slot_past`, `slot_full`, `held_enough`, `held_too_often`, `already_booked`,
 * `too_many_tickets`, `too_late_to_move`, `moved_enough`, `slot_pays_online`, `shop_closed`, `shop_paused`.
 */
export async function chooseSlot(deps: Deps, shopper: { mobile: string }, ticketId: string, slotId: string | null): Promise<Ticket> {
  const { shopId, mobile } = await knownTicket(deps.db, shopper, ticketId)
  const held = await holdSlot(deps.database, { ticketId, mobile, shopId, slotId, now: deps.clock.now() }).catch(refuseSecond)
  if (held instanceof Refusal) throw await withNearest(deps, held, slotId)
  return held === 'numbered' ? change(deps, shopId, ticketId, slotId) : held
}

/** The same for a ticket that has its number. Locks: the sale, the shop, the ticket, the counts of slots, the counter of another day. */
const change = (deps: Deps, shopId: string, ticketId: string, slotId: string | null): Promise<Ticket> =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const sale = (await salesAt(tx, [shopId], LIMITS))(shopId)
    if (sale instanceof Refusal) throw sale
    const ticket = await lockTicketOrRefuse(tx, ticketId)
    if (slotId === (slotOf(ticket)?.id ?? null) && ['booked', 'waiting'].includes(ticket.state)) return ticket
    return slotId === null ? joinNow(tx, sale, ticket, now) : book(tx, sale.shop, ticket, slotId, now)
  })
    .catch(refuseSecond)
    .catch(async (error) => {
      throw await withNearest(deps, error, slotId)
    })

/** The same mobile has joined, or was given a slot, on that day a moment ago. */
function refuseSecond(error: unknown): never {
  throw isUniqueViolation(error, 'ticket_live') ? new Refusal('already_booked') : error
}

async function book(tx: Tx, shop: Shop, ticket: Ticket, slotId: string, now: Date): Promise<Ticket> {
  const slot = offeredSlot(shop, slotId, now)
  if (slot instanceof Refusal) throw slot
  const moveUntilMinutes = shop.slots?.moveUntilMinutes ?? 0
  const action = { kind: 'book' as const, slot, serviceDay: slot.day, moveUntilMinutes, ...headStartOf(shop, ticket) }
  const from = ticket.state === 'booked' ? seatOf(ticket) : null
  return goTo(tx, ticket, { from, to: slot, mobile: ticket.mobile }, { ...action, number: ticket.number ?? 0 }, now)
}

async function joinNow(tx: Tx, { shop, counters }: Sale, ticket: Ticket, now: Date): Promise<Ticket> {
  if (ticket.state === 'waiting') return ticket
  if (!openStateOf(shop, now).isOpen) throw new Refusal('shop_closed')
  if (pausedNow(shop.pause, counters, now)) throw new Refusal('shop_paused')
  const action = { kind: 'join_now' as const, serviceDay: dayOf(shop, now), joinedAt: now, ...headStartOf(shop, ticket) }
  return goTo(tx, ticket, { from: seatOf(ticket), to: null, mobile: ticket.mobile }, { ...action, number: ticket.number ?? 0 }, now)
}

const headStartOf = (shop: Shop, { lane }: Ticket) => ({ headStartMinutes: lane === 'priority' ? shop.headStartMinutes : 0 })

/** Changes the slot of a locked ticket. On another day it gets a number of that day. */
async function goTo(
  tx: Tx,
  ticket: Ticket,
  seats: SeatChange,
  action: Extract<Action, { kind: 'book' | 'join_now' }>,
  now: Date,
): Promise<Ticket> {
  const decision = decide(ticket, action, now)
  if ('refused' in decision) throw new Refusal(decision.refused)
  const day = { ...ticket, serviceDay: action.serviceDay }
  const isOtherDay = day.serviceDay !== ticket.serviceDay
  const [refused] = await refusedWishes(tx, [{ ...day, from: ticket.serviceDay, isFirstHold: false }], now)
  if (refused) throw refused
  const [got] = await takeSeats(tx, [seats], now)
  if (!got) throw new Refusal('slot_full')
  const numbered = isOtherDay ? { ...action, ...(await nextNumber(tx, day, now)) } : action
  const actor = { kind: 'shopper' as const, id: ticket.mobile }
  return (await applyAction(tx, ticket, numbered, actor, now)).ticket
}
