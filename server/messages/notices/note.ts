import { rupees } from '#contract/base/money.ts'
import { DAY } from '#contract/base/time.ts'
import { paperPaths } from '#contract/payments/paper.ts'
import { notice, type Receiver, type Recipient } from '#server/messages/notice.ts'
import type { Relayed } from '#server/outbox/event.ts'
import { notesByIds } from '#server/payments/receipts/read-receipt.ts'
import { ticketsByIds } from '#server/queue/read-queue.ts'
import { MAILS_A_DAY } from './receipt.ts'

interface Refunded extends Recipient {
  shop: string
  amount: string
}

/** The mailbox that got the receipt. The code that opens the paper is a secret of the mail. Money that bought nothing has no paper. */
const refunded: Receiver<'payment.refunded', Refunded> = {
  async find({ vault, mail }, tx, events) {
    const found = new Map<Relayed, Refunded>()
    if (mail.channel !== 'email') return found
    const ids = new Set(events.flatMap(({ noteId }) => noteId ?? []))
    if (ids.size === 0) return found
    const notes = await notesByIds(tx, ids)
    const of = events.filter(({ noteId }) => noteId && notes.has(noteId))
    const tickets = new Map((await ticketsByIds(tx, [...new Set(of.map(({ ticketId }) => ticketId))])).map((ticket) => [ticket.id, ticket]))
    for (const event of of) {
      const [ticket, note] = [tickets.get(event.ticketId), notes.get(event.noteId ?? '')]
      if (!ticket || !note || ticket.email === '') continue
      const { code, shopName: shop, totalPaise } = note
      const recipient = { address: ticket.email, locale: ticket.locale, ticket: null, sealed: vault.seal(code) }
      found.set(event, { ...recipient, shop, amount: rupees(totalPaise) })
    }
    return found
  },
}

/** The paper for each refund of a receipt: a credit note, or a refund receipt. */
export const note = notice({
  kind: 'note',
  causes: ['payment.refunded'],
  to: 'mailbox',
  receiver: refunded,
  variables: ({ shop, amount }) => ({ shop, amount }),
  secret: (code, { variables: { shop = '', amount = '' }, origin }) => ({ shop, amount, link: origin + paperPaths.page(code) }),
  timeToLive: DAY,
  slots: 10,
  mayGo: (sent) => sent.length < MAILS_A_DAY,
  channels: ['email'],
  text: 'note',
  subject: 'noteSubject',
})
