import { Refusal } from '#contract/base/errors.ts'
import { latest } from '#contract/base/time.ts'
import { sendAtOnce } from '#server/db/at-once.ts'
import type { Tx } from '#server/db/transaction.ts'
import { reviving } from '#server/queue/issue-store.ts'
import { keyOf, ticketsSince } from '#server/queue/join/join-store.ts'
import { isLive, type Ticket } from '#server/queue/rules.ts'
import { slotOf } from '#server/queue/slot-rules.ts'
import type { Shop } from '#server/shops/service.ts'
import { offeredSlot, takeSeats } from '#server/slots/service.ts'

/** The ticket is locked. */
interface Lapsed {
  ticket: Ticket
  shop: Shop
  now: Date
}

/**
 * Money for a slot can arrive just after the hold of its place has lapsed. While the slot has space, and the mobile has not joined again for
 * that day, the ticket holds a place again. Returns these tickets by id, as they are then. Costs no statement without such tickets.
 */
export async function holdAgain(tx: Tx, lapsed: readonly Lapsed[]): Promise<Map<string, Ticket>> {
  const wished = lapsed.flatMap(({ ticket, shop, now }) => {
    const own = ticket.state === 'expired' && ticket.number === null ? slotOf(ticket) : null
    const slot = own && offeredSlot(shop, own.id, now)
    return slot === null || slot instanceof Refusal ? [] : [{ ticket, slot }]
  })
  if (wished.length === 0) return new Map()
  const live = new Set(
    (
      await ticketsSince(
        tx,
        wished.map(({ ticket }) => ticket),
      )
    )
      .filter(isLive)
      .map(keyOf),
  )
  // One ticket for each mobile and day, and one place for each ticket.
  const firsts = new Map(wished.toReversed().map((one) => [keyOf(one.ticket), one]))
  const free = [...firsts].flatMap(([key, one]) => (live.has(key) ? [] : [one]))
  const got = await takeSeats(
    tx,
    free.map(({ ticket, slot }) => ({ from: null, to: slot, mobile: ticket.mobile })),
    latest(lapsed.map(({ now }) => now)),
  )
  const again = free.flatMap(({ ticket }, i) => (got[i] ? [ticket] : []))
  if (again.length > 0) sendAtOnce(tx, reviving(again))
  return new Map(
    again.map((ticket) => [ticket.id, { ...ticket, state: 'pending_payment', endedAt: null, version: ticket.version + 1 } as const]),
  )
}
