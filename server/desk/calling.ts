import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import { MINUTE, SECOND } from '#contract/base/time.ts'
import { type Tx, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { isBehindOthers, lastRecallOf, recentTicketsOf, shopDayOfCallable } from '#server/queue/read-tickets.ts'
import { type Action, type Countdown, decide, isLive, type Ticket } from '#server/queue/rules.ts'
import { lockCounters, takeCounter } from '#server/queue/take-counter.ts'
import { applyAction, type Outcome } from '#server/queue/transition.ts'
import { actorOf, ticketForDesk } from '#server/queue/whose-ticket.ts'
import { countdownOfShop, dayOf, findCountdown, shopById, shopForDesk, shopsOnRecord, worksAt } from '#server/shops/service.ts'
import { type Acted, actAtDesk } from './table.ts'

/** Without `named` the server chooses the counter. */
async function call(tx: Tx, caller: SignedIn, ticketId: string, named: string | undefined, { clock }: Deps): Promise<Outcome> {
  // In this order: the counters are locked only if the locked ticket can be called. A call that is refused, or was made before, must
  // neither take nor wait for one. Another call may hold the counters and wait for this ticket.
  const shopDay = shopDayOfCallable(ticketId)
  const [ticket, found, standing, outOfTurn] = await Promise.all([
    ticketForDesk(tx, caller, ticketId),
    findCountdown(tx, shopDay.shopId),
    lockCounters(tx, shopDay),
    // Asked after the lock, so that every other call has ended. A person who was missed has had the turn.
    isBehindOthers(tx, ticketId),
  ])
  const now = clock.now()
  const nowhere: Action = { kind: 'call', counterId: null, seconds: 0, graceMinutes: 0 }
  if (!('change' in decide(ticket, nowhere, now))) return applyAction(tx, ticket, nowhere, actorOf(caller), now)
  const countdown = found ?? (await countdownOfShop(tx, ticket.shopId))
  const request = { named: named ?? null, preferred: ticket.wishedCounterId }
  const counterId = await takeCounter(tx, ticket, standing, request, actorOf(caller), now)
  return applyAction(tx, ticket, { kind: 'call', counterId, ...countdown }, actorOf(caller), now, { outOfTurn })
}

/**
 * The countdown starts and the notice goes to the outbox, in one transaction. If two people press at once, the second one gets `already`,
 * and no second notice is sent. Refuses as `takeCounter` does, and with `ticket_not_found` and `wrong_state`.
 */
export const callTicket = (deps: Deps, caller: SignedIn, ticketId: string, counterId?: string): Promise<Acted> =>
  actAtDesk(deps, caller, async (tx) => call(tx, caller, ticketId, counterId, deps))

/**
 * Calls the live ticket with this mobile at the caller's shops, or `ticketId` if there are two. Refuses with `empty_number`,
 * `ambiguous_ticket`, `ticket_not_found`, `wrong_state` (payment still owed), and as `takeCounter` does.
 */
export async function callByNumber(
  deps: Deps,
  caller: SignedIn,
  { mobile, ticketId, counterId }: { mobile: string; ticketId?: string | undefined; counterId?: string | undefined },
): Promise<Acted> {
  if (mobile === '') throw new Refusal('empty_number')
  return actAtDesk(deps, caller, async (tx) => {
    const now = deps.clock.now()
    const found = (await liveTicketsOf(tx, caller, mobile, now)).filter((ticket) => ticketId === undefined || ticket.id === ticketId)
    const callable = found.filter((ticket) => ticket.state !== 'pending_payment')
    const [one, second] = callable.length > 0 ? callable : found
    if (!one) {
      // refuses with the right reason if this ticket exists but belongs to another shop
      if (ticketId !== undefined) await ticketForDesk(tx, caller, ticketId)
      throw new Refusal('ticket_not_found')
    }
    if (second) throw new Refusal('ambiguous_ticket')
    return call(tx, caller, one.id, counterId, deps)
  })
}

/** Live tickets of a mobile today, at shops where the caller works. */
async function liveTicketsOf(tx: Tx, caller: SignedIn, mobile: string, now: Date): Promise<Ticket[]> {
  // The shops of staff are known already.
  const [tickets, own] = await Promise.all([recentTicketsOf(tx, mobile, now), shopsOnRecord(tx, caller.shopIds)])
  const live = tickets.filter(
    (ticket) => isLive(ticket) && ticket.state !== 'booked' && worksAt(caller, { id: ticket.shopId, mallId: ticket.mallId }),
  )
  const today: Ticket[] = []
  for (const ticket of live) {
    const known = own.get(ticket.shopId)
    const shop = known && !known.archived ? known : await shopById(tx, ticket.shopId)
    if (ticket.serviceDay === dayOf(shop, now)) today.push(ticket)
  }
  return today
}

/**
 * A called ticket stays at its counter and its countdown stops. A missed ticket goes to the named counter, otherwise to its old one if that
 * is free, otherwise to a free one. A ticket that is booked for later today joins the queue. Refuses as `callTicket` does.
 */
export const arrive = (deps: Deps, caller: SignedIn, ticketId: string, counterId?: string): Promise<Acted> =>
  actAtDesk(deps, caller, async (tx) => {
    const now = deps.clock.now()
    const ticket = await ticketForDesk(tx, caller, ticketId)
    const today = ticket.state === 'booked' ? dayOf(await shopById(tx, ticket.shopId), now) : ticket.serviceDay
    const at = (counter: string | null) => applyAction(tx, ticket, { kind: 'arrive', counterId: counter, today }, actorOf(caller), now)
    if (ticket.state !== 'missed') return at(ticket.counterId)
    const request = { named: counterId ?? null, preferred: ticket.counterId }
    return at(await takeCounter(tx, ticket, await lockCounters(tx, ticket), request, actorOf(caller), now))
  })

/**
 * The countdown starts again and one more message goes out, at most three times per call. A second press within three seconds gets
 * `already`. Refuses with `ticket_not_found`, `wrong_state` and `recalled_enough`.
 */
export const recall = (deps: Deps, caller: SignedIn, ticketId: string): Promise<Acted> =>
  withCountdown(deps, caller, ticketId, async (countdown, tx) => {
    return { kind: 'recall', rungAt: await lastRecallOf(tx, ticketId), ...countdown }
  })

/** Gives a called person `minutes` minutes from now, without a message. Refuses with `ticket_not_found` and `wrong_state`. */
export const extend = (deps: Deps, caller: SignedIn, ticketId: string, minutes: number): Promise<Acted> =>
  withCountdown(deps, caller, ticketId, async ({ graceMinutes }) => {
    return { kind: 'extend', seconds: (minutes * MINUTE) / SECOND, graceMinutes }
  })

const withCountdown = (
  deps: Deps,
  caller: SignedIn,
  ticketId: string,
  actionFor: (countdown: Countdown, tx: Tx) => Promise<Action>,
): Promise<Acted> =>
  actAtDesk(deps, caller, async (tx) => {
    const ticket = await ticketForDesk(tx, caller, ticketId)
    const action = await actionFor(await countdownOfShop(tx, ticket.shopId), tx)
    return applyAction(tx, ticket, action, actorOf(caller), deps.clock.now())
  })

/**
 * Returns the called ticket with this mobile. With another duration (seconds) its countdown starts again; otherwise it runs on. Refuses
 * with `forbidden`, `ticket_not_found` or `not_called`.
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
    const [{ graceMinutes }, tickets] = await Promise.all([shopForDesk(tx, caller, shopId), liveTicketsOf(tx, caller, mobile, now)])
    const live = tickets.find((ticket) => ticket.shopId === shopId)
    if (!live) throw new Refusal('ticket_not_found')
    const ticket = await ticketForDesk(tx, caller, live.id)
    if (ticket.state !== 'called' || ticket.callSeconds === null) throw new Refusal('not_called')
    if (duration === undefined || duration === ticket.callSeconds) return ticket
    return (await applyAction(tx, ticket, { kind: 'restart', seconds: duration, graceMinutes }, actorOf(caller), now)).ticket
  })
}
