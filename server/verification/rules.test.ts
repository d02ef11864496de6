import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '#contract/base/time.ts'
import { isDisplayEditor, mayAskCode, mayTryCode, type Trier, type WrongTry } from './rules.ts'

const start = Date.UTC(2026, 10, 21, 5)
const at = (seconds: number) => new Date(start + seconds * SECOND)

/** Waits between two presses, from impatient to the next morning. */
const wait = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 130 * SECOND }) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 16 * MINUTE }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 13 * HOUR }) },
)

/** `mayAskCode` for a mobile with only one asker. */
const mayAskAlone = (asked: readonly Date[], now: Date) => mayAskCode(asked, asked, now)

const within = (times: readonly Date[], now: Date, span: number) => times.filter((time) => now.getTime() - time.getTime() < span)

/** Presses "Send OTP" again and again; returns the times at which a code was made. */
function codesOf(waits: readonly number[], seen: (asked: Date[], now: Date) => void = () => {}): Date[] {
  const asked: Date[] = []
  let now = new Date(start)
  for (const ms of waits) {
    now = new Date(now.getTime() + ms)
    seen([...asked], now)
    if (mayAskAlone(within(asked, now, DAY), now).allowed) asked.push(now)
  }
  return asked
}

describe('asking for a code', () => {
  test('is told to wait 30 s after the first, 60 s after the second, and after the third until a quarter of an hour has passed', () => {
    expect(mayAskAlone([], at(0))).toEqual({ allowed: true, resendAfter: 30 })
    expect(mayAskAlone([at(0)], at(30))).toEqual({ allowed: true, resendAfter: 60 })
    expect(mayAskAlone([at(0), at(30)], at(90))).toEqual({ allowed: true, resendAfter: 900 - 90 })
    expect(mayAskAlone([at(0), at(30)], at(895)), 'codes that are too old by then do not count').toEqual({ allowed: true, resendAfter: 35 })
    const seven = Array.from({ length: 7 }, (_, i) => at(i * 1800))
    expect(mayAskAlone(seven, at(7 * 1800)), 'the eighth of a day').toEqual({ allowed: true, resendAfter: 86_400 - 7 * 1800 })
  })

  test('too early is refused with the seconds that are left', () => {
    expect(mayAskAlone([at(0)], at(1))).toEqual({ allowed: false, code: 'otp_wait', wait: 29 })
    expect(mayAskAlone([at(0)], at(29.5))).toEqual({ allowed: false, code: 'otp_wait', wait: 1 })
    expect(mayAskAlone([at(0), at(30)], at(89))).toEqual({ allowed: false, code: 'otp_wait', wait: 1 })
  })

  test('works three times in a quarter of an hour, the fourth time once the first code is that old', () => {
    const asked = [at(0), at(30), at(90)]
    expect(mayAskAlone(asked, at(210))).toEqual({ allowed: false, code: 'otp_wait', wait: 900 - 210 })
    expect(mayAskAlone(asked, at(899.999))).toMatchObject({ allowed: false })
    expect(mayAskAlone(asked, at(900))).toMatchObject({ allowed: true })
  })

  test('works eight times a day, the ninth time once the first code is a day old', () => {
    const asked = Array.from({ length: 8 }, (_, i) => at(i * 1800))
    expect(mayAskAlone(asked, at(8 * 1800))).toEqual({ allowed: false, code: 'otp_limit', wait: 86_400 - 8 * 1800 })
    expect(mayAskAlone(asked, at(86_399))).toMatchObject({ allowed: false, code: 'otp_limit', wait: 1 })
    expect(mayAskAlone(asked, at(86_400))).toMatchObject({ allowed: true })
  })

  test('never exceeds the limits, however often and fast a person presses', () => {
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
          const verdict = mayAskAlone(asked.toReversed(), now)
          expect(verdict).toEqual(mayAskAlone(asked, now))
          const recent = within(asked, now, 15 * MINUTE)
          const sinceLast = now.getTime() - (recent.at(-1)?.getTime() ?? 0)
          const tooSoon = recent.length > 0 && sinceLast < ([0, 30, 60][recent.length] ?? 120) * SECOND
          expect(verdict.allowed).toBe(!tooSoon && recent.length < 3 && within(asked, now, DAY).length < 8)
          if (verdict.allowed) {
            const after = mayAskAlone([...asked, now], now)
            return expect(after, 'the wait for the next code equals the wait of its refusal').toMatchObject({
              wait: verdict.resendAfter,
            })
          }
          expect(verdict.wait).toBeGreaterThanOrEqual(1)
          const early = new Date(now.getTime() + (verdict.wait - 1) * SECOND)
          expect(mayAskAlone(asked, early).allowed, 'a second earlier is too early').toBe(false)
          const inTime = new Date(now.getTime() + verdict.wait * SECOND)
          expect(mayAskAlone(asked, inTime).allowed, 'after the wait it works').toBe(true)
        })
      }),
    )
  })
})

