import type { SignedIn } from '#contract/accounts/accounts.ts'
import { daysAfter, localHourOf } from '#contract/base/time.ts'
import { inOneTrip, type Reader, together } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import type { Mall } from '#server/malls/service.ts'
import { takingsByHour } from '#server/payments/money/read-money.ts'
import { scopeFor } from '#server/payments/money/scope.ts'
import { ticketFigures } from '#server/queue/read-day.ts'
import { dayBegins, sameTimeBefore } from '#server/shops/rules.ts'
import { dayOf } from '#server/shops/service.ts'
import { compareHours, type DayFigures, foldDay, nothing } from './insights-rules.ts'

const WEEK = 7

/**
 * A service day in figures, beside the same weekday before: until the same time if the day still runs. Refuses with `mall_not_found` and
 * `forbidden`.
 */
export const readInsights = (deps: Deps, caller: SignedIn, id: string, asked: { day?: string | undefined }) =>
  together(deps.db, async (db) => {
    const now = deps.clock.now()
    const { mall, shops } = await scopeFor(db, caller, id)
    const shopIds = shops.map((shop) => shop.id)
    const today = dayOf({ mall }, now)
    const day = asked.day ?? today
    const dayBefore = daysAfter(day, -WEEK)
    const beforeUntil = day === today ? sameTimeBefore(now, mall.timeZone, WEEK) : null
    const of = (wanted: string, until: Date | null) => figuresOfDay(db, mall, shopIds, wanted, until)
    const [own, before, soFar] = await inOneTrip(
      db,
      () => of(day, null),
      () => of(dayBefore, null),
      async () => (beforeUntil === null ? null : of(dayBefore, beforeUntil)),
    )
    const then = soFar ?? before
    return {
      ...{ day, dayBefore, today, timeZone: mall.timeZone, beforeUntil },
      total: { day: own.total, before: then.total },
      byHour: compareHours(
        own,
        before,
        mall.dayStartHour,
        day === today ? localHourOf(now, mall.timeZone) : day < today ? 'over' : 'to_come',
      ),
      byShop: shops
        .flatMap(({ id: shopId, name }) =>
          own.shops.has(shopId) || then.shops.has(shopId)
            ? [{ shopId, name, day: own.shops.get(shopId) ?? nothing, before: then.shops.get(shopId) ?? nothing }]
            : [],
        )
        .sort((a, b) => b.day.earnedPaise - a.day.earnedPaise || b.day.tokens - a.day.tokens || a.name.localeCompare(b.name)),
    }
  })

/** A service day of these shops, as it was at an instant if it is given. */
export async function figuresOfDay(
  db: Reader,
  mall: Mall,
  shopIds: readonly string[],
  day: string,
  until: Date | null,
): Promise<DayFigures> {
  const span = { from: dayBegins(day, mall), before: dayBegins(day, mall, 1) }
  const [tickets, takings] = await inOneTrip(
    db,
    () => ticketFigures(db, { shopIds, day, until }, mall.timeZone),
    () => takingsByHour(db, { shopIds, until, ...span }, mall.timeZone),
  )
  return foldDay(tickets, takings)
}
