import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SECOND } from '#contract/base/time.ts'
import { channelFor, nextTry } from './rules.ts'

const now = new Date('2026-11-21T05:00:00Z')

test('a message is tried five times: retried after 2, 4, 8 and 16 seconds, then no more', () => {
  const pauses = [1, 2, 3, 4, 5, 6].map((tries) => nextTry(tries, now)).map((at) => at && (at.getTime() - now.getTime()) / SECOND)
  expect(pauses).toEqual([2, 4, 8, 16, null, null])
})

describe('the channel of a message', () => {
  const channels = fc.uniqueArray(fc.constantFrom('email', 'screen', 'sms'))

  test('is the first of its notice that is open; there is none if none is open', () => {
    fc.assert(
      fc.property(channels, channels, (preferred, open) => {
        const channel = channelFor(preferred, open)
        const before = channel === null ? preferred : preferred.slice(0, preferred.indexOf(channel))
        expect(before.filter((one) => open.includes(one))).toEqual([])
        if (channel !== null) expect(open).toContain(channel)
      }),
    )
  })

  test.each([
    ['production', ['sms', 'email'], ['sms', 'email', 'email']],
    ['a demo, which has no mailboxes', ['screen', 'screen'], ['screen', 'screen', null]],
  ])('in %s', (_mode, open, expected) => {
    const [phone, mail, alert] = [['sms', 'screen'], ['email', 'screen'], ['email']]
    expect([phone, mail, alert].map((preferred) => channelFor(preferred ?? [], open))).toEqual(expected)
  })
})
