/** Which GST is on a receipt: central and State tax in halves, central and union territory tax in halves, or the tax between two States. */
export const taxKinds = ['cgst_sgst', 'cgst_utgst', 'igst'] as const
export type TaxKind = (typeof taxKinds)[number]

/** The kinds of numbered papers: for money that came, then for money that went back. */
export const paperKinds = ['tax_invoice', 'receipt', 'credit_note', 'refund_receipt'] as const
export type PaperKind = (typeof paperKinds)[number]

/** The two digits of the State in a GSTIN; null without one. */
export const stateOf = (gstin: string | null): string | null => gstin?.slice(0, 2) ?? null

/** The amounts of a receipt or credit note, in paise; `sgstPaise` is the UTGST in a union territory. */
export interface Amounts {
  taxablePaise: number
  cgstPaise: number
  sgstPaise: number
  igstPaise: number
  extraPaise: number
  totalPaise: number
}

/** The paise that rounding added to the parts of a receipt; negative if it took some off. */
export const roundOffOf = ({ taxablePaise, cgstPaise, sgstPaise, igstPaise, extraPaise, totalPaise }: Amounts): number =>
  totalPaise - taxablePaise - cgstPaise - sgstPaise - igstPaise - extraPaise

const NO_AMOUNTS: Amounts = { taxablePaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0, extraPaise: 0, totalPaise: 0 }

/** What two papers have together, in each column. */
const sumOf = (a: Amounts, b: Amounts): Amounts => ({
  taxablePaise: a.taxablePaise + b.taxablePaise,
  cgstPaise: a.cgstPaise + b.cgstPaise,
  sgstPaise: a.sgstPaise + b.sgstPaise,
  igstPaise: a.igstPaise + b.igstPaise,
  extraPaise: a.extraPaise + b.extraPaise,
  totalPaise: a.totalPaise + b.totalPaise,
})

/**
 * Splits a refund over the columns of its receipt; `notes` are the papers for earlier refunds. Taxes, extra and round-off go back in proportion
 * to what is back in all, rounded toward zero, and the taxable column takes the rest. So the papers of a whole refund add up to the receipt in
 * each column, in whatever parts it went back, and equal halves of a tax stay equal.
 */
export function splitRefund(receipt: Amounts, notes: readonly Amounts[], amountPaise: number): Amounts {
  const before = notes.reduce(sumOf, NO_AMOUNTS)
  const back = before.totalPaise + amountPaise
  const part = (whole: number, sum: number): number => Number((BigInt(whole) * BigInt(back)) / BigInt(receipt.totalPaise)) - sum
  const others = {
    cgstPaise: part(receipt.cgstPaise, before.cgstPaise),
    sgstPaise: part(receipt.sgstPaise, before.sgstPaise),
    igstPaise: part(receipt.igstPaise, before.igstPaise),
    extraPaise: part(receipt.extraPaise, before.extraPaise),
  }
  const roundOff = part(roundOffOf(receipt), roundOffOf(before))
  const taxablePaise = amountPaise - others.cgstPaise - others.sgstPaise - others.igstPaise - others.extraPaise - roundOff
  return { taxablePaise, ...others, totalPaise: amountPaise }
}

/**
 * The amounts of the paper that a refund would get if it were begun now. `duePaise` of the receipt are on their way back and have no paper yet:
 * their papers
 * come first. If the vendor pays the newer one first, a column may differ from this by a paisa; the total does not.
 */
export const nextRefund = (receipt: Amounts, notes: readonly Amounts[], duePaise: number, amountPaise: number): Amounts =>
  splitRefund(receipt, duePaise === 0 ? notes : [...notes, splitRefund(receipt, notes, duePaise)], amountPaise)

/** A line of the sums: its word, its rate in per cent if it is a tax, and its amount. */
export interface SumLine {
  word: 'taxable' | 'fee' | 'cgst' | 'sgst' | 'utgst' | 'igst' | 'extra' | 'roundOff'
  rate: number | null
  paise: number
}

/** The lines above the total, in their order: they add up to it. */
export function sumLines(paper: Amounts & { taxKind: TaxKind | null; taxBasisPoints: number | null }): SumLine[] {
  const rate = (paper.taxBasisPoints ?? 0) / 100
  const line = (word: SumLine['word'], paise: number, rate: number | null = null) => ({ word, rate, paise })
  const taxes = {
    igst: () => [line('igst', paper.igstPaise, rate)],
    cgst_sgst: () => [line('cgst', paper.cgstPaise, rate / 2), line('sgst', paper.sgstPaise, rate / 2)],
    cgst_utgst: () => [line('cgst', paper.cgstPaise, rate / 2), line('utgst', paper.sgstPaise, rate / 2)],
  }
  const roundOff = roundOffOf(paper)
  return [
    line(paper.taxKind === null ? 'fee' : 'taxable', paper.taxablePaise),
    ...(paper.taxKind === null ? [] : taxes[paper.taxKind]()),
    ...(paper.extraPaise > 0 ? [line('extra', paper.extraPaise)] : []),
    ...(roundOff === 0 ? [] : [line('roundOff', roundOff)]),
  ]
}
