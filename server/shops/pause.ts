import type { SignedIn } from '#contract/accounts/accounts.ts'
import type { PauseReason } from '#contract/queue/queue.ts'
import { recordChange } from '#server/audit/service.ts'
import type { TimeLimits } from '#server/db/limits.ts'
import { type Tx, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { announce } from '#server/outbox/announce.ts'
import * as store from './pause-store.ts'
import type { Shop } from './service.ts'

/**
 * Call it before a story changes whether a shop sells (a pause, the state of a counter). It waits for all who are joining or ordering
 * there, so no one can join by the old state after the commit. A rush of joining shoppers does not starve it.
 */
export async function holdSale(tx: Tx, shopId: string): Promise<void> {
  await store.holdSale(tx, shopId)
}

/**
 * Call it before stories that sell read their shops; pass the ids in their order. Until the transaction ends, neither pauses nor counters
 * change. Data that was read before may be old. Many can be in a sale at once. It also sets the time limits.
 */
export async function enterSales(tx: Tx, shopIds: readonly string[], limits: TimeLimits): Promise<void> {
  await store.enterSales(tx, shopIds, limits)
}

/** Null resumes the shop. Open screens are told. */
export async function setPause(tx: Tx, now: Date, caller: SignedIn, shop: Shop, pause: Shop['pause']): Promise<void> {
  await holdSale(tx, shop.id)
  await store.setPause(tx, shop.id, pause && { ...pause, at: now, by: caller.account.id })
  const detail = pause ? detailOf(pause) : {}
  await recordChange(tx, now, caller, { action: pause ? 'shop.paused' : 'shop.resumed', mallId: shop.mall.id, subject: shop.id, detail })
  announce(tx, now, { kind: pause ? 'shop.paused' : 'shop.resumed', shopId: shop.id })
}

const detailOf = ({ reason, until }: { reason: PauseReason; until: Date | null }) => ({ reason, until: until?.toISOString() ?? null })

/** Open screens are told. */
export async function endShopPauses(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  for (const { id } of await store.pausesOver(deps.db, now))
    await transaction(deps.db, async (tx) => {
      if (await store.endPause(tx, id, now)) announce(tx, now, { kind: 'shop.resumed', shopId: id })
    })
}
