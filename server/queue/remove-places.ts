import type { SignedIn } from '../../contract/accounts.ts'
import { Refusal } from '../../contract/errors.ts'
import { MISSED_MINUTES } from '../../contract/queue.ts'
import { MINUTE } from '../../contract/time.ts'
import { archiveCounter, counterForManager } from '../counters/manage-counters.ts'
import { type Tx, transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { archiveMall } from '../malls/manage-malls.ts'
import { archiveShops, lockShops, shopNamed } from '../shops/manage-shops.ts'
import { mallForManager, mallWithShops, type Shop } from '../shops/service.ts'
import * as store from './place-store.ts'
import { applyAction, lockTicketOrRefuse } from './transition.ts'

/** Malls, shops and counters are removed here and not in their own slices, because it is the queue that knows who still waits there. */

/**
 * Archives a mall with its shops; accounts that are left without a place are removed, their sessions end at once. Refuses with
 * `forbidden`, `tickets_live` and as `mallNotShop` does.
 */
export const removeMall = (deps: Deps, caller: SignedIn, mallId: string): Promise<void> =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    await mallForManager(tx, caller, mallId)
    await lockShops(tx, mallId)
    const { shops } = await mallWithShops(tx, mallId)
    await emptyShops(tx, now, caller, shops)
    await archiveShops(tx, now, caller, shops)
    await archiveMall(tx, now, caller, mallId)
  })

/** Archives a shop of a mall, found by its name. Refuses with `shop_not_found` and as `removeMall` does. */
export const removeShop = (deps: Deps, caller: SignedIn, mallId: string, name: string): Promise<void> =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    await mallForManager(tx, caller, mallId)
    await lockShops(tx, mallId)
    const shop = await shopNamed(tx, mallId, name)
    await emptyShops(tx, now, caller, [shop])
    await archiveShops(tx, now, caller, [shop])
  })

/**
 * Refuses with `tickets_live` where somebody still stands in line. Who was missed and no longer stands on the staff table did not come:
 * nobody could end those tickets any more.
 */
async function emptyShops(tx: Tx, now: Date, caller: SignedIn, shops: readonly Shop[]): Promise<void> {
  const ids = shops.map((shop) => shop.id)
  const missedSince = new Date(now.getTime() - MISSED_MINUTES * MINUTE)
  if ((await store.standingTickets(tx, ids, missedSince)).length > 0) throw new Refusal('tickets_live')
  for (const id of await store.missedTickets(tx, ids)) {
    const ticket = await lockTicketOrRefuse(tx, id)
    if (ticket.state !== 'missed') throw new Refusal('tickets_live')
    await applyAction(tx, ticket, { kind: 'no_show' }, { kind: 'account', id: caller.account.id }, now)
  }
}

/**
 * Takes a counter out of use; tickets that were served there keep its name. Refuses with `counter_not_found` (a foreign one too), and
 * with `tickets_live` while somebody is called to it.
 */
export const removeCounter = (deps: Deps, caller: SignedIn, counterId: string): Promise<void> =>
  transaction(deps.db, async (tx) => {
    const counter = await counterForManager(tx, caller, counterId)
    if (await store.isBusy(tx, counter.shopId, counter.id)) {
      throw new Refusal('tickets_live', { sentence: 'Somebody is called to this counter. Please serve or undo them first.' })
    }
    await archiveCounter(tx, deps.clock.now(), caller, counter)
  })
