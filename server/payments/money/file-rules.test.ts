import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { b2csLines, docsLines, hsnLines, inRupees } from './file-rules.ts'

const paise = fc.integer({ min: 0, max: 1_000_000 })
const amounts = fc.record({
  taxablePaise: paise,
  cgstPaise: paise,
  sgstPaise: paise,
  igstPaise: paise,
  extraPaise: paise,
  totalPaise: paise,
})
const sums = fc.array(
  fc
    .record({ place: fc.constantFrom('27', '07'), sac: fc.constantFrom('9985', ''), basisPoints: fc.constantFrom(1800, 500) })
    .chain((key) => amounts.map((own) => ({ ...key, ...own }))),
)
describe('a file for the accountant', () => {
  test('has the same taxable value in tables 7 and 12 as its papers, to the paisa', () => {
    const inColumn = (lines: readonly (readonly unknown[])[], column: number) =>
      lines.reduce<number>((all, line) => all + Math.round(Number((line[column] as { plain: string }).plain) * 100), 0)
    fc.assert(
      fc.property(sums, (some) => {
        const taxable = some.reduce((all, one) => all + one.taxablePaise, 0)
        expect(inColumn(b2csLines(some, String), 4)).toBe(taxable)
        expect(inColumn(hsnLines(some), 6)).toBe(taxable)
      }),
    )
  })

  test('begins a series after the last paper of the days before, so that a skipped number is in one table', () => {
    const [line] = docsLines([{ isNote: false, before: 5, until: 1008, last: 'C01/2627/001008', many: 3 }])
    expect(line).toEqual(['Invoices for outward supply', ...['C01/2627/000006', 'C01/2627/001008', 1003, 1000].map((plain) => ({ plain }))])
  })

  test('writes paise as rupees', () => {
    expect([14_160, -5, 0, -118_00].map(inRupees)).toEqual(['141.60', '-0.05', '0.00', '-118.00'])
  })
})
