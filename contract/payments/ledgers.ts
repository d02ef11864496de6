/**
 * The ledgers of vouchers for TallyPrime, with their names until the mall enters others. Money that bought nothing is in `noSale` until the
 * gateway has paid it back. What a gateway has taken and not transferred yet is in the ledger of its name.
 */
export const ledgers = {
  sales: 'Priority Billing Sales',
  cgst: 'CGST',
  sgst: 'SGST',
  utgst: 'UTGST',
  igst: 'IGST',
  roundOff: 'Round Off',
  cash: 'Cash',
  razorpay: 'Razorpay Clearing',
  cashfree: 'Cashfree Clearing',
  demo: 'Demo Clearing',
  bank: 'Bank',
  fees: 'Payment Gateway Fees',
  feeTax: 'GST on Payment Gateway Fees',
  disputes: 'Payment Disputes',
  noSale: 'Payments to Return',
} as const
export type Ledger = keyof typeof ledgers
export type LedgerNames = Record<Ledger, string>
/** The first is for the types. */
export const ledgerKeys = Object.keys(ledgers) as [Ledger, ...Ledger[]]

export const isLedger = (key: string): key is Ledger => Object.hasOwn(ledgers, key)
