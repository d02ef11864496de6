import { Refusal } from '#contract/base/errors.ts'
import { reachFor } from '#server/audit/service.ts'
import { takesCalls } from '#server/counters/rules.ts'
import { keepCounters } from '#server/counters/service.ts'
import type { Tx } from '#server/db/transaction.ts'
import { counterFor } from './counter-rules.ts'
import { holdersOf, type shopDayOfCallable } from './line-store.ts'
import { type Action, decide, type Ticket } from './rules.ts'
import * as store from './store.ts'
import { applyAction } from './transition.ts'

/** The counters are locked until the transaction ends. */
export interface CountersNow {
  counters: Awaited<ReturnType<typeof keepCounters>>
  holders: Awaited<ReturnType<typeof holdersOf>>
}

/** Reads the holders after the lock. With `shopDayOfCallable` it locks nothing if the ticket cannot be called. */
export async function lockCounters(
  tx: Tx,
  { shopId, serviceDay }: Pick<Ticket, 'shopId' | 'serviceDay'> | ReturnType<typeof shopDayOfCallable>,
): Promise<CountersNow> {
  const [counters, holders] = await Promise.all([keepCounters(tx, shopId), holdersOf(tx, shopId, serviceDay)])
  return { counters, holders }
}

/**
 * Takes the counter that `counterFor` chooses. A person who gives it up becomes missed. The ticket must be locked. Refuses with
 * `counter_not_found`, `counter_closed`, `counter_busy` and `counters_busy`.
 */
export async function takeCounter(
  tx: Tx,
  ticket: Ticket,
  standing: CountersNow,
  request: { named: string | null; preferred: string | null },
  actor: store.Actor,
  now: Date,
): Promise<string | null> {
  const counters = standing.counters.map((counter) => ({ id: counter.id, isOpen: takesCalls(counter, now) }))
  if (request.named !== null && !counters.some(({ id }) => id === request.named))
    throw new Refusal('counter_not_found', await reachFor(tx, 'counter', request.named))
  const holders = standing.holders.filter(({ id }) => id !== ticket.id)
  const choice = counterFor(counters, holders, request, now)
  if ('refused' in choice) throw new Refusal(choice.refused)
  for (const { id } of choice.missed) {
    const earlier = await store.lockTicket(tx, id)
    // The person may have arrived or left since the read. Only a ticket that is still called or serving holds the counter.
    if (!earlier || !['called', 'serving'].includes(earlier.state)) continue
    const miss: Action = { kind: 'miss', next: true }
    if ('refused' in decide(earlier, miss, now)) throw new Refusal(request.named === null ? 'counters_busy' : 'counter_busy')
    await applyAction(tx, earlier, miss, actor, now)
  }
  return choice.counterId
}
