import type { SignedIn } from '../../contract/accounts.ts'
import { Refusal, type RefusalCode, type RefusalDetails } from '../../contract/errors.ts'
import { MISSED_MINUTES } from '../../contract/queue.ts'
import type { StaffTicket } from '../../contract/queue.wire.ts'
import { DAY, MINUTE, serviceDayOf } from '../../contract/time.ts'
import { type Digest, runsOf } from '../../contract/waiting.ts'
import { reachFor } from '../audit/service.ts'
import type { Caller } from '../caller.ts'
import { countersEver, countersEverByShop, countServing } from '../counters/service.ts'
import { type Tx, together, transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { lastSeq, lastSeqs } from '../outbox/relay.ts'
import { type Shop, shopById, shopForDesk, worksAt } from '../shops/service.ts'
import { actorFor } from './desk.ts'
import * as line from './line-store.ts'
import { type Ticket, undoableNow } from './rules.ts'
import * as store from './store.ts'

type Reader = Pick<Tx, 'selectFrom'>

/** The countdown of a ticket's running call, by the server's clock. */
export const countdownOf = (ticket: Ticket) =>
  ticket.state === 'called' && ticket.callStartedAt && ticket.callSeconds !== null
    ? { startTime: ticket.callStartedAt.getTime(), duration: ticket.callSeconds }
    : null

/** The public state of a shop's queue now. `seq` is read first: the numbers are never older than it says. */
export async function readDigest(db: Reader, shop: Shop, now: Date): Promise<Digest> {
  const [digest] = await readDigests(db, [shop], now)
  if (!digest) throw new Error('a shop has no digest')
  return digest
}

/** The same for several shops, in the order given, in as many queries as for one. */
export async function readDigests(db: Reader, shops: readonly Shop[], now: Date): Promise<Digest[]> {
  const shopIds = shops.map((shop) => shop.id)
  const seqs = await lastSeqs(db, shopIds)
  // Where a hall has shops in several time zones, each day of theirs is a query.
  const byDay = Map.groupBy(shops, (shop) => serviceDayOf(now, shop.mall.timeZone))
  const queues = await Promise.all(
    [...byDay].map(([day, of]) =>
      line.queueNumbers(
        db,
        of.map((shop) => shop.id),
        day,
      ),
    ),
  )
  const numbers = new Map(queues.flatMap((queue) => [...queue]))
  const countersOf = await countersEverByShop(db, shopIds)
  return shops.map((shop) => {
    const { order, nowServing } = numbers.get(shop.id) ?? { order: [], nowServing: [] }
    const counters = countersOf.get(shop.id) ?? []
    return {
      shopId: shop.id,
      seq: seqs.get(shop.id) ?? 0,
      waiting: order.length,
      order: runsOf(order),
      nowServing: nowServing.map(({ number, counterId }) => ({ number, counter: counters.find((c) => c.id === counterId)?.name ?? null })),
      minutesPerTicket: shop.minutesPerTicket,
      openCounters: countServing(counters),
      serverTime: now.getTime(),
    }
  })
}

/** Tickets as the desk sees them, in the order given. */
async function deskView(db: Reader, tickets: readonly Ticket[], now: Date): Promise<StaffTicket[]> {
  const counters = new Map((await countersEver(db, ...new Set(tickets.map((t) => t.shopId)))).map(({ id, name }) => [id, name]))
  const last = await store.lastEvents(
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
      startTime: countdown?.startTime ?? null,
      duration: countdown?.duration ?? null,
      cashPaymentId: ticket.cashPaymentId,
      dueAmountPaise: ticket.dueAmountPaise,
      notice: ticket.noticeState,
      undoable: undoableNow(last.get(ticket.id) ?? null, now),
    }
  })
}

/** The fields that the specification names, in our words. */
export const ownView = (ticket: Ticket) => ({
  id: ticket.id,
  name: ticket.name,
  mobile: ticket.mobile,
  email: ticket.email,
  number: ticket.number,
  shopId: ticket.shopId,
  clicked: ['called', 'serving', 'served'].includes(ticket.state),
  state: ticket.state,
  joinedAt: ticket.joinedAt,
  calledAt: ticket.calledAt,
})

/** One ticket as the desk sees it. */
export async function deskTicket(deps: Deps, ticket: Ticket): Promise<StaffTicket> {
  const [view] = await together(deps.db, (db) => deskView(db, [ticket], deps.clock.now()))
  if (!view) throw new Refusal('ticket_not_found')
  return view
}

/** Tickets by their ids as the desk sees them, in no order; for the live table. */
export const deskTicketsByIds = async (deps: Deps, ids: readonly string[]): Promise<StaffTicket[]> =>
  deskView(deps.db, await store.ticketsByIds(deps.db, ids), deps.clock.now())

/** Whether a ticket stands on the staff table. */
export const isOnDesk = (ticket: Pick<StaffTicket, 'state' | 'cashPaymentId'>): boolean =>
  ['waiting', 'called', 'serving', 'missed'].includes(ticket.state) || (ticket.state === 'pending_payment' && ticket.cashPaymentId !== null)

