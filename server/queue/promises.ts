import { sendAtOnce } from '#server/db/at-once.ts'
import type { Tx } from '#server/db/transaction.ts'
import { announcing } from '#server/outbox/announce.ts'
import * as due from './due-store.ts'
import { changing } from './issue-store.ts'
import type { Ticket } from './rules.ts'
import { addingEvents } from './store.ts'

export const promisesOver = due.promisesOver

export interface EndedPromise {
  ticket: Ticket
  state: 'kept' | 'broken' | 'ended'
  refundPaise: number
}

/**
 * The tickets must be locked; they keep their state and their position. A refund is announced, so that the shopper is told and staff see
 * it.
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
