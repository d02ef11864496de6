import type { NoticeState } from '#contract/queue/queue.ts'
import type { Tx } from '#server/db/transaction.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { listMalls } from '#server/malls/service.ts'
import { announce } from '#server/outbox/announce.ts'
import { dayOf } from '#server/shops/service.ts'
import * as line from './line-store.ts'
import { type Action, decide } from './rules.ts'
import * as store from './store.ts'
import { applyAction } from './transition.ts'

/**
 * Ends overdue tickets. A called ticket becomes *missed* when its countdown and grace time are over. An unpaid ticket becomes *expired*
 * when its hold is over. The due times are in the tickets themselves, so nothing is lost when a node crashes.
 */
export async function endOverdue(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  for (const id of await line.callsOver(deps.db, now)) await endOne(deps, id, { kind: 'miss' })
  for (const id of await line.holdsOver(deps.db, now)) await endOne(deps, id, { kind: 'lapse' })
}

/** Ends tickets of past service days, by each mall's time zone and day start. *Serving* ones become *served*, all others *expired*. */
export async function endEarlierDays(deps: Deps): Promise<void> {
  // One query per service day and not per mall, because each query passes over the live tickets of all malls.
  const now = deps.clock.now()
  for (const [today, malls] of Map.groupBy(await listMalls(deps), (mall) => dayOf({ mall }, now))) {
    const mallIds = malls.map((mall) => mall.id)
    const next = (after: string) => line.leftOver(deps.db, mallIds, today, after)
    for (let ids = await next(''); ids.length > 0; ids = await next(ids.at(-1) ?? ''))
      for (const id of ids) await endOne(deps, id, { kind: 'expire', today })
  }
}

function endOne(deps: Deps, ticketId: string, action: Action): Promise<void> {
  return transaction(deps.db, async (tx) => {
    const ticket = await store.lockTicket(tx, ticketId)
    const now = deps.clock.now()
    // Another transaction was faster: the ticket was served or captured, or an order extended its hold.
    if (!ticket || 'refused' in decide(ticket, action, now)) return
    await applyAction(tx, ticket, action, { kind: 'system' }, now)
    // One ticket that cannot be ended must not stop the ones after it.
  }).catch((error) => deps.log.error({ err: error, ticketId }, 'could not end a ticket, trying again'))
}

/** Stores the delivery state of a call's notice on its ticket, in the caller's transaction; the staff row shows it. */
export async function noteNotice(tx: Tx, ticketId: string, callCount: number, state: NoticeState, now: Date): Promise<void> {
  const ticket = await store.lockTicket(tx, ticketId)
  if (ticket?.state !== 'called' || ticket.callCount !== callCount || ticket.noticeState === state) return
  const changed = await store.changeTicket(tx, ticket, { noticeState: state })
  if (changed) await announce(tx, now, { kind: 'ticket.notice', shopId: changed.shopId, ticketId: changed.id })
}
