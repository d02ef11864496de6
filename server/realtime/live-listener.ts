import { z } from 'zod'
import { type EventKind, HEARTBEAT_EVERY_MS } from '#contract/events.ts'
import { type StaffTicket, ticket as ticketWire } from '#contract/queue/shapes.ts'
import { slotIdOf } from '#contract/slots/slots.ts'
import { pass as passWire } from '#contract/storefront/shapes.ts'
import { isAway } from '#server/db/errors.ts'
import type { Deps } from '#server/deps.ts'
import { deskTicketsByIds } from '#server/desk/table.ts'
import { every } from '#server/kit/clock.ts'
import type { Relayed } from '#server/outbox/event.ts'
import { type Halls, openHalls } from './halls.ts'
import type { Live } from './live.ts'
import type { LiveReads } from './live-reads.ts'
import { rooms } from './rooms.ts'

export const DIGEST_EVERY_MS = 500

/** Halls hear of other events in other messages, or not at all. */
const showsInDigest: Readonly<Record<EventKind, boolean>> = {
  'ticket.joined': true,
  'ticket.held': false,
  'ticket.to-pay': false,
  'ticket.called': true,
  'ticket.recalled': true,
  // The countdown goes to the hall in a separate frame.
  'ticket.countdown': false,
  'ticket.arrived': true,
  'ticket.served': true,
  'ticket.missed': true,
  'ticket.no-show': true,
  'ticket.undone': true,
  'ticket.booked': false,
  'ticket.moved': true,
  'ticket.renumbered': true,
  'ticket.slot-near': false,
  'ticket.slot-began': true,
  'slot.taken': false,
  'slot.freed': false,
  'slot.space': false,
  'ticket.cancelled': true,
  'ticket.expired': true,
  'ticket.notice': false,
  'ticket.handed-back': false,
  'ticket.promise-broken': false,
  'payment.refund-due': false,
  'payment.refunded': false,
  'payment.to-collect': false,
  // It may change the minutes per ticket and the counters.
  'shop.changed': true,
  'shop.paused': true,
  'shop.resumed': true,
  'shop.counters': true,
  'display.changed': false,
  'otp.requested': false,
  'reset.asked': false,
  'sign-up.asked': false,
  'account.alert': false,
  'session.ended': false,
}

type TicketEvent = Relayed & { ticketId: string; shopId: string }
const isTicketEvent = (event: Relayed): event is TicketEvent => event.kind.startsWith('ticket.')

/**
 * Staff get the sequence numbers of a shop's stream in order, so a gap means that a screen missed an event. After a failed try a number may
 * come twice. Phones get complete states (pass and digest), which need no history.
 */
export function liveListener(
  deps: Deps,
  reads: LiveReads,
  io: Live,
): { hear(events: readonly Relayed[]): Promise<void>; stop(): Promise<void> } {
  const halls = openHalls(io)
  const senders = [digestSender(deps, reads, io, halls), placesSender(deps, reads, io, halls)]
  const stopHeartbeats = every(
    HEARTBEAT_EVERY_MS,
    async () => halls.sendHeartbeats(),
    (error) => deps.log.error({ err: error }, 'a heartbeat failed'),
  )
  // Only if the database is away are the events heard again. An error of one screen must not delay the others.
  const apart = (what: string) => (error: unknown) => {
    if (isAway(error)) throw error
    deps.log.error({ err: error }, `${what} failed`)
  }
  return {
    async stop() {
      for (const sender of senders) sender.stop()
      await stopHeartbeats()
    },
    async hear(events) {
      // This comes first and reads nothing, so that a later failure cannot keep an ended session open.
      endSessions(io, events)
      for (const event of events) for (const sender of senders) sender.hear(event)
      await tellInOrder(deps, io, halls, events).catch(apart('telling staff'))
      const ticketIds = new Set(events.flatMap((event) => ('ticketId' in event ? [event.ticketId] : [])))
      await Promise.all([...ticketIds].map((id) => tellShopper(reads, io, id).catch(apart('telling a shopper'))))
    },
  }
}

/** Event by event, so that the numbers of a shop's stream stay in order. */
async function tellInOrder(deps: Deps, io: Live, halls: Halls, events: readonly Relayed[]): Promise<void> {
  const isWatched = ({ shopId }: TicketEvent) => hasRoom(io, rooms.staff(shopId)) || hasRoom(io, rooms.shop(shopId))
  const watched = events.filter(isTicketEvent).filter(isWatched)
  const rows = watched.length === 0 ? [] : await deskTicketsByIds(deps, [...new Set(watched.map((event) => event.ticketId))])
  const byId = new Map(rows.map((one) => [one.row.id, one]))
  for (const event of events) {
    if (event.kind === 'display.changed' || event.kind === 'shop.changed')
      io.to(rooms.shop(event.shopId)).emit('display', { shopId: event.shopId, seq: event.seq })
    if (isAboutDesk(event)) io.to(rooms.staff(event.shopId)).emit('desk', { shopId: event.shopId, seq: event.seq })
    const found = isTicketEvent(event) ? byId.get(event.ticketId) : undefined
    if (found) tellTicket(deps, io, halls, event, found)
  }
}

