import type { Locale } from '#contract/base/locale.ts'
import type { GatewayName } from './payments.ts'
import type { Amounts, PaperKind, TaxKind } from './taxes.ts'

/** How a numbered paper names another one: a credit note its invoice, an invoice its credit notes. */
export interface PaperName {
  code: string
  kind: PaperKind
  number: string
  /** ISO 8601. */
  issuedAt: string
  totalPaise: number
}

/** A receipt, an invoice or a paper for a refund, as everyone who knows its code may see it: as it was issued, and without a phone number. */
export interface PublicPaper extends Amounts, PaperName {
  /** The mall's, in which the times are shown. */
  timeZone: string
  sellerName: string
  sellerAddress: string
  gstin: string | null
  shopName: string
  recipientName: string | null
  placeOfSupply: string | null
  sac: string
  tokenNumber: number
  /** The time that was booked at the issue, in ISO 8601; null if there was none, and on the paper for a refund. */
  slot: { startsAt: string; endsAt: string } | null
  taxKind: TaxKind | null
  taxBasisPoints: number | null
  gateway: GatewayName
  paymentReference: string | null
  refunded: boolean
  /** The papers for its refunds; none on such a paper itself. */
  notes: readonly PaperName[]
  /** What a paper for a refund refunds; null on the others. */
  original: PaperName | null
}

/** What the public page of a paper shows; `paper` is null if no paper has this code. */
export interface PaperPage {
  paper: PublicPaper | null
  locale: Locale
  demo: boolean
}

/** The sizes of a printed paper: a sheet, and the 80 mm roll of a receipt printer. */
export const paperSizes = ['a4', '80mm'] as const
export type PaperSize = (typeof paperSizes)[number]

/** The addresses of a paper, without the origin. */
export const paperPaths = {
  page: (code: string) => `/r/${code}`,
  pdf: (code: string, paper: PaperSize, locale: Locale) => `/r/${code}.pdf?paper=${paper}&lang=${locale}`,
} as const
