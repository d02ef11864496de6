import { z } from 'zod'
import { type StaffTicket, ticket as ticketWire } from '../../contract/queue.wire.ts'
import { pass as passWire } from '../../contract/storefront.wire.ts'
import type { Listener, Relayed } from '../outbox/relay.ts'
import type { PaymentDeps } from '../payments/capture.ts'
import { deskTicketsByIds, isOnDesk, readDigest, ticketById } from '../queue/read-queue.ts'
import { shopOnRecord } from '../shops/service.ts'
import { passOf } from '../storefront/service.ts'
import { rooms } from './rooms.ts'
import type { Live } from './socket-server.ts'

/** A shop's digest goes out at most this often. */
const DIGEST_EVERY_MS = 500

type TicketEvent = Relayed & { ticketId: string; shopId: string }
const isTicketEvent = (event: Relayed): event is TicketEvent => event.kind.startsWith('ticket.')

/**
 * Turns relayed events into what screens hear. Each number of a shop's stream reaches its staff exactly once, so a gap there means
 * something was missed. Phones get whole states (pass and digest), which need no history.
 */
export function liveListener(deps: PaymentDeps, io: Live): Listener & { stop(): void } {
  const digests = digestSender(deps, io)
  const tellTickets = (ids: readonly string[]) => tellShoppers(deps, io, ids)
  io.on('tickets-changed', (ids) => void tellTickets(ids).catch((error) => deps.log.error({ err: error }, 'telling shoppers failed')))
  io.on('shops-changed', (ids) => {
    for (const id of ids) digests.due(id)
  })
  return {
    name: 'realtime',
    stop: digests.stop,
    async hear(events) {
      await tellInOrder(deps, io, events)
      const ticketIds = [...new Set(events.flatMap((event) => ('ticketId' in event ? [event.ticketId] : [])))]
      const shopIds = [
        ...new Set(events.flatMap((event) => (event.shopId === null || event.kind === 'otp.requested' ? [] : [event.shopId]))),
      ]
      if (deps.config.redisUrl !== null) {
        io.serverSideEmit('tickets-changed', ticketIds)
        io.serverSideEmit('shops-changed', shopIds)
      }
      await tellTickets(ticketIds)
      for (const id of shopIds) digests.due(id)
    },
  }
}

/** Tells staff and halls, event by event: within a shop's stream the numbers never come out of order. */
async function tellInOrder(deps: PaymentDeps, io: Live, events: readonly Relayed[]): Promise<void> {
  const rows = await deskTicketsByIds(deps, [...new Set(events.filter(isTicketEvent).map((event) => event.ticketId))])
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const event of events) {
    if (event.kind === 'display.changed' || event.kind === 'shop.changed')
      io.to(rooms.shop(event.shopId)).emit('display', { shopId: event.shopId, seq: event.seq })
    if (event.kind === 'session.ended')
      endRoom(io, event.sessionId === null ? rooms.account(event.accountId) : rooms.session(event.sessionId))
    const row = isTicketEvent(event) ? byId.get(event.ticketId) : undefined
    if (row) tellTicket(deps, io, event, row)
  }
}

function tellTicket(deps: PaymentDeps, io: Live, event: Relayed, row: StaffTicket): void {
  const { shopId } = row
  io.to(rooms.staff(shopId)).emit('staff', { shopId, seq: event.seq, ticket: z.encode(ticketWire, row), gone: !isOnDesk(row) })
  if ((event.kind !== 'ticket.called' && event.kind !== 'ticket.recalled') || row.startTime === null || row.duration === null) return
  const { startTime, duration, number, counter } = row
  const serverTime = deps.clock.now().getTime()
  io.to(rooms.shop(shopId)).emit('countdown-start', { startTime, duration, shopId, token: number, counter, serverTime, seq: event.seq })
}

function endRoom(io: Live, room: string): void {
  io.to(room).emit('session-ended')
  io.in(room).disconnectSockets(true)
}

/** Reads and sends the pass of each ticket whose shopper is connected to this node. */
async function tellShoppers(deps: PaymentDeps, io: Live, ticketIds: readonly string[]): Promise<void> {
  for (const id of ticketIds) {
    const room = rooms.ticket(id)
    if (!io.sockets.adapter.rooms.has(room)) continue
    const pass = z.encode(passWire, await passOf(deps, await ticketById(deps.db, id)))
    io.local.to(room).emit('ticket', pass)
  }
}

/** Sends a shop's digest to this node's watchers soon after something changed, never more often than every half second. */
function digestSender(deps: PaymentDeps, io: Live) {
  const sentAt = new Map<string, number>()
  const timers = new Map<string, NodeJS.Timeout>()
  const send = async (shopId: string) => {
    timers.delete(shopId)
    sentAt.set(shopId, performance.now())
    if (!io.sockets.adapter.rooms.has(rooms.shop(shopId))) return
    // What a removed shop still had to say goes to screens that hear of the removal in the same breath.
    const shop = await shopOnRecord(deps.db, shopId)
    io.local.to(rooms.shop(shopId)).emit('shop-digest', await readDigest(deps.db, shop, deps.clock.now()))
  }
  return {
    due(shopId: string) {
      if (timers.has(shopId)) return
      const wait = Math.max(0, (sentAt.get(shopId) ?? Number.NEGATIVE_INFINITY) + DIGEST_EVERY_MS - performance.now())
      const timer = setTimeout(() => void send(shopId).catch((error) => deps.log.error({ err: error }, 'a digest failed')), wait)
      timers.set(shopId, timer.unref())
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
