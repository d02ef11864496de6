import { z } from 'zod'
import { Refusal } from '#contract/base/errors.ts'
import type { WatchAnswer } from '#contract/events.ts'
import { ticket as ticketWire } from '#contract/queue/shapes.ts'
import { pass as passWire } from '#contract/storefront/shapes.ts'
import { livingSessions } from '#server/accounts/service.ts'
import type { SessionCaller } from '#server/caller.ts'
import { together } from '#server/db/transaction.ts'
import { type Deps, within } from '#server/deps.ts'
import { readDesk } from '#server/desk/table.ts'
import { readDigest } from '#server/queue/read-queue.ts'
import type { Ticket } from '#server/queue/rules.ts'
import { actorFor } from '#server/queue/whose-ticket.ts'
import { noShop, type Shop, shopForDesk } from '#server/shops/service.ts'
import { tenantsOf } from '#server/staff/tenants.ts'
import type { LiveReads } from './live-reads.ts'
import { rooms } from './rooms.ts'

/** An id without NUL, which the database cannot hold. */
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

/** `read` reads the current state of the rooms. */
export interface Watch {
  rooms: string[]
  read(): Promise<Extract<WatchAnswer, { ok: true }>>
}

/**
 * Anyone may enter a shop's public room, a ticket's own shopper its room, and accounts that work at a shop its staff room. Join the rooms
 * first and read afterwards, so that no event is missed in between. Refuses as the services do.
 */
export async function authoriseWatch(deps: Deps, reads: LiveReads, caller: SessionCaller, asked: unknown): Promise<Watch> {
  const parsed = request.safeParse(asked)
  if (!parsed.success) throw new Refusal('invalid_input')
  const { shopId, ticketId, staff, since } = parsed.data
  if (staff && shopId) {
    const session = caller.account
    // The session may have ended since the socket opened, and the account may work for other shops now.
    if (!session || !(await livingSessions(deps, [session.sessionId])).has(session.sessionId)) throw new Refusal('not_signed_in')
    const account = await tenantsOf(deps.db, session.account)
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
  const shop = ticket || shopId ? await openShop(reads, ticket?.shopId ?? shopId ?? '') : null
  if (!shop) throw new Refusal('shop_required')
  return {
    rooms: [rooms.shop(shop.id), ...(ticket ? [rooms.ticket(ticket.id)] : [])],
    read: async () => {
      const digest = await reads.digest(shop.id)
      if (!digest) throw new Refusal('shop_not_found')
      const { seq } = digest
      // Read after the digest, so that the pass includes all events up to the digest's number.
      const pass = ticket && (await reads.pass(ticket.id))
      const news = { ...(since === seq ? {} : { digest }), ...(pass ? { pass: z.encode(passWire, pass) } : {}) }
      return { ok: true, seq, snapshot: Object.keys(news).length > 0 ? news : null }
    },
  }
}

/** Refuses other callers as if the ticket did not exist. */
async function ownTicket(reads: LiveReads, caller: SessionCaller, ticketId: string): Promise<Ticket> {
  const ticket = await reads.ticket(ticketId)
  if (!ticket) throw new Refusal('ticket_not_found')
  actorFor({ account: null, shopper: caller.shopper }, ticket)
  return ticket
}

/** Refuses an archived shop, as `shopById` does. Unknown ids are read in batches too, so they cost no more. */
async function openShop(reads: LiveReads, shopId: string): Promise<Shop> {
  const shop = await reads.shop(shopId)
  if (shop && !shop.archived) return shop
  throw noShop(shopId, await reads.whose(shopId))
}
