import { DAY } from '#contract/base/time.ts'
import { paperPaths } from '#contract/payments/paper.ts'
import { notice, type Receiver, type Recipient } from '#server/messages/notice.ts'
import type { Relayed } from '#server/outbox/event.ts'
import { receiptsOfTickets } from '#server/payments/receipts/read-receipt.ts'
import { ticketsByIds } from '#server/queue/read-queue.ts'

interface Buyer extends Recipient {
  shop: string
}

/** Of each kind to an address: the shopper has not proven to own it. */
export const MAILS_A_DAY = 10

/**
 * The mailbox that a paying shopper entered. The code that opens the receipt is a secret of the mail. Without a mail server nothing is
 * read, because this runs for each token.
 */
const buyer: Receiver<'ticket.joined' | 'ticket.booked', Buyer> = {
  async find({ vault, mail }, tx, events) {
    const found = new Map<Relayed, Buyer>()
    if (mail.channel !== 'email') return found
    const ids = [...new Set(events.map(({ ticketId }) => ticketId))]
    const receipts = await receiptsOfTickets(tx, ids)
    const tickets = new Map((await ticketsByIds(tx, [...receipts.keys()])).map((ticket) => [ticket.id, ticket]))
    for (const event of events) {
      const [ticket, receipt] = [tickets.get(event.ticketId), receipts.get(event.ticketId)]
      if (!ticket || !receipt || ticket.email === '') continue
      const { code, shopName: shop } = receipt
      found.set(event, { address: ticket.email, locale: ticket.locale, ticket: null, sealed: vault.seal(code), shop })
    }
    return found
  },
}

export const receipt = notice({
  kind: 'receipt',
  causes: ['ticket.joined', 'ticket.booked'],
  to: 'mailbox',
  receiver: buyer,
  variables: ({ shop }) => ({ shop }),
  secret: (code, { variables: { shop = '' }, origin }) => ({ shop, link: origin + paperPaths.page(code) }),
  timeToLive: DAY,
  slots: 10,
  mayGo: (sent) => sent.length < MAILS_A_DAY,
  // A demo has no mailboxes, and the shopper's page shows the receipt anyway.
  channels: ['email'],
  text: 'receipt',
  subject: 'receiptSubject',
})
