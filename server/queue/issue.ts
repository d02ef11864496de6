import { Refusal } from '#contract/base/errors.ts'
import { latest } from '#contract/base/time.ts'
import type { TicketEventKind } from '#contract/events.ts'
import { atOnce, type Statement, sendAtOnce } from '#server/db/at-once.ts'
import type { Tx } from '#server/db/transaction.ts'
import { bySequence, numbering } from '#server/kit/numbering.ts'
import { announcing } from '#server/outbox/announce.ts'
import type { Shop } from '#server/shops/service.ts'
import * as issueStore from './issue-store.ts'
import { type Change, decide, type Numbered, type Ticket } from './rules.ts'
import * as store from './store.ts'
import { eventOf } from './transition.ts'

export { lockFreeTickets } from './issue-store.ts'

/** The ticket has no number yet, and the caller has locked it. */
export interface Issue {
  ticket: Ticket
  shop: Shop
  actor: store.Actor
  now: Date
}

/** The caller runs these in this order. It may add its own statements before each part, but none after the last. */
export interface Beginning {
  /** Records and announces the step of each ticket; these must be the last statements of one `writeAtOnce`. */
  recording: Statement[]
  /** Locks the rows of the days. */
  taking: ReturnType<typeof issueStore.takingNumbers>
  deal(taken: Parameters<typeof issueStore.dealt>[1]): { tickets: Numbered[]; changing: Statement }
}

/**
 * Begins to issue token numbers in the given order. Refuses with `wrong_state` if one of the tickets has ended in the meantime; then no
 * ticket gets a number. All other issues of these shops wait from the lock to the commit. So what does not depend on the number is written
 * before the lock. Needs at least one issue; the number of statements does not depend on the number of issues.
 */
export function beginIssue(issues: readonly Issue[]): Beginning {
  const days = bySequence(issues, dayOf)
  const wanted = days.map(wantedOf)
  return {
    recording: recording(decideAll(issues, ({ now }) => ({ number: 0, joinedAt: now }))),
    taking: issueStore.takingNumbers(wanted),
    deal(taken) {
      const numberOf = numbering(days, issueStore.dealt(wanted, taken), ({ first, joinedAt }, n) => ({ number: first + n, joinedAt }))
      const decided = decideAll(issues, numberOf)
      return {
        tickets: decided.map(({ ticket, change }) => ({ ...ticket, ...change, version: ticket.version + 1 }) as Numbered),
        changing: issueStore.changing(decided),
      }
    },
  }
}

/** Does all steps of `beginIssue`. Call it last in a transaction. `locked` is called when the transaction holds all locks. */
export async function issueTokenNumbers(tx: Tx, issues: readonly Issue[], locked = () => {}): Promise<Numbered[]> {
  if (issues.length === 0) return []
  const beginning = beginIssue(issues)
  sendAtOnce(tx, ...beginning.recording)
  const [taken] = await atOnce(tx, beginning.taking)
  locked()
  const { tickets, changing } = beginning.deal(taken)
  sendAtOnce(tx, changing)
  return tickets
}

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
  const news = decided.map(({ ticket, event }) => eventOf(event, ticket))
  return [store.addingEvents(entries), ...announcing(at, ...news)]
}

/** Call it last in a transaction, as `issueTokenNumbers`. */
export async function nextNumber(tx: Tx, day: issueStore.ShopDay, now: Date): Promise<{ number: number; joinedAt: Date }> {
  const wanted = [{ ...day, many: 1, now }]
  const [taken] = await atOnce(tx, issueStore.takingNumbers(wanted))
  const [dealt] = issueStore.dealt(wanted, taken)
  if (!dealt) throw new Error('a shop day gave no number')
  return { number: dealt.first, joinedAt: dealt.joinedAt }
}

const dayOf = ({ ticket: { shopId, serviceDay } }: Issue): string => `${shopId} ${serviceDay}`

const wantedOf = (ofDay: readonly [Issue, ...Issue[]]) => {
  return { ...ofDay[0].ticket, many: ofDay.length, now: latest(ofDay.map(({ now }) => now)) }
}
