import { Refusal } from '#contract/base/errors.ts'
import { latest, MINUTE } from '#contract/base/time.ts'
import { HOLD_MINUTES } from '#contract/queue/queue.ts'
import { sendAtOnce } from '#server/db/at-once.ts'
import type { Tx } from '#server/db/transaction.ts'
import { announcing } from '#server/outbox/announce.ts'
import { changing } from '#server/queue/issue-store.ts'
import { type Change, decide, type Ticket } from '#server/queue/rules.ts'
import { placeOf, slotOf } from '#server/queue/slot-rules.ts'
import { dayOf, type Shop } from '#server/shops/service.ts'
import { type OfferedSlot, offeredSlot, takeSeats } from '#server/slots/service.ts'
import { takenDays } from './taken-days.ts'

/** A wish to hold a place in a slot for an unpaid ticket, which is locked; `slotId` null gives the place back. */
export interface HoldWish {
  ticket: Ticket
  shop: Shop
  slotId: string | null
  now: Date
}

/** A wish that changes its ticket. */
interface Matter {
  wish: HoldWish
  slot: OfferedSlot | null
  change: Change
}
const isMatter = (judged: Matter | Ticket | Refusal): judged is Matter => 'wish' in judged

/**
 * Holds places in slots, in the order of the wishes. Returns each ticket as it is then, or the refusal: `slot_not_found`, `slot_past`,
 * `slot_full`, `held_enough`, `already_booked`, `too_many_tickets`, `wrong_state`. A ticket keeps its place if it gets no other. The counts of
 * the slots stay locked until the transaction ends. Without wishes it costs no statement.
 */
export async function holdSlots(tx: Tx, wishes: readonly HoldWish[]): Promise<(Ticket | Refusal)[]> {
  const judged = await refuseTakenDays(tx, wishes.map(judge))
  const matters = judged.filter(isMatter)
  if (matters.length === 0) return judged.map((one) => (isMatter(one) ? one.wish.ticket : one))
  const at = latest(matters.map(({ wish }) => wish.now))
  const got = await takeSeats(
    tx,
    matters.map(({ wish: { ticket }, slot }) => ({ from: placeOf(ticket), to: slot, mobile: ticket.mobile })),
    at,
  )
  const held = matters.filter((_, i) => got[i])
  const changes = held.map(({ wish: { ticket }, change }) => ({ ticket, change }))
  const news = changes.map(({ ticket: { shopId, id } }) => ({ kind: 'ticket.held' as const, shopId, ticketId: id }))
  if (held.length > 0) sendAtOnce(tx, changing(changes), ...announcing(at, ...news))
  return judged.map((one) => {
    if (!isMatter(one)) return one
    const { ticket } = one.wish
    return held.includes(one) ? { ...ticket, ...one.change, version: ticket.version + 1 } : new Refusal('slot_full')
  })
}

function judge(wish: HoldWish): Matter | Ticket | Refusal {
  const { ticket, shop, slotId, now } = wish
  // Even if it has started since: what is held can be paid.
  if (slotId === (slotOf(ticket)?.id ?? null)) return ticket
  const slot = slotId === null ? null : offeredSlot(shop, slotId, now)
  if (slot instanceof Refusal) return slot
  const until = new Date(now.getTime() + HOLD_MINUTES * MINUTE)
  const decision = decide(ticket, { kind: 'hold', slot, serviceDay: slot?.day ?? dayOf(shop, now), until }, now)
  if ('refused' in decision) return new Refusal(decision.refused)
  return 'already' in decision ? ticket : { wish, slot, change: decision.change }
}

/** Refuses those whose ticket would go to a taken day. */
async function refuseTakenDays(tx: Tx, judged: readonly (Matter | Ticket | Refusal)[]): Promise<(Matter | Ticket | Refusal)[]> {
  const moving = judged.filter(isMatter).filter(({ wish, change }) => change.serviceDay !== wish.ticket.serviceDay)
  const refusals = await takenDays(
    tx,
    moving.map(({ wish: { ticket }, change }) => ({ ...ticket, serviceDay: change.serviceDay ?? ticket.serviceDay })),
  )
  return judged.map((one) => (isMatter(one) && refusals[moving.indexOf(one)]) || one)
}
