import { rupees } from '#contract/base/money.ts'
import { HOUR } from '#contract/base/time.ts'
import { notice } from '#server/messages/notice.ts'
import { ticketHolder } from '#server/messages/receivers.ts'

/** The fee goes back, and the shopper keeps the place in the queue. */
export const promise = notice({
  kind: 'promise',
  causes: ['ticket.promise-broken'],
  to: 'phone',
  receiver: ticketHolder,
  variables: ({ ticket }, { amountPaise }) => ({ number: String(ticket.number ?? ''), amount: rupees(amountPaise) }),
  timeToLive: HOUR,
  slots: 10,
  channels: ['sms', 'screen'],
  text: 'promise',
  sms: { template: 'promise', values: ['number', 'amount'] },
})
