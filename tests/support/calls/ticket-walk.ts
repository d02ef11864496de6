import fc from 'fast-check'
import { MINUTE, serviceDayOf } from '#contract/base/time.ts'
import { HOLD_MINUTES, UNDO_MINUTES } from '#contract/queue/queue.ts'
import { isPromiseBroken } from '#server/queue/promise-rules.ts'
import { type Action, beforeOf, decide, type LastEvent, type Ticket, undo } from '#server/queue/rules.ts'

/** Half past ten in India; every walk begins here. */
export const morning = new Date('2026-11-21T05:00:00Z')
export const later = (ms: number, from = morning) => new Date(from.getTime() + ms)
const zone = 'Asia/Kolkata'

/** The service promise of every ticket here, in minutes. */
export const PROMISED = 5

/** A place that is held and not paid yet. */
export const held = (): Ticket => ({
  id: 'ticket',
  mallId: 'mall',
  shopId: 'shop',
  serviceDay: '2026-11-21',
  mobile: '9876543210',
  name: 'Asha Verma',
  email: 'asha@example.in',
  locale: 'en',
  state: 'pending_payment',
  lane: 'priority',
  number: null,
  serveKey: null,
  version: 1,
  wishedCounterId: null,
  counterId: null,
  createdAt: morning,
  holdUntil: later(HOLD_MINUTES * MINUTE),
  joinedAt: null,
  calledAt: null,
  callCount: 0,
  recallCount: 0,
  callStartedAt: null,
  callSeconds: null,
  callEndsAt: null,
  graceEndsAt: null,
  callUndoneAt: null,
  endedAt: null,
  noticeState: null,
  cashPaymentId: null,
  dueAmountPaise: null,
  promiseMinutes: PROMISED,
  promisedUntil: null,
  promiseState: null,
  slotStartsAt: null,
  slotEndsAt: null,
  slotHoldUntil: null,
  slotMoves: 0,
  slotRemindedAt: null,
  refundUntil: null,
})

export const issue: Action = { kind: 'issue', number: 7, joinedAt: morning, lane: 'priority', headStartMinutes: 10 }
/** What a call starts: three minutes of countdown and five minutes of grace. */
export const countdown = { seconds: 180, graceMinutes: 5 }
export const arriveAt = (counterId: string): Action => ({ kind: 'arrive', counterId, today: '2026-11-21' })
export const callTo = (counterId: string | null): Action => ({ kind: 'call', counterId, ...countdown })

/** Throws if the action does not change the ticket. */
export function moved(ticket: Ticket, action: Action, now = morning): Ticket {
  const decision = decide(ticket, action, now)
  if (!('change' in decision)) throw new Error(`${action.kind} from ${ticket.state}: ${JSON.stringify(decision)}`)
  return { ...ticket, ...decision.change, version: ticket.version + 1 }
}

/** The first slot starts two hours after the walk begins, the next one a quarter of an hour later. */
const [slot, nextSlot] = [120, 135].map((minutes) => ({
  startsAt: later(minutes * MINUTE),
  endsAt: later((minutes + 15) * MINUTE),
})) as [{ startsAt: Date; endsAt: Date }, { startsAt: Date; endsAt: Date }]
const day = { serviceDay: '2026-11-21', headStartMinutes: 10 }
export const holdSlot: Action = {
  kind: 'hold',
  slot,
  serviceDay: day.serviceDay,
  until: later(HOLD_MINUTES * MINUTE),
  moveUntilMinutes: 15,
}
export const bookSlot: Action = { kind: 'book', slot: nextSlot, number: 7, moveUntilMinutes: 15, ...day }
export const joinNow: Action = { kind: 'join_now', number: 7, joinedAt: morning, ...day }
/** A ticket that is paid and joins when its slot starts. */
export const booked = () => moved(moved(held(), holdSlot), issue)

export const waiting = () => moved(held(), issue)
export const called = () => moved(waiting(), callTo('one'))