describe('asking for a code of a mobile that strangers ask for too', () => {
  const strangers = (many: number, every: number) => Array.from({ length: many }, (_, i) => at(i * every))

  test('waits 30 s after any asker’s code, and no longer', () => {
    expect(mayAskCode([], [at(0)], at(10))).toEqual({ allowed: false, code: 'otp_wait', wait: 20 })
    expect(mayAskCode([], [at(0)], at(30))).toEqual({ allowed: true, resendAfter: 30 })
  })

  test('is not refused when one stranger has reached the limit of a quarter of an hour or of a day', () => {
    const eight = strangers(8, 1800)
    expect(mayAskCode([], eight, at(8 * 1800)), 'the stranger is at the limit of a day').toMatchObject({ allowed: true })
    expect(mayAskAlone(eight, at(8 * 1800))).toMatchObject({ allowed: false, code: 'otp_limit' })
    expect(mayAskCode([], strangers(3, 30), at(90))).toMatchObject({ allowed: true })
  })

  test('ends at 20 codes a day from all askers together', () => {
    expect(mayAskCode([], strangers(20, 600), at(20 * 600))).toEqual({ allowed: false, code: 'otp_limit', wait: 86_400 - 20 * 600 })
    expect(mayAskCode([], strangers(19, 600), at(20 * 600))).toMatchObject({ allowed: true })
    fc.assert(
      fc.property(fc.array(fc.tuple(wait, fc.nat(5)), { maxLength: 120 }), (presses) => {
        const sent: { at: Date; asker: number }[] = []
        let now = start
        for (const [ms, asker] of presses) {
          now += ms
          const own = sent.filter((one) => one.asker === asker).map((one) => one.at)
          const all = sent.map((one) => one.at)
          const seen = (times: Date[]) => within(times, new Date(now), DAY)
          if (mayAskCode(seen(own), seen(all), new Date(now)).allowed) sent.push({ at: new Date(now), asker })
        }
        for (const [i, one] of sent.entries()) {
          const before = sent.slice(0, i).map((earlier) => earlier.at)
          expect(within(before, one.at, DAY).length).toBeLessThan(20)
          expect(one.at.getTime() - (before.at(-1)?.getTime() ?? 0)).toBeGreaterThanOrEqual(30 * SECOND)
        }
      }),
    )
  })
})

const wrong = (seconds: number, codeId = 'code'): WrongTry => ({ at: at(seconds), codeId, byAsker: true, own: true })
const byOther = (seconds: number, codeId = 'theirs'): WrongTry => ({ at: at(seconds), codeId, byAsker: true, own: false })
const byStranger = (seconds: number, codeId = 'code'): WrongTry => ({ at: at(seconds), codeId, byAsker: false, own: false })
const asker: Trier = { isAsker: true, codeId: 'code' }
const stranger: Trier = { isAsker: false, codeIds: ['code', 'older'] }
const times = (many: number, one: (i: number) => WrongTry) => Array.from({ length: many }, (_, i) => one(i))

