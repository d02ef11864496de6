/** Only the screen of a ticket to pay in cash loads these. */
export const en = {
  payHead: 'Pay at the counter',
  payText: 'Please pay {amount} in cash at the counter. You get your token number right away.',
  payShow: 'Show this:',
  payBefore: 'Your place is held until {time}.',
} as const

export type ToPayTexts = typeof en
