import { Refusal } from '#contract/base/errors.ts'
import { latest, MINUTE } from '#contract/base/time.ts'
import { HOLD_MINUTES } from '#contract/queue/queue.ts'
import type { Tx } from '#server/db/transaction.ts'
import { reviving } from '#server/queue/issue-store.ts'
import { keyOf, ownerOf, ticketsSince } from '#server/queue/join/join-store.ts'
import { isLive, type Ticket } from '#server/queue/rules.ts'
import { slotOf } from '#server/queue/slot-rules.ts'
import { dayOf, type Shop } from '#server/shops/service.ts'
import { offeredSlot, takeSeats } from '#server/slots/service.ts'

/** The ticket is locked. */
interface Lapsed {
  ticket: Ticket
  shop: Shop
  now: Date
}

/** Later than this after the end of its hold (ms), money goes back: its shopper has other plans by then. */
const MOST_LATE = HOLD_MINUTES * MINUTE

/**
 * Money for a slot can arrive just after the hold of its place has lapsed. While the slot has space, and the shopper has not started again,
 * the ticket holds a place again. Returns these tickets by id, as they are then. Costs no statement without such tickets.
 */
export async function holdAgain(tx: Tx, lapsed: readonly Lapsed[]): Promise<Map<string, Ticket>> {
  const wished = lapsed.flatMap(({ ticket, shop, now }) => {
    const isJustOver = ticket.slotHoldUntil !== null && now.getTime() - ticket.slotHoldUntil.getTime() < MOST_LATE
    const own = ticket.state === 'expired' && ticket.number === null && isJustOver ? slotOf(ticket) : null
    const slot = own && offeredSlot(shop, own.id, now)
    return slot === null || slot instanceof Refusal ? [] : [{ ticket, slot, today: dayOf(shop, now) }]
  })
  if (wished.length === 0) return new Map()
  const since = wished.flatMap(({ ticket, today }) => [ticket, { ...ticket, serviceDay: today }])
  const own = Map.groupBy(await ticketsSince(tx, since), ownerOf)
  // One ticket for each mobile and day, and one place for each ticket.
  const firsts = new Map(wished.toReversed().map((one) => [keyOf(one.ticket), one]))
  const free = [...firsts.values()].filter(({ ticket }) => !(own.get(ownerOf(ticket)) ?? []).some((other) => isInstead(other, ticket)))
  const ticketsOf = (seated: readonly boolean[]) => free.flatMap(({ ticket }, i) => (seated[i] ? [ticket] : []))
  const got = await takeSeats(
    tx,
    free.map(({ ticket, slot }) => ({ from: null, to: slot, mobile: ticket.mobile })),
    latest(lapsed.map(({ now }) => now)),
    (seated) => (seated.includes(true) ? { statement: reviving(ticketsOf(seated)), news: [] } : null),
  )
  const again = ticketsOf(got)
  return new Map(
    again.map((ticket) => [ticket.id, { ...ticket, state: 'pending_payment', endedAt: null, version: ticket.version + 1 } as const]),
  )
}

/** True if the shopper has another ticket for that day, or has started again and that ticket waits, is booked, or was paid. */
const isInstead = (other: Ticket, lapsed: Ticket): boolean =>
  (isLive(other) && keyOf(other) === keyOf(lapsed)) ||
  (other.createdAt > lapsed.createdAt && other.id !== lapsed.id && (isLive(other) || other.number !== null))
