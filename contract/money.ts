/** Money is an integer number of paise. */

/** GST on the fee where the mall has a GSTIN, in basis points (1800 = 18 %). */
export const DEFAULT_GST_BASIS_POINTS = 1800
/** ₹120, the specification's fixed part of the one-time fee. */
export const DEFAULT_BASE_FEE_PAISE = 12_000

/** What a shop asks for priority billing. `extraPaise` is the GST or, without a GSTIN, an amount the shop set. */
export interface Fee {
  basePaise: number
  extraPaise: number
  totalPaise: number
  /** The tax rate in basis points where the extra is GST, else null. */
  taxBasisPoints: number | null
}

/**
 * The fee of a shop. With a GSTIN the extra is GST on the base, rounded half up to a paisa and kept even so that
 * CGST and SGST halves are equal; without one it is the amount the shop set, since such a seller may not collect tax. A base of
 * zero makes the whole fee zero.
 */
export function feeOf(shop: { baseFeePaise: number; extraPaise: number }, mall: { gstin: string | null; gstBasisPoints: number }): Fee {
  const basePaise = shop.baseFeePaise
  if (basePaise === 0) return { basePaise: 0, extraPaise: 0, totalPaise: 0, taxBasisPoints: null }
  const taxed = mall.gstin !== null
  const extraPaise = taxed ? 2 * Math.round((basePaise * mall.gstBasisPoints) / 20_000) : shop.extraPaise
  return { basePaise, extraPaise, totalPaise: basePaise + extraPaise, taxBasisPoints: taxed ? mall.gstBasisPoints : null }
}

/** `₹120`, `₹21.60`, `₹1,24,000`: rupees with paise only where there are any, grouped the Indian way, Latin digits. */
export function rupees(paise: number): string {
  const whole = Math.trunc(Math.abs(paise) / 100)
  const rest = Math.abs(paise) % 100
  const digits = String(whole)
  const head = digits.slice(0, -3)
  const grouped = head === '' ? digits : `${head.replace(/\B(?=(\d{2})+$)/g, ',')},${digits.slice(-3)}`
  return `${paise < 0 ? '-' : ''}₹${grouped}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`
}
