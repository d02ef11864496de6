import type { Locale } from '#contract/base/locale.ts'
import { rupees } from '#contract/base/money.ts'
import { HOUR } from '#contract/base/time.ts'
import type { Tx } from '#server/db/transaction.ts'
import { type Due, type EventOf, notice } from '#server/messages/notice.ts'
import { type TicketHolder, ticketHolder } from '#server/messages/receivers.ts'
import { countMessages } from '#server/messages/store.ts'
import { dayOf, textOf } from '#server/messages/words.ts'
import { wasNotKept } from '#server/queue/slot-rules.ts'

type MoneyBack = 'payment.refunded' | 'payment.to-collect'

/** A part names the whole, too. */
const spoken = (paise: number, whole: number, locale: Locale): string =>
  paise === whole ? rupees(whole) : textOf('partOf', locale, { part: rupees(paise), whole: rupees(whole) })

/** The message names the day of a booking whose shop is closed on it after all. */
function spokenFor({ ticket, shop, locale }: TicketHolder, amount: string): string {
  if (!wasNotKept(ticket) || ticket.slotStartsAt === null) return amount
  const day = dayOf(ticket.slotStartsAt.getTime(), locale, shop.mall.timeZone)
  return textOf('closedOn', locale, { amount, day })
}

export const isPart = ({ amountPaise, ofPaise }: Pick<EventOf<MoneyBack>, 'amountPaise' | 'ofPaise'>): boolean => amountPaise < ofPaise

/** Adds the amount as the message says it, and the message's number among those of its kind and ticket. One statement for each refund. */
export async function numbered(tx: Tx, due: readonly Due<MoneyBack, TicketHolder>[], kind: 'refund' | 'part' | 'collect') {
  const before = new Map<string, number>()
  const refunds = []
  for (const { found, event } of due) {
    const { id } = found.ticket
    const seq = before.get(id) ?? (await countMessages(tx, id, kind))
    before.set(id, seq + 1)
    const amount = spoken(event.amountPaise, event.ofPaise, found.locale)
    // With the day, a part would be longer than the 30 characters of a template's value.
    refunds.push({ ...found, seq, amount: isPart(event) ? amount : spokenFor(found, amount) })
  }
  return refunds
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
  variables: ({ amount, shop }) => ({ amount, shop: shop.name }),
  timeToLive: 24 * HOUR,
  slots: 10,
  channels: ['sms', 'screen'],
  text: 'refund',
  sms: { template: 'refund', values: ['amount', 'shop'] },
})
