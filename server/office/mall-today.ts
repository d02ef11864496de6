import type { SignedIn } from '#contract/accounts/accounts.ts'
import type { ShopToday } from '#contract/office/today-calls.ts'
import type { Digest } from '#contract/queue/waiting.ts'
import { countCounters } from '#server/counters/service.ts'
import { inOneTrip, together } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { cashInDrawers } from '#server/payments/drawers/read-drawers.ts'
import { owedByPeople } from '#server/payments/money/read-money.ts'
import { readDigests } from '#server/queue/read-queue.ts'
import { sameTimeBefore } from '#server/shops/rules.ts'
import { dayOf, mallForManager, openStateOf, type Shop, shopsEverOf, shopsOf } from '#server/shops/service.ts'
import { figuresOfDay } from './day-insights.ts'
import { byNeed, stateOf, waitOf } from './today-rules.ts'

/**
 * The service day so far, next to the day before until the same time, and the shops. Those that need help come first. Refuses as
 * `mallForManager` does.
 */
export const readToday = (deps: Deps, caller: SignedIn, mallId: string) =>
  together(deps.db, async (db) => {
    const now = deps.clock.now()
    const mall = await mallForManager(db, caller, mallId)
    const yesterdayNow = sameTimeBefore(now, mall.timeZone, 1)
    const shops = await shopsOf(db, [mall])
    // Money and tickets of a shop that was removed today count.
    const ever = (await shopsEverOf(db, mallId)).map(({ id }) => id)
    const [today, yesterday, owed, cashPaise, digests, counters] = await inOneTrip(
      db,
      () => figuresOfDay(db, mall, ever, dayOf({ mall }, now), null),
      () => figuresOfDay(db, mall, ever, dayOf({ mall }, yesterdayNow), yesterdayNow),
      () => owedByPeople(db, ever),
      () => cashInDrawers(db, ever),
      () => readDigests(db, shops, now),
      () =>
        countCounters(
          db,
          shops.map(({ id }) => id),
        ),
    )
    const queues = new Map(digests.map((queue) => [queue.shopId, queue]))
    const states = shops.flatMap((shop) => {
      const queue = queues.get(shop.id)
      return queue ? [shopNow(shop, queue, now)] : []
    })
    return {
      timeZone: mall.timeZone,
      today: today.total,
      yesterday: yesterday.total,
      cashPaise,
      owed,
      shops: states
        .map(
          (shop): ShopToday => ({
            ...shop,
            counters: counters.get(shop.id) ?? 0,
            served: today.shops.get(shop.id)?.served ?? 0,
            earnedPaise: today.shops.get(shop.id)?.earnedPaise ?? 0,
          }),
        )
        .sort(byNeed),
    }
  })

function shopNow(shop: Shop, queue: Digest, now: Date) {
  const { id, name, usualWaitMinutes } = shop
  const { paused, waiting, openCounters } = queue
  const state = stateOf({ isOpen: openStateOf(shop, now).isOpen, usualWaitMinutes, queue })
  return { id, name, state, paused, waiting, wait: waitOf(queue), usualWaitMinutes, openCounters }
}
