import { Refusal } from '#contract/base/errors.ts'
import type { TimeLimits } from '#server/db/limits.ts'
import type { Tx } from '#server/db/transaction.ts'
import { enterSales } from '#server/shops/pause.ts'
import { keepShops, type Shop } from '#server/shops/service.ts'
import { type Counter, countersByShop } from './service.ts'

/** A shop as it sells, with its counters: neither changes whether it sells until the transaction ends. */
export interface Sale {
  shop: Shop
  counters: readonly Counter[]
}

/**
 * Enters the sales (`enterSales`) and reads the shops. Call it first in a transaction, which gets its time limits here. Returns the sale of
 * each shop, or the refusal that says why there is none.
 */
export async function salesAt(tx: Tx, shopIds: readonly string[], limits: TimeLimits): Promise<(shopId: string) => Sale | Refusal> {
  // in one order, so that two transactions cannot deadlock
  const ids = [...new Set(shopIds)].sort()
  // They run in this order, so the shops are read as they are after the lock.
  const entering = enterSales(tx, ids, limits)
  const [, shops, counters] = await Promise.all([entering, keepShops(tx, ids), countersByShop(tx, ids)])
  return (shopId) => {
    const shop = shops.get(shopId) ?? new Refusal('shop_not_found')
    return shop instanceof Refusal ? shop : { shop, counters: counters.get(shopId) ?? [] }
  }
}
