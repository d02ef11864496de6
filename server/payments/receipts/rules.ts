import { financialYearOf } from '#contract/base/time.ts'
import type { PaperKind, TaxKind } from '#contract/payments/taxes.ts'

/** With the round-off, the amounts add up to the total. Both halves of the tax are equal. */
export interface TaxSplit {
  kind: 'tax_invoice' | 'receipt'
  /** Null on a plain receipt. */
  taxKind: TaxKind | null
  taxablePaise: number
  cgstPaise: number
  /** UTGST in a union territory. */
  sgstPaise: number
  igstPaise: number
  /** An extra amount that is not tax (a seller without GSTIN must not collect tax). */
  extraPaise: number
}

/**
 * The union territories without a legislature: Chandigarh, Daman and Diu (until 2020), Dadra and Nagar Haveli with it, Lakshadweep, Andaman
 * and Nicobar, Ladakh, other territory. Delhi, Puducherry, and Jammu and Kashmir have one, and take SGST.
 */
const UNION_TERRITORIES: ReadonlySet<string> = new Set(['04', '25', '26', '31', '35', '38', '97'])

/** Both parameters are the two digits of a State or union territory. */
const taxKindOf = (seller: string, placeOfSupply: string): TaxKind =>
  seller !== placeOfSupply ? 'igst' : UNION_TERRITORIES.has(seller) ? 'cgst_utgst' : 'cgst_sgst'

/**
 * Splits by Rule 46. If the extra is GST, it is central and State tax in halves within a State, and one tax between two. Otherwise the
 * paper is a plain receipt. `states` is null for a seller without GSTIN.
 */
export function splitTax(
  payment: { baseFeePaise: number; extraPaise: number; taxBasisPoints: number | null },
  states: { seller: string; placeOfSupply: string } | null,
): TaxSplit {
  const none = { cgstPaise: 0, sgstPaise: 0, igstPaise: 0, extraPaise: 0 }
  if (payment.taxBasisPoints === null || states === null) {
    return { ...none, kind: 'receipt', taxKind: null, taxablePaise: payment.baseFeePaise, extraPaise: payment.extraPaise }
  }
  const taxKind = taxKindOf(states.seller, states.placeOfSupply)
  if (taxKind === 'igst') {
    return { ...none, kind: 'tax_invoice', taxKind, taxablePaise: payment.baseFeePaise, igstPaise: payment.extraPaise }
  }
  const half = Math.floor(payment.extraPaise / 2)
  const taxablePaise = payment.baseFeePaise + payment.extraPaise - 2 * half
  return { ...none, kind: 'tax_invoice', taxKind, taxablePaise, cgstPaise: half, sgstPaise: half }
}

/**
 * `C07/2627/000001`, for example: unique per seller and financial year, at most 16 characters (Rule 46). A mall's thousandth shop has a
 * longer code, so its serial has fewer leading zeros.
 */
export const receiptNumber = (shopCode: string, serviceDay: string, serial: number): string =>
  `${shopCode}/${financialYearOf(serviceDay)}/${String(serial).padStart(Math.min(6, 10 - shopCode.length), '0')}`

/** Only a tax invoice gets a credit note. */
export const noteKindOf = (kind: 'tax_invoice' | 'receipt'): Extract<PaperKind, 'credit_note' | 'refund_receipt'> =>
  kind === 'tax_invoice' ? 'credit_note' : 'refund_receipt'

/**
 * `CN07/2627/000001`, for example; for a plain receipt, `RF07/2627/000001`. It has the shop's number from its receipt's number, and letters
 * that no receipt has. So it is unique where the receipts are, and at most 16 characters (Rule 53).
 */
export function noteNumber(receipt: { kind: 'tax_invoice' | 'receipt'; number: string }, day: string, serial: number): string {
  const shop = receipt.number.slice(1, receipt.number.indexOf('/'))
  const letters = noteKindOf(receipt.kind) === 'credit_note' ? 'CN' : 'RF'
  return `${letters}${shop}/${financialYearOf(day)}/${String(serial).padStart(Math.min(6, 8 - shop.length), '0')}`
}
