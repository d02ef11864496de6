import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Amounts, nextRefund, splitRefund } from './taxes.ts'

const columns = ['taxablePaise', 'cgstPaise', 'sgstPaise', 'igstPaise', 'extraPaise', 'totalPaise'] as const
const nothing: Amounts = { taxablePaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0, extraPaise: 0, totalPaise: 0 }
const cafe: Amounts = { ...nothing, taxablePaise: 12_000, cgstPaise: 1080, sgstPaise: 1080, totalPaise: 14_160 }

/** Any tax or extra, with the round-off of cash. */
const receipts = fc
  .record({
    base: fc.integer({ min: 1000, max: 10_000_000 }),
    basisPoints: fc.integer({ min: 0, max: 2800 }),
    roundOff: fc.integer({ min: -50, max: 50 }),
    extraIs: fc.constantFrom('halves' as const, 'igst' as const, 'extra' as const),
  })
  .map(({ base, basisPoints, roundOff, extraIs }): Amounts => {
    const extra = Math.round((base * basisPoints) / 10_000)
    const totalPaise = base + extra + roundOff
    if (extraIs === 'igst') return { ...nothing, taxablePaise: base, igstPaise: extra, totalPaise }
    if (extraIs === 'extra') return { ...nothing, taxablePaise: base, extraPaise: extra, totalPaise }
    const half = Math.floor(extra / 2)
    return { ...nothing, taxablePaise: base + extra - 2 * half, cgstPaise: half, sgstPaise: half, totalPaise }
  })
const parts = fc.array(fc.integer({ min: 100, max: 5_000_000 }), { maxLength: 8 })

/** All of the receipt goes back: the parts that fit, then the rest. */
function papersOf(receipt: Amounts, amounts: readonly number[]): Amounts[] {
  const papers: Amounts[] = []
  const left = () => papers.reduce((sum, { totalPaise }) => sum - totalPaise, receipt.totalPaise)
  for (const amount of amounts) if (amount <= left() - 100) papers.push(splitRefund(receipt, papers, amount))
  return [...papers, splitRefund(receipt, papers, left())]
}

describe('the parts of a refund', () => {
  test('add up to the receipt in each column to the paisa, in whatever parts it goes back, and none is negative', () => {
    fc.assert(
      fc.property(receipts, parts, (receipt, amounts) => {
        const papers = papersOf(receipt, amounts)
        for (const paper of papers) {
          expect(paper.cgstPaise, 'the halves stay equal').toBe(paper.sgstPaise)
          for (const column of columns) expect(paper[column], column).toBeGreaterThanOrEqual(0)
        }
        for (const column of columns) expect(papers.reduce((sum, paper) => sum + paper[column], 0)).toBe(receipt[column])
      }),
    )
  })

  test('of ₹50 of an invoice of ₹141.60 have their share of the tax', () => {
    expect(splitRefund(cafe, [], 5000)).toEqual({ ...nothing, taxablePaise: 4238, cgstPaise: 381, sgstPaise: 381, totalPaise: 5000 })
    expect(splitRefund(cafe, [], 14_160)).toEqual(cafe)
  })
})

describe('the next refund', () => {
  test('splits as its paper will, whatever of the earlier refunds is back already', () => {
    fc.assert(
      fc.property(receipts, parts, fc.nat(8), (receipt, amounts, done) => {
        const papers = papersOf(receipt, amounts)
        const [last = nothing, ...earlier] = papers.toReversed()
        const notes = earlier.toReversed().slice(0, done)
        const duePaise = receipt.totalPaise - last.totalPaise - notes.reduce((sum, { totalPaise }) => sum + totalPaise, 0)
        expect(nextRefund(receipt, notes, duePaise, last.totalPaise)).toEqual(last)
      }),
    )
  })

  test('of ₹40 while ₹60 of ₹141.60 are on their way has what they leave of each column', () => {
    expect(nextRefund(cafe, [], 6000, 4000)).toEqual({ ...nothing, taxablePaise: 3390, cgstPaise: 305, sgstPaise: 305, totalPaise: 4000 })
    expect(nextRefund(cafe, [], 6000, 8160)).toEqual({ ...nothing, taxablePaise: 6914, cgstPaise: 623, sgstPaise: 623, totalPaise: 8160 })
  })
})
