import type { Pass } from '../../contract/storefront.wire.ts'
import type { Digest } from '../../contract/waiting.ts'
import { gatherReads } from '../kit/gather-reads.ts'
import type { PaymentDeps } from '../payments/capture.ts'
import { readDigests, ticketsByIds } from '../queue/read-queue.ts'
import type { Ticket } from '../queue/rules.ts'
import { type Shop, shopsOnRecord } from '../shops/service.ts'
import { passesOf } from '../storefront/service.ts'

/** What the live side reads for many at once. Each answer was read after it was asked for, and never comes before an older one. */
export interface LiveReads {
  /** A shop, archived or not. */
  shop(shopId: string): Promise<(Shop & { archived: boolean }) | undefined>
  /** The digest of a shop, archived or not. */
  digest(shopId: string): Promise<Digest | undefined>
  ticket(ticketId: string): Promise<Ticket | undefined>
  pass(ticketId: string): Promise<Pass | undefined>
}

/** Reads that a hall of phones, coming back in the same moment, costs once instead of once for each. */
export function liveReads(deps: PaymentDeps): LiveReads {
  const { db, clock } = deps
  return {
    shop: gatherReads((ids) => shopsOnRecord(db, ids)),
    digest: gatherReads(async (ids) => {
      const digests = await readDigests(db, [...(await shopsOnRecord(db, ids)).values()], clock.now())
      return new Map(digests.map((digest) => [digest.shopId, digest]))
    }),
    ticket: gatherReads(async (ids) => new Map((await ticketsByIds(db, ids)).map((ticket) => [ticket.id, ticket]))),
    pass: gatherReads(async (ids) => {
      const passes = await passesOf(deps, await ticketsByIds(db, ids))
      return new Map(passes.map((pass) => [pass.id, pass]))
    }),
  }
}
