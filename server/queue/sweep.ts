import type { NoticeState } from '#contract/queue/queue.ts'
import { type Db, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { listMalls } from '#server/malls/service.ts'
import { announceEach } from '#server/outbox/announce.ts'
import { dayOf } from '#server/shops/service.ts'
import * as due from './due-store.ts'
import { type Action, decide } from './rules.ts'
import * as store from './store.ts'
import { applyAction } from './transition.ts'

/**
 * A called ticket becomes *missed* after its grace time, an unpaid one *expired* after its hold. The due times are in the tickets, so
 * nothing is lost when a node crashes.
 */
export async function endOverdue(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = deps.clock.now()
  for (const id of await due.callsOver(deps.db, now)) await applyAlone(deps, id, { kind: 'miss' })
  for (const id of await due.holdsOver(deps.db, now)) await applyAlone(deps, id, { kind: 'lapse' })
}

/** Lets booked tickets join the queue when their slot starts. A crash delays them and loses none. */
export async function beginSlots(deps: Deps): Promise<void> {
  for (const id of await due.slotsBegun(deps.db, deps.clock.now())) await applyAlone(deps, id, { kind: 'begin' })
}

/** A day is over by its mall's time zone and day start. *Serving* tickets become *served*, all others *expired*. */
export async function endEarlierDays(deps: Deps): Promise<void> {
  // One query per service day and not per mall, because each query passes over the live tickets of all malls.
  const now = deps.clock.now()
  for (const [today, malls] of Map.groupBy(await listMalls(deps), (mall) => dayOf({ mall }, now))) {
    const mallIds = malls.map((mall) => mall.id)
    const next = (after: string) => due.leftOver(deps.db, mallIds, today, after)
    for (let ids = await next(''); ids.length > 0; ids = await next(ids.at(-1) ?? ''))
      for (const id of ids) await applyAlone(deps, id, { kind: 'expire', today })
  }
}

/** Applies an action in a transaction of its own, if it is still right then. */
function applyAlone(deps: Pick<Deps, 'db' | 'clock' | 'log'>, ticketId: string, action: Action): Promise<void> {
  return transaction(deps.db, async (tx) => {
    const ticket = await store.lockTicket(tx, ticketId)
    const now = deps.clock.now()
    // Another transaction was faster: the ticket was served or captured, or an order extended its hold.
    if (!ticket || 'refused' in decide(ticket, action, now)) return
    await applyAction(tx, ticket, action, { kind: 'system' }, now)
    // One ticket that cannot be changed must not stop the ones after it.
  }).catch((error) => deps.log.error({ err: error, ticketId }, 'could not change a ticket, trying again'))
}

export const noteNotice = (db: Db, ticketId: string, callCount: number, state: NoticeState, now: Date): Promise<void> =>
  announceEach(db, now, 'ticket.notice', store.notingNotice(ticketId, callCount, state))
