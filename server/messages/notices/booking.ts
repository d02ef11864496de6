import { HOUR } from '#contract/base/time.ts'
import { notice } from '#server/messages/notice.ts'
import { type TicketHolder, ticketHolder } from '#server/messages/receivers.ts'
import { momentOf, textOf } from '#server/messages/words.ts'
import type { Ticket } from '#server/queue/rules.ts'

/** True for a ticket whose time has not come: its messages name the time with the number. */
export const isBooked = ({ state, slotStartsAt }: Pick<Ticket, 'state' | 'slotStartsAt'>): boolean =>
  state === 'booked' && slotStartsAt !== null

/** The token number and the time: at most 30 characters, so that no template cuts it. */
function spoken({ ticket, shop, locale }: TicketHolder): string {
  const at = ticket.slotStartsAt?.getTime() ?? 0
  return textOf('bookedFor', locale, { number: String(ticket.number ?? ''), time: momentOf(at, locale, shop.mall.timeZone) })
}

/** Sent again for each new time. */
export const booking = notice({
  kind: 'booking',
  causes: ['ticket.booked', 'ticket.moved', 'ticket.renumbered'],
  to: 'phone',
  receiver: ticketHolder,
  when: ({ ticket }) => isBooked(ticket),
  // Not the token number: two days can give the same one, and one of two equal messages is left out.
  seq: (_, event) => (event.kind === 'ticket.booked' ? 0 : event.seq),
  variables: (found) => ({ shop: found.shop.name, booking: spoken(found), number: String(found.ticket.number ?? '') }),
  timeToLive: HOUR,
  slots: 20,
  channels: ['sms', 'screen'],
  text: 'booking',
  // The number alone: an operator may have registered that value as digits.
  sms: { template: 'booking', values: ['shop', 'booking'], otherwise: { template: 'token', values: ['shop', 'number'] } },
})
