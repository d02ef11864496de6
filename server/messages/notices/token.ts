import { HOUR } from '#contract/base/time.ts'
import { notice } from '#server/messages/notice.ts'
import { ticketHolder } from '#server/messages/receivers.ts'
import { isBooked } from './booking.ts'

/** The token number of a shopper who is in the queue; again if a booking of another day joins today and gets another number. */
export const token = notice({
  kind: 'token',
  causes: ['ticket.joined', 'ticket.booked', 'ticket.renumbered'],
  to: 'phone',
  receiver: ticketHolder,
  // A booking that joined the queue before its event was relayed is one of these, too.
  when: ({ ticket }) => !isBooked(ticket),
  // Not the number of the token: two days can give the same one, and one of two equal messages is left out.
  seq: (_, event) => (event.kind === 'ticket.renumbered' ? event.seq : 0),
  variables: ({ shop, ticket }) => ({ shop: shop.name, number: String(ticket.number ?? '') }),
  timeToLive: HOUR,
  slots: 20,
  channels: ['sms', 'screen'],
  text: 'token',
  sms: { template: 'token', values: ['shop', 'number'] },
})
