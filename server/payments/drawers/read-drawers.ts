import type { SignedIn } from '#contract/accounts/accounts.ts'
import type { CashCount, Drawer } from '#contract/payments/cash-calls.ts'
import { countersEverByShop, inUse } from '#server/counters/service.ts'
import { type Reader, together } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { scopeFor } from '#server/payments/money/scope.ts'
import { dayOf, type Shop, shopForDesk, shopsOnRecord, worksAt } from '#server/shops/service.ts'
import { expectedIn, hasCash, isUncounted } from './rules.ts'
import * as store from './store.ts'

const MOST_COUNTS = 500

/** As `shopForDesk`, but a shop that was removed is found as well: its cash is still somewhere. */
export async function shopOfDrawers(db: Reader, caller: SignedIn, shopId: string): Promise<Shop> {
  const known = (await shopsOnRecord(db, [shopId])).get(shopId)
  return known?.archived && worksAt(caller, { id: known.id, mallId: known.mall.id }) ? known : shopForDesk(db, caller, shopId)
}

/**
 * Returns the cash that should be in each drawer of a shop: of all counters in use, and of every other drawer that has cash. Refuses as
 * `shopOfDrawers` does.
 */
export const listDrawers = (deps: Deps, caller: SignedIn, shopId: string): Promise<{ timeZone: string; drawers: Drawer[] }> =>
  together(deps.db, async (db) => {
    const shop = await shopOfDrawers(db, caller, shopId)
    const counters = await countersEverByShop(db, [shop.id])
    const drawers = await drawersOf(db, [shop], counters)
    const used = new Set(inUse(counters.get(shop.id) ?? []).map(({ id }) => id))
    // A shop without counters still has one drawer.
    const isShown = (one: Drawer) => hasCash(one) || (one.counterId === null ? used.size === 0 : used.has(one.counterId))
    return { timeZone: shop.mall.timeZone, drawers: drawers.filter(isShown) }
  })

/** Returns what was counted on a service day at a mall or a shop, and what has not been counted yet. Refuses as `scopeFor` does. */
export const readCash = (
  deps: Deps,
  caller: SignedIn,
  id: string,
  asked: { day?: string | undefined },
): Promise<{ timeZone: string; counts: CashCount[]; uncounted: Drawer[] }> =>
  together(deps.db, async (db) => {
    const { mall, shops } = await scopeFor(db, caller, id)
    const shopIds = shops.map((shop) => shop.id)
    const counters = await countersEverByShop(db, shopIds)
    const [counts, drawers] = await Promise.all([
      store.countsOfDay(db, shopIds, asked.day ?? dayOf({ mall }, deps.clock.now()), MOST_COUNTS),
      drawersOf(db, shops, counters),
    ])
    const names = namesOf(shops, [...counters.values()].flat())
    return { timeZone: mall.timeZone, counts: counts.map((one) => countShown(one, names)), uncounted: drawers.filter(isUncounted) }
  })

/** What should be in all drawers of these shops, in paise. */
export const cashInDrawers = store.inDrawers

type Named = { id: string; name: string }

/** Of every counter that a shop ever had, by name; the drawer of devices without a counter is the last of its shop. */
async function drawersOf(db: Reader, shops: readonly Named[], counters: ReadonlyMap<string, readonly Named[]>): Promise<Drawer[]> {
  const rows = await store.drawersOf(
    db,
    shops.map(({ id }) => id),
  )
  const counts = await store.countsByIds(
    db,
    rows.flatMap(({ lastCountId }) => lastCountId ?? []),
  )
  const names = namesOf(shops, [...counters.values()].flat())
  return shops.flatMap((shop) =>
    [...(counters.get(shop.id) ?? []), null].map((counter): Drawer => {
      const place = { shopId: shop.id, counterId: counter?.id ?? null }
      const row = rows.find(({ shopId, counterId }) => shopId === place.shopId && counterId === place.counterId)
      const { taken = 0, takenPaise = 0, handedBack = 0, handedBackPaise = 0 } = row ?? {}
      const last = counts.find(({ id }) => id === row?.lastCountId)
      const flow = { openingPaise: last?.leftPaise ?? 0, taken, takenPaise, handedBack, handedBackPaise }
      return {
        ...{ ...place, ...names(place), since: last?.countedAt ?? null, ...flow, expectedPaise: expectedIn(flow) },
        lastCount: last ? countShown(last, names) : null,
      }
    }),
  )
}

type Names = (drawer: store.DrawerKey) => { shopName: string; counterName: string | null }

export const namesOf =
  (shops: readonly Named[], counters: readonly Named[]): Names =>
  ({ shopId, counterId }) => ({
    shopName: shops.find(({ id }) => id === shopId)?.name ?? '',
    counterName: counters.find(({ id }) => id === counterId)?.name ?? null,
  })

export const countShown = (
  { mallId: _mall, serviceDay: _day, accountId: _account, accountName, ...count }: store.Count,
  names: Names,
): CashCount => ({
  ...{ ...count, ...names(count), expectedPaise: expectedIn(count), countedBy: accountName },
})
