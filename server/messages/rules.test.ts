import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EventKind } from '../../contract/events.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../contract/time.ts'
import { isStale, messageKindOf, nextTry } from './rules.ts'

const now = new Date('2026-11-21T05:00:00Z')
const earlier = (ms: number) => new Date(now.getTime() - ms)

describe('a message', () => {
  test.each([
    ['otp.requested', 'otp'],
    ['ticket.joined', 'token'],
    ['ticket.called', 'call'],
    ['payment.refunded', 'refund'],
  ] as const)('follows from %s: %s', (kind, message) => {
    expect(messageKindOf({ kind })).toBe(message)
  })

  test('follows from nothing else: neither a restarted countdown nor an undo calls a person twice', () => {
    const silent: EventKind[] = [
      ...([
        'ticket.held',
        'ticket.to-pay',
        'ticket.recalled',
        'ticket.served',
        'ticket.missed',
        'ticket.no-show',
        'ticket.undone',
      ] as const),
      ...(['shop.changed', 'display.changed', 'session.ended'] as const),
    ]
    expect(silent.map((kind) => messageKindOf({ kind }))).toEqual(silent.map(() => null))
  })

  test.each([
    ['call', 5 * MINUTE],
    ['otp', 5 * MINUTE],
    ['token', HOUR],
    ['refund', DAY],
  ] as const)('of the kind %s is worth sending for %i ms', (kind, life) => {
    expect(isStale(kind, earlier(life), now)).toBe(false)
    expect(isStale(kind, earlier(life + 1), now)).toBe(true)
  })

  test('is tried five times: again after 2, 4, 8 and 16 seconds, then no more', () => {
    const pauses = [1, 2, 3, 4, 5, 6].map((tries) => nextTry(tries, now)).map((at) => at && (at.getTime() - now.getTime()) / SECOND)
    expect(pauses).toEqual([2, 4, 8, 16, null, null])
  })

  test('that never goes out is given up while it is still fresh enough to be sent', () => {
    fc.assert(
      fc.property(fc.constantFrom('otp', 'call', 'token', 'refund'), (kind) => {
        let at: Date | null = now
        let last = now
        for (let tries = 1; at !== null; tries += 1) {
          last = at
          at = nextTry(tries, at)
        }
        expect(isStale(kind, now, last)).toBe(false)
      }),
    )
  })
})
