import { Refusal } from '../../contract/errors.ts'
import { latest } from '../../contract/time.ts'
import type { Tx } from '../db/transaction.ts'
import { announce } from '../outbox/announce.ts'
import type { Shop } from '../shops/service.ts'
import * as issueStore from './issue-store.ts'
import { decide, type Ticket } from './rules.ts'
import * as store from './store.ts'
import { lockTicketOrRefuse } from './transition.ts'

export { lockTickets } from './issue-store.ts'

/** A ticket that has its token number. */
export type Numbered = Ticket & { number: number }

/** A ticket that is to get its token number: locked by the caller, and without one. */
export interface Issue {
  ticket: Ticket
  shop: Shop
  actor: store.Actor
  now: Date
}

/**
 * Gives tickets their token numbers in the caller's transaction, in the order given: each the next of its shop's service day, no gap, no
 * duplicate. Refuses with `wrong_state` where one of them has ended meanwhile; then none has got a number. Takes the days' row locks: call
 * it last; `taken` is called when it has them. The number of statements does not depend on the number of tickets.
 */
export async function issueTokenNumbers(tx: Tx, issues: readonly Issue[], taken: () => void = () => {}): Promise<Numbered[]> {
  if (issues.length === 0) return []
  const next = await numbersFor(tx, issues)
  taken()
  const changes = issues.map(({ ticket, shop, now }) => {
    const headStartMinutes = ticket.lane === 'priority' ? shop.headStartMinutes : 0
    const decision = decide(ticket, { kind: 'issue', ...next(ticket), lane: ticket.lane, headStartMinutes }, now)
    if (!('change' in decision)) throw new Refusal('wrong_state')
    return { ticket, ...decision }
  })
  const joined = await issueStore.changeTickets(tx, changes)
  await store.appendEvents(
    tx,
    issues.map(({ ticket, actor, now }, i) => ({
      ...{ before: ticket, after: joined[i] ?? ticket, action: 'issue', undo: null },
      ...{ actor, at: now },
    })),
  )
  const at = latest(issues.map(({ now }) => now))
  await announce(tx, at, ...changes.map(({ ticket, event }) => ({ kind: event, shopId: ticket.shopId, ticketId: ticket.id })))
  return joined as Numbered[]
}

/** Takes the numbers of all these tickets; answers the way to deal them out in order. */
async function numbersFor(tx: Tx, issues: readonly Issue[]): Promise<(ticket: Ticket) => { number: number; joinedAt: Date }> {
  const days = Map.groupBy(issues, ({ ticket }) => `${ticket.shopId} ${ticket.serviceDay}`)
  const keys = [...days.keys()].sort()
  const wanted = keys.map((key) => {
    const ofDay = days.get(key) as [Issue, ...Issue[]]
    return { ...ofDay[0].ticket, many: ofDay.length, now: latest(ofDay.map(({ now }) => now)) }
  })
  const taken = await issueStore.takeNumbers(tx, wanted)
  const left = new Map(keys.map((key, i) => [key, { ...(taken[i] as (typeof taken)[number]) }]))
  return (ticket) => {
    const day = left.get(`${ticket.shopId} ${ticket.serviceDay}`) as (typeof taken)[number]
    return { number: day.first++, joinedAt: day.joinedAt }
  }
}

/** The same for one ticket, which is locked here; repeating it changes nothing. Refuses with `ticket_not_found` and `wrong_state`. */
export async function issueTokenNumber(tx: Tx, shop: Shop, ticketId: string, actor: store.Actor, now: Date): Promise<Ticket> {
  const ticket = await lockTicketOrRefuse(tx, ticketId)
  if (ticket.number !== null) return ticket
  const [joined] = await issueTokenNumbers(tx, [{ ticket, shop, actor, now }])
  return joined ?? ticket
}