/** The staff table of a shop with the place in its stream, read from one snapshot; refuses with `forbidden` and as `shopById` does. */
export const readDesk = (deps: Deps, caller: SignedIn, shopId: string): Promise<{ seq: number; tickets: StaffTicket[] }> =>
  transaction(
    deps.db,
    async (tx) => {
      const shop = await shopForDesk(tx, caller, shopId)
      const now = deps.clock.now()
      const tickets = await line.deskTickets(tx, shop.id, serviceDayOf(now, shop.mall.timeZone), tableSince(now))
      return { seq: await lastSeq(tx, shop.id), tickets: await deskView(tx, tickets, now) }
    },
    { isolation: 'repeatable read' },
  )

/** Who was missed at a shop today and has left the staff table since, the last missed first; refuses as `readDesk` does. */
export const readMissed = (deps: Deps, caller: SignedIn, shopId: string): Promise<StaffTicket[]> =>
  together(deps.db, async (db) => {
    const shop = await shopForDesk(db, caller, shopId)
    const now = deps.clock.now()
    return deskView(db, await line.missedBefore(db, shop.id, serviceDayOf(now, shop.mall.timeZone), tableSince(now)), now)
  })

/** Who was missed before this has left the staff table. */
const tableSince = (now: Date): Date => new Date(now.getTime() - MISSED_MINUTES * MINUTE)

/** A ticket that the caller may read: the own one of a shopper, or one of a shop where an account works; else `ticket_not_found`. */
export async function ticketFor(db: Reader, who: Caller, ticketId: string): Promise<Ticket> {
  const ticket = await store.ticketById(db, ticketId)
  if (!ticket) throw new Refusal('ticket_not_found', await reachFor(db, 'ticket', ticketId))
  actorFor(who, ticket)
  return ticket
}

/** The ticket that something of it (a payment, a receipt) belongs to; what is not the caller's is refused like what does not exist. */
export async function ticketBehind(db: Reader, who: Caller, ticketId: string, unknown: RefusalCode): Promise<Ticket> {
  return ticketFor(db, who, ticketId).catch(refuseAs(unknown))
}

/** The same for a ticket that has been read. */
export function refuseForeign(who: Caller, ticket: Ticket, unknown: RefusalCode): void {
  try {
    actorFor(who, ticket)
  } catch (error) {
    refuseAs(unknown)(error)
  }
}

/** Turns a refusal into one that tells less; a reach stays one. */
const refuseAs = (unknown: RefusalCode) => (error: unknown) => {
  throw error instanceof Refusal ? new Refusal(unknown, error.details) : error
}

/** The newest ticket of a mobile today (at one shop, if given) that the caller may read; else `ticket_not_found`. */
export const tokenByMobile = (deps: Deps, who: Caller, mobile: string, shopId: string | undefined): Promise<Ticket> =>
  together(deps.db, (db) => newestTicket(db, who, mobile, shopId, deps.clock.now()))

async function newestTicket(db: Reader, who: Caller, mobile: string, shopId: string | undefined, now: Date): Promise<Ticket> {
  const found = await store.ticketsOfMobile(db, mobile, serviceDayOf(new Date(now.getTime() - 2 * DAY), 'UTC'))
  const mine = who.shopper?.mobile === mobile
  // A person may stand in several lines; only who names the other's shop has reached for it.
  if (!mine && shopId !== undefined) await shopById(db, shopId).catch(refuseAs('ticket_not_found'))
  let reached: RefusalDetails = {}
  for (const ticket of found) {
    if (shopId !== undefined && ticket.shopId !== shopId) continue
    if (!mine && !(who.account && worksAt(who.account, { id: ticket.shopId, mallId: ticket.mallId }))) {
      if (shopId !== undefined) reached = { reach: { mallId: ticket.mallId, subject: ticket.id } }
      continue
    }
    const shop = await shopById(db, ticket.shopId)
    if (ticket.serviceDay === serviceDayOf(now, shop.mall.timeZone)) return ticket
  }
  throw new Refusal('ticket_not_found', reached)
}

/** The newest ticket of a mobile at a shop today, ended or not; null where there is none. */
export async function todaysTicket(db: Reader, shop: Shop, mobile: string, now: Date): Promise<Ticket | null> {
  const day = serviceDayOf(now, shop.mall.timeZone)
  const found = await store.ticketsOfMobile(db, mobile, day)
  return found.find((ticket) => ticket.shopId === shop.id && ticket.serviceDay === day) ?? null
}

/** The countdowns that run at a shop, the last started first; numbers and counters only. */
export async function runningCountdowns(deps: Deps, shop: Shop, counter: string | undefined) {
  const now = deps.clock.now()
  const calls = await line.runningCalls(deps.db, shop.id, serviceDayOf(now, shop.mall.timeZone))
  const counters = await countersEver(deps.db, shop.id)
  return calls.flatMap((ticket) => {
    const countdown = countdownOf(ticket)
    const at = counters.find((c) => c.id === ticket.counterId)
    const wanted = counter === undefined || at?.id === counter || at?.name === counter
    return countdown && wanted && ticket.number !== null ? [{ ...countdown, token: ticket.number, counter: at?.name ?? null }] : []
  })
}

/** Tickets by their ids, in no order; those that do not exist are absent. */
export const ticketsByIds = store.ticketsByIds

/** Whether a shop has had a ticket on a service day, however it ended. */
export const hadTickets = async (db: Reader, shopId: string, serviceDay: string): Promise<boolean> =>
  (await line.countTickets(db, shopId, serviceDay)) > 0
