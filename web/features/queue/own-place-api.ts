import type { z } from 'zod'
import type { cancelTicket, joinQueue as joinWire, readToken } from '../../../contract/queue.wire.ts'
import type { PassWire } from '../../../contract/storefront.wire.ts'
import { caller } from '../../api/call.ts'

const call = caller()

/** Takes a place in a shop's queue, or answers the one already held today. `next` says whether the fee is to be paid first. */
export async function joinQueue(join: {
  name: string
  mobile: string
  email: string
  shopId: string
  counter: string | null
  locale: 'en' | 'hi'
}): Promise<{ ticketId: string; tokenNumber: number | null; next: 'payment' | 'token' }> {
  const { shopId, counter, ...rest } = join
  const wire = await call<z.input<typeof joinWire.answer>>('POST', '/api/information', {
    body: { ...rest, shopid: shopId, ...(counter === null ? {} : { counter }) },
  })
  return { ticketId: wire.newInfo._id, tokenNumber: wire.newInfo.token, next: wire.next }
}

/** The shopper's own ticket, live state and all. */
export async function readPass(ticketId: string): Promise<PassWire> {
  return call<PassWire>('GET', `/api/tickets/${encodeURIComponent(ticketId)}`)
}

/** The id of the newest ticket of a mobile in a shop today. Rejects with `ticket_not_found` where there is none. */
export async function findTicket(mobile: string, shopId: string): Promise<string> {
  const wire = await call<z.input<typeof readToken.answer>>('GET', '/api/get-token', { query: { phone: mobile, shopId } })
  return wire.ticket._id
}

/** Leaves the queue; answers what comes back, in paise. */
export async function leaveQueue(ticketId: string): Promise<{ refundPaise: number }> {
  const wire = await call<z.input<typeof cancelTicket.answer>>('POST', `/api/tickets/${encodeURIComponent(ticketId)}/cancel`)
  return { refundPaise: wire.refundPaise }
}
