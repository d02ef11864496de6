import { describe, expect, test } from 'vitest'
import { brokenInSiege, type Siege } from './attack.ts'

const sound = (): Siege => ({
  asked: [
    { who: 'staff', what: 'call', status: 200 },
    { who: 'shopper', what: 'join', status: 201 },
  ],
  passcodes: [
    { mobile: '7000000001', askedInSilence: true, cameInSilence: true },
    { mobile: '7000000002', askedInSilence: false, cameInSilence: false },
  ],
  judgedGuesses: 5,
  ownerCameBack: true,
  numbers: [2, 1, 3],
})

const faults: [string, Partial<Siege>, RegExp][] = [
  ['a refused call of the staff', { asked: [{ who: 'staff', what: 'call', status: 429 }] }, /call of the staff got 429/],
  ['a server that failed', { asked: [{ who: 'shopper', what: 'join', status: 503 }] }, /got 503/],
  [
    'a passcode that waited for the mail server',
    { passcodes: [{ mobile: '7000000001', askedInSilence: true, cameInSilence: false }] },
    /waited for the mail server/,
  ],
  ['too many judged guesses', { judgedGuesses: 6 }, /6 guesses/],
  ['an owner who stays locked out', { ownerCameBack: false }, /could not set a new password/],
  ['a gap in the numbers', { numbers: [1, 3] }, /gap or a duplicate/],
]

describe('the checker of an attack', () => {
  test('finds nothing if each person was served', () => expect(brokenInSiege(sound())).toEqual([]))

  test.each(faults)('finds %s', (_name, fault, found) => {
    expect(brokenInSiege({ ...sound(), ...fault }).join('\n')).toMatch(found)
  })
})
