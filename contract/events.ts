import type { Role } from './accounts/accounts.ts'
import type { Locale } from './base/locale.ts'
import type { Countdown } from './queue/queue.ts'
import type { StaffTicketWire } from './queue/shapes.ts'
import type { Digest } from './queue/waiting.ts'
import type { PassWire } from './storefront/shapes.ts'

/** Written to the outbox in the transaction that causes it. */
export type DomainEvent =
  | { kind: 'ticket.joined' | 'ticket.held' | 'ticket.to-pay'; shopId: string; ticketId: string }
  // `ring` counts the calls and recalls of a ticket: each sends its own message.
  | { kind: 'ticket.called' | 'ticket.recalled'; shopId: string; ticketId: string; ring: number }
  | { kind: 'ticket.countdown' | 'ticket.arrived'; shopId: string; ticketId: string }
  | { kind: 'ticket.served' | 'ticket.missed' | 'ticket.no-show' | 'ticket.undone'; shopId: string; ticketId: string }
  // a booked ticket: it got another slot or its number; its slot is about to start; it joined the queue
  | { kind: 'ticket.moved' | 'ticket.booked' | 'ticket.slot-near' | 'ticket.slot-began'; shopId: string; ticketId: string }
  // a booked ticket goes to another day, or joins today, and has a number of that day
  | { kind: 'ticket.renumbered'; shopId: string; ticketId: string }
  // places of a slot were taken, or came back; `startsAt` is ISO 8601
  | { kind: 'slot.taken' | 'slot.freed'; shopId: string; startsAt: string }
  // for a shopper on the waitlist of the slot
  | { kind: 'slot.space'; shopId: string; startsAt: string; mobile: string; locale: Locale }
  | { kind: 'ticket.cancelled' | 'ticket.expired'; shopId: string; ticketId: string }
  | { kind: 'ticket.notice' | 'ticket.handed-back'; shopId: string; ticketId: string }
  // No call came within the service promise: this amount goes back.
  | { kind: 'ticket.promise-broken'; shopId: string; ticketId: string; amountPaise: number }
  | { kind: 'payment.refund-due'; shopId: string; ticketId: string; paymentId: string }
  // Its shopper has to come for a refund in cash.
  | { kind: 'payment.to-collect'; shopId: string; ticketId: string; refundId: string; amountPaise: number }
  // `ofPaise` is the whole payment. Without a receipt (the money came too late) no note is issued.
  | { kind: 'payment.refunded'; shopId: string; ticketId: string; paymentId: string; amountPaise: number; ofPaise: number; noteId?: string }
  | { kind: 'shop.changed' | 'shop.paused' | 'shop.resumed' | 'shop.counters' | 'display.changed'; shopId: string }
  | { kind: 'otp.requested'; shopId: string | null; mobile: string; sealedCode: string; locale: Locale }
  // Only the relay finds out whether the account exists. `from` is a keyed hash of the network address.
  | { kind: 'reset.asked'; shopId: null; resetId: string; email: string; role: Role; sealedCode: string; locale: Locale; from: string }
  | { kind: 'sign-up.asked'; shopId: null; email: string; sealedCode: string; locale: Locale }
  | {
      kind: 'account.alert'
      shopId: null
      alert: 'device' | 'password' | 'factor' | 'failures'
      /** Null if it is not known yet whether an account has this email. */
      accountId: string | null
      email: string
      from: string | null
    }
  | { kind: 'session.ended'; shopId: null; accountId: string; sessionId: string | null }

export type EventKind = DomainEvent['kind']
/** Caused by the transitions of a ticket. */
export type TicketEventKind = Exclude<Extract<EventKind, `ticket.${string}`>, 'ticket.promise-broken'>

/**
 * `seq` numbers the shop's stream: a gap means "fetch again", a lower number is stale. Rooms: `shop:{id}` is public (numbers only),
 * `ticket:{id}` is for its shopper, `staff:{shopId}` is for accounts that work there.
 */
export interface ServerToClient {
  /** To the public room: every phone, counter and TV of the shop. */
  'countdown-start': (
    event: Countdown & { shopId: string; token: number | null; counter: string | null; serverTime: number; seq: number },
  ) => void
  /** At most every 500 ms per shop, only on change. */
  'shop-digest': (digest: Digest) => void
  ticket: (pass: PassWire) => void
  /** To the public room: what is left in slots whose places were taken or came back. At most every 500 ms per shop. */
  places: (event: { shopId: string; left: { id: string; left: number }[] }) => void
  /** To staff: a ticket that joined, changed or left (`gone`) the table. */
  staff: (event: { shopId: string; seq: number; ticket: StaffTicketWire; gone: boolean }) => void
  /** The display or settings changed: read the storefront again. */
  display: (event: { shopId: string; seq: number }) => void
  /** To staff: the counters changed, or the shop was paused or resumed. Read `GET /api/desk/{shop}` again. */
  desk: (event: { shopId: string; seq: number }) => void
  /** Comes when nothing else was sent for a while. */
  heartbeat: () => void
  /** Sign in again. */
  'session-ended': () => void
}

/**
 * At this interval (ms), the server sends a heartbeat to each screen that has heard nothing since the last one. So a screen hears something
 * at least every 40 s: balancers and phone networks drop a connection that is idle for a minute.
 */
export const HEARTBEAT_EVERY_MS = 20_000

/** Milliseconds. A screen that hears nothing for longer has lost its connection without noticing, and connects again. */
export const MOST_SILENT_MS = 50_000

/** The server puts an account of one shop into its staff room automatically. */
export interface WatchRequest {
  shopId?: string
  ticketId?: string
  staff?: boolean
  /**
   * The last `seq` that the client has applied. While it is still the newest, queue and table are not sent again. A pass is always sent:
   * refunds and messages change it without a new number.
   */
  since?: number
}

export type WatchAnswer =
  | { ok: true; seq: number; snapshot: { digest?: Digest; pass?: PassWire; tickets?: StaffTicketWire[] } | null }
  | { ok: false; code: string }

export interface ClientToServer {
  watch: (request: WatchRequest, answer: (result: WatchAnswer) => void) => void
}
