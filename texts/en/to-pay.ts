/** A ticket whose fee is to be paid in cash at the counter. Only its own screen loads these. */
export const en = {
  payHead: 'Pay at the counter',
  payText: 'Please pay {amount} in cash at the counter. You get your token number right away.',
  payShow: 'Show this:',
  payBefore: 'Your place is held until {time}.',
} as const

export type ToPayTexts = typeof en
