import { transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { announce } from '#server/outbox/announce.ts'
import { endShopPauses } from '#server/shops/pause.ts'
import * as store from './store.ts'

/** Ends the pauses of shops and counters whose time is over, so that open screens are told. */
export async function endPauses(deps: Deps): Promise<void> {
  await endShopPauses(deps)
  const now = deps.clock.now()
  for (const { id } of await store.pausesOver(deps.db, now))
    await transaction(deps.db, async (tx) => {
      const ended = await store.endPause(tx, id, now)
      if (ended) announce(tx, now, { kind: 'shop.counters', shopId: ended.shopId })
    })
}
