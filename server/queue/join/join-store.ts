import { sql } from 'kysely'
import { insertion, rowsAsTable } from '#server/db/rows.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { Ticket } from '#server/queue/rules.ts'
import { ticketOf } from '#server/queue/store.ts'

/** Whose ticket: a mobile has at most one live ticket at a shop on a service day. */
export interface TicketKey {
  shopId: string
  serviceDay: string
  mobile: string
}

/** A ticket that waits for its payment or for its token number. */
export type NewTicket = TicketKey &
  Pick<Ticket, 'id' | 'mallId' | 'name' | 'email' | 'locale' | 'wishedCounterId' | 'lane'> & { holdUntil: Date; createdAt: Date }

/** All tickets of these keys, in any state. */
export async function ticketsOf(tx: Tx, keys: readonly TicketKey[]): Promise<Ticket[]> {
  if (keys.length === 0) return []
  const asked = rowsAsTable(
    'ticket',
    keys.map(({ shopId, serviceDay, mobile }) => ({ shop_id: shopId, service_day: serviceDay, mobile })),
  )
  const rows = await tx
    .selectFrom('ticket')
    .selectAll()
    .where(sql<boolean>`(mobile, service_day, shop_id) in (select mobile, service_day, shop_id from ${asked} asked)`)
    .execute()
  return rows.map(ticketOf)
}

/**
 * Adds tickets, and leaves out those whose mobile has a live one at the shop that day. It waits for another transaction that adds the same
 * one. The rows are added in the order of their keys, so that two transactions with the same keys cannot deadlock.
 */
export async function insertTicketsOnce(tx: Tx, tickets: readonly NewTicket[]): Promise<Ticket[]> {
  if (tickets.length === 0) return []
  const inOrder = tickets.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const adding = insertion(
    'ticket',
    inOrder.map((ticket) => ({
      id: ticket.id,
      mall_id: ticket.mallId,
      shop_id: ticket.shopId,
      service_day: ticket.serviceDay,
      mobile: ticket.mobile,
      name: ticket.name,
      email: ticket.email,
      locale: ticket.locale,
      state: 'pending_payment' as const,
      lane: ticket.lane,
      wished_counter_id: ticket.wishedCounterId,
      hold_until: ticket.holdUntil,
      created_at: ticket.createdAt,
    })),
  )
  const { rows } = await sql<Parameters<typeof ticketOf>[0]>`${adding} on conflict do nothing returning *`.execute(tx)
  return rows.map(ticketOf)
}

/** The key as one text. */
export const keyOf = ({ shopId, serviceDay, mobile }: TicketKey): string => `${shopId} ${serviceDay} ${mobile}`
