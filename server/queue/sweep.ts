import type { NoticeState } from '../../contract/queue.ts'
import { serviceDayOf } from '../../contract/time.ts'
import type { Tx } from '../db/transaction.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { listMalls } from '../malls/service.ts'
import { announce } from '../outbox/announce.ts'
import * as line from './line-store.ts'
import { type Action, decide } from './rules.ts'
import * as store from './store.ts'
import { applyAction } from './transition.ts'

/**
 * Ends what time has ended: a countdown that ran out unanswered makes its ticket *missed*, a place held without payment for too long
 * *expired*, and what is left of earlier days too. What is due stands in the tickets themselves, so nothing is lost when a node dies.
 */
export async function endOverdue(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  for (const id of await line.callsOver(deps.db, now)) await endOne(deps, id, { kind: 'miss' })
  for (const id of await line.holdsOver(deps.db, now)) await endOne(deps, id, { kind: 'lapse' })
}

/** Expires tickets of service days that are over, in each mall's own time zone. */
export async function endEarlierDays(deps: Deps): Promise<void> {
  // One look per time zone, not per mall: it passes over everybody who stands in line anywhere.
  for (const [timeZone, malls] of Map.groupBy(await listMalls(deps), (mall) => mall.timeZone)) {
    const today = serviceDayOf(deps.clock.now(), timeZone)
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
    // Whoever was faster (a served ticket, a capture, an order that extended the hold) has decided already.
    if (!ticket || 'refused' in decide(ticket, action, now)) return
    await applyAction(tx, ticket, action, { kind: 'system' }, now)
    // One ticket that cannot be ended must not keep those behind it.
  }).catch((error) => deps.log.error({ err: error, ticketId }, 'a ticket could not be ended, trying again'))
}

/** Notes how far the notice of a ticket's call has got, in the caller's transaction; the staff row shows it. */
export async function noteNotice(tx: Tx, ticketId: string, callCount: number, state: NoticeState, now: Date): Promise<void> {
  const ticket = await store.lockTicket(tx, ticketId)
  if (ticket?.state !== 'called' || ticket.callCount !== callCount || ticket.noticeState === state) return
  const changed = await store.changeTicket(tx, ticket, { noticeState: state })
  if (changed) await announce(tx, now, { kind: 'ticket.notice', shopId: changed.shopId, ticketId: changed.id })
}
