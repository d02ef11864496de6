import { Refusal, type RefusalCode, type RefusalDetails } from '#contract/base/errors.ts'
import { type Digest, orderOf } from '#contract/queue/waiting.ts'
import { reachFor } from '#server/audit/service.ts'
import type { Caller } from '#server/caller.ts'
import { pausedNow } from '#server/counters/rules.ts'
import { countersEver, countersEverByShop, countServing, inUse } from '#server/counters/service.ts'
import { inOneTrip, type Reader, together } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { hints } from '#server/kit/hints.ts'
import { lastSeqs } from '#server/outbox/relay.ts'
import { dayOf, type Shop, shopById, worksAt } from '#server/shops/service.ts'
import * as line from './line-store.ts'
import { recentTicketsOf } from './read-tickets.ts'
import { isLive, type Ticket } from './rules.ts'
import { slotOf, wasNotKept } from './slot-rules.ts'
import * as store from './store.ts'
import { actorFor } from './whose-ticket.ts'

/** The countdown by the server's clock; null without one. During the grace time it is already over. */
export const countdownOf = (ticket: Ticket) =>
  ticket.state === 'called' && ticket.callStartedAt && ticket.callSeconds !== null
    ? { startTime: ticket.callStartedAt.getTime(), duration: ticket.callSeconds }
    : null

/** `seq` is read first, so the numbers are never older than it. */
export async function readDigest(db: Reader, shop: Shop, now: Date): Promise<Digest> {
  const [digest] = await readDigests(db, [shop], now)
  if (!digest) throw new Error('a shop has no digest')
  return digest
}

/** Returns the digests in the given order, in as many queries as for one shop. */
export async function readDigests(db: Reader, shops: readonly Shop[], now: Date): Promise<Digest[]> {
  const shopIds = shops.map((shop) => shop.id)
  // If the shops are in different time zones, there is one query for each of their service days.
  const byDay = Map.groupBy(shops, (shop) => dayOf(shop, now))
  const queuesOf = ([day, of]: [string, Shop[]]) =>
    line.queueNumbers(
      db,
      of.map((shop) => shop.id),
      day,
    )
  const [seqs, queues, countersOf] = await inOneTrip(
    db,
    () => lastSeqs(db, shopIds),
    () => Promise.all([...byDay].map(queuesOf)),
    () => countersEverByShop(db, shopIds),
  )
  const numbers = new Map(queues.flatMap((queue) => [...queue]))
  return shops.map((shop) => {
    const { waiting, nowServing } = numbers.get(shop.id) ?? { waiting: [], nowServing: [] }
    const counters = countersOf.get(shop.id) ?? []
    return {
      shopId: shop.id,
      seq: seqs.get(shop.id) ?? 0,
      waiting: waiting.length,
      ...orderOf(waiting),
      nowServing: nowServing.map(({ number, counterId, isServing }) => ({
        ...{ number, counter: counters.find((c) => c.id === counterId)?.name ?? null },
        ...(isServing ? { serving: true as const } : {}),
      })),
      minutesPerTicket: shop.minutesPerTicket,
      openCounters: countServing(counters, now),
      paused: pausedNow(shop.pause, inUse(counters), now),
      serverTime: now.getTime(),
    }
  })
}

/** The fields that the specification names, in the words of our code. */
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
  slot: slotOf(ticket),
})

/** Returns a ticket that the caller may read: a shopper's own, or one of a shop where the account works; otherwise `ticket_not_found`. */
export async function ticketFor(db: Reader, who: Caller, ticketId: string): Promise<Ticket> {
  const ticket = await store.ticketById(db, ticketId)
  if (!ticket) throw new Refusal('ticket_not_found', await reachFor(db, 'ticket', ticketId))
  actorFor(who, ticket)
  return ticket
}

/** What never changes of a ticket. */
type Known = Pick<Ticket, 'id' | 'shopId' | 'mallId' | 'mobile' | 'name' | 'email'>
const lately = hints<Known>(5_000)

/** Call it for a ticket that has just been taken: its order comes next. */
export const expectTicket = ({ id, shopId, mallId, mobile, name, email }: Ticket): void =>
  lately.set(id, { id, shopId, mallId, mobile, name, email })

/** Refuses as `ticketFor` does. The ticket may come from memory, so the caller locks it afterwards and checks it. */
export async function knownTicket(db: Reader, shopper: { mobile: string }, ticketId: string): Promise<Known> {
  const known = lately.get(ticketId)
  return known?.mobile === shopper.mobile ? known : ticketFor(db, { account: null, shopper }, ticketId)
}

