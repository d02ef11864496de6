import type { Amounts } from '#contract/payments/taxes.ts'
import type { Cell } from '#server/kit/csv.ts'

export const paymentHead = [
  'Payment',
  'State',
  'Received',
  'Shop',
  'Token',
  'Lane',
  'Gateway',
  'Amount',
  'Refunded',
  'Owed',
  'Order at the gateway',
  'Payment at the gateway',
  'Receipt',
  'Credit notes',
] as const
export const peopleHead = ['Name', 'Mobile'] as const

/** The columns of the offline tool for GSTR-1, as they are since May 2025. Change them here alone when the tool changes. */
export const LAYOUT = '2025-05'
export const gstHeads = {
  b2cs: ['Type', 'Place Of Supply', 'Rate', 'Applicable % of Tax Rate', 'Taxable Value', 'Cess Amount', 'E-Commerce GSTIN'],
  cdnur: [
    'UR Type',
    'Note Number',
    'Note Date',
    'Note Type',
    'Place Of Supply',
    'Note Value',
    'Applicable % of Tax Rate',
    'Rate',
    'Taxable Value',
    'Cess Amount',
  ],
  hsn: [
    'HSN',
    'Description',
    'UQC',
    'Total Quantity',
    'Total Value',
    'Rate',
    'Taxable Value',
    'Integrated Tax Amount',
    'Central Tax Amount',
    'State/UT Tax Amount',
    'Cess Amount',
  ],
  docs: ['Nature of Document', 'Sr. No. From', 'Sr. No. To', 'Total Number', 'Cancelled'],
} as const

/** In paise; those of credit notes are below zero. */
export interface TaxSums extends Amounts {
  place: string
  sac: string
  basisPoints: number
}

const added = (some: readonly TaxSums[], of: (one: TaxSums) => number): number => some.reduce((sum, one) => sum + of(one), 0)

/** Table 7: one line for each place of supply and rate, credit notes taken off. `placeName` writes a code as `27-Maharashtra`. */
export const b2csLines = (sums: readonly TaxSums[], placeName: (code: string) => string): Cell[][] =>
  [...Map.groupBy(sums, ({ place, basisPoints }) => `${place} ${basisPoints}`).values()].map((own) => [
    'OE',
    { plain: placeName(own[0]?.place ?? '') },
    { plain: (own[0]?.basisPoints ?? 0) / 100 },
    '',
    rupees(added(own, (one) => one.taxablePaise)),
    rupees(0),
    '',
  ])

/** Table 12 for people without a GSTIN: one line for each service code and rate. */
export const hsnLines = (sums: readonly TaxSums[]): Cell[][] =>
  [...Map.groupBy(sums, ({ sac, basisPoints }) => `${sac} ${basisPoints}`).values()].map((own) => {
    const [taxable, igst, cgst, sgst] = [
      added(own, (one) => one.taxablePaise),
      added(own, (one) => one.igstPaise),
      added(own, (one) => one.cgstPaise),
      added(own, (one) => one.sgstPaise),
    ]
    return [
      { plain: own[0]?.sac ?? '' },
      'Priority billing',
      'NA',
      { plain: 0 },
      rupees(taxable + igst + cgst + sgst),
      { plain: (own[0]?.basisPoints ?? 0) / 100 },
      ...[taxable, igst, cgst, sgst, 0].map(rupees),
    ]
  })

/** Of a series: the serials after `before` (0: from the first) through `until`, whose number is `last`, and how many papers have one. */
export interface SeriesPart {
  isNote: boolean
  before: number
  until: number
  last: string
  many: number
}

/**
 * Table 13: one line for each series. A refund has a paper of its own and cancels no number. Those that were skipped after a restore count
 * as cancelled.
 */
export const docsLines = (parts: readonly SeriesPart[]): Cell[][] =>
  parts.map(({ isNote, before, until, last, many }) => [
    isNote ? 'Credit Note' : 'Invoices for outward supply',
    { plain: last.replace(/\d+$/, (digits) => String(before + 1).padStart(digits.length, '0')) },
    { plain: last },
    { plain: until - before },
    { plain: until - before - many },
  ])

/** `-141.60`, for a program to read. */
export const inRupees = (paise: number): string => {
  const whole = Math.trunc(Math.abs(paise) / 100)
  return `${paise < 0 ? '-' : ''}${whole}.${String(Math.abs(paise) % 100).padStart(2, '0')}`
}

/** A cell of money: a number also below zero. */
export const rupees = (paise: number): Cell => ({ plain: inRupees(paise) })
