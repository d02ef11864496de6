/** What a shop's printed poster says. Short: it is read while walking. */
export const en = {
  title: '{shop}: QR code',
  promise: 'Skip the line. Come when you are called.',
  at: 'at {mall}',
  atPlace: 'at {mall}, {place}',
  stepScan: 'Scan the code',
  stepScanHint: 'With your phone’s camera. No app needed.',
  stepPay: 'Pay and get your token',
  stepToken: 'Get your token',
  stepTokenHint: 'Your number and the wait, live on your phone.',
  stepCome: 'Come when you are called',
  stepComeHint: 'We send you a message when the counter is ready.',
  fee: 'One-time fee',
  free: 'Free of charge',
  total: '{total} in all',
  totalGst: '{total} in all, with {rate} % GST',
  refundYes: 'Leave before you are called and the full fee comes back.',
  refundNo: 'The fee does not come back when you leave the queue.',
  nothingToPay: 'There is nothing to pay, now or later.',
  asOf: 'Price of {date}. What your phone shows counts.',
  orOpen: 'or open',
} as const
export type PosterTexts = typeof en
