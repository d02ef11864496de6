import { Refusal } from '#contract/base/errors.ts'
import { recipientOf } from '#server/accounts/alerts.ts'
import { isKnownAtSignUp } from '#server/accounts/sign-up.ts'
import type { Relayed } from '#server/outbox/event.ts'
import { ticketsByIds } from '#server/queue/read-queue.ts'
import type { Ticket } from '#server/queue/rules.ts'
import { type Shop, shopsOnRecord } from '#server/shops/service.ts'
import type { Found, Receiver } from './notice.ts'

/** The receivers that several notices share. */

interface TicketHolder extends Found {
  ticket: Ticket
  shop: Shop
}

/** The phone of a ticket's shopper. Reads all tickets of a batch at once, and their shops. */
export const ticketHolder: Receiver<'ticket.joined' | 'ticket.called' | 'ticket.recalled' | 'payment.refunded', TicketHolder> = {
  async find(_deps, tx, events) {
    const ids = new Set(events.map(({ ticketId }) => ticketId))
    const tickets = new Map((await ticketsByIds(tx, [...ids])).map((ticket) => [ticket.id, ticket]))
    const causes = events.map((event) => {
      const ticket = tickets.get(event.ticketId)
      if (!ticket) throw new Refusal('ticket_not_found')
      return { event, ticket }
    })
    const shops = await shopsOnRecord(tx, [...new Set(causes.map(({ ticket }) => ticket.shopId))])
    return new Map(
      causes.map(({ event, ticket }) => {
        const shop = shops.get(ticket.shopId)
        if (!shop) throw new Refusal('shop_not_found')
        return [event, { address: ticket.mobile, locale: ticket.locale, ticket, sealed: null, shop }]
      }),
    )
  },
}

interface SignUp extends Found {
  /** True if the email already has an account. */
  isKnown: boolean
}

/** The mailbox of a sign-up. Only here is it checked whether the account exists: the call itself does the same work for every email. */
export const signUp: Receiver<'sign-up.asked', SignUp> = {
  async find(_deps, tx, events) {
    const found = new Map<Relayed, SignUp>()
    for (const event of events) {
      const { email, locale, sealedCode } = event
      const isKnown = await isKnownAtSignUp(tx, email)
      found.set(event, { address: email, locale, ticket: null, sealed: isKnown ? null : sealedCode, isKnown })
    }
    return found
  },
}

/** The mailbox of an account that something happened to, if the account exists. A run of failures is recorded here. */
export const accountHolder: Receiver<'account.alert', Found> = {
  async find(_deps, tx, events) {
    const found = new Map<Relayed, Found>()
    for (const event of events) {
      const recipient = await recipientOf(tx, event)
      if (recipient) found.set(event, { address: recipient.email, locale: recipient.locale, ticket: null, sealed: null })
    }
    return found
  },
}
