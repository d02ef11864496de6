import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '../../contract/time.ts'
import { isDisplayEditor, mayAskCode, mayTryCode, type WrongTry } from './rules.ts'

const start = Date.UTC(2026, 10, 21, 5)
const at = (seconds: number) => new Date(start + seconds * SECOND)

/** Waits between two presses, from impatient to the next morning. */
const wait = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 130 * SECOND }) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 16 * MINUTE }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 13 * HOUR }) },
)

const within = (times: readonly Date[], now: Date, span: number) => times.filter((time) => now.getTime() - time.getTime() < span)

/** Presses "Send OTP" again and again; answers when a code was made. */
function codesOf(waits: readonly number[], seen: (asked: Date[], now: Date) => void = () => {}): Date[] {
  const asked: Date[] = []
  let now = new Date(start)
  for (const ms of waits) {
    now = new Date(now.getTime() + ms)
    seen([...asked], now)
    if (mayAskCode(within(asked, now, DAY), now).allowed) asked.push(now)
  }
  return asked
}

describe('asking for a code', () => {
  test('is told to wait 30 s after the first, 60 s after the second, and after the third until a quarter of an hour has passed', () => {
    expect(mayAskCode([], at(0))).toEqual({ allowed: true, resendAfter: 30 })
    expect(mayAskCode([at(0)], at(30))).toEqual({ allowed: true, resendAfter: 60 })
    expect(mayAskCode([at(0), at(30)], at(90))).toEqual({ allowed: true, resendAfter: 900 - 90 })
    expect(mayAskCode([at(0), at(30)], at(895)), 'codes that grow old meanwhile count no more').toEqual({ allowed: true, resendAfter: 35 })
    const seven = Array.from({ length: 7 }, (_, i) => at(i * 1800))
    expect(mayAskCode(seven, at(7 * 1800)), 'the eighth of a day').toEqual({ allowed: true, resendAfter: 86_400 - 7 * 1800 })
  })

  test('too early is refused with the seconds that are left', () => {
    expect(mayAskCode([at(0)], at(1))).toEqual({ allowed: false, code: 'otp_wait', wait: 29 })
    expect(mayAskCode([at(0)], at(29.5))).toEqual({ allowed: false, code: 'otp_wait', wait: 1 })
    expect(mayAskCode([at(0), at(30)], at(89))).toEqual({ allowed: false, code: 'otp_wait', wait: 1 })
  })

  test('works three times in a quarter of an hour, the fourth time once the first code is that old', () => {
    const asked = [at(0), at(30), at(90)]
    expect(mayAskCode(asked, at(210))).toEqual({ allowed: false, code: 'otp_wait', wait: 900 - 210 })
    expect(mayAskCode(asked, at(899.999))).toMatchObject({ allowed: false })
    expect(mayAskCode(asked, at(900))).toMatchObject({ allowed: true })
  })

  test('works eight times a day, the ninth time once the first code is a day old', () => {
    const asked = Array.from({ length: 8 }, (_, i) => at(i * 1800))
    expect(mayAskCode(asked, at(8 * 1800))).toEqual({ allowed: false, code: 'otp_limit', wait: 86_400 - 8 * 1800 })
    expect(mayAskCode(asked, at(86_399))).toMatchObject({ allowed: false, code: 'otp_limit', wait: 1 })
    expect(mayAskCode(asked, at(86_400))).toMatchObject({ allowed: true })
  })

  test('never gets past the limits, however somebody presses', () => {
    fc.assert(
      fc.property(fc.array(wait, { maxLength: 120 }), (waits) => {
        const made = codesOf(waits)
        for (const [i, code] of made.entries()) {
          const before = made.slice(0, i)
          expect(within(before, code, DAY).length).toBeLessThan(8)
          const recent = within(before, code, 15 * MINUTE)
          expect(recent.length).toBeLessThan(3)
          const gap = [0, 30, 60][recent.length] ?? 120
          expect(code.getTime() - (recent.at(-1)?.getTime() ?? 0)).toBeGreaterThanOrEqual(gap * SECOND)
        }
      }),
    )
  })

  test('is refused only by a limit, in whatever order the codes are read, and always says exactly how long to wait', () => {
    fc.assert(
      fc.property(fc.array(wait, { maxLength: 120 }), (waits) => {
        codesOf(waits, (asked, now) => {
          const verdict = mayAskCode(asked.toReversed(), now)
          expect(verdict).toEqual(mayAskCode(asked, now))
          const recent = within(asked, now, 15 * MINUTE)
          const sinceLast = now.getTime() - (recent.at(-1)?.getTime() ?? 0)
          const tooSoon = recent.length > 0 && sinceLast < ([0, 30, 60][recent.length] ?? 120) * SECOND
          expect(verdict.allowed).toBe(!tooSoon && recent.length < 3 && within(asked, now, DAY).length < 8)
          if (verdict.allowed) {
            const after = mayAskCode([...asked, now], now)
            return expect(after, 'the wait for the next one is the one it would be refused with').toMatchObject({
              wait: verdict.resendAfter,
            })
          }
          expect(verdict.wait).toBeGreaterThanOrEqual(1)
          const early = new Date(now.getTime() + (verdict.wait - 1) * SECOND)
          expect(mayAskCode(asked, early).allowed, 'a second earlier is too early').toBe(false)
          const inTime = new Date(now.getTime() + verdict.wait * SECOND)
          expect(mayAskCode(asked, inTime).allowed, 'after the wait it works').toBe(true)
        })
      }),
    )
  })
})