/** The ticket of a payment or receipt. If it is not the caller's, refuses with `unknown`, as for a thing that does not exist. */
export async function ticketBehind(db: Reader, who: Caller, ticketId: string, unknown: RefusalCode): Promise<Ticket> {
  return ticketFor(db, who, ticketId).catch(refuseAs(unknown))
}

/** The same check for a ticket that has been read. */
export function refuseForeign(who: Caller, ticket: Ticket, unknown: RefusalCode): void {
  try {
    actorFor(who, ticket)
  } catch (error) {
    refuseAs(unknown)(error)
  }
}

/** Turns a refusal into one that reveals less; a reach is still recorded. */
const refuseAs = (unknown: RefusalCode) => (error: unknown) => {
  throw error instanceof Refusal ? new Refusal(unknown, error.details) : error
}

/** Today's newest ticket of a mobile that the caller may read; otherwise `ticket_not_found`. */
export const tokenByMobile = (deps: Deps, who: Caller, mobile: string, shopId: string | undefined): Promise<Ticket> =>
  together(deps.db, (db) => newestTicket(db, who, mobile, shopId, deps.clock.now()))

async function newestTicket(db: Reader, who: Caller, mobile: string, shopId: string | undefined, now: Date): Promise<Ticket> {
  const found = await recentTicketsOf(db, mobile, now)
  const mine = who.shopper?.mobile === mobile
  // A shopper may be in several queues. It is a reach only if the caller named the other tenant's shop.
  if (!mine && shopId !== undefined) await shopById(db, shopId).catch(refuseAs('ticket_not_found'))
  let reached: RefusalDetails = {}
  for (const ticket of found) {
    if (shopId !== undefined && ticket.shopId !== shopId) continue
    if (!mine && !(who.account && worksAt(who.account, { id: ticket.shopId, mallId: ticket.mallId }))) {
      if (shopId !== undefined) reached = { reach: { mallId: ticket.mallId, subject: ticket.id } }
      continue
    }
    const shop = await shopById(db, ticket.shopId)
    if (ticket.serviceDay === dayOf(shop, now)) return ticket
  }
  throw new Refusal('ticket_not_found', reached)
}

/**
 * The ticket that counts now: today's live one, else the next live one of a later day, else today's newest one that has ended. Without any
 * of these, a booking of a later day that its shop could not keep; null if there is none.
 */
export async function currentTicket(
  db: Reader,
  shop: Shop,
  mobile: string,
  now: Date,
  likely: Likely | null = null,
): Promise<Ticket | null> {
  const day = dayOf(shop, now)
  lastDayOf.set(shop.id, day)
  return ticketThatCounts(likely?.day === day ? likely.tickets : await store.ticketsOfMobile(db, mobile, day), shop, now)
}

/** The same, of the tickets of one mobile. */
export function ticketThatCounts(tickets: readonly Ticket[], shop: Shop, now: Date): Ticket | null {
  const day = dayOf(shop, now)
  const found = tickets.filter((ticket) => ticket.shopId === shop.id && ticket.serviceDay >= day)
  const live = found.filter(isLive).sort((a, b) => (a.serviceDay < b.serviceDay ? -1 : 1))
  return live[0] ?? found.find((ticket) => ticket.serviceDay === day) ?? found.find(wasNotKept) ?? null
}

const lastDayOf = hints<string>(10_000)

/** The tickets of a mobile from this day on. */
interface Likely {
  day: string
  tickets: Ticket[]
}

/** Reads what `currentTicket` needs together with the shop, if the day of the shop has not changed since it was last read. */
export async function likelyTickets(db: Reader, shopId: string, mobile: string): Promise<Likely | null> {
  const day = lastDayOf.get(shopId)
  return day === undefined ? null : { day, tickets: await store.ticketsOfMobile(db, mobile, day) }
}

/** Running countdowns, latest start first; numbers and counters only. */
export async function runningCountdowns(deps: Deps, shop: Shop, counter: string | undefined) {
  const now = deps.clock.now()
  const calls = await line.runningCalls(deps.db, shop.id, dayOf(shop, now), now)
  const counters = await countersEver(deps.db, shop.id)
  return calls.flatMap((ticket) => {
    const countdown = countdownOf(ticket)
    const at = counters.find((c) => c.id === ticket.counterId)
    const wanted = counter === undefined || at?.id === counter || at?.name === counter
    return countdown && wanted && ticket.number !== null ? [{ ...countdown, token: ticket.number, counter: at?.name ?? null }] : []
  })
}

/** In no order; those that do not exist are absent. */
export const ticketsByIds = store.ticketsByIds

/** True for a ticket in any state. */
export const hadTickets = async (db: Reader, shopId: string, serviceDay: string): Promise<boolean> =>
  (await line.countTickets(db, shopId, serviceDay)) > 0
