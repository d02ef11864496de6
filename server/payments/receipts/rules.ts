import { financialYearOf } from '#contract/base/time.ts'

/** The paise that rounding added to the parts of a receipt; negative if it took some off. */
export const roundOffOf = (receipt: {
  taxable_paise: number
  cgst_paise: number
  sgst_paise: number
  extra_paise: number
  total_paise: number
}): number => receipt.total_paise - receipt.taxable_paise - receipt.cgst_paise - receipt.sgst_paise - receipt.extra_paise

/** The amounts on a receipt. Together with the round-off they add up to the total, and both halves of the tax are equal. */
export interface TaxSplit {
  kind: 'tax_invoice' | 'receipt'
  taxablePaise: number
  cgstPaise: number
  sgstPaise: number
  /** An extra amount that is not tax (a seller without GSTIN must not collect tax). */
  extraPaise: number
}

/** Splits a payment for its receipt: CGST and SGST halves if the extra is GST (Rule 46), a plain receipt otherwise. */
export function splitTax(payment: { baseFeePaise: number; extraPaise: number; taxBasisPoints: number | null }): TaxSplit {
  if (payment.taxBasisPoints === null) {
    return { kind: 'receipt', taxablePaise: payment.baseFeePaise, cgstPaise: 0, sgstPaise: 0, extraPaise: payment.extraPaise }
  }
  const half = Math.floor(payment.extraPaise / 2)
  return {
    kind: 'tax_invoice',
    taxablePaise: payment.baseFeePaise + payment.extraPaise - 2 * half,
    cgstPaise: half,
    sgstPaise: half,
    extraPaise: 0,
  }
}

/**
 * A receipt's number, such as `C07/2627/000001`: unique per seller and financial year, at most 16 characters (Rule 46). A mall's thousandth
 * shop has a longer code, so its serial has fewer leading zeros.
 */
export const receiptNumber = (shopCode: string, serviceDay: string, serial: number): string =>
  `${shopCode}/${financialYearOf(serviceDay)}/${String(serial).padStart(Math.min(6, 10 - shopCode.length), '0')}`
