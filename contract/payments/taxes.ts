/** Central and State tax in halves, central and union territory tax in halves, or the tax between two States. */
export const taxKinds = ['cgst_sgst', 'cgst_utgst', 'igst'] as const
export type TaxKind = (typeof taxKinds)[number]

/** For money that came, then for money that went back. */
export const paperKinds = ['tax_invoice', 'receipt', 'credit_note', 'refund_receipt'] as const
export type PaperKind = (typeof paperKinds)[number]

export const stateOf = (gstin: string | null): string | null => gstin?.slice(0, 2) ?? null

/** `sgstPaise` is the UTGST in a union territory. */
export interface Amounts {
  taxablePaise: number
  cgstPaise: number
  sgstPaise: number
  igstPaise: number
  extraPaise: number
  totalPaise: number
}

/** Negative if rounding took some paise off. */
export const roundOffOf = ({ taxablePaise, cgstPaise, sgstPaise, igstPaise, extraPaise, totalPaise }: Amounts): number =>
  totalPaise - taxablePaise - cgstPaise - sgstPaise - igstPaise - extraPaise

const NO_AMOUNTS: Amounts = { taxablePaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0, extraPaise: 0, totalPaise: 0 }

const sumOf = (a: Amounts, b: Amounts): Amounts => ({
  taxablePaise: a.taxablePaise + b.taxablePaise,
  cgstPaise: a.cgstPaise + b.cgstPaise,
  sgstPaise: a.sgstPaise + b.sgstPaise,
  igstPaise: a.igstPaise + b.igstPaise,
  extraPaise: a.extraPaise + b.extraPaise,
  totalPaise: a.totalPaise + b.totalPaise,
})

/**
 * `notes` are the papers for earlier refunds. Taxes, extra and round-off go back in proportion to what is back in all, rounded toward zero,
 * and the taxable column takes the rest. So the papers of a whole refund add up to the receipt in each column, however it was split. Equal
 * halves of a tax stay equal.
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
 * The paper of a refund that would begin now. `duePaise` of the receipt are on their way back and have no paper yet: their papers come
 * first. If the vendor pays the newer one first, a column may differ from this by a paisa; the total does not.
 */
export const nextRefund = (receipt: Amounts, notes: readonly Amounts[], duePaise: number, amountPaise: number): Amounts =>
  splitRefund(receipt, duePaise === 0 ? notes : [...notes, splitRefund(receipt, notes, duePaise)], amountPaise)

/** `rate` is in per cent; null if the line is not a tax. */
export interface SumLine {
  word: 'taxable' | 'fee' | 'cgst' | 'sgst' | 'utgst' | 'igst' | 'extra' | 'roundOff'
  rate: number | null
  paise: number
}

/** The lines above the total; they add up to it. */
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
