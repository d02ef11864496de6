import { HOUR } from '#contract/base/time.ts'
import { notice } from '#server/messages/notice.ts'
import { ticketHolder } from '#server/messages/receivers.ts'
import { numbered } from './numbered.ts'
import { amountOf, isPart } from './refund.ts'

/** One for each part of a fee that was refunded; it names the part and the whole. */
export const part = notice({
  kind: 'part',
  causes: ['payment.refunded'],
  to: 'phone',
  receiver: ticketHolder,
  when: (_, event) => isPart(event),
  read: (tx, due) => numbered(tx, due, 'part'),
  seq: ({ seq }) => seq,
  variables: (holder, event) => ({ amount: amountOf(holder, event), shop: holder.shop.name }),
  timeToLive: 24 * HOUR,
  slots: 10,
  channels: ['sms', 'screen'],
  text: 'part',
  sms: { template: 'part', values: ['shop', 'amount'], otherwise: { template: 'refund', values: ['amount', 'shop'] } },
})