describe('trying a code', () => {
  test('works five times, and each wrong one leaves one less', () => {
    for (let many = 0; many < 5; many += 1) {
      expect(
        mayTryCode(
          times(many, (i) => wrong(i)),
          asker,
          at(10),
        ),
      ).toEqual({ allowed: true, left: 5 - many })
    }
    expect(
      mayTryCode(
        times(5, (i) => wrong(i)),
        asker,
        at(10),
      ),
    ).toEqual({ allowed: false, code: 'invalid_otp' })
  })

  test('starts again with a new code, but not beyond ten wrong ones an hour and twenty a day', () => {
    const first = times(5, (i) => wrong(i, 'first'))
    expect(mayTryCode(first, asker, at(60))).toEqual({ allowed: true, left: 5 })
    const both = [...first, ...times(5, (i) => wrong(60 + i, 'second'))]
    expect(mayTryCode(both, asker, at(120))).toEqual({ allowed: false, code: 'otp_tries', wait: 3600 - 120 })
    expect(mayTryCode(both, asker, at(3600))).toMatchObject({ allowed: true })
    const twenty = times(20, (i) => wrong(i * 1000, `code ${Math.floor(i / 5)}`))
    expect(mayTryCode(twenty, asker, at(40_000))).toEqual({ allowed: false, code: 'otp_tries', wait: 86_400 - 40_000 })
    expect(mayTryCode(twenty, asker, at(86_400))).toMatchObject({ allowed: true })
  })

  test('by strangers works five times in total, over all their addresses', () => {
    expect(
      mayTryCode(
        times(4, (i) => byStranger(i)),
        stranger,
        at(10),
      ),
    ).toEqual({ allowed: true, left: 1 })
    const five = times(5, (i) => byStranger(i, i % 2 === 0 ? 'code' : 'older'))
    expect(mayTryCode(five, stranger, at(10))).toEqual({ allowed: false, code: 'invalid_otp' })
    expect(mayTryCode(five, asker, at(10)), 'and the asker still has all tries').toEqual({ allowed: true, left: 5 })
  })

  test('counts over all addresses, but an asker always has five tries a day', () => {
    const others = times(10, (i) => byOther(i))
    expect(mayTryCode(others, stranger, at(60))).toMatchObject({ allowed: false, code: 'otp_tries' })
    expect(mayTryCode(others, asker, at(60))).toEqual({ allowed: true, left: 5 })
    const spent = [...others, ...times(5, (i) => wrong(10 + i, 'before'))]
    expect(mayTryCode(spent, asker, at(60)), 'after these five, the count over all addresses applies').toMatchObject({ code: 'otp_tries' })
  })

  const tries = fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 30 * 3600 }).map(at),
      codeId: fc.constantFrom('code', 'older', 'oldest'),
      byAsker: fc.boolean(),
      own: fc.boolean(),
    }),
    { maxLength: 60 },
  )
  const now = fc.integer({ min: 30 * 3600, max: 40 * 3600 }).map(at)
  const trier = fc.constantFrom(asker, stranger)

  test('is refused only by a limit, and never allowed beyond one', () => {
    fc.assert(
      fc.property(tries, now, trier, (all, when, who) => {
        const verdict = mayTryCode(all, who, when)
        const instants = all.map((one) => one.at)
        const limited = within(instants, when, HOUR).length >= 10 || within(instants, when, DAY).length >= 20
        const reserved = who.isAsker && all.filter((one) => one.own).length < 5
        if (limited && !reserved) expect(verdict).toMatchObject({ allowed: false, code: 'otp_tries' })
        else expect(verdict).not.toMatchObject({ code: 'otp_tries' })
        const used = all.filter((one) =>
          who.isAsker ? one.own && one.codeId === who.codeId : !one.byAsker && who.codeIds.includes(one.codeId),
        ).length
        if (!(limited && !reserved)) expect(verdict.allowed).toBe(used < 5)
      }),
    )
  })

  test('by strangers never uses up the first five tries of an asker', () => {
    fc.assert(
      fc.property(tries, now, (all, when) => {
        const theirs = all.filter((one) => !one.own)
        expect(mayTryCode(theirs, asker, when)).toEqual({ allowed: true, left: 5 })
      }),
    )
  })

  test('that is refused after too many tries works again after the wait, but not a second earlier', () => {
    fc.assert(
      fc.property(tries, now, (all, when) => {
        const fresh: Trier = { isAsker: false, codeIds: ['fresh'] }
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

  test('is recognised by all three fields, ignoring case and the spaces around them', () => {
    expect(isDisplayEditor(editor, editor)).toBe(true)
    expect(isDisplayEditor(editor, { name: ' PRIYA nair ', mobile: '9876543210', email: 'Priya@Example.IN ' })).toBe(true)
    expect(isDisplayEditor({ ...editor, name: 'Zoé' }, { ...editor, name: 'Zoe\u0301' })).toBe(true)
  })

  test.each([
    ['name', 'Priya'],
    ['mobile', '9876543211'],
    ['email', 'priya@example.com'],
  ])('is not recognised with another %s', (field, value) => {
    expect(isDisplayEditor(editor, { ...editor, [field]: value })).toBe(false)
  })

  test('is never recognised if the owner has set none', () => {
    expect(isDisplayEditor(null, editor)).toBe(false)
  })
})
