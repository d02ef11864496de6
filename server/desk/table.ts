import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import { MINUTE, serviceDayOf } from '#contract/base/time.ts'
import { MISSED_MINUTES, MOST_RECALLS } from '#contract/queue/queue.ts'
import type { StaffTicket } from '#contract/queue/shapes.ts'
import { type Counter, countersEver } from '#server/counters/service.ts'
import { inOneTrip, type Reader, type Tx, together, transaction, withCommit } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { hints } from '#server/kit/hints.ts'
import type { Mall } from '#server/malls/service.ts'
import { lastSeq } from '#server/outbox/relay.ts'
import { promiseShown } from '#server/queue/promise-rules.ts'
import { countdownOf, ownView, ticketsByIds } from '#server/queue/read-queue.ts'
import { lastSteps, missedBefore, tableTickets } from '#server/queue/read-tickets.ts'
import { type Step, type Ticket, undoableNow } from '#server/queue/rules.ts'
import type { Outcome } from '#server/queue/transition.ts'
import { dayOf, type Shop, shopForDesk, shopsOnRecord, worksAt } from '#server/shops/service.ts'

/** Tickets as the desk sees them, in the given order. */
async function deskView(db: Reader, tickets: readonly Ticket[], now: Date): Promise<StaffTicket[]> {
  const ids = tickets.map((ticket) => ticket.id)
  const shopIds = new Set(tickets.map((ticket) => ticket.shopId))
  const [ever, last] = await inOneTrip(
    db,
    () => countersEver(db, ...shopIds),
    () => lastSteps(db, ids),
  )
  return rowsOf(tickets, ever, last, now)
}

/** The rows of `deskView` from what has been read: `ever` are all counters of the shops, `last` the last step of each ticket. */
function rowsOf(
  tickets: readonly Ticket[],
  ever: readonly Pick<Counter, 'id' | 'name'>[],
  last: ReadonlyMap<string, Step | null>,
  now: Date,
): StaffTicket[] {
  const counters = new Map(ever.map(({ id, name }) => [id, name]))
  return tickets.map((ticket) => {
    const [countdown, promise] = [countdownOf(ticket), promiseShown(ticket)]
    return {
      ...ownView(ticket),
      lane: ticket.lane,
      serveAt: ticket.serveKey,
      version: ticket.version,
      counter: ticket.counterId === null ? null : (counters.get(ticket.counterId) ?? null),
      counterId: ticket.counterId,
      startTime: countdown?.startTime ?? null,
      duration: countdown?.duration ?? null,
      missedAt: ticket.state === 'called' ? (ticket.graceEndsAt?.getTime() ?? null) : null,
      recallsLeft: ticket.state === 'called' ? MOST_RECALLS - ticket.recallCount : 0,
      cashPaymentId: ticket.cashPaymentId,
      dueAmountPaise: ticket.dueAmountPaise,
      promise: promise && { until: promise.until.getTime(), state: promise.state },
      notice: ticket.noticeState,
      outOfTurn: ticket.state === 'called' && last.get(ticket.id)?.outOfTurn === true,
      undoable: undoableNow(last.get(ticket.id) ?? null, now),
    }
  })
}

/** `already` is true if the action had happened before. */
export interface Acted {
  ticket: StaffTicket
  already: boolean
}

/**
 * Runs the story and reads what the desk then sees, in one transaction. The counters of a person's own shops are read together with the
 * story's first read. The rest is read only if the story does not know it.
 */
export const actAtDesk = (deps: Deps, { shopIds: own }: SignedIn, story: (tx: Tx) => Promise<Outcome>): Promise<Acted> =>
  transaction(deps.db, async (tx) => {
    const [{ ticket, already, last }, counters] = await Promise.all([story(tx), countersEver(tx, ...own)])
    const [ever, steps] = await Promise.all([
      own.includes(ticket.shopId) ? counters : countersEver(tx, ticket.shopId),
      last === undefined ? lastSteps(tx, [ticket.id]) : new Map([[ticket.id, last]]),
    ])
    const [view] = rowsOf([ticket], ever, steps, deps.clock.now())
    if (!view) throw new Refusal('ticket_not_found')
    return { ticket: view, already }
  })

