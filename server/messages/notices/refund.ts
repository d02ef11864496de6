import type { Locale } from '#contract/base/locale.ts'
import { rupees } from '#contract/base/money.ts'
import { HOUR } from '#contract/base/time.ts'
import { type EventOf, notice } from '#server/messages/notice.ts'
import { type TicketHolder, ticketHolder } from '#server/messages/receivers.ts'
import { dayOf, textOf } from '#server/messages/words.ts'
import { wasNotKept } from '#server/queue/slot-rules.ts'
import { numbered } from './numbered.ts'

/** A part names the whole, too. */
const spoken = (paise: number, whole: number, locale: Locale): string =>
  paise === whole ? rupees(whole) : textOf('partOf', locale, { part: rupees(paise), whole: rupees(whole) })

/** The message names the day of a booking whose shop is closed on it after all. */
function spokenFor({ ticket, shop, locale }: TicketHolder, amount: string): string {
  if (!wasNotKept(ticket) || ticket.slotStartsAt === null) return amount
  const day = dayOf(ticket.slotStartsAt.getTime(), locale, shop.mall.timeZone)
  return textOf('closedOn', locale, { amount, day })
}

export const isPart = ({ amountPaise, ofPaise }: Pick<EventOf<'payment.refunded'>, 'amountPaise' | 'ofPaise'>): boolean =>
  amountPaise < ofPaise

/** As the message says it. With the day, a part would be longer than the 30 characters of a template's value. */
export function amountOf(holder: TicketHolder, event: EventOf<'payment.refunded'>): string {
  const amount = spoken(event.amountPaise, event.ofPaise, holder.locale)
  return isPart(event) ? amount : spokenFor(holder, amount)
}

/** One for each refunded payment of a ticket: the refund of a late payment may precede the one for leaving. */
export const refund = notice({
  kind: 'refund',
  causes: ['payment.refunded'],
  to: 'phone',
  receiver: ticketHolder,
  when: (_, event) => !isPart(event),
  read: (tx, due) => numbered(tx, due, 'refund'),
  seq: ({ seq }) => seq,
  variables: (holder, event) => ({ amount: amountOf(holder, event), shop: holder.shop.name }),
  timeToLive: 24 * HOUR,
  slots: 10,
  channels: ['sms', 'screen'],
  text: 'refund',
  sms: { template: 'refund', values: ['amount', 'shop'] },
})
