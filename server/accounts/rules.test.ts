import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../contract/time.ts'
import { sessionEnd, TOUCH_EVERY } from './rules.ts'

const born = new Date('2026-11-21T05:00:00Z')
const later = (ms: number) => new Date(born.getTime() + ms)
const role = fc.constantFrom('staff', 'owner', 'superadmin')

describe('a session', () => {
  test.each([
    ['staff', 12 * HOUR, 7 * DAY],
    ['owner', 2 * HOUR, DAY],
    ['superadmin', 30 * MINUTE, 12 * HOUR],
  ] as const)('of the role %s ends %i ms after its last use, and at the latest %i ms after signing in', (who, idle, whole) => {
    expect(sessionEnd(who, born, born)).toEqual(later(idle))
    expect(sessionEnd(who, born, later(idle))).toEqual(later(2 * idle))
    expect(sessionEnd(who, born, later(whole - 1))).toEqual(later(whole))
    expect(sessionEnd(who, born, later(whole + DAY))).toEqual(later(whole))
  })

  test('never ends earlier for being used, nor ever later than its whole life', () => {
    fc.assert(
      fc.property(role, fc.integer({ min: 0, max: 8 * DAY }), fc.integer({ min: 0, max: DAY }), (who, used, more) => {
        const end = sessionEnd(who, born, later(used))
        expect(sessionEnd(who, born, later(used + more)).getTime()).toBeGreaterThanOrEqual(end.getTime())
        expect(end.getTime() - born.getTime()).toBeLessThanOrEqual(7 * DAY)
      }),
    )
  })

  test('of more power ends sooner', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 * DAY }), (used) => {
        const [staff, owner, superadmin] = (['staff', 'owner', 'superadmin'] as const).map((who) =>
          sessionEnd(who, born, later(used)).getTime(),
        )
        expect(Number(superadmin)).toBeLessThanOrEqual(Number(owner))
        expect(Number(owner)).toBeLessThanOrEqual(Number(staff))
      }),
    )
  })

  test('is written down often enough that no use is lost to its end', () => {
    expect(TOUCH_EVERY).toBeLessThan(30 * MINUTE)
  })
})
