import { rupees } from '#contract/base/money.ts'
import { HOUR } from '#contract/base/time.ts'
import { notice, type Receiver } from '#server/messages/notice.ts'
import { type TicketHolder, ticketHolder } from '#server/messages/receivers.ts'
import { waitsInCash } from '#server/payments/refunds/shown.ts'
import { numbered } from './numbered.ts'

/** Staff may have handed it back in the meantime, or the owner may have paid it in another way. A shop that was removed has no counter. */
const stillWaiting: Receiver<'payment.to-collect', TicketHolder> = {
  async find(deps, tx, events) {
    const waiting = await waitsInCash(
      tx,
      events.map(({ refundId }) => refundId),
    )
    const found = await ticketHolder.find(
      deps,
      tx,
      events.filter(({ refundId }) => waiting.has(refundId)),
    )
    return new Map([...found].filter(([, { shop }]) => !shop.archived))
  },
}

/** A refund waits in cash for a shopper who has gone: the bank has refused it for a day, the day ended, or the owner refunded it. */
export const collect = notice({
  kind: 'collect',
  causes: ['payment.to-collect'],
  to: 'phone',
  receiver: stillWaiting,
  read: (tx, due) => numbered(tx, due, 'collect'),
  seq: ({ seq }) => seq,
  variables: ({ shop }, { amountPaise }) => ({ amount: rupees(amountPaise), shop: shop.name }),
  timeToLive: 24 * HOUR,
  slots: 10,
  channels: ['sms', 'screen'],
  text: 'collect',
  sms: { template: 'collect', values: ['amount', 'shop'] },
})
