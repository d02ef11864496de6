/**
 * `matched`: it bought a token. `late`: it came after the hold and goes back automatically. `orphan`: a vendor took it and no order of ours
 * accounts for it. `refund_due`: it is owed to the shopper. `refunded`: it went back.
 */
export const moneyStates = ['matched', 'late', 'orphan', 'refund_due', 'refunded'] as const
export type MoneyState = (typeof moneyStates)[number]

/** `b2cs` to `docs` are parts of the GST return GSTR-1; `tally` has vouchers for TallyPrime. */
export const exportKinds = ['payments', 'b2cs', 'cdnur', 'hsn', 'docs', 'tally'] as const
export type ExportKind = (typeof exportKinds)[number]

/** One request covers at most a year, also a leap year. */
export const MOST_DAYS = 366

/** How many shops a day of the sums names: those with the most money in all of the days. */
export const SHOPS_OF_A_DAY = 3

export const historyKinds = [
  'ordered',
  'confirmed',
  'captured',
  'late',
  'failed',
  'expired',
  'told',
  'told_refund',
  'told_returned',
  'told_dispute',
  'receipt',
  'left',
  'ended',
  'refund_begun',
  'refunded',
  'note',
] as const
