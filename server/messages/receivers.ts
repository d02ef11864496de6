import type { Role } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import { recipientOf } from '#server/accounts/alerts.ts'
import { answerToReset } from '#server/accounts/reset-password.ts'
import { isKnownAtSignUp } from '#server/accounts/sign-up.ts'
import { countersEver } from '#server/counters/service.ts'
import type { Relayed } from '#server/outbox/event.ts'
import { ticketsByIds } from '#server/queue/read-queue.ts'
import type { Ticket } from '#server/queue/rules.ts'
import { type Shop, shopsOnRecord } from '#server/shops/service.ts'
import type { Receiver, Recipient } from './notice.ts'

/** Receivers of several notices. */

export interface TicketHolder extends Recipient {
  ticket: Ticket
  shop: Shop & { archived: boolean }
  /** The name of the counter, if the event is a call. */
  counter: string | undefined
}

type TicketCause =
  | 'ticket.joined'
  | 'ticket.booked'
  | 'ticket.moved'
  | 'ticket.renumbered'
  | 'ticket.slot-near'
  | 'ticket.called'
  | 'ticket.recalled'
  | 'ticket.undone'
  | 'ticket.promise-broken'
  | 'payment.refunded'
  | 'payment.to-collect'

/** Reads all tickets of a batch at once, and their shops and counters. */
export const ticketHolder: Receiver<TicketCause, TicketHolder> = {
  async find(_deps, tx, events) {
    const called = new Set(events.filter(isCall).map(({ shopId }) => shopId))
    const [found, shops, counters] = await Promise.all([
      ticketsByIds(tx, [...new Set(events.map(({ ticketId }) => ticketId))]),
      shopsOnRecord(tx, [...new Set(events.map(({ shopId }) => shopId))]),
      countersEver(tx, ...called),
    ])
    const tickets = new Map(found.map((ticket) => [ticket.id, ticket]))
    const names = new Map(counters.map(({ id, name }) => [id, name]))
    return new Map(
      events.map((event) => {
        const [ticket, shop] = [tickets.get(event.ticketId), shops.get(event.shopId)]
        if (!ticket) throw new Refusal('ticket_not_found')
        if (!shop) throw new Refusal('shop_not_found')
        const counter = isCall(event) ? names.get(ticket.counterId ?? '') : undefined
        return [event, { address: ticket.mobile, locale: ticket.locale, ticket, sealed: null, shop, counter }]
      }),
    )
  },
}

const isCall = ({ kind }: Pick<Relayed, 'kind'>): boolean => kind === 'ticket.called' || kind === 'ticket.recalled'

interface SignUp extends Recipient {
  isKnown: boolean
}

/**
 * Only here is it checked whether the account exists. The call does the same work for every email, so that it does not reveal which
 * accounts exist.
 */
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

interface ResetAsked extends Recipient {
  role: Role
  /** If true, no code was made. */
  isDisabled: boolean
}

/** As for `signUp`, only here is it checked whether the account exists; the code is made here, too. */
export const resetAsked: Receiver<'reset.asked', ResetAsked> = {
  async find(deps, tx, events) {
    const found = new Map<Relayed, ResetAsked>()
    for (const event of events) {
      const { email: address, locale, role, sealedCode } = event
      const answer = await answerToReset(deps, tx, event.at, event)
      const isDisabled = answer === 'disabled'
      if (answer) found.set(event, { address, locale, ticket: null, role, sealed: isDisabled ? null : sealedCode, isDisabled })
    }
    return found
  },
}

/** Finds none if the account does not exist. A run of failures is recorded here. */
export const accountHolder: Receiver<'account.alert', Recipient> = {
  async find(_deps, tx, events) {
    const found = new Map<Relayed, Recipient>()
    for (const event of events) {
      const recipient = await recipientOf(tx, event)
      if (recipient) found.set(event, { address: recipient.email, locale: recipient.locale, ticket: null, sealed: null })
    }
    return found
  },
}
