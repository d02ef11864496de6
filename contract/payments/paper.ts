import type { Locale } from '#contract/base/locale.ts'
import type { GatewayName } from './payments.ts'
import type { Amounts, PaperKind, TaxKind } from './taxes.ts'

/** A credit note names its invoice this way, and an invoice its credit notes. */
export interface PaperName {
  code: string
  kind: PaperKind
  number: string
  /** ISO 8601. */
  issuedAt: string
  totalPaise: number
}

/** What everyone who knows the code may see: the paper as it was issued, without a phone number. */
export interface PublicPaper extends Amounts, PaperName {
  /** That of the mall. */
  timeZone: string
  sellerName: string
  sellerAddress: string
  gstin: string | null
  shopName: string
  recipientName: string | null
  placeOfSupply: string | null
  sac: string
  tokenNumber: number
  /** As booked at the issue, in ISO 8601. Null without a booking, and on the paper for a refund. */
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

/** `paper` is null if no paper has this code. */
export interface PaperPage {
  paper: PublicPaper | null
  locale: Locale
  demo: boolean
}

/** `80mm` is the roll of a receipt printer. */
export const paperSizes = ['a4', '80mm'] as const
export type PaperSize = (typeof paperSizes)[number]

/** Without the origin. */
export const paperPaths = {
  page: (code: string) => `/r/${code}`,
  pdf: (code: string, paper: PaperSize, locale: Locale) => `/r/${code}.pdf?paper=${paper}&lang=${locale}`,
} as const
