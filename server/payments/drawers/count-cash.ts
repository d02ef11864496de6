import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import type { CashCount } from '#contract/payments/cash-calls.ts'
import { recordChange } from '#server/audit/service.ts'
import { countersEver } from '#server/counters/service.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { newId } from '#server/kit/ids.ts'
import { dayOf } from '#server/shops/service.ts'
import { countShown, namesOf, shopOfDrawers } from './read-drawers.ts'
import { expectedIn } from './rules.ts'
import * as store from './store.ts'

interface Counted {
  counterId: string | null
  /** What the person was shown: the count before, and how often cash went in and out since. */
  lastCountId: string | null
  taken: number
  handedBack: number
  countedPaise: number
  leftPaise: number
  note: string
}

/**
 * Records a count of a drawer. Everything that went through the drawer since the count before belongs to this one. Refuses with
 * `drawer_changed` if that is not what the person was shown, with `counter_not_found`, and as `shopOfDrawers` does.
 */
export const countCash = (deps: Deps, caller: SignedIn, shopId: string, seen: Counted): Promise<{ timeZone: string; count: CashCount }> =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const shop = await shopOfDrawers(tx, caller, shopId)
    const counters = await countersEver(tx, shop.id)
    const { counterId, countedPaise, leftPaise, note } = seen
    if (counterId !== null && !counters.some(({ id }) => id === counterId)) throw new Refusal('counter_not_found')
    const place = { mallId: shop.mall.id, shopId: shop.id, counterId }
    const { lastCountId, taken, takenPaise, handedBack, handedBackPaise } = await store.lockDrawer(tx, place)
    if (lastCountId !== seen.lastCountId || taken !== seen.taken || handedBack !== seen.handedBack) throw new Refusal('drawer_changed')
    const [before] = lastCountId === null ? [] : await store.countsByIds(tx, [lastCountId])
    const count: store.Count = {
      ...{ id: newId(), ...place, serviceDay: dayOf(shop, now), since: before?.countedAt ?? null, countedAt: now },
      ...{ accountId: caller.account.id, accountName: caller.account.name, openingPaise: before?.leftPaise ?? 0 },
      ...{ taken, takenPaise, handedBack, handedBackPaise, countedPaise, leftPaise, note },
    }
    await store.addCount(tx, count)
    const names = namesOf([shop], counters)
    await recordChange(tx, now, caller, {
      ...{ action: 'cash.counted', mallId: shop.mall.id, subject: shop.id },
      detail: {
        ...{ shop: shop.id, name: names(place).counterName ?? shop.name },
        changes: { expectedPaise: [null, expectedIn(count)], countedPaise: [null, countedPaise] },
      },
    })
    return { timeZone: shop.mall.timeZone, count: countShown(count, names) }
  })
