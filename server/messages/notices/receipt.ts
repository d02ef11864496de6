import { paperPaths } from '#contract/payments/paper.ts'
import { notice } from '#server/messages/notice.ts'
import { receiptsOfTickets } from '#server/payments/receipts/read-receipt.ts'
import { byMail, mailboxes } from './by-mail.ts'

export const receipt = notice({
  ...byMail,
  kind: 'receipt',
  causes: ['ticket.joined', 'ticket.booked'],
  receiver: {
    async find(deps, tx, events) {
      // Without a mail server nothing is read, because this runs for each token.
      if (deps.mail.channel !== 'email') return new Map()
      const receipts = await receiptsOfTickets(tx, [...new Set(events.map(({ ticketId }) => ticketId))])
      return mailboxes(deps, tx, events, ({ ticketId }) => receipts.get(ticketId))
    },
  },
  variables: ({ paper: { shopName: shop } }) => ({ shop }),
  secret: (code, { variables: { shop = '' }, origin }) => ({ shop, link: origin + paperPaths.page(code) }),
  text: 'receipt',
  subject: 'receiptSubject',
})
