/** Money is an integer number of paise. */

/** The rates of GST on the fee, in basis points (1800 = 18 %). Most services have 18 %: the accountant decides. */
export const gstRates = [500, 1800, 4000] as const
export type GstRate = (typeof gstRates)[number]
/** If the mall has a GSTIN. */
export const DEFAULT_GST_BASIS_POINTS = 1800
/** ₹120, the specification's fixed part of the one-time fee. */
export const DEFAULT_BASE_FEE_PAISE = 12_000

/** `extraPaise` is the GST or, without a GSTIN, an amount the shop set. */
export interface Fee {
  basePaise: number
  extraPaise: number
  totalPaise: number
  /** The tax rate in basis points if the extra is GST, else null. */
  taxBasisPoints: number | null
}

/**
 * With a GSTIN, the extra is GST on the base. It is rounded half up to an even number of paise, so that its CGST and SGST halves are equal.
 * Without a GSTIN, the extra is the amount that the shop set, because such a seller must not collect tax. A base of zero makes the whole
 * fee zero.
 */
export function feeOf(shop: { baseFeePaise: number; extraPaise: number }, mall: { gstin: string | null; gstBasisPoints: number }): Fee {
  const basePaise = shop.baseFeePaise
  if (basePaise === 0) return { basePaise: 0, extraPaise: 0, totalPaise: 0, taxBasisPoints: null }
  const taxed = mall.gstin !== null
  const extraPaise = taxed ? 2 * Math.round((basePaise * mall.gstBasisPoints) / 20_000) : shop.extraPaise
  return { basePaise, extraPaise, totalPaise: basePaise + extraPaise, taxBasisPoints: taxed ? mall.gstBasisPoints : null }
}

/** Rounded half up to the nearest rupee, and at least one rupee, because no one has 60 paise in coins. */
export const inCash = (totalPaise: number): number => (totalPaise === 0 ? 0 : Math.max(100, Math.round(totalPaise / 100) * 100))

/** `₹120.00`, `₹1,24,000.50`: always with two digits of paise. */
export const rupeesAndPaise = (paise: number): string => (paise % 100 === 0 ? `${rupees(paise)}.00` : rupees(paise))

/** `₹120`, `₹21.60`, `₹1,24,000`: paise only if they are not zero, Indian grouping, Latin digits and a true minus. */
export function rupees(paise: number): string {
  const whole = Math.trunc(Math.abs(paise) / 100)
  const rest = Math.abs(paise) % 100
  const digits = String(whole)
  const head = digits.slice(0, -3)
  const grouped = head === '' ? digits : `${head.replace(/\B(?=(\d{2})+$)/g, ',')},${digits.slice(-3)}`
  return `${paise < 0 ? '−' : ''}₹${grouped}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`
}
