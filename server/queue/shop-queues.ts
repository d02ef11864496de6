import { Refusal } from '#contract/base/errors.ts'
import { MINUTE } from '#contract/base/time.ts'
import { MISSED_MINUTES } from '#contract/queue/queue.ts'
import type { Tx } from '#server/db/transaction.ts'
import * as store from './shop-queues-store.ts'
import type { Actor } from './store.ts'
import { applyAction, lockTicketOrRefuse } from './transition.ts'

/**
 * For shops that are being removed, which the caller must have locked. Refuses with `tickets_live` if people are still in the queue. Missed
 * tickets that have left the staff table become *no-show*, because no one could end them any more.
 */
export async function emptyQueues(tx: Tx, now: Date, actor: Actor, shopIds: readonly string[]): Promise<void> {
  const missedSince = new Date(now.getTime() - MISSED_MINUTES * MINUTE)
  if ((await store.standingTickets(tx, shopIds, missedSince)).length > 0) throw new Refusal('tickets_live')
  for (const id of await store.missedTickets(tx, shopIds)) {
    const ticket = await lockTicketOrRefuse(tx, id)
    if (ticket.state !== 'missed') throw new Refusal('tickets_live')
    await applyAction(tx, ticket, { kind: 'no_show' }, actor, now)
  }
}

/** Refuses with `tickets_live` if people are in one of these queues; a booking counts, a missed person does not. */
export async function refuseLiveTickets(tx: Tx, now: Date, shopIds: readonly string[]): Promise<void> {
  if ((await store.standingTickets(tx, shopIds, now)).length > 0) throw new Refusal('tickets_live')
}

export const isCounterBusy = store.isBusy

export const dayCounts = store.dayCounts

export const anyNumber = store.anyNumber
