import type { SignedIn } from '#contract/accounts/accounts.ts'
import { DAY, localDateOf, MINUTE, SECOND } from '#contract/base/time.ts'
import type { DayFigures, ShopToday } from '#contract/office/today-calls.ts'
import type { Digest } from '#contract/queue/waiting.ts'
import { countCounters } from '#server/counters/service.ts'
import { inOneTrip, type Reader, together } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import type { Mall } from '#server/malls/service.ts'
import { cashInDrawers } from '#server/payments/drawers/read-drawers.ts'
import { owedByPeople, takingsOf } from '#server/payments/money/read-money.ts'
import { daySoFar } from '#server/queue/read-day.ts'
import { readDigests } from '#server/queue/read-queue.ts'
import { midnightOf } from '#server/shops/rules.ts'
import { dayOf, mallForManager, openStateOf, type Shop, shopsEverOf, shopsOf } from '#server/shops/service.ts'
import { byNeed, stateOf, waitOf } from './today-rules.ts'

/**
 * The day so far, next to the day before until the same time, and the shops. Those that need help come first. Money has the days of the
 * money screen, which begin at midnight; people have service days. Refuses as `mallForManager` does.
 */
export const readToday = (deps: Deps, caller: SignedIn, mallId: string) =>
  together(deps.db, async (db) => {
    const now = deps.clock.now()
    const mall = await mallForManager(db, caller, mallId)
    const shops = await shopsOf(db, [mall])
    // Money and tickets of a shop that was removed today count.
    const ever = (await shopsEverOf(db, mallId)).map(({ id }) => id)
    const [today, yesterday, owed, cashPaise, digests, counters] = await inOneTrip(
      db,
      () => dayUntil(db, mall, ever, now),
      () => dayUntil(db, mall, ever, new Date(now.getTime() - DAY)),
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
      today: figuresOf(today),
      yesterday: figuresOf(yesterday),
      cashPaise,
      owed,
      shops: states
        .map(
          (shop): ShopToday => ({
            ...shop,
            counters: counters.get(shop.id) ?? 0,
            served: today.served.get(shop.id) ?? 0,
            earnedPaise: today.kept.get(shop.id) ?? 0,
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

/** The day of `until`, from its start to `until`. */
async function dayUntil(db: Reader, mall: Mall, shopIds: readonly string[], until: Date) {
  const midnight = midnightOf(localDateOf(until, mall.timeZone), mall.timeZone)
  const [people, kept] = await inOneTrip(
    db,
    () => daySoFar(db, shopIds, dayOf({ mall }, until), until),
    () => takingsOf(db, { shopIds, from: midnight, before: until }, mall.timeZone),
  )
  return { ...people, kept }
}

const figuresOf = ({ kept, served, missed, wait }: Awaited<ReturnType<typeof dayUntil>>): DayFigures => ({
  earnedPaise: sum(kept),
  served: sum(served),
  medianWait: wait === null ? null : (wait * SECOND) / MINUTE,
  missed,
})

const sum = (byShop: ReadonlyMap<string, number>): number => [...byShop.values()].reduce((all, one) => all + one, 0)
