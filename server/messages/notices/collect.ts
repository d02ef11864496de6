import { HOUR } from '#contract/base/time.ts'
import { notice } from '#server/messages/notice.ts'
import { ticketHolder } from '#server/messages/receivers.ts'
import { numbered } from './refund.ts'

/** "Collect it in cash": the shopper has left, and a bank that has not taken the refund, or the end of the day, calls them back. */
export const collect = notice({
  kind: 'collect',
  causes: ['payment.to-collect'],
  to: 'phone',
  receiver: ticketHolder,
  read: (tx, due) => numbered(tx, due, 'collect'),
  seq: ({ seq }) => seq,
  variables: ({ amount, shop }) => ({ amount, shop: shop.name }),
  timeToLive: 24 * HOUR,
  slots: 10,
  channels: ['sms', 'screen'],
  text: 'collect',
  sms: { template: 'collect', values: ['amount', 'shop'] },
})
