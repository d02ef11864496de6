import { financialYearOf } from '../../contract/time.ts'

/** What a receipt says about the money: it always sums up to the total, and both halves of the tax are equal. */
export interface TaxSplit {
  kind: 'tax_invoice' | 'receipt'
  taxablePaise: number
  cgstPaise: number
  sgstPaise: number
  /** An amount on top that is no tax (a seller without GSTIN may not collect any). */
  extraPaise: number
}

/** Splits a payment for its receipt: CGST and SGST halves where the extra is GST (Rule 46), a plain receipt otherwise. */
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
 * A receipt's number, such as `C07/2627/000001`: unique per seller and financial year, at most 16 characters (Rule 46). A longer code,
 * which a mall's thousandth shop has, takes its place from the leading zeros.
 */
export const receiptNumber = (shopCode: string, serviceDay: string, serial: number): string =>
  `${shopCode}/${financialYearOf(serviceDay)}/${String(serial).padStart(Math.min(6, 10 - shopCode.length), '0')}`

/** Whether a capture is still in time for the place it pays: the ticket waits for it, on its own service day. */
export const isInTime = (ticket: { state: string; serviceDay: string }, today: string): boolean =>
  ticket.state === 'pending_payment' && ticket.serviceDay === today
