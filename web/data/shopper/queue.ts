import type { Locale } from '#contract/base/locale.ts'
import type * as paymentCalls from '#contract/payments/calls.ts'
import type * as queueCalls from '#contract/queue/calls.ts'
import type * as storefrontCalls from '#contract/storefront/calls.ts'
import type { PassWire } from '#contract/storefront/shapes.ts'
import { askerByName } from '#web/api/ask.ts'
import { caller } from '#web/api/caller.ts'

const ask = askerByName(caller())

/** Takes a ticket in a shop's queue, or returns the id of today's existing one of this mobile: it may be another person's. */
export async function joinQueue(join: {
  name: string
  mobile: string
  email: string
  shopId: string
  counter: string | null
  locale: Locale
}): Promise<{ ticketId: string; next: 'payment' | 'token' }> {
  const { shopId, counter, ...rest } = join
  const wire = await ask<typeof queueCalls.joinQueue>('POST /api/information', {
    body: { ...rest, shopid: shopId, ...(counter === null ? {} : { counter }) },
  })
  return { ticketId: wire.newInfo._id, next: wire.next }
}

export async function readPass(ticketId: string): Promise<PassWire> {
  return ask<typeof storefrontCalls.readPass>('GET /api/tickets/:id', { params: { id: ticketId } })
}

/** The id of today's newest ticket of a mobile in a shop. Rejects with `ticket_not_found` if there is none. */
export async function findTicket(mobile: string, shopId: string): Promise<string> {
  const wire = await ask<typeof queueCalls.readToken>('GET /api/get-token', { query: { phone: mobile, shopId } })
  return wire.ticket._id
}

export async function cancelTicket(ticketId: string): Promise<{ refundPaise: number }> {
  const wire = await ask<typeof paymentCalls.cancelTicket>('POST /api/tickets/:id/cancel', { params: { id: ticketId } })
  return { refundPaise: wire.refundPaise }
}
