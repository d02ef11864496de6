import { HOUR } from '#contract/base/time.ts'
import { type Tx, together, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { holdMall, mallsOnRecord } from '#server/malls/service.ts'
import { midnightOf } from '#server/shops/rules.ts'
import { shopsEverOf } from '#server/shops/service.ts'
import * as store from './days-store.ts'

/** Longer than any day, also one on which the clocks go back: what came in earlier than this came in on a day that is over. */
const DAY_IS_OVER_MS = 26 * HOUR

/**
 * Adds up each past day of which something has changed, so that sums of many days need not read all payments. Until then the day is read
 * from its payments. May run on every node at once: one after the other in each mall.
 */
export async function keepDays(deps: Deps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - DAY_IS_OVER_MS)
  for (const mallId of await store.mallsWithChanges(deps.db, before))
    for (const day of await changedDays(deps, mallId, before))
      await transaction(deps.db, (tx) => keepDay(tx, mallId, day)).catch((error) =>
        deps.log.error({ err: error, mall: mallId, day }, 'a past day could not be added up, trying again'),
      )
}

const changedDays = (deps: Deps, mallId: string, before: Date): Promise<string[]> =>
  together(deps.db, async (db) => {
    const mall = (await mallsOnRecord(db, [mallId])).get(mallId)
    return mall ? await store.changedDays(db, mallId, { from: null, before, timeZone: mall.timeZone }) : []
  })

/** Locks the mall, because in another time zone the day has other payments. */
async function keepDay(tx: Tx, mallId: string, day: string): Promise<void> {
  const mall = await holdMall(tx, mallId)
  if (!mall) return
  const { timeZone } = mall
  const shopIds = (await shopsEverOf(tx, mallId)).map(({ id }) => id)
  await store.keepDay(tx, { mallId, shopIds, day, from: midnightOf(day, timeZone), before: midnightOf(day, timeZone, 1), timeZone })
}
