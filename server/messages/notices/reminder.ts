import { MINUTE } from '#contract/base/time.ts'
import { timeOfDay } from '#contract/base/zoned.ts'
import { REMIND_MINUTES } from '#contract/slots/slots.ts'
import { notice } from '#server/messages/notice.ts'
import { ticketHolder } from '#server/messages/receivers.ts'

/** A booking that is moved is reminded again. */
export const reminder = notice({
  kind: 'reminder',
  causes: ['ticket.slot-near'],
  to: 'phone',
  receiver: ticketHolder,
  seq: ({ ticket }) => ticket.slotMoves,
  variables: ({ shop, ticket }) => ({
    shop: shop.name,
    time: ticket.slotStartsAt ? timeOfDay(ticket.slotStartsAt.getTime(), shop.mall.timeZone) : '',
  }),
  timeToLive: REMIND_MINUTES * MINUTE,
  slots: 10,
  channels: ['sms', 'screen'],
  text: 'reminder',
  sms: { template: 'reminder', values: ['shop', 'time'] },
})
