import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#contract/base/time.ts'
import { limitsOfCalls, waitOf } from '#server/limits-of-calls.ts'
import { mailWait, marksRun, RESET_LIFE, sessionEnd, TOUCH_EVERY } from './rules.ts'

const { passwordsNear, passwordsFar, factors } = limitsOfCalls

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

  test('never ends earlier because it is used, and never lives longer than its maximum lifetime', () => {
    fc.assert(
      fc.property(role, fc.integer({ min: 0, max: 8 * DAY }), fc.integer({ min: 0, max: DAY }), (who, used, more) => {
        const end = sessionEnd(who, born, later(used))
        expect(sessionEnd(who, born, later(used + more)).getTime()).toBeGreaterThanOrEqual(end.getTime())
        expect(end.getTime() - born.getTime()).toBeLessThanOrEqual(7 * DAY)
      }),
    )
  })

  test('of a more powerful role ends sooner', () => {
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

  test('records its use often enough not to end while it is in use', () => {
    expect(TOUCH_EVERY).toBeLessThan(30 * MINUTE)
  })
})

describe('tries at a secret', () => {
  test('have to wait longer each time after the free ones', () => {
    const tries: Date[] = []
    const waits: number[] = []
    let now = born.getTime()
    for (let i = 0; i < 14; i += 1) {
      waits.push(waitOf(passwordsNear, tries, new Date(now)) / 1000)
      now += waits.at(-1) === 0 ? 0 : Number(waits.at(-1)) * 1000
      tries.push(new Date(now))
    }
    expect(waits).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60])
  })

  test.each([
    ['passwords of one email over all addresses', passwordsFar, 130],
    ['second factors of one account', factors, 45],
  ] as const)('at %s are few in a day, however fast an attacker tries', (_, rule, most) => {
    const tries: Date[] = []
    for (let now = born.getTime(); now < born.getTime() + DAY; ) {
      const wait = waitOf(rule, tries, new Date(now))
      if (wait > 0) now += wait
      else tries.push(new Date(now))
    }
    expect(tries.length).toBeGreaterThan(rule.free)
    expect(tries.length).toBeLessThanOrEqual(most)
  })

  test('never wait longer than the longest wait, and not at all once they are old', () => {
    fc.assert(
      fc.property(fc.constantFrom(passwordsNear, passwordsFar, factors), fc.array(fc.integer({ min: 0, max: 2 * DAY })), (rule, ago) => {
        const now = later(2 * DAY)
        const tries = ago.map((ms) => new Date(now.getTime() - ms))
        expect(waitOf(rule, tries, now)).toBeLessThanOrEqual(rule.longest)
        if (ago.every((ms) => ms >= rule.window)) expect(waitOf(rule, tries, now)).toBe(0)
      }),
    )
  })

  test('mark a run at 5, 10, 20, 40 … failures', () => {
    expect(Array.from({ length: 100 }, (_, i) => i).filter(marksRun)).toEqual([5, 10, 20, 40, 80])
  })
})

describe('a mail with a code', () => {
  test('goes out three times in 15 minutes, and after eight in a day once an hour', () => {
    const sent: Date[] = []
    const waits: number[] = []
    let now = born.getTime()
    for (let i = 0; i < 12; i += 1) {
      const wait = mailWait(sent, new Date(now))
      waits.push(wait / MINUTE)
      now += wait
      sent.push(new Date(now))
    }
    expect(waits).toEqual([0, 0, 0, 15, 0, 0, 15, 0, 60, 60, 60, 60])
  })

  test('never waits longer than a code lives, so a stranger’s requests always leave the owner a code that works', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: DAY }), { maxLength: 40 }), (ago) => {
        const now = later(DAY)
        const sent = ago.map((ms) => new Date(now.getTime() - ms))
        const wait = mailWait(sent, now)
        if (wait > 0) expect(sent.some((at) => now.getTime() - at.getTime() < RESET_LIFE)).toBe(true)
      }),
    )
  })
})
