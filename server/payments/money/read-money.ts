import type { SignedIn } from '#contract/accounts/accounts.ts'
import { localDateOf } from '#contract/base/time.ts'
import { together } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { foldMoney } from './rules.ts'
import { daysOf, scopeFor } from './scope.ts'
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
  together(deps.db, async (db) => {
    const now = deps.clock.now()
    const { mall, shops, isMall } = await scopeFor(db, caller, id)
    const days = daysOf(asked, mall, now)
    const wanted = { shopIds: shops.map((shop) => shop.id), from: days.begins, before: days.ends }
    const rows = await Promise.all([
      store.paymentSums(db, wanted, mall.timeZone),
      store.transferSums(db, wanted, mall.timeZone),
      isMall ? store.straySums(db, { ...wanted, mallId: mall.id }, mall.timeZone) : [],
    ])
    const { byShop, ...money } = foldMoney(rows.flat(), days.list)
    const names = new Map(shops.map((shop) => [shop.id, shop.name]))
    return {
      from: days.from,
      to: days.to,
      today: localDateOf(now, mall.timeZone),
      timeZone: mall.timeZone,
      ...money,
      byShop: byShop.map((one) => ({ ...one, name: one.shopId === null ? null : (names.get(one.shopId) ?? null) })),
    }
  })

export const takingsByHour = store.takingsByHour

export const owedByPeople = store.owedByPeople
