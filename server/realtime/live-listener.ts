import { z } from 'zod'
import type { EventKind } from '../../contract/events.ts'
import { type StaffTicket, ticket as ticketWire } from '../../contract/queue.wire.ts'
import { pass as passWire } from '../../contract/storefront.wire.ts'
import { isConnectionLost } from '../db/errors.ts'
import type { Relayed } from '../outbox/relay.ts'
import type { PaymentDeps } from '../payments/capture.ts'
import { deskTicketsByIds, isOnDesk } from '../queue/read-queue.ts'
import { type Halls, openHalls } from './halls.ts'
import type { Live } from './live.ts'
import type { LiveReads } from './live-reads.ts'
import { rooms } from './rooms.ts'

/** A shop's digest goes out at most this often. */
const DIGEST_EVERY_MS = 500

/** Whether a digest may look different after such an event; a hall hears of the others in other ways, or not at all. */
const showsInDigest: Readonly<Record<EventKind, boolean>> = {
  'ticket.joined': true,
  'ticket.held': false,
  'ticket.to-pay': false,
  'ticket.called': true,
  'ticket.recalled': true,
  'ticket.served': true,
  'ticket.missed': true,
  'ticket.no-show': true,
  'ticket.undone': true,
  'ticket.cancelled': true,
  'ticket.expired': true,
  'ticket.notice': false,
  'ticket.handed-back': false,
  'payment.refund-due': false,
  'payment.refunded': false,
  // The minutes per ticket, and the counters.
  'shop.changed': true,
  'display.changed': false,
  'otp.requested': false,
  'reset.requested': false,
  'session.ended': false,
}

type TicketEvent = Relayed & { ticketId: string; shopId: string }
const isTicketEvent = (event: Relayed): event is TicketEvent => event.kind.startsWith('ticket.')

/**
 * Tells the screens that are connected to this node what relayed events mean to them. A number of a shop's stream never reaches its staff
 * before the one before it, so a gap there means that something was missed; after a broken try a number may come twice. Phones get whole
 * states (pass and digest), which need no history.
 */
export function liveListener(
  deps: PaymentDeps,
  reads: LiveReads,
  io: Live,
): { hear(events: readonly Relayed[]): Promise<void>; stop(): void } {
  const halls = openHalls(io)
  const digests = digestSender(deps, reads, io, halls)
  // Only a database that is away is worth hearing the events again; one screen's trouble does not keep the others waiting.
  const apart = (what: string) => (error: unknown) => {
    if (isConnectionLost(error)) throw error
    deps.log.error({ err: error }, `${what} failed`)
  }
  return {
    stop: digests.stop,
    async hear(events) {
      for (const event of events) if (event.shopId !== null && showsInDigest[event.kind]) digests.due(event.shopId)
      await tellInOrder(deps, io, halls, events).catch(apart('telling staff'))
      const ticketIds = new Set(events.flatMap((event) => ('ticketId' in event ? [event.ticketId] : [])))
      await Promise.all([...ticketIds].map((id) => tellShopper(reads, io, id).catch(apart('telling a shopper'))))
    },
  }
}

/** Tells staff and halls, event by event: within a shop's stream the numbers never come out of order. */
async function tellInOrder(deps: PaymentDeps, io: Live, halls: Halls, events: readonly Relayed[]): Promise<void> {
  const isWatched = ({ shopId }: TicketEvent) => hasRoom(io, rooms.staff(shopId)) || hasRoom(io, rooms.shop(shopId))
  const watched = events.filter(isTicketEvent).filter(isWatched)
  const rows = watched.length === 0 ? [] : await deskTicketsByIds(deps, [...new Set(watched.map((event) => event.ticketId))])
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const event of events) {
    if (event.kind === 'display.changed' || event.kind === 'shop.changed')
      io.to(rooms.shop(event.shopId)).emit('display', { shopId: event.shopId, seq: event.seq })
    if (event.kind === 'session.ended')
      endRoom(io, event.sessionId === null ? rooms.account(event.accountId) : rooms.session(event.sessionId))
    const row = isTicketEvent(event) ? byId.get(event.ticketId) : undefined
    if (row) tellTicket(deps, io, halls, event, row)
  }
}

function tellTicket(deps: PaymentDeps, io: Live, halls: Halls, event: Relayed, row: StaffTicket): void {
  const { shopId } = row
  io.to(rooms.staff(shopId)).emit('staff', { shopId, seq: event.seq, ticket: z.encode(ticketWire, row), gone: !isOnDesk(row) })
  if ((event.kind !== 'ticket.called' && event.kind !== 'ticket.recalled') || row.startTime === null || row.duration === null) return
  const { startTime, duration, number, counter } = row
  const serverTime = deps.clock.now().getTime()
  halls.tell(shopId, 'countdown-start', { startTime, duration, shopId, token: number, counter, serverTime, seq: event.seq })
}

function endRoom(io: Live, room: string): void {
  io.to(room).emit('session-ended')
  io.in(room).disconnectSockets(true)
}

/** Reads and sends the pass of a ticket whose shopper is connected to this node. */
async function tellShopper(reads: LiveReads, io: Live, ticketId: string): Promise<void> {
  const room = rooms.ticket(ticketId)
  if (!hasRoom(io, room)) return
  const pass = await reads.pass(ticketId)
  if (pass) io.to(room).emit('ticket', z.encode(passWire, pass))
}

const hasRoom = (io: Live, room: string): boolean => io.sockets.adapter.rooms.has(room)

/** Sends a shop's digest to this node's watchers soon after something changed, never more often than every half second. */
function digestSender(deps: PaymentDeps, reads: LiveReads, io: Live, halls: Halls) {
  const sentAt = new Map<string, number>()
  const timers = new Map<string, NodeJS.Timeout>()
  const send = async (shopId: string) => {
    timers.delete(shopId)
    sentAt.set(shopId, performance.now())
    if (!hasRoom(io, rooms.shop(shopId))) return
    const digest = await reads.digest(shopId)
    if (digest) halls.tell(shopId, 'shop-digest', digest)
  }
  const due = (shopId: string) => {
    if (timers.has(shopId)) return
    const wait = Math.max(0, (sentAt.get(shopId) ?? Number.NEGATIVE_INFINITY) + DIGEST_EVERY_MS - performance.now())
    const failed = (error: unknown) => {
      deps.log.error({ err: error }, 'a digest failed')
      if (isConnectionLost(error)) due(shopId)
    }
    timers.set(shopId, setTimeout(() => void send(shopId).catch(failed), wait).unref())
  }
  return {
    due,
    stop() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