/**
 * An action on the ticket, an undo of the last action, or a run of the worker that keeps promises. It comes `wait` ms after the step
 * before.
 */
interface Step {
  action: Action | { kind: 'undo' } | { kind: 'notice' } | { kind: 'promise' }
  wait: number
}

const seconds = fc.integer({ min: 1, max: 3600 })
const graceMinutes = fc.integer({ min: 0, max: 60 })
const counterId = fc.constantFrom('one', 'two', null)
const action: fc.Arbitrary<Step['action']> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(issue) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('call' as const), counterId, seconds, graceMinutes }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('arrive' as const), counterId, today: fc.constant(day.serviceDay) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('restart' as const, 'extend' as const), seconds, graceMinutes }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('recall' as const), rungAt: fc.constant(null), seconds, graceMinutes }),
  },
  { weight: 2, arbitrary: fc.constantFrom({ kind: 'complete' as const }, { kind: 'no_show' as const }) },
  { weight: 3, arbitrary: fc.constantFrom({ kind: 'miss' as const }, { kind: 'miss' as const, next: true as const }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ kind: 'cancel' as const }, { kind: 'lapse' as const }, { kind: 'expire' as const, today: '' }),
  },
  { weight: 4, arbitrary: fc.constantFrom({ kind: 'undo' as const }, { kind: 'notice' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'promise' as const }) },
)
const wait = fc.oneof(fc.integer({ min: 0, max: 5 * MINUTE }), fc.integer({ min: 0, max: 15 * MINUTE }), fc.constant(UNDO_MINUTES * MINUTE))
const walk = fc.array(fc.record({ action, wait }), { minLength: 1, maxLength: 40 })

interface Told {
  step: Step
  before: Ticket
  after: Ticket
  now: Date
  /** The last event of the history before an undo. */
  undone: (LastEvent & { ticket: Ticket }) | null
}

/** Moves the ticket as the service does. Each action is kept with the ticket before it; an undo removes the last one. */
function* live(steps: readonly Step[]): Generator<Told> {
  let ticket = held()
  let now = morning
  const history: (LastEvent & { ticket: Ticket })[] = []
  for (const step of steps) {
    now = later(step.wait, now)
    const before = ticket
    const told = (undone: Told['undone'] = null): Told => ({ step, before, after: ticket, now, undone })
    if (step.action.kind === 'undo') {
      const last = history.at(-1) ?? null
      const decision = undo(ticket, last, now)
      if ('change' in decision) {
        history.pop()
        ticket = { ...ticket, ...decision.change, version: ticket.version + 1 }
      }
      yield told(last)
      continue
    }
    if (step.action.kind === 'notice') {
      // The message of the call is delivered in the meantime; that is not a step of the history.
      if (ticket.noticeState === 'queued') ticket = { ...ticket, noticeState: 'delivered', version: ticket.version + 1 }
      yield told()
      continue
    }
    if (step.action.kind === 'promise') {
      if (isPromiseBroken(ticket, now)) ticket = { ...ticket, promiseState: 'broken', version: ticket.version + 1 }
      yield told()
      continue
    }
    const done = step.action.kind === 'expire' ? { ...step.action, today: serviceDayOf(now, zone, 0) } : step.action
    const decision = decide(ticket, done, now)
    if ('change' in decision) {
      // An action that only moves the countdown is not a step of the history.
      if (!['restart', 'recall', 'extend'].includes(done.kind))
        history.push({ id: history.length, action: done.kind, at: now, outOfTurn: false, before: beforeOf(before), ticket: before })
      ticket = { ...ticket, ...decision.change, version: ticket.version + 1 }
    }
    yield told()
  }
}

export const onEveryStep = (check: (told: Told) => void) =>
  fc.assert(
    fc.property(walk, (steps) => {
      for (const told of live(steps)) check(told)
    }),
    { numRuns: 300 },
  )
