import type { SignedIn } from '#contract/accounts/accounts.ts'
import { localDateOf } from '#contract/base/time.ts'
import { SHOPS_OF_A_DAY } from '#contract/payments/money.ts'
import { type Reader, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { midnightOf } from '#server/shops/rules.ts'
import * as kept from './days-store.ts'
import { foldDays, foldMoney, spansOf } from './rules.ts'
import { type Days, daysOf, type Scope, scopeFor } from './scope.ts'
import * as store from './store.ts'

/** Days of the mall, both included; today if they are absent. */
export interface DaysAsked {
  from?: string | undefined
  to?: string | undefined
}

/**
 * Returns what came in at a mall or a shop on these days, in paise, by the state in which it is now. Refuses with `mall_not_found`,
 * `forbidden`, and with `invalid_input` for days that are not in order or more than a year.
 */
export const readMoney = (deps: Deps, caller: SignedIn, id: string, asked: DaysAsked) =>
  transaction(
    deps.db,
    async (tx) => {
      const now = deps.clock.now()
      const scope = await scopeFor(tx, caller, id)
      const { mall, shops } = scope
      const days = daysOf(asked, mall, now)
      const { byDay, byPlace, ofShops } = await rowsOf(tx, scope, days)
      const { byShop, ...money } = foldMoney(byPlace)
      const named = byShop.flatMap(({ shopId }) => shopId ?? []).slice(0, SHOPS_OF_A_DAY)
      const names = new Map(shops.map((shop) => [shop.id, shop.name]))
      return {
        from: days.from,
        to: days.to,
        today: localDateOf(now, mall.timeZone),
        timeZone: mall.timeZone,
        ...money,
        byDay: foldDays(byDay, await ofShops(named), days.list),
        byShop: byShop.map((one) => ({ ...one, name: one.shopId === null ? null : (names.get(one.shopId) ?? null) })),
      }
    },
    // A day may be added up, or change, between two statements.
    { isolation: 'repeatable read' },
  )

/** The sums that are kept, and the payments of the days of which something has changed since: those of today, too. */
async function rowsOf(db: Reader, { mall, shops, isMall }: Scope, days: Days) {
  const { timeZone } = mall
  const shopIds = shops.map((shop) => shop.id)
  const read = await kept.changedDays(db, mall.id, { from: days.begins, before: days.ends, timeZone })
  const past = { mallId: mall.id, shopId: isMall ? null : (shopIds[0] ?? ''), from: days.from, to: days.to, except: read }
  const [sums, ...lists] = await Promise.all([
    kept.keptSums(db, past),
    isMall ? store.straySums(db, { mallId: mall.id, from: days.begins, before: days.ends }, timeZone) : [],
    ...spansOf(read).map(({ from, to }) =>
      store.paymentSums(db, { shopIds, from: midnightOf(from, timeZone), before: midnightOf(to, timeZone, 1) }, timeZone),
    ),
  ])
  const rows = lists.flat()
  return {
    byDay: [...sums.byDay, ...rows],
    byPlace: [...sums.byPlace, ...rows],
    ofShops: async (named: readonly string[]) => [
      ...(await kept.keptOfShops(db, named, past)),
      ...rows.filter(({ shopId }) => shopId !== null && named.includes(shopId)),
    ],
  }
}

export const takingsByHour = store.takingsByHour

export const owedByPeople = store.owedByPeople
