import { Refusal } from '../../contract/errors.ts'
import type { TicketEventKind } from '../../contract/events.ts'
import { latest } from '../../contract/time.ts'
import type { Tx } from '../db/transaction.ts'
import { announce } from '../outbox/announce.ts'
import type { Shop } from '../shops/service.ts'
import * as issueStore from './issue-store.ts'
import { type Change, decide, type Ticket } from './rules.ts'
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
 * it last; `taken` is waited for when it has them. The number of statements does not depend on the number of tickets.
 */
export async function issueTokenNumbers(tx: Tx, issues: readonly Issue[], taken = async (): Promise<void> => {}): Promise<Numbered[]> {
  if (issues.length === 0) return []
  // Every other issue of these shops waits from the lock to the commit: what the number does not change is written before.
  await record(
    tx,
    decideAll(issues, ({ now }) => ({ number: 0, joinedAt: now })),
  )
  const next = await numbersFor(tx, issues)
  await taken()
  return (await issueStore.changeTickets(tx, decideAll(issues, next))) as Numbered[]
}

/** An issue with what it changes. */
type Decided = Issue & { change: Change; event: TicketEventKind }

function decideAll(issues: readonly Issue[], numberOf: (issue: Issue) => { number: number; joinedAt: Date }): Decided[] {
  return issues.map((issue) => {
    const { ticket, shop, now } = issue
    const headStartMinutes = ticket.lane === 'priority' ? shop.headStartMinutes : 0
    const decision = decide(ticket, { kind: 'issue', ...numberOf(issue), lane: ticket.lane, headStartMinutes }, now)
    if (!('change' in decision)) throw new Refusal('wrong_state')
    return { ...issue, ...decision }
  })
}

/** The step in each ticket's history, and the news of it. */
async function record(tx: Tx, decided: readonly Decided[]): Promise<void> {
  await store.appendEvents(
    tx,
    decided.map(({ ticket, change, actor, now }) => ({
      ...{ before: ticket, after: { ...ticket, ...change }, action: 'issue', undo: null },
      ...{ actor, at: now },
    })),
  )
  const at = latest(decided.map(({ now }) => now))
  await announce(tx, at, ...decided.map(({ ticket, event }) => ({ kind: event, shopId: ticket.shopId, ticketId: ticket.id })))
}

/** Takes the numbers of all these tickets; answers the way to deal them out in order. */
async function numbersFor(tx: Tx, issues: readonly Issue[]): Promise<(issue: Issue) => { number: number; joinedAt: Date }> {
  const days = Map.groupBy(issues, ({ ticket }) => `${ticket.shopId} ${ticket.serviceDay}`)
  const keys = [...days.keys()].sort()
  const wanted = keys.map((key) => {
    const ofDay = days.get(key) as [Issue, ...Issue[]]
    return { ...ofDay[0].ticket, many: ofDay.length, now: latest(ofDay.map(({ now }) => now)) }
  })
  const taken = await issueStore.takeNumbers(tx, wanted)
  const left = new Map(keys.map((key, i) => [key, { ...(taken[i] as (typeof taken)[number]) }]))
  return ({ ticket }) => {
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
