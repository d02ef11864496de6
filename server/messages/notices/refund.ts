import { rupees } from '#contract/base/money.ts'
import { HOUR } from '#contract/base/time.ts'
import { notice } from '#server/messages/notice.ts'
import { ticketHolder } from '#server/messages/receivers.ts'
import { countMessages } from '#server/messages/store.ts'
import { amountOf } from '#server/payments/orders/read-payments.ts'

/** One message for each refunded payment of a ticket: the refund of a late payment may come before the one for leaving. */
export const refund = notice({
  kind: 'refund',
  causes: ['payment.refunded'],
  to: 'phone',
  receiver: ticketHolder,
  // Two statements for each refund.
  async read(tx, due) {
    const before = new Map<string, number>()
    const refunds = []
    for (const { found, event } of due) {
      const { id } = found.ticket
      const seq = before.get(id) ?? (await countMessages(tx, id, 'refund'))
      before.set(id, seq + 1)
      refunds.push({ ...found, seq, amount: rupees(await amountOf(tx, event.paymentId)) })
    }
    return refunds
  },
  seq: ({ seq }) => seq,
  variables: ({ amount, shop }) => ({ amount, shop: shop.name }),
  timeToLive: 24 * HOUR,
  slots: 10,
  channels: ['sms', 'screen'],
  text: 'refund',
  sms: { template: 'refund', values: ['amount', 'shop'] },
})
