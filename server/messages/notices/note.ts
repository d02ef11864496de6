import { rupees } from '#contract/base/money.ts'
import { paperPaths } from '#contract/payments/paper.ts'
import { notice } from '#server/messages/notice.ts'
import { notesByIds } from '#server/payments/receipts/read-receipt.ts'
import { byMail, mailboxes } from './by-mail.ts'

/** The paper for each refund of a receipt: a credit note, or a refund receipt. Money that bought nothing has none. */
export const note = notice({
  ...byMail,
  kind: 'note',
  causes: ['payment.refunded'],
  receiver: {
    async find(deps, tx, events) {
      const ids = new Set(events.flatMap(({ noteId }) => noteId ?? []))
      if (deps.mail.channel !== 'email' || ids.size === 0) return new Map()
      const notes = await notesByIds(tx, ids)
      return mailboxes(deps, tx, events, ({ noteId = '' }) => notes.get(noteId))
    },
  },
  variables: ({ paper: { shopName: shop, totalPaise } }) => ({ shop, amount: rupees(totalPaise) }),
  secret: (code, { variables: { shop = '', amount = '' }, origin }) => ({ shop, amount, link: origin + paperPaths.page(code) }),
  text: 'note',
  subject: 'noteSubject',
})
