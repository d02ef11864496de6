export const en = {
  title: 'Your refund',
  started: 'The refund of {amount} has started.',
  startedHint: 'Your bank can take up to 10 working days.',
  done: '{amount} has been refunded.',
  reference: 'Bank reference: {reference}',
  cash: 'You’ll get {amount} back. Collect it in cash at the counter.',
  cashToken: 'You’ll get {amount} back. Collect it in cash at the counter and show token {number}.',
} as const

export type RefundTexts = typeof en
