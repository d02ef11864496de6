/** Shoppers read these texts before and after they pay. */
export const en = {
  terms: {
    one: 'Called within {count} minute, or your fee is refunded automatically.',
    other: 'Called within {count} minutes, or your fee is refunded automatically.',
  },
  calledBy: 'Called by {time}, or your fee comes back.',
  calledByHint: 'Automatically. There is nothing to press.',
  broken: 'Sorry, we did not call you by {time}.',
  onTheWay: 'Your fee of {amount} is on its way back. You keep your place.',
  inCash: 'Your fee of {amount} is yours again: show token {number} at the counter and get it in cash. You keep your place.',
  done: 'Your fee of {amount} has been refunded. You keep your place.',
} as const

export type PromiseTexts = typeof en
