import type { SignedIn } from '../../contract/accounts.ts'
import { Refusal } from '../../contract/errors.ts'
import { MINUTE, serviceDayOf } from '../../contract/time.ts'
import type { Caller } from '../caller.ts'
import { keepCounters } from '../counters/service.ts'
import { isUniqueViolation } from '../db/errors.ts'
import { type Tx, transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { keepShop, shopById, shopForDesk, worksAt } from '../shops/service.ts'
import { busyCounters } from './line-store.ts'
import { counterFor, refundsOnLeave, type Ticket, undo } from './rules.ts'
import * as store from './store.ts'
import { applyAction, applyDecision, lockTicketOrRefuse, type Outcome } from './transition.ts'

const actorOf = (caller: SignedIn): store.Actor => ({ kind: 'account', id: caller.account.id })

/** Another shop's ticket is as unknown as none, but the reach for it goes on record. */
const foreign = (ticket: Pick<Ticket, 'id' | 'mallId'>) =>
  new Refusal('ticket_not_found', { reach: { mallId: ticket.mallId, subject: ticket.id } })

/** A locked ticket of a shop the caller works at; a foreign one is as unknown as none (`ticket_not_found`). */
async function ticketForDesk(tx: Tx, caller: SignedIn, ticketId: string): Promise<Ticket> {
  const ticket = await lockTicketOrRefuse(tx, ticketId)
  if (!worksAt(caller, { id: ticket.shopId, mallId: ticket.mallId })) throw foreign(ticket)
  return ticket
}

async function call(tx: Tx, caller: SignedIn, ticket: Ticket, now: Date): Promise<Outcome> {
  const shop = await shopById(tx, ticket.shopId)
  const counters = await keepCounters(tx, shop.id)
  const counterId = counterFor(counters, await busyCounters(tx, shop.id, ticket.serviceDay), ticket.wishedCounterId)
  return applyAction(tx, ticket, { kind: 'call', counterId, seconds: shop.countdownSeconds }, actorOf(caller), now)
}

/**
 * Calls a ticket: its countdown starts and its notice goes to the outbox, in one transaction. Of two presses one wins; the other is
 * told `already` and no second notice is sent.
 */
export const callTicket = (deps: Deps, caller: SignedIn, ticketId: string): Promise<Outcome> =>
  transaction(deps.db, async (tx) => call(tx, caller, await ticketForDesk(tx, caller, ticketId), deps.clock.now()))

/**
 * Calls by mobile number: the live ticket with this number at the caller's shops, or `ticketId` where the number stands on two.
 * Refuses with `empty_number`, `ambiguous_ticket`, `ticket_not_found`, `wrong_state` (payment still owed).
 */
export async function callByNumber(deps: Deps, caller: SignedIn, mobile: string, ticketId: string | undefined): Promise<Outcome> {
  if (mobile === '') throw new Refusal('empty_number')
  return transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const found = (await liveTicketsOf(tx, caller, mobile, now)).filter((ticket) => ticketId === undefined || ticket.id === ticketId)
    const callable = found.filter((ticket) => ticket.state !== 'pending_payment')
    const [one, second] = callable.length > 0 ? callable : found
    if (!one) {
      // whose the named one is, if it is anybody's
      if (ticketId !== undefined) await ticketForDesk(tx, caller, ticketId)
      throw new Refusal('ticket_not_found')
    }
    if (second) throw new Refusal('ambiguous_ticket')
    return call(tx, caller, await ticketForDesk(tx, caller, one.id), now)
  })
}

/** Live tickets of a mobile today, at shops the caller works at. */
async function liveTicketsOf(tx: Tx, caller: SignedIn, mobile: string, now: Date): Promise<Ticket[]> {
  // Two days back covers every time zone; the day itself is checked per mall.
  const sinceDay = serviceDayOf(new Date(now.getTime() - 48 * 60 * MINUTE), 'UTC')
  const tickets = await store.ticketsOfMobile(tx, mobile, sinceDay)
  const live = tickets.filter(
    (t) =>
      ['pending_payment', 'waiting', 'called', 'serving', 'missed'].includes(t.state) &&
      worksAt(caller, { id: t.shopId, mallId: t.mallId }),
  )
  const today: Ticket[] = []
  for (const ticket of live) {
    const shop = await shopById(tx, ticket.shopId)
    if (ticket.serviceDay === serviceDayOf(now, shop.mall.timeZone)) today.push(ticket)
  }
  return today
}