/** For the live table; the tickets are in no order. */
export const deskTicketsByIds = ({ db, clock }: Deps, ids: readonly string[]): Promise<{ row: StaffTicket; isOnDesk: boolean }[]> =>
  together(db, (own) => liveRows(own, ids, clock.now()))

async function liveRows(db: Reader, ids: readonly string[], now: Date): Promise<{ row: StaffTicket; isOnDesk: boolean }[]> {
  const tickets = await ticketsByIds(db, ids)
  // Only a booked ticket can be of a later day.
  const booked = tickets.filter(({ state }) => state === 'booked')
  const shops = booked.length > 0 ? await shopsOnRecord(db, [...new Set(booked.map(({ shopId }) => shopId))]) : new Map<string, Shop>()
  const rows = await deskView(db, tickets, now)
  return tickets.flatMap((ticket, i) => {
    const [row, shop] = [rows[i], shops.get(ticket.shopId)]
    return row ? [{ row, isOnDesk: isOnDesk(ticket, shop ? dayOf(shop, now) : ticket.serviceDay) }] : []
  })
}

const isOnDesk = ({ state, cashPaymentId, serviceDay }: Ticket, today: string): boolean =>
  ['waiting', 'called', 'serving', 'missed'].includes(state) ||
  (state === 'booked' && serviceDay === today) ||
  (state === 'pending_payment' && cashPaymentId !== null)

/**
 * The table and its sequence number are read from one snapshot. If the service day is as it was lately, all is read in one trip, with the
 * end of the snapshot. Refuses with `forbidden` and as `shopById` does.
 */
export async function readDesk(deps: Deps, caller: SignedIn, shopId: string): Promise<{ seq: number; tickets: StaffTicket[] }> {
  const now = deps.clock.now()
  const hint = zoneOf.get(shopId)
  if (hint) {
    const guess = serviceDayOf(now, hint.timeZone, hint.dayStartHour)
    const read = await transaction(deps.db, async (tx) => withCommit(readTable(tx, shopId, guess, now)), SNAPSHOT)
    const { shop, ...table } = read
    if (shop && !shop.archived && worksAt(caller, { id: shopId, mallId: shop.mall.id }) && dayOf(shop, now) === guess) return table
  }
  return transaction(
    deps.db,
    async (tx) => {
      const shop = await shopForDesk(tx, caller, shopId)
      zoneOf.set(shopId, { timeZone: shop.mall.timeZone, dayStartHour: shop.mall.dayStartHour })
      const { seq, tickets } = await readTable(tx, shopId, dayOf(shop, now), now)
      return { seq, tickets }
    },
    SNAPSHOT,
  )
}

const SNAPSHOT = { isolation: 'repeatable read' } as const

/** The reads start together, so that they are one trip. */
async function readTable(db: Reader, shopId: string, day: string, now: Date) {
  const [shops, seq, counters, found] = await Promise.all([
    shopsOnRecord(db, [shopId]),
    lastSeq(db, shopId),
    countersEver(db, shopId),
    tableTickets(db, shopId, day, tableSince(now)),
  ])
  const last = new Map(found.map((one) => [one.ticket.id, one.last]))
  const tickets = found.map(({ ticket }) => ticket)
  return { shop: shops.get(shopId), seq, tickets: rowsOf(tickets, counters, last, now) }
}

/** When the service day of a shop begins, as it was lately: so its tickets can be read together with the shop. */
const zoneOf = hints<Pick<Mall, 'timeZone' | 'dayStartHour'>>(10_000)

/** Today's missed tickets that have left the staff table, latest first; refuses as `readDesk` does. */
export const readMissed = (deps: Deps, caller: SignedIn, shopId: string): Promise<StaffTicket[]> =>
  together(deps.db, async (db) => {
    const shop = await shopForDesk(db, caller, shopId)
    const now = deps.clock.now()
    return deskView(db, await missedBefore(db, shop.id, dayOf(shop, now), tableSince(now)), now)
  })

/** Tickets that were missed before this time have left the staff table. */
const tableSince = (now: Date): Date => new Date(now.getTime() - MISSED_MINUTES * MINUTE)