const wrong = (seconds: number, codeId = 'code', fromAsker = true): WrongTry => ({ at: at(seconds), codeId, fromAsker })
const asker = { codeId: 'code', fromAsker: true }

describe('trying a code', () => {
  test('works five times, and each wrong one leaves one less', () => {
    for (let many = 0; many < 5; many += 1) {
      expect(
        mayTryCode(
          Array.from({ length: many }, (_, i) => wrong(i)),
          asker,
          at(10),
        ),
      ).toEqual({ allowed: true, left: 5 - many })
    }
    expect(
      mayTryCode(
        [0, 1, 2, 3, 4].map((i) => wrong(i)),
        asker,
        at(10),
      ),
    ).toEqual({ allowed: false, code: 'invalid_otp' })
  })

  test('starts anew with a new code, but not beyond ten wrong ones an hour', () => {
    const first = [0, 1, 2, 3, 4].map((i) => wrong(i, 'first'))
    expect(mayTryCode(first, asker, at(60))).toEqual({ allowed: true, left: 5 })
    const both = [...first, ...[60, 61, 62, 63, 64].map((i) => wrong(i, 'second'))]
    expect(mayTryCode(both, asker, at(120))).toEqual({ allowed: false, code: 'otp_tries', wait: 3600 - 120 })
    expect(mayTryCode(both, asker, at(3600))).toMatchObject({ allowed: true })
  })

  test('works twenty times a day', () => {
    const tries = Array.from({ length: 20 }, (_, i) => wrong(i * 1000, `code ${Math.floor(i / 5)}`))
    expect(mayTryCode(tries, asker, at(40_000))).toEqual({ allowed: false, code: 'otp_tries', wait: 86_400 - 40_000 })
    expect(mayTryCode(tries, asker, at(86_400))).toMatchObject({ allowed: true })
    expect(mayTryCode(tries.slice(1), asker, at(40_000))).toMatchObject({ allowed: true })
  })

  const tries = fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 30 * 3600 }).map(at),
      codeId: fc.constantFrom('code', 'older', 'oldest'),
      fromAsker: fc.boolean(),
    }),
    { maxLength: 60 },
  )
  const now = fc.integer({ min: 30 * 3600, max: 40 * 3600 }).map(at)

  test('is refused only by a limit: 5 a code, 10 an hour, 20 a day', () => {
    fc.assert(
      fc.property(tries, now, fc.boolean(), (all, when, fromAsker) => {
        const own = all.filter((one) => one.fromAsker === fromAsker)
        const times = own.map((one) => one.at)
        const verdict = mayTryCode(all, { codeId: 'code', fromAsker }, when)
        const limited = within(times, when, HOUR).length >= 10 || within(times, when, DAY).length >= 20
        const used = own.filter((one) => one.codeId === 'code').length
        if (limited) expect(verdict).toMatchObject({ allowed: false, code: 'otp_tries' })
        else if (used >= 5) expect(verdict).toEqual({ allowed: false, code: 'invalid_otp' })
        else expect(verdict).toEqual({ allowed: true, left: 5 - used })
      }),
    )
  })

  test('of a stranger never uses up the tries of who asked for the code, nor the other way round', () => {
    fc.assert(
      fc.property(tries, now, fc.boolean(), (all, when, fromAsker) => {
        const own = all.filter((one) => one.fromAsker === fromAsker)
        const caller = { codeId: 'code', fromAsker }
        expect(mayTryCode(all, caller, when)).toEqual(mayTryCode(own, caller, when))
      }),
    )
  })

  test('that is refused for its number works again after the wait, and a second earlier it does not', () => {
    fc.assert(
      fc.property(tries, now, (all, when) => {
        const fresh = { codeId: 'fresh', fromAsker: true }
        let verdict = mayTryCode(all, fresh, when)
        let moment = when
        for (let round = 0; round < 3 && !verdict.allowed && verdict.code === 'otp_tries'; round += 1) {
          expect(verdict.wait).toBeGreaterThanOrEqual(1)
          expect(mayTryCode(all, fresh, new Date(moment.getTime() + (verdict.wait - 1) * SECOND)).allowed).toBe(false)
          moment = new Date(moment.getTime() + verdict.wait * SECOND)
          verdict = mayTryCode(all, fresh, moment)
        }
        expect(verdict.allowed).toBe(true)
      }),
    )
  })
})

describe('the display editor', () => {
  const editor = { name: 'Priya Nair', mobile: '9876543210', email: 'priya@example.in' }

  test('is known by all three fields, whatever their case and the spaces around them', () => {
    expect(isDisplayEditor(editor, editor)).toBe(true)
    expect(isDisplayEditor(editor, { name: ' PRIYA nair ', mobile: '9876543210', email: 'Priya@Example.IN ' })).toBe(true)
    expect(isDisplayEditor({ ...editor, name: 'Zoé' }, { ...editor, name: 'Zoe\u0301' })).toBe(true)
  })

  test.each([
    ['name', 'Priya'],
    ['mobile', '9876543211'],
    ['email', 'priya@example.com'],
  ])('is nobody with another %s', (field, value) => {
    expect(isDisplayEditor(editor, { ...editor, [field]: value })).toBe(false)
  })

  test('is nobody where the owner has set none', () => {
    expect(isDisplayEditor(null, editor)).toBe(false)
  })
})
