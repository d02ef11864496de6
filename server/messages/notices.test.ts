import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#contract/base/time.ts'
import type { EventKind } from '#contract/events.ts'
import { allNotices, notices } from './notices.ts'
import { isStale, nextTry } from './rules.ts'

const now = new Date('2026-11-21T05:00:00Z')
const earlier = (ms: number) => new Date(now.getTime() - ms)
const causedBy = (event: EventKind) => allNotices.filter(({ causes }) => causes.includes(event)).map(({ kind }) => kind)

test('each notice is listed under its kind', () => {
  expect(Object.keys(notices)).toEqual(allNotices.map(({ kind }) => kind))
})

describe('a message', () => {
  test.each([
    ['otp.requested', ['otp']],
    ['ticket.joined', ['token', 'receipt']],
    ['ticket.booked', ['token', 'receipt', 'booking']],
    ['ticket.slot-near', ['reminder']],
    ['ticket.moved', ['booking']],
    ['ticket.renumbered', ['token', 'booking']],
    ['slot.space', ['space']],
    ['ticket.called', ['call']],
    ['ticket.recalled', ['call']],
    ['ticket.undone', ['mistake']],
    ['payment.refunded', ['refund', 'part', 'note']],
    ['payment.to-collect', ['collect']],
    ['reset.asked', ['reset', 'disabled']],
    ['sign-up.asked', ['confirm', 'taken']],
    ['account.alert', ['device', 'password', 'factor', 'failures']],
  ] as const)('may follow from %s: %s', (event, kinds) => {
    expect(causedBy(event)).toEqual(kinds)
  })

  test('follows from no other event: a restarted countdown calls no person twice', () => {
    const silent: EventKind[] = [
      ...(['ticket.held', 'ticket.to-pay', 'ticket.countdown', 'ticket.arrived', 'ticket.served', 'ticket.missed'] as const),
      ...(['ticket.no-show', 'ticket.cancelled', 'ticket.expired', 'ticket.notice', 'ticket.handed-back'] as const),
      ...(['payment.refund-due', 'shop.changed', 'shop.paused', 'shop.resumed', 'shop.counters'] as const),
      ...(['display.changed', 'session.ended', 'ticket.slot-began', 'slot.taken', 'slot.freed'] as const),
    ]
    expect(silent.flatMap(causedBy)).toEqual([])
  })

  test.each([
    ['call', 5 * MINUTE],
    ['otp', 5 * MINUTE],
    ['token', HOUR],
    ['refund', DAY],
    ['reset', 30 * MINUTE],
    ['confirm', 12 * HOUR],
    ['taken', 12 * HOUR],
    ['disabled', 12 * HOUR],
    ['device', DAY],
    ['password', DAY],
    ['factor', DAY],
    ['failures', DAY],
    ['receipt', DAY],
    ['note', DAY],
    ['reminder', 15 * MINUTE],
    ['space', 10 * MINUTE],
    ['mistake', 5 * MINUTE],
    ['booking', HOUR],
    ['part', DAY],
    ['collect', DAY],
  ] as const)('of the kind %s is worth sending for %i ms', (kind, life) => {
    const { timeToLive } = notices[kind]
    expect(isStale(timeToLive, earlier(life), now)).toBe(false)
    expect(isStale(timeToLive, earlier(life + 1), now)).toBe(true)
  })

  test.each(allNotices)('of the kind $kind that never goes out runs out of retries before it is too old to be sent', ({ timeToLive }) => {
    let at: Date | null = now
    let last = now
    for (let tries = 1; at !== null; tries += 1) {
      last = at
      at = nextTry(tries, at)
    }
    expect(isStale(timeToLive, now, last)).toBe(false)
  })

  test('carries a secret only if it is a passcode, a code or a link: shoppers read all others on their pass', () => {
    expect(allNotices.filter(({ secret }) => secret).map(({ kind }) => kind)).toEqual(['otp', 'reset', 'confirm', 'receipt', 'note'])
  })

  test('makes the links of mails with the secret after the #, which reaches no server', () => {
    const carrier = { address: 'asha@example.in', variables: { role: 'owner' }, origin: 'https://queue.example.in' }
    expect(notices.confirm.secret?.('s3cret', carrier)).toEqual({ link: 'https://queue.example.in/#confirm=s3cret' })
    expect(notices.reset.secret?.('s3cret', carrier)).toEqual({
      code: 's3cret',
      link: 'https://queue.example.in/forgotpassword#email=asha%40example.in&role=owner&code=s3cret',
    })
  })
})
