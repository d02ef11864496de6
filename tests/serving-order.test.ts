import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MINUTE } from '#contract/base/time.ts'
import type { Lane } from '#contract/queue/queue.ts'
import { decide, type Ticket } from '#server/queue/rules.ts'
import { ticket as row } from '#tests/support/people/staff-ticket.ts'
import type { StaffTicket } from '#web/data/queue.ts'
import { tableOrder } from '#web/features/desk/table-state.ts'

/** `gap` is the time in ms after the shopper before. */
interface Joining {
  lane: Lane
  gap: number
}
type Waiting = StaffTicket & { number: number; joinedAt: Date }

const morning = Date.UTC(2026, 10, 21, 5)
const joinings = fc.array(
  fc.record<Joining>({
    lane: fc.constantFrom('priority', 'regular'),
    gap: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 6 * MINUTE })),
  }),
  {
    maxLength: 60,
  },
)
const headStart = fc.integer({ min: 0, max: 240 })

const held = { state: 'pending_payment', number: null, version: 1 } as Ticket

function queueOf(people: readonly Joining[], headStartMinutes: number): Waiting[] {
  let at = morning
  return people.map(({ lane, gap }, i) => {
    at += gap
    const joinedAt = new Date(at)
    const decision = decide(
      held,
      { kind: 'issue', number: i + 1, joinedAt, lane, headStartMinutes: lane === 'priority' ? headStartMinutes : 0 },
      joinedAt,
    )
    if (!('change' in decision)) throw new Error('a held ticket must get its number')
    return { ...row(String(i + 1)), number: i + 1, joinedAt, lane, serveAt: decision.change.serveKey ?? null }
  })
}

const inOrder = (queue: readonly Waiting[]) => tableOrder(queue)

/** The tickets that joined after this one and are served before it. */
const overtakersOf = (one: Waiting, queue: readonly Waiting[]) =>
  queue.filter((other) => other.number > one.number && inOrder([one, other])[0] === other)

const onQueues = (check: (queue: Waiting[], headStartMinutes: number) => void) =>
  fc.assert(fc.property(joinings, headStart, (people, minutes) => check(queueOf(people, minutes), minutes)))

describe('the serving order', () => {
  test('depends only on the serving key and the number, not on the order of reading or other fields of the ticket', () => {
    fc.assert(
      fc.property(joinings, headStart, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (people, minutes, random) => {
        const queue = queueOf(people, minutes)
        const numbers = inOrder(queue).map(({ number }) => number)
        const shuffled = queue
          .map((ticket) => ({ ticket, place: random.next().value ?? 0 }))
          .sort((a, b) => a.place - b.place)
          .map(({ ticket }) => ({ ...ticket, name: 'Somebody else', lane: 'regular' as const, version: 9, recallsLeft: 3 }))
        expect(inOrder(shuffled).map(({ number }) => number)).toEqual(numbers)
      }),
    )
  })

  test('is fixed when a ticket joins: later tickets do not change the order of those that wait', () => {
    fc.assert(
      fc.property(joinings, headStart, fc.nat(60), (people, minutes, many) => {
        const queue = queueOf(people, minutes)
        const before = inOrder(queue.slice(0, many))
        expect(inOrder(queue).filter(({ number }) => (number ?? 0) <= many)).toEqual(before)
      }),
    )
  })

  test('lets a regular ticket be passed only by priority tickets that join within the head start after it', () => {
    onQueues((queue, minutes) => {
      for (const one of queue.filter(({ lane }) => lane === 'regular')) {
        const end = one.joinedAt.getTime() + minutes * MINUTE
        const mayPass = queue.filter((other) => other.number > one.number && other.lane === 'priority' && other.joinedAt.getTime() < end)
        expect(overtakersOf(one, queue)).toEqual(mayPass)
      }
    })
  })

  test('lets no later ticket pass a priority ticket', () => {
    onQueues((queue) => {
      for (const one of queue.filter(({ lane }) => lane === 'priority')) expect(overtakersOf(one, queue)).toEqual([])
    })
  })

  test('is first come, first served within a lane, and in both lanes without a head start', () => {
    onQueues((queue) => {
      for (const lane of ['priority', 'regular'] as const) {
        const own = queue.filter((ticket) => ticket.lane === lane)
        expect(inOrder(own)).toEqual(own)
      }
    })
    fc.assert(
      fc.property(joinings, (people) => {
        const queue = queueOf(people, 0)
        expect(inOrder(queue)).toEqual(queue)
      }),
    )
  })
})
