import { Refusal } from '../../contract/errors.ts'
import type { TicketEventKind } from '../../contract/events.ts'
import { latest } from '../../contract/time.ts'
import { atOnce, type Statement, writeAtOnce } from '../db/at-once.ts'
import type { Tx } from '../db/transaction.ts'
import { bySequence, dealing } from '../kit/dealing.ts'
import { announcing } from '../outbox/announce.ts'
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

/** What there is to write of an issue; the caller runs it in this order, with statements of its own before each part, and nothing after it. */
export interface Beginning {
  /** The step in each ticket's history, and the news of it: the last of one `writeAtOnce`. */
  recording: Statement[]
  /** Takes the numbers and the days' row locks. */
  taking: ReturnType<typeof issueStore.takingNumbers>
  /** Deals the numbers out that `taking` returned. */
  deal(taken: Parameters<typeof issueStore.dealt>[1]): { tickets: Numbered[]; changing: Statement }
}

/**
 * Begins to give tickets their token numbers, in the order given: each the next of its shop's service day, no
 * gap, no duplicate. Refuses with `wrong_state` where one of them has ended meanwhile; then none has got a number. Every other issue of
 * these shops waits from the lock to the commit: what the number does not change is written before. At least one issue; the number of
 * statements does not depend on how many.
 */
export function beginIssue(issues: readonly Issue[]): Beginning {
  const days = bySequence(issues, dayOf)
  const wanted = days.map(wantedOf)
  return {
    recording: recording(decideAll(issues, ({ now }) => ({ number: 0, joinedAt: now }))),
    taking: issueStore.takingNumbers(wanted),
    deal(taken) {
      const numberOf = dealing(days, issueStore.dealt(wanted, taken), ({ first, joinedAt }, n) => ({ number: first + n, joinedAt }))
      const decided = decideAll(issues, numberOf)
      return {
        tickets: decided.map(({ ticket, change }) => ({ ...ticket, ...change, version: ticket.version + 1 }) as Numbered),
        changing: issueStore.changing(decided),
      }
    },
  }
}

/** Gives tickets their token numbers, as `beginIssue` says, from beginning to end: call it last. */
export async function issueTokenNumbers(tx: Tx, issues: readonly Issue[]): Promise<Numbered[]> {
  if (issues.length === 0) return []
  const beginning = beginIssue(issues)
  await writeAtOnce(tx, ...beginning.recording)
  const [taken] = await atOnce(tx, beginning.taking)
  const { tickets, changing } = beginning.deal(taken)
  await changing.execute(tx)
  return tickets
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

function recording(decided: readonly Decided[]): Statement[] {
  const entries = decided.map(({ ticket, change, actor, now }) => ({
    ...{ before: ticket, after: { ...ticket, ...change }, action: 'issue', undo: null },
    ...{ actor, at: now },
  }))
  const at = latest(decided.map(({ now }) => now))
  const news = decided.map(({ ticket, event }) => ({ kind: event, shopId: ticket.shopId, ticketId: ticket.id }))
  return [store.addingEvents(entries), ...announcing(at, ...news)]
}

const dayOf = ({ ticket: { shopId, serviceDay } }: Issue): string => `${shopId} ${serviceDay}`

/** How many numbers the tickets of a day need. */
const wantedOf = (ofDay: readonly [Issue, ...Issue[]]) => {
  return { ...ofDay[0].ticket, many: ofDay.length, now: latest(ofDay.map(({ now }) => now)) }
}

/** The same for one ticket, which is locked here; repeating it changes nothing. Refuses with `ticket_not_found` and `wrong_state`. */
export async function issueTokenNumber(tx: Tx, shop: Shop, ticketId: string, actor: store.Actor, now: Date): Promise<Ticket> {
  const ticket = await lockTicketOrRefuse(tx, ticketId)
  if (ticket.number !== null) return ticket
  const [joined] = await issueTokenNumbers(tx, [{ ticket, shop, actor, now }])
  return joined ?? ticket
}
