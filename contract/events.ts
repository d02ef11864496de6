import type { Countdown } from './queue.ts'
import type { StaffTicketWire } from './queue.wire.ts'
import type { PassWire } from './storefront.wire.ts'
import type { Digest } from './waiting.ts'

/** What happens, as it is written to the outbox in the transaction that causes it. */
export type DomainEvent =
  | { kind: 'ticket.joined' | 'ticket.held' | 'ticket.to-pay' | 'ticket.called' | 'ticket.recalled'; shopId: string; ticketId: string }
  | { kind: 'ticket.served' | 'ticket.missed' | 'ticket.no-show' | 'ticket.undone'; shopId: string; ticketId: string }
  | { kind: 'ticket.cancelled' | 'ticket.expired'; shopId: string; ticketId: string }
  | { kind: 'ticket.notice' | 'ticket.handed-back'; shopId: string; ticketId: string }
  | { kind: 'payment.refund-due' | 'payment.refunded'; shopId: string; ticketId: string; paymentId: string }
  | { kind: 'shop.changed' | 'display.changed'; shopId: string }
  | { kind: 'otp.requested'; shopId: string | null; mobile: string; sealedCode: string; locale: 'en' | 'hi' }
  | { kind: 'reset.requested'; shopId: null; email: string; sealedCode: string; locale: 'en' | 'hi' }
  | { kind: 'session.ended'; shopId: null; accountId: string; sessionId: string | null }

export type EventKind = DomainEvent['kind']
/** What happens to a ticket. */
export type TicketEventKind = Extract<EventKind, `ticket.${string}`>

/**
 * What a screen may hear over the socket. `seq` is the shop's stream: a gap means "fetch again", a lower one is stale.
 * Rooms: `shop:{id}` public (numbers only), `ticket:{id}` its shopper, `staff:{shopId}` accounts with a right to the shop.
 */
export interface ServerToClient {
  /** To the public room and so to every phone, counter and TV of the shop. */
  'countdown-start': (
    event: Countdown & { shopId: string; token: number | null; counter: string | null; serverTime: number; seq: number },
  ) => void
  /** At most every 500 ms per shop, only on change. */
  'shop-digest': (digest: Digest) => void
  /** To the ticket's own shopper. */
  ticket: (pass: PassWire) => void
  /** To staff: a ticket that joined, changed or left (`gone`) the table. */
  staff: (event: { shopId: string; seq: number; ticket: StaffTicketWire; gone: boolean }) => void
  /** The shop's display or settings changed: read the storefront again. */
  display: (event: { shopId: string; seq: number }) => void
  /** The session of this socket has ended: sign in again. */
  'session-ended': () => void
}

/** What a client asks to hear. An account of one shop is put into its staff room by itself. */
export interface WatchRequest {
  shopId?: string
  ticketId?: string
  staff?: boolean
  /** The last `seq` the client has applied; nothing is sent again where it is still the last. */
  since?: number
}

export type WatchAnswer =
  | { ok: true; seq: number; snapshot: { digest?: Digest; pass?: PassWire; tickets?: StaffTicketWire[] } | null }
  | { ok: false; code: string }

export interface ClientToServer {
  watch: (request: WatchRequest, answer: (result: WatchAnswer) => void) => void
}
