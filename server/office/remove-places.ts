import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import { archiveCounter, counterForManager } from '#server/counters/manage-counters.ts'
import { type Tx, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { archiveMall } from '#server/malls/manage-malls.ts'
import { emptyQueues, isCounterBusy } from '#server/queue/shop-queues.ts'
import { actorOf } from '#server/queue/whose-ticket.ts'
import { archiveShops, lockShops, shopNamed } from '#server/shops/manage-shops.ts'
import { mallForManager, mallWithShops, type Shop } from '#server/shops/service.ts'
import { removeIdleStaff, staffIdsOf } from '#server/staff/service.ts'

/**
 * Archives the shops too. Accounts without another mall or shop are removed, and their sessions end at once. Refuses with `forbidden`,
 * `tickets_live` and as `mallNotShop` does.
 */
export const removeMall = (deps: Deps, caller: SignedIn, mallId: string): Promise<void> =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    await mallForManager(tx, caller, mallId)
    await lockShops(tx, mallId)
    const { shops } = await mallWithShops(tx, mallId)
    await removeShops(tx, now, caller, shops)
    await archiveMall(tx, now, caller, mallId)
  })

/** Refuses with `shop_not_found` and as `removeMall` does. */
export const removeShop = (deps: Deps, caller: SignedIn, mallId: string, name: string): Promise<void> =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    await mallForManager(tx, caller, mallId)
    await lockShops(tx, mallId)
    await removeShops(tx, now, caller, [await shopNamed(tx, mallId, name)])
  })

/** The shops must be locked. Removes staff who work nowhere else. Refuses as `emptyQueues` does. */
async function removeShops(tx: Tx, now: Date, caller: SignedIn, shops: readonly Shop[]): Promise<void> {
  const ids = shops.map((shop) => shop.id)
  await emptyQueues(tx, now, actorOf(caller), ids)
  const staff = await staffIdsOf(tx, ids)
  await archiveShops(tx, now, caller, shops)
  await removeIdleStaff(tx, now, caller, staff)
}

/**
 * Tickets that were served there keep the counter's name. Refuses with `counter_not_found` (a foreign one too), and with `tickets_live`
 * while a ticket is called to it or served there.
 */
export const removeCounter = (deps: Deps, caller: SignedIn, counterId: string): Promise<void> =>
  transaction(deps.db, async (tx) => {
    const counter = await counterForManager(tx, caller, counterId)
    if (await isCounterBusy(tx, counter.shopId, counter.id)) {
      throw new Refusal('tickets_live', { sentence: 'Somebody is called to this counter. Please serve or undo them first.' })
    }
    await archiveCounter(tx, deps.clock.now(), caller, counter)
  })
