import { Refusal } from '#contract/base/errors.ts'
import { latest, MINUTE } from '#contract/base/time.ts'
import { HOLD_MINUTES } from '#contract/queue/queue.ts'
import type { Tx } from '#server/db/transaction.ts'
import { changing } from '#server/queue/issue-store.ts'
import type { TicketBeside } from '#server/queue/join/join-store.ts'
import { type Change, decide, type Ticket } from '#server/queue/rules.ts'
import { seatOf, slotOf } from '#server/queue/slot-rules.ts'
import { dayOf, type Shop } from '#server/shops/service.ts'
import { type OfferedSlot, offeredSlot, takeSeats } from '#server/slots/service.ts'
import { refusedWishes } from './refused-wishes.ts'

/** The ticket is unpaid and locked. A null `slotId` gives the place back. */
export interface HoldRequest {
  ticket: Ticket
  shop: Shop
  slotId: string | null
  now: Date
}

/** A request that changes its ticket. */
interface Case {
  request: HoldRequest
  slot: OfferedSlot | null
  change: Change
}
const isCase = (checked: Case | Ticket | Refusal): checked is Case => 'request' in checked

/**
 * Holds places in the order of the requests. Returns each ticket as it is then, or the refusal: `slot_not_found`, `slot_past`, `slot_full`,
 * `held_enough`, `held_too_often`, `already_booked`, `too_many_tickets`, `wrong_state`. A ticket keeps its place if it gets no other. The counts of the slots
 * stay locked until the transaction ends. Without requests it costs no statement. `known`: what `ticketsBeside` returns, if it was read.
 */
export async function holdSlots(tx: Tx, requests: readonly HoldRequest[], known?: readonly TicketBeside[]): Promise<(Ticket | Refusal)[]> {
  const checked = await refuseWishes(tx, requests.map(check), known)
  const cases = checked.filter(isCase)
  if (cases.length === 0) return checked.map((one) => (isCase(one) ? one.request.ticket : one))
  const at = latest(cases.map(({ request }) => request.now))
  const seats = cases.map(({ request: { ticket }, slot }) => ({ from: seatOf(ticket), to: slot, mobile: ticket.mobile }))
  const got = await takeSeats(tx, seats, at, (seated) => holding(cases.filter((_, i) => seated[i])))
  const held = cases.filter((_, i) => got[i])
  return checked.map((one) => {
    if (!isCase(one)) return one
    const { ticket } = one.request
    return held.includes(one) ? { ...ticket, ...one.change, version: ticket.version + 1 } : new Refusal('slot_full')
  })
}

function holding(held: readonly Case[]) {
  const changes = held.map(({ request: { ticket }, change }) => ({ ticket, change }))
  const news = changes.map(({ ticket: { shopId, id } }) => ({ kind: 'ticket.held' as const, shopId, ticketId: id }))
  return held.length > 0 ? { statement: changing(changes), news } : null
}

function check(request: HoldRequest): Case | Ticket | Refusal {
  const { ticket, shop, slotId, now } = request
  // Even if it has started since: what is held can be paid.
  if (slotId === (slotOf(ticket)?.id ?? null)) return ticket
  const slot = slotId === null ? null : offeredSlot(shop, slotId, now)
  if (slot instanceof Refusal) return slot
  const until = new Date(now.getTime() + HOLD_MINUTES * MINUTE)
  const moveUntilMinutes = shop.slots?.moveUntilMinutes ?? 0
  const decision = decide(ticket, { kind: 'hold', slot, serviceDay: slot?.day ?? dayOf(shop, now), until, moveUntilMinutes }, now)
  if ('refused' in decision) return new Refusal(decision.refused)
  return 'already' in decision ? ticket : { request, slot, change: decision.change }
}

async function refuseWishes(
  tx: Tx,
  checked: readonly (Case | Ticket | Refusal)[],
  known: readonly TicketBeside[] | undefined,
): Promise<(Case | Ticket | Refusal)[]> {
  const cases = checked.filter(isCase)
  if (cases.length === 0) return [...checked]
  const wishes = cases.map(({ request: { ticket }, slot, change }) => ({
    ...{ id: ticket.id, shopId: ticket.shopId, mobile: ticket.mobile, from: ticket.serviceDay },
    ...{ serviceDay: change.serviceDay ?? ticket.serviceDay, isFirstHold: slot !== null && ticket.slotHoldUntil === null },
  }))
  const refusals = await refusedWishes(tx, wishes, latest(cases.map(({ request }) => request.now)), known)
  return checked.map((one) => (isCase(one) && refusals[cases.indexOf(one)]) || one)
}
