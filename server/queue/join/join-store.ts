import { sql } from 'kysely'
import { daysAfter } from '#contract/base/time.ts'
import { addAnd, type Following } from '#server/db/at-once.ts'
import { anyOf, insertion } from '#server/db/rows.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { Ticket } from '#server/queue/rules.ts'
import { ticketOf } from '#server/queue/store.ts'

/** A mobile has at most one live ticket at a shop on a service day. */
export interface TicketKey {
  shopId: string
  serviceDay: string
  mobile: string
}

export type NewTicket = TicketKey &
  Pick<Ticket, 'id' | 'mallId' | 'name' | 'email' | 'locale' | 'wishedCounterId' | 'lane'> & { holdUntil: Date; createdAt: Date }

/**
 * The tickets of these mobiles at these shops in any state, from the first of these days on. The database reads those at all shops, which are
 * a few more at most. Comparing with the keys costs three times as much, most of it for planning. With the shops as well, a plan for any
 * values would take a shop's day to be short, and read all of it.
 */
export async function ticketsSince(tx: Tx, keys: readonly TicketKey[]): Promise<Ticket[]> {
  const [first] = keys.map(({ serviceDay }) => serviceDay).toSorted()
  if (first === undefined) return []
  const mobiles = [...new Set(keys.map(({ mobile }) => mobile))]
  const rows = await tx.selectFrom('ticket').selectAll().where('mobile', '=', anyOf(mobiles)).where('serviceDay', '>=', first).execute()
  const asked = new Set(keys.map(ownerOf))
  return rows.map(ticketOf).filter((ticket) => asked.has(ownerOf(ticket)))
}

export type TicketBeside = TicketKey & Pick<Ticket, 'id' | 'state' | 'number' | 'slotHoldUntil'>

/**
 * The tickets of these mobiles at these shops that can speak against a hold: of yesterday and later, on the calendar of any mall. Only what
 * the rules ask for: reading a whole ticket costs more than all the rest of this statement.
 */
export async function ticketsBeside(tx: Tx, people: readonly Omit<TicketKey, 'serviceDay'>[], now: Date): Promise<TicketBeside[]> {
  // A hold of yesterday can be of a ticket of the day before, and the mall's day can begin a day later than that of UTC.
  const day = daysAfter(now.toISOString().slice(0, 10), -3)
  const mobiles = [...new Set(people.map(({ mobile }) => mobile))]
  if (mobiles.length === 0) return []
  const columns = ['id', 'shopId', 'serviceDay', 'mobile', 'state', 'number', 'slotHoldUntil'] as const
  const rows = await tx.selectFrom('ticket').select(columns).where('mobile', '=', anyOf(mobiles)).where('serviceDay', '>=', day).execute()
  const asked = new Set(people.map(ownerOf))
  return rows.filter((row) => asked.has(ownerOf(row)))
}

/**
 * Leaves out tickets whose mobile has a live one at the shop that day. It waits for another transaction that adds the same one. The rows
 * are added in the order of their keys, so that two transactions cannot deadlock. `following` is written by the same statement.
 */
export async function insertTicketsOnce(tx: Tx, tickets: readonly NewTicket[], following: Following | null): Promise<Ticket[]> {
  if (tickets.length === 0) return []
  const inOrder = tickets.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const adding = insertion(
    'ticket',
    inOrder.map((ticket) => ({ ...ticket, state: 'pending_payment' as const })),
  )
  const once = sql<Parameters<typeof ticketOf>[0]>`${adding} on conflict do nothing returning *`
  const rows = following ? await addAnd(tx, once, following) : (await once.execute(tx)).rows
  return rows.map(ticketOf)
}

/** The same for all tickets of a mobile at a shop. */
export const ownerOf = ({ shopId, mobile }: Pick<TicketKey, 'shopId' | 'mobile'>): string => `${shopId} ${mobile}`

export const keyOf = ({ shopId, serviceDay, mobile }: TicketKey): string => `${shopId} ${serviceDay} ${mobile}`
