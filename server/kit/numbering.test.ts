import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bySequence, numbering } from './numbering.ts'

const items = fc.array(fc.record({ shop: fc.constantFrom('a', 'b', 'c', 'd') }), { minLength: 1 })

test('each sequence deals out its numbers without a gap, in the order of the items', () => {
  fc.assert(
    fc.property(items, fc.infiniteStream(fc.integer({ min: 1, max: 1000 })), (all, firsts) => {
      const sequences = bySequence(all, ({ shop }) => shop)
      const given = sequences.map(() => firsts.next().value)
      const numberOf = numbering(sequences, given, (first, n) => first + n)
      for (const [i, own] of sequences.entries()) {
        const inOrder = all.filter(({ shop }) => shop === own[0].shop)
        expect(inOrder.map(numberOf)).toEqual(inOrder.map((_, n) => (given[i] as number) + n))
      }
    }),
  )
})

test('each sequence comes once, in the order of the names, whatever the order of the items', () => {
  fc.assert(
    fc.property(items, (all) => {
      const names = bySequence(all, ({ shop }) => shop).map(([first]) => first.shop)
      expect(names).toEqual([...new Set(all.map(({ shop }) => shop))].sort())
    }),
  )
})
