import { z } from 'zod'
import { Refusal } from '../../contract/errors.ts'
import type { WatchAnswer } from '../../contract/events.ts'
import { ticket as ticketWire } from '../../contract/queue.wire.ts'
import { pass as passWire } from '../../contract/storefront.wire.ts'
import { livingSessions } from '../accounts/service.ts'
import type { SessionCaller } from '../caller.ts'
import { together } from '../db/transaction.ts'
import { within } from '../deps.ts'
import type { PaymentDeps } from '../payments/capture.ts'
import { actorFor } from '../queue/desk.ts'
import { readDesk, readDigest } from '../queue/read-queue.ts'
import type { Ticket } from '../queue/rules.ts'
import { type Shop, shopById, shopForDesk, tenantsOf } from '../shops/service.ts'
import type { LiveReads } from './live-reads.ts'
import { rooms } from './rooms.ts'

/** Without NUL, which the database cannot hold. */
const id = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\0]*$/)

const request = z.object({
  shopId: id.optional(),
  ticketId: id.optional(),
  staff: z.boolean().optional(),
  since: z.int().min(0).optional(),
})

/** A watch request that has been checked, with the rooms it opens and a way to read what they show. */
export interface Watch {
  rooms: string[]
  read(): Promise<Extract<WatchAnswer, { ok: true }>>
}

/**
 * Checks on the server what a socket wants to hear: a shop's public room (anyone), a ticket's room (its own shopper), a shop's staff
 * room (who works there). Join the rooms first and read then, so that nothing falls between. Refuses as the services do.
 */
export async function authoriseWatch(deps: PaymentDeps, reads: LiveReads, caller: SessionCaller, asked: unknown): Promise<Watch> {
  const parsed = request.safeParse(asked)
  if (!parsed.success) throw new Refusal('invalid_input')
  const { shopId, ticketId, staff, since } = parsed.data
  if (staff && shopId) {
    const session = caller.account
    // The socket may be older than the end of its session, and than what its account works for.
    if (!session || !(await livingSessions(deps, [session.sessionId])).has(session.sessionId)) throw new Refusal('not_signed_in')
    const account = await tenantsOf(deps, session.account)
    const own = within(deps, account.tenant)
    const shop = await shopForDesk(own.db, account, shopId)
    return {
      rooms: [rooms.shop(shop.id), rooms.staff(shop.id)],
      read: async () => {
        const { seq, tickets } = await readDesk(own, account, shop.id)
        if (since === seq) return { ok: true, seq, snapshot: null }
        const digest = await together(own.db, (db) => readDigest(db, shop, deps.clock.now()))
        return { ok: true, seq, snapshot: { digest, tickets: tickets.map((t) => z.encode(ticketWire, t)) } }
      },
    }
  }
  const ticket = ticketId === undefined ? null : await ownTicket(reads, caller, ticketId)
  const shop = ticket || shopId ? await openShop(deps, reads, ticket?.shopId ?? shopId ?? '') : null
  if (!shop) throw new Refusal('shop_required')
  return {
    rooms: [rooms.shop(shop.id), ...(ticket ? [rooms.ticket(ticket.id)] : [])],
    read: async () => {
      const digest = await reads.digest(shop.id)
      if (!digest) throw new Refusal('shop_not_found')
      const { seq } = digest
      if (since === seq) return { ok: true, seq, snapshot: null }
      // After the digest: what the number says has happened is in the pass, too.
      const pass = ticket && (await reads.pass(ticket.id))
      return { ok: true, seq, snapshot: { digest, ...(pass ? { pass: z.encode(passWire, pass) } : {}) } }
    },
  }
}

/** The ticket, for its own shopper; refuses others as if there were none. */
async function ownTicket(reads: LiveReads, caller: SessionCaller, ticketId: string): Promise<Ticket> {
  const ticket = await reads.ticket(ticketId)
  if (!ticket) throw new Refusal('ticket_not_found')
  actorFor({ account: null, shopper: caller.shopper }, ticket)
  return ticket
}

/** The shop, unless it is archived; refuses as `shopById` does. */
async function openShop(deps: PaymentDeps, reads: LiveReads, shopId: string): Promise<Shop> {
  const shop = await reads.shop(shopId)
  return shop && !shop.archived ? shop : shopById(deps.db, shopId)
}