/**
 * The countdown of the called ticket with this mobile: as it runs, or started again with another duration (seconds). Refuses with
 * `forbidden`, `ticket_not_found` or `not_called`.
 */
export async function startCountdown(
  deps: Deps,
  caller: SignedIn,
  shopId: string,
  mobile: string,
  duration: number | undefined,
): Promise<Ticket> {
  return transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    await shopForDesk(tx, caller, shopId)
    const live = (await liveTicketsOf(tx, caller, mobile, now)).find((ticket) => ticket.shopId === shopId)
    if (!live) throw new Refusal('ticket_not_found')
    const ticket = await ticketForDesk(tx, caller, live.id)
    if (ticket.state !== 'called' || ticket.callSeconds === null) throw new Refusal('not_called')
    if (duration === undefined || duration === ticket.callSeconds) return ticket
    return (await applyAction(tx, ticket, { kind: 'restart', seconds: duration }, actorOf(caller), now)).ticket
  })
}

/** The person was served, or did not come; pressing twice is no error. */
export const endTicket = (deps: Deps, caller: SignedIn, ticketId: string, kind: 'complete' | 'no_show'): Promise<Outcome> =>
  transaction(deps.db, async (tx) =>
    applyAction(tx, await ticketForDesk(tx, caller, ticketId), { kind }, actorOf(caller), deps.clock.now()),
  )

/** Takes the last action on a ticket back, within ten minutes. Refuses with `nothing_to_undo` or `already_joined_again`. */
export const undoLast = (deps: Deps, caller: SignedIn, ticketId: string): Promise<Outcome> =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const ticket = await ticketForDesk(tx, caller, ticketId)
    // Nobody comes back to a shop that was removed meanwhile.
    await keepShop(tx, ticket.shopId)
    const last = (await store.lastEvents(tx, [ticket.id])).get(ticket.id) ?? null
    const decision = undo(last, now)
    if ('refused' in decision) throw new Refusal(decision.refused)
    const rival = await store.liveTicketOf(tx, ticket)
    if (rival && rival.id !== ticket.id) throw new Refusal('already_joined_again')
    if (last) await store.markUndone(tx, last.id, now)
    const outcome = await applyDecision(tx, ticket, decision, { action: 'undo', actor: actorOf(caller), now, undo: null })
    // The undo is no step of the history that a further undo would count from.
    const entry = (await store.lastEvents(tx, [ticket.id])).get(ticket.id)
    if (entry?.action === 'undo') await store.markUndone(tx, entry.id, now)
    return outcome
  }).catch((error: unknown) => {
    // The person joined again between our look and our change.
    throw isUniqueViolation(error, 'ticket_live') ? new Refusal('already_joined_again') : error
  })

/**
 * Takes a ticket off the queue in the caller's transaction, for its own shopper or for staff. `refundDue` says whether the shop's rule
 * gives a paid fee back; the payments slice, which calls this, knows what was paid.
 */
export async function cancelTicket(tx: Tx, who: Caller, ticketId: string, now: Date): Promise<{ ticket: Ticket; refundDue: boolean }> {
  const ticket = await lockTicketOrRefuse(tx, ticketId)
  const actor = actorFor(who, ticket)
  const refundDue = refundsOnLeave(ticket, await shopById(tx, ticket.shopId))
  const outcome = await applyAction(tx, ticket, { kind: 'cancel' }, actor, now)
  return { ticket: outcome.ticket, refundDue: refundDue && !outcome.already }
}

/** The right of a caller to a ticket: its own shopper, or an account that works there; else it is unknown. */
export function actorFor(who: Caller, ticket: Pick<Ticket, 'id' | 'shopId' | 'mallId' | 'mobile'>): store.Actor {
  if (who.account && worksAt(who.account, { id: ticket.shopId, mallId: ticket.mallId })) return actorOf(who.account)
  if (who.shopper && who.shopper.mobile === ticket.mobile) return { kind: 'shopper', id: who.shopper.mobile }
  throw who.account ? foreign(ticket) : new Refusal('ticket_not_found')
}
