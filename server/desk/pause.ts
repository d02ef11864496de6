import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import { HOUR } from '#contract/base/time.ts'
import { PAUSE_HOURS, type Paused, type PauseReason } from '#contract/queue/queue.ts'
import { pausedNow } from '#server/counters/rules.ts'
import { countersOf } from '#server/counters/service.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { setPause } from '#server/shops/pause.ts'
import { shopForDesk } from '#server/shops/service.ts'

const WRONG_END = `Please choose a time in the next ${PAUSE_HOURS} hours`

/**
 * `null` resumes. During a pause no shopper can join or order. Returns whether the shop is paused now: after resuming it still is if all
 * counters are closed. Refuses with `invalid_input` for an end that is over or more than a day away, with `forbidden` and as `shopById`
 * does.
 */
export const pauseShop = (
  deps: Deps,
  caller: SignedIn,
  shopId: string,
  pause: { reason: PauseReason; until: Date | null } | null,
): Promise<Paused | null> =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const shop = await shopForDesk(tx, caller, shopId)
    const ends = pause?.until ?? null
    if (ends !== null && (ends <= now || ends.getTime() - now.getTime() > PAUSE_HOURS * HOUR))
      throw new Refusal('invalid_input', { sentence: WRONG_END, fields: { until: WRONG_END } })
    await setPause(tx, now, caller, shop, pause)
    return pausedNow(pause, await countersOf(tx, shop.id), now)
  })