function tellTicket(deps: Deps, io: Live, halls: Halls, event: Relayed, { row, isOnDesk }: { row: StaffTicket; isOnDesk: boolean }): void {
  const { shopId } = row
  io.to(rooms.staff(shopId)).emit('staff', { shopId, seq: event.seq, ticket: z.encode(ticketWire, row), gone: !isOnDesk })
  if (!startsCountdown(event) || row.startTime === null || row.duration === null) return
  const { startTime, duration, number, counter } = row
  const serverTime = deps.clock.now().getTime()
  halls.tell(shopId, 'countdown-start', { startTime, duration, shopId, token: number, counter, serverTime, seq: event.seq })
}

const startsCountdown = ({ kind }: Relayed): boolean =>
  kind === 'ticket.called' || kind === 'ticket.recalled' || kind === 'ticket.countdown'

/** True if the event may change the counters or the pause that the desk shows. */
const isAboutDesk = (event: Relayed): event is Relayed & { shopId: string } => /^shop\./.test(event.kind)

function endSessions(io: Live, events: readonly Relayed[]): void {
  for (const event of events) {
    if (event.kind !== 'session.ended') continue
    const room = event.sessionId === null ? rooms.account(event.accountId) : rooms.session(event.sessionId)
    io.to(room).emit('session-ended')
    io.in(room).disconnectSockets(true)
  }
}

async function tellShopper(reads: LiveReads, io: Live, ticketId: string): Promise<void> {
  const room = rooms.ticket(ticketId)
  if (!hasRoom(io, room)) return
  const pass = await reads.pass(ticketId)
  if (pass) io.to(room).emit('ticket', z.encode(passWire, pass))
}

const hasRoom = (io: Live, room: string): boolean => io.sockets.adapter.rooms.has(room)

/** Sends what is due to a shop's hall at once, and then at most every `DIGEST_EVERY_MS`. If the database is away, it tries again. */
interface Sender {
  hear(event: Relayed): void
  stop(): void
}

function digestSender(deps: Deps, reads: LiveReads, io: Live, halls: Halls): Sender {
  const { due, stop } = throttled(deps, 'a digest', async (shopId) => {
    if (!hasRoom(io, rooms.shop(shopId))) return
    const digest = await reads.digest(shopId)
    if (digest) halls.tell(shopId, 'shop-digest', digest)
  })
  return {
    hear({ kind, shopId }) {
      if (shopId !== null && showsInDigest[kind]) due(shopId)
    },
    stop,
  }
}

/** All phones of a hall may show the same slots. They are told what is left, so that a rush for a slot does not make each of them ask. */
function placesSender(deps: Deps, reads: LiveReads, io: Live, halls: Halls): Sender {
  const changed = new Map<string, Set<string>>()
  const add = (shopId: string, ids: Iterable<string>) => changed.set(shopId, new Set([...(changed.get(shopId) ?? []), ...ids]))
  const { due, stop } = throttled(deps, 'the places of slots', async (shopId) => {
    const ids = [...(changed.get(shopId) ?? [])]
    changed.delete(shopId)
    if (!hasRoom(io, rooms.shop(shopId))) return
    try {
      const left = await Promise.all(ids.map(async (id) => ({ id, left: await reads.placesLeft(id) })))
      halls.tell(shopId, 'places', { shopId, left: left.flatMap(({ id, left }) => (left === undefined ? [] : [{ id, left }])) })
    } catch (error) {
      add(shopId, ids)
      throw error
    }
  })
  return {
    hear(event) {
      if (event.kind !== 'slot.taken' && event.kind !== 'slot.freed') return
      add(event.shopId, [slotIdOf(event.shopId, new Date(event.startsAt))])
      due(event.shopId)
    },
    stop,
  }
}

function throttled(deps: Deps, what: string, send: (shopId: string) => Promise<void>) {
  const sentAt = new Map<string, number>()
  const timers = new Map<string, NodeJS.Timeout>()
  const sendNow = async (shopId: string) => {
    timers.delete(shopId)
    sentAt.set(shopId, performance.now())
    await send(shopId)
  }
  const due = (shopId: string) => {
    if (timers.has(shopId)) return
    const wait = Math.max(0, (sentAt.get(shopId) ?? Number.NEGATIVE_INFINITY) + DIGEST_EVERY_MS - performance.now())
    const failed = (error: unknown) => {
      deps.log.error({ err: error }, `${what} failed`)
      if (isAway(error)) due(shopId)
    }
    timers.set(shopId, setTimeout(() => void sendNow(shopId).catch(failed), wait).unref())
  }
  return {
    due,
    stop() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
