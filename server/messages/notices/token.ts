import { HOUR } from '#contract/base/time.ts'
import { notice } from '#server/messages/notice.ts'
import { ticketHolder } from '#server/messages/receivers.ts'
import { isBooked } from './booking.ts'

/** Sent again if a booking of another day joins today and gets another number. */
export const token = notice({
  kind: 'token',
  causes: ['ticket.joined', 'ticket.booked', 'ticket.renumbered'],
  to: 'phone',
  receiver: ticketHolder,
  // A booking that joined before its event was relayed counts, too.
  when: ({ ticket }) => !isBooked(ticket),
  // Not the token number, as for `booking`.
  seq: (_, event) => (event.kind === 'ticket.renumbered' ? event.seq : 0),
  variables: ({ shop, ticket }) => ({ shop: shop.name, number: String(ticket.number ?? '') }),
  timeToLive: HOUR,
  slots: 20,
  channels: ['sms', 'screen'],
  text: 'token',
  sms: { template: 'token', values: ['shop', 'number'] },
})
