import { HOUR } from '#contract/base/time.ts'
import { notice } from '#server/messages/notice.ts'
import { ticketHolder } from '#server/messages/receivers.ts'

/** The token number of a shopper who has joined the queue. */
export const token = notice({
  kind: 'token',
  causes: ['ticket.joined'],
  to: 'phone',
  receiver: ticketHolder,
  variables: ({ shop, ticket }) => ({ shop: shop.name, number: String(ticket.number ?? '') }),
  timeToLive: HOUR,
  slots: 20,
  channels: ['sms', 'screen'],
  text: 'token',
  sms: { template: 'token', values: ['shop', 'number'] },
})
