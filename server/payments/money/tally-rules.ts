import type { Ledger, LedgerNames } from '#contract/payments/ledgers.ts'
import { type GatewayName, type VendorName, vendorTitles } from '#contract/payments/payments.ts'
import { type Amounts, roundOffOf } from '#contract/payments/taxes.ts'
import { inRupees } from './file-rules.ts'

export interface VoucherPaper extends Amounts {
  id: string
  isNote: boolean
  number: string
  /** How the money came or went. */
  gateway: GatewayName
  shopName: string
  taxKind: string | null
  /** The number of the receipt that a note refunds; null on a receipt. */
  original: string | null
}

export const tallyHead = `<?xml version="1.0" encoding="UTF-8"?>
<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA>
<REQUESTDESC><REPORTNAME>Vouchers</REPORTNAME></REQUESTDESC><REQUESTDATA>
`
export const tallyFoot = '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n'

/** What a vendor transferred to the mall's bank, in paise; a part is below zero if more went back. */
export interface Transfer {
  gateway: VendorName
  name: string
  utr: string | null
  netPaise: number
  feePaise: number
  taxPaise: number
  /** What came in less what went back: for receipts, for money that bought nothing, and by disputes and corrections. */
  soldPaise: number
  noSalePaise: number
  disputedPaise: number
}

/** Staff hand back cash for a payment that bought nothing and that the vendor did not return. */
export interface HandBack {
  id: string
  /** What the vendor calls the payment. */
  name: string | null
  amountPaise: number
}

interface Entry {
  ledger: Ledger
  /** Debits are negative. */
  paise: number
}

/** The entries of a voucher add up to zero. */
export function entriesOf(paper: VoucherPaper): Entry[] {
  const sign = paper.isNote ? -1 : 1
  const parts: Entry[] = [
    { ledger: paper.gateway, paise: -paper.totalPaise },
    { ledger: 'sales', paise: paper.taxablePaise + paper.extraPaise },
    { ledger: 'cgst', paise: paper.cgstPaise },
    { ledger: paper.taxKind === 'cgst_utgst' ? 'utgst' : 'sgst', paise: paper.sgstPaise },
    { ledger: 'igst', paise: paper.igstPaise },
    { ledger: 'roundOff', paise: roundOffOf(paper) },
  ]
  return parts.map(({ ledger, paise }) => ({ ledger, paise: sign * paise }))
}

/** With the papers of its payments, a transfer empties the ledger of its vendor. */
export const entriesOfTransfer = (transfer: Transfer): Entry[] => [
  { ledger: 'bank', paise: -transfer.netPaise },
  { ledger: 'fees', paise: -transfer.feePaise },
  { ledger: 'feeTax', paise: -transfer.taxPaise },
  { ledger: 'disputes', paise: transfer.disputedPaise },
  { ledger: 'noSale', paise: transfer.noSalePaise },
  { ledger: transfer.gateway, paise: transfer.soldPaise },
]

export const entriesOfHandBack = ({ amountPaise }: HandBack): Entry[] => [
  { ledger: 'noSale', paise: -amountPaise },
  { ledger: 'cash', paise: amountPaise },
]

/** `day` is `YYYY-MM-DD`. */
export const voucherOf = (paper: VoucherPaper, day: string, names: LedgerNames): string =>
  voucher({
    ...{ id: paper.id, day, kind: paper.isNote ? 'Credit Note' : 'Sales', number: paper.number },
    narration: `Priority billing, ${paper.shopName}${paper.original === null ? '' : `, refund of ${paper.original}`}`,
    entries: named(entriesOf(paper), names),
  })

/** If more went back than came in, the vendor took it from the bank: a payment. */
export const voucherOfTransfer = (transfer: Transfer, day: string, names: LedgerNames): string =>
  voucher({
    // A restore imports it again, with another id.
    ...{ id: `${transfer.gateway}-${transfer.name}`, day, number: transfer.name },
    kind: transfer.netPaise === 0 ? 'Journal' : transfer.netPaise < 0 ? 'Payment' : 'Receipt',
    narration: `Transfer by ${vendorTitles[transfer.gateway]}${transfer.utr === null ? '' : `, UTR ${transfer.utr}`}`,
    entries: named(entriesOfTransfer(transfer), names),
  })

export const voucherOfHandBack = (back: HandBack, day: string, names: LedgerNames): string =>
  voucher({
    ...{ id: back.id, day, kind: 'Payment', number: back.id },
    narration: `Cash for a payment that came too late${back.name === null ? '' : `, ${back.name}`}`,
    entries: named(entriesOfHandBack(back), names),
  })

const named = (entries: readonly Entry[], names: LedgerNames) =>
  entries.flatMap(({ ledger, paise }) => (paise === 0 ? [] : { name: names[ledger], paise }))

/** A second import with the id replaces the first. Empty without entries. */
function voucher(one: {
  id: string
  day: string
  kind: 'Sales' | 'Credit Note' | 'Receipt' | 'Payment' | 'Journal'
  number: string
  narration: string
  entries: readonly { name: string; paise: number }[]
}): string {
  if (one.entries.length === 0) return ''
  const entries = one.entries.map(
    ({ name, paise }) =>
      `<ALLLEDGERENTRIES.LIST><LEDGERNAME>${xml(name)}</LEDGERNAME><ISDEEMEDPOSITIVE>${paise < 0 ? 'Yes' : 'No'}</ISDEEMEDPOSITIVE><AMOUNT>${inRupees(paise)}</AMOUNT></ALLLEDGERENTRIES.LIST>`,
  )
  return `<TALLYMESSAGE><VOUCHER REMOTEID="${xml(one.id)}" VCHTYPE="${one.kind}" ACTION="Create"><GUID>${xml(one.id)}</GUID><DATE>${one.day.replaceAll('-', '')}</DATE><VOUCHERTYPENAME>${one.kind}</VOUCHERTYPENAME><VOUCHERNUMBER>${xml(one.number)}</VOUCHERNUMBER><NARRATION>${xml(one.narration)}</NARRATION>${entries.join('')}</VOUCHER></TALLYMESSAGE>\n`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
/** The text is composed (NFC), without the characters that XML 1.0 cannot carry. */
const xml = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (mark) => entities[mark] ?? mark)
