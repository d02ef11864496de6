import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY } from '#contract/base/time.ts'
import { inStretches, newestFirst, type Position, type StretchWanted } from './stretch-rules.ts'

const span = { from: new Date(0), before: new Date(400 * DAY) }
const orders = ['oldest first', 'newest first'] as const

/** Reads rows as a store does, and counts those that it looked at. */
function storeOf(rows: readonly Position[], order: (typeof orders)[number]) {
  const sorted = order === 'newest first' ? rows.toSorted(newestFirst) : rows.toSorted(newestFirst).toReversed()
  const place = new Map(sorted.map((row, i) => [row.id, i]))
  const cost = { rows: 0, reads: 0 }
  const read = async ({ from, before, after, most }: StretchWanted) => {
    const inside = sorted.filter(({ at }) => at >= from && at < before)
    cost.rows += inside.length
    cost.reads += 1
    return inside.filter(({ id }) => after === null || (place.get(id) ?? 0) > (place.get(after.id) ?? 0)).slice(0, most)
  }
  return { sorted, read, cost }
}

const all = async (stretches: AsyncGenerator<Position[]>, most: number) => {
  const seen: Position[] = []
  for await (const stretch of stretches) {
    expect(stretch.length).toBeLessThanOrEqual(most)
    seen.push(...stretch)
  }
  return seen
}

describe('a span that is read in stretches', () => {
  test('gives each row once, in order, also if many have one instant', async () => {
    const instants = fc.oneof(fc.integer({ min: 0, max: 400 * DAY - 1 }), fc.constantFrom(0, 7 * DAY, 7 * DAY + 1, 400 * DAY - 1))
    await fc.assert(
      fc.asyncProperty(
        fc.array(instants, { maxLength: 300 }),
        fc.constantFrom(...orders),
        fc.integer({ min: 2, max: 20 }),
        async (times, order, most) => {
          const rows = times.map((at, i) => ({ at: new Date(at), id: `${(i * 7919) % 1000}-${i}` }))
          const { sorted, read } = storeOf(rows, order)
          expect(await all(inStretches(span, order, most, read), most)).toEqual(sorted)
        },
      ),
    )
  })

  test('reads rows few times, whether they come evenly, in bursts or hardly ever', async () => {
    const evenly = Array.from({ length: 10_000 }, (_, i) => i * 3_400_000)
    const inBursts = Array.from({ length: 20_000 }, (_, i) => 200 * DAY + i * 1000)
    const hardly = Array.from({ length: 20 }, (_, i) => i * 20 * DAY)
    for (const order of orders)
      for (const times of [evenly, inBursts, hardly]) {
        const { read, cost } = storeOf(
          times.map((at, i) => ({ at: new Date(at), id: String(i).padStart(6, '0') })),
          order,
        )
        expect(await all(inStretches(span, order, 1000, read), 1000)).toHaveLength(times.length)
        expect(cost.rows).toBeLessThanOrEqual(4 * times.length)
        expect(cost.reads).toBeLessThanOrEqual(100 + times.length / 250)
      }
  })
})
