import type { Digest } from '#contract/queue/waiting.ts'
import type { Pass } from '#contract/storefront/shapes.ts'
import { type Thing, whoseAll } from '#server/db/wall.ts'
import type { Deps } from '#server/deps.ts'
import { batchReads } from '#server/kit/batch-reads.ts'
import { readDigests, ticketsByIds } from '#server/queue/read-queue.ts'
import type { Ticket } from '#server/queue/rules.ts'
import { type Shop, shopsOnRecord } from '#server/shops/service.ts'
import { placesLeft } from '#server/slots/service.ts'
import { passesOf } from '#server/storefront/service.ts'

/** Each result was read after it was asked for, and results never arrive out of order. */
export interface LiveReads {
  /** Also an archived shop. */
  shop(shopId: string): Promise<(Shop & { archived: boolean }) | undefined>
  /** For an id that is not an open shop's. */
  whose(id: string): Promise<Thing | undefined>
  /** Also of an archived shop. */
  digest(shopId: string): Promise<Digest | undefined>
  /** How many can still book a slot, by its id; undefined if it cannot be booked. */
  placesLeft(slotId: string): Promise<number | undefined>
  ticket(ticketId: string): Promise<Ticket | undefined>
  pass(ticketId: string): Promise<Pass | undefined>
}

/** A hall of phones hears of a change up to this long (ms) later, so that one read serves hundreds of them. */
const rushed = { restInRush: 30 }

/** If a hall of phones reconnects in the same moment, the reads are done once for all instead of once for each phone. */
export function liveReads(deps: Deps): LiveReads {
  const { db, clock } = deps
  return {
    shop: batchReads((ids) => shopsOnRecord(db, ids), rushed),
    whose: batchReads((ids) => whoseAll(db, ids), rushed),
    digest: batchReads(async (ids) => {
      const digests = await readDigests(db, [...(await shopsOnRecord(db, ids)).values()], clock.now())
      return new Map(digests.map((digest) => [digest.shopId, digest]))
    }, rushed),
    placesLeft: batchReads(async (ids) => placesLeft(db, ids, clock.now()), rushed),
    ticket: batchReads(async (ids) => new Map((await ticketsByIds(db, ids)).map((ticket) => [ticket.id, ticket])), rushed),
    pass: batchReads(async (ids) => {
      const passes = await passesOf(deps, await ticketsByIds(db, ids))
      return new Map(passes.map((pass) => [pass.id, pass]))
    }, rushed),
  }
}
