import { Refusal } from '#contract/base/errors.ts'
import type { Deps } from '#server/deps.ts'
import { expectTicket } from '#server/queue/read-queue.ts'
import { type Joined, type JoinWish, join } from './join-all.ts'

/**
 * Takes a ticket at a shop for its service day. The ticket is held for 15 minutes until it is paid. If the fee is zero, the token number
 * is issued at once. There is one live ticket per mobile, shop and day: joining again returns the same ticket (`isNew` false).
 * Refuses with `not_your_mobile`, `shop_closed`, `shop_paused`, `too_many_tickets` (10 a day), and as `shopById` does.
 */
export async function joinQueue(deps: Deps, shopper: { mobile: string }, request: Omit<JoinWish, 'now'>): Promise<Joined> {
  if (request.mobile !== shopper.mobile) throw new Refusal('not_your_mobile')
  const outcome = await join(deps.database, { ...request, now: deps.clock.now() })
  if (outcome instanceof Refusal) throw outcome
  expectTicket(outcome.ticket)
  return outcome
}
