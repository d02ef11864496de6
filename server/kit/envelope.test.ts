import { describe, expect, test } from 'vitest'
import { openEnvelope } from './envelope.ts'

const [OLD, NEW] = ['an old key of more than 32 characters', 'a newer key of more than 32 characters']

describe('an envelope', () => {
  test('opens what it sealed, only in the same place', () => {
    const { seal, unseal } = openEnvelope([OLD])
    const sealed = seal('mall razorpay key', 'secret of the vendor')
    expect(unseal('mall razorpay key', sealed)).toBe('secret of the vendor')
    expect(unseal('other-mall razorpay key', sealed)).toBeNull()
    expect(seal('mall razorpay key', 'secret of the vendor'), 'the same text twice').not.toBe(sealed)
  })

  test('opens what an earlier key sealed as long as that key is given, and seals with the newest', () => {
    const sealed = openEnvelope([OLD]).seal('here', 'text')
    const both = openEnvelope([NEW, OLD])
    expect([both.unseal('here', sealed), both.isCurrent(sealed)]).toEqual(['text', false])
    const again = both.seal('here', 'text')
    expect([both.isCurrent(again), openEnvelope([NEW]).unseal('here', again)]).toEqual([true, 'text'])
    expect(openEnvelope([NEW]).unseal('here', sealed)).toBeNull()
  })

  test('does not open a sealed text of which one character was changed', () => {
    const { seal, unseal } = openEnvelope([OLD])
    const sealed = seal('here', 'text')
    for (let i = 0; i < sealed.length - 2; i += 1) {
      const changed = sealed.slice(0, i) + (sealed[i] === 'A' ? 'B' : 'A') + sealed.slice(i + 1)
      expect(unseal('here', changed), changed).toBeNull()
    }
    for (const bad of ['', '.', sealed.slice(9), 'no point']) expect(unseal('here', bad)).toBeNull()
  })
})
