import { sendAtOnce } from '#server/db/at-once.ts'
import type { Tx } from '#server/db/transaction.ts'
import { announcing } from '#server/outbox/announce.ts'
import * as due from './due-store.ts'
import { changing } from './issue-store.ts'
import { isBroken } from './promise-rules.ts'
import type { Ticket } from './rules.ts'
import { addingEvents } from './store.ts'

/** Ids of tickets whose promise is open and over: the next `limit` after an id. */
export const promisesOver = due.promisesOver

/** Whether a locked ticket's promise is broken at `now`. */
export const isPromiseBroken = isBroken

/** How a promise that was over ended, and what the shopper gets back. */
export interface EndedPromise {
  ticket: Ticket
  state: 'kept' | 'broken' | 'ended'
  refundPaise: number
}

/**
 * Ends the promises of locked tickets, in the caller's transaction. The tickets keep their state and their position. A refund is announced, so
 * that the shopper is told and staff see it.
 */
export function endPromises(tx: Tx, ended: readonly EndedPromise[], now: Date): void {
  if (ended.length === 0) return
  const news = ended.flatMap(({ ticket: { id: ticketId, shopId }, state, refundPaise: amountPaise }) =>
    state === 'broken' ? [{ kind: 'ticket.promise-broken' as const, shopId, ticketId, amountPaise }] : [],
  )
  sendAtOnce(
    tx,
    changing(ended.map(({ ticket, state }) => ({ ticket, change: { promiseState: state } }))),
    addingEvents(
      ended.map(({ ticket }) => ({ before: ticket, after: ticket, action: 'promise', actor: { kind: 'system' }, at: now, undo: null })),
    ),
    ...announcing(now, ...news),
  )
}
