import { z } from 'zod'
import { Refusal } from '../../contract/errors.ts'
import type { WatchAnswer } from '../../contract/events.ts'
import { ticket as ticketWire } from '../../contract/queue.wire.ts'
import { pass as passWire } from '../../contract/storefront.wire.ts'
import { livingSessions } from '../accounts/service.ts'
import type { SessionCaller } from '../caller.ts'
import { within } from '../deps.ts'
import { lastSeq } from '../outbox/relay.ts'
import type { PaymentDeps } from '../payments/capture.ts'
import { readDesk, readDigest, ticketFor } from '../queue/read-queue.ts'
import { shopById, shopForDesk, tenantsOf } from '../shops/service.ts'
import { passOf } from '../storefront/service.ts'
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
export async function authoriseWatch(deps: PaymentDeps, caller: SessionCaller, asked: unknown): Promise<Watch> {
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
        return { ok: true, seq, snapshot: { tickets: tickets.map((t) => z.encode(ticketWire, t)) } }
      },
    }
  }
  const ticket = ticketId === undefined ? null : await ticketFor(deps.db, { account: null, shopper: caller.shopper }, ticketId)
  const shop = ticket || shopId ? await shopById(deps.db, ticket?.shopId ?? shopId ?? '') : null
  if (!shop) throw new Refusal('shop_required')
  return {
    rooms: [rooms.shop(shop.id), ...(ticket ? [rooms.ticket(ticket.id)] : [])],
    read: async () => {
      const seq = await lastSeq(deps.db, shop.id)
      if (since === seq) return { ok: true, seq, snapshot: null }
      const digest = await readDigest(deps.db, shop, deps.clock.now())
      const now = ticket && (await ticketFor(deps.db, { account: null, shopper: caller.shopper }, ticket.id))
      const pass = now && z.encode(passWire, await passOf(deps, now))
      return { ok: true, seq, snapshot: { digest, ...(pass ? { pass } : {}) } }
    },
  }
}
