import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import { MINUTE } from '#contract/base/time.ts'
import { MISSED_MINUTES, MOST_RECALLS } from '#contract/queue/queue.ts'
import type { StaffTicket } from '#contract/queue/shapes.ts'
import { countersEver } from '#server/counters/service.ts'
import { type Tx, together, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { lastSeq } from '#server/outbox/relay.ts'
import { countdownOf, ownView, ticketsByIds } from '#server/queue/read-queue.ts'
import { lastEvents, missedBefore, tableTickets } from '#server/queue/read-tickets.ts'
import { graceEndOf, type Ticket, undoableNow } from '#server/queue/rules.ts'
import { dayOf, shopForDesk } from '#server/shops/service.ts'

type Reader = Pick<Tx, 'selectFrom'>

/** Tickets as the desk sees them, in the given order. */
async function deskView(db: Reader, tickets: readonly Ticket[], now: Date): Promise<StaffTicket[]> {
  const counters = new Map((await countersEver(db, ...new Set(tickets.map((t) => t.shopId)))).map(({ id, name }) => [id, name]))
  const last = await lastEvents(
    db,
    tickets.map((t) => t.id),
  )
  return tickets.map((ticket) => {
    const countdown = countdownOf(ticket)
    return {
      ...ownView(ticket),
      lane: ticket.lane,
      version: ticket.version,
      counter: ticket.counterId === null ? null : (counters.get(ticket.counterId) ?? null),
      counterId: ticket.counterId,
      startTime: countdown?.startTime ?? null,
      duration: countdown?.duration ?? null,
      missedAt: ticket.state === 'called' ? (graceEndOf(ticket)?.getTime() ?? null) : null,
      recallsLeft: ticket.state === 'called' ? MOST_RECALLS - ticket.recallCount : 0,
      cashPaymentId: ticket.cashPaymentId,
      dueAmountPaise: ticket.dueAmountPaise,
      notice: ticket.noticeState,
      undoable: undoableNow(last.get(ticket.id) ?? null, now),
    }
  })
}

/** One ticket as the desk sees it. */
export async function deskTicket(deps: Deps, ticket: Ticket): Promise<StaffTicket> {
  const [view] = await together(deps.db, (db) => deskView(db, [ticket], deps.clock.now()))
  if (!view) throw new Refusal('ticket_not_found')
  return view
}

/** Tickets by their ids as the desk sees them, in no order; for the live table. */
export const deskTicketsByIds = async (deps: Deps, ids: readonly string[]): Promise<StaffTicket[]> =>
  deskView(deps.db, await ticketsByIds(deps.db, ids), deps.clock.now())

/** True if a ticket is on the staff table. */
export const isOnDesk = (ticket: Pick<StaffTicket, 'state' | 'cashPaymentId'>): boolean =>
  ['waiting', 'called', 'serving', 'missed'].includes(ticket.state) || (ticket.state === 'pending_payment' && ticket.cashPaymentId !== null)

/** The staff table of a shop with its sequence number, read from one snapshot; refuses with `forbidden` and as `shopById` does. */
export const readDesk = (deps: Deps, caller: SignedIn, shopId: string): Promise<{ seq: number; tickets: StaffTicket[] }> =>
  transaction(
    deps.db,
    async (tx) => {
      const shop = await shopForDesk(tx, caller, shopId)
      const now = deps.clock.now()
      const tickets = await tableTickets(tx, shop.id, dayOf(shop, now), tableSince(now))
      return { seq: await lastSeq(tx, shop.id), tickets: await deskView(tx, tickets, now) }
    },
    { isolation: 'repeatable read' },
  )

/** Tickets that were missed at a shop today and are no longer on the staff table, latest first; refuses as `readDesk` does. */
export const readMissed = (deps: Deps, caller: SignedIn, shopId: string): Promise<StaffTicket[]> =>
  together(deps.db, async (db) => {
    const shop = await shopForDesk(db, caller, shopId)
    const now = deps.clock.now()
    return deskView(db, await missedBefore(db, shop.id, dayOf(shop, now), tableSince(now)), now)
  })

/** Tickets that were missed before this time are no longer on the staff table. */
const tableSince = (now: Date): Date => new Date(now.getTime() - MISSED_MINUTES * MINUTE)
