import { Refusal } from '../../contract/errors.ts'
import type { DomainEvent } from '../../contract/events.ts'
import { rupees } from '../../contract/money.ts'
import { countersEver } from '../counters/service.ts'
import type { Tx } from '../db/transaction.ts'
import { newId } from '../kit/ids.ts'
import type { Listener, Relayed } from '../outbox/relay.ts'
import { amountOf } from '../payments/read-payments.ts'
import { ticketsByIds } from '../queue/read-queue.ts'
import type { Ticket } from '../queue/rules.ts'
import { type Shop, shopsOnRecord } from '../shops/service.ts'
import { type MessageKind, messageKindOf } from './rules.ts'
import type { MessageDeps } from './service.ts'
import * as store from './store.ts'

/** An event that causes a message. */
interface Cause {
  kind: MessageKind
  event: Relayed
}

/**
 * Turns events into messages, in the relay's transaction: exactly one per cause, however often the relay dies. The number of statements
 * does not depend on the number of events, but for refunds.
 */
export const messageListener = (deps: Pick<MessageDeps, 'sender' | 'mail'>, wake: () => void): Listener => ({
  name: 'messages',
  async record(tx, events) {
    const causes = events.flatMap((event): Cause[] => {
      const kind = messageKindOf(event)
      return kind ? [{ kind, event }] : []
    })
    if (causes.length > 0) await store.insertMessagesOnce(tx, await messagesFor(deps, tx, causes))
  },
  wake(events) {
    if (events.some((event) => messageKindOf(event) !== null)) wake()
  },
})

/** A message that belongs to no ticket. */
const nobody = { mallId: null, shopId: null, ticketId: null, seq: 0, mobile: null, email: null, params: {} }

async function messagesFor(deps: Pick<MessageDeps, 'sender' | 'mail'>, tx: Tx, causes: readonly Cause[]): Promise<store.NewMessage[]> {
  const subjects = await subjectsOf(tx, causes)
  const refundsBefore = new Map<string, number>()
  const messages: store.NewMessage[] = []
  for (const { kind, event } of causes) {
    // As old as what it tells of: a "your turn" that waited for the relay is too late all the same.
    const base = { id: newId(), kind, channel: deps.sender.channel, createdAt: event.at }
    if (event.kind === 'otp.requested') {
      const { mobile, locale, sealedCode } = event
      messages.push({ ...base, ...nobody, mobile, locale, sealed: sealedCode })
    } else if (event.kind === 'reset.requested') {
      const { email, locale, sealedCode } = event
      messages.push({ ...base, ...nobody, channel: deps.mail.channel, email, locale, sealed: sealedCode })
    } else if ('ticketId' in event) {
      const { ticket, shop, counters } = subjects(event)
      const { mallId, shopId, mobile, locale } = ticket
      const to = { ...base, mallId, shopId, ticketId: ticket.id, mobile, email: null, locale, sealed: null, seq: 0 }
      const number = String(ticket.number ?? '')
      if (kind === 'token') messages.push({ ...to, params: { shop: shop.name, number } })
      if (kind === 'call') {
        const counter = counters.get(ticket.counterId ?? '') ?? shop.name
        messages.push({ ...to, seq: ticket.callCount, params: { number, counter } })
      }
      if (kind === 'refund') {
        // One for each payment of the ticket that was given back: a late one may come before the one of leaving.
        const seq = refundsBefore.get(ticket.id) ?? (await store.countMessages(tx, ticket.id, 'refund'))
        refundsBefore.set(ticket.id, seq + 1)
        const amount = rupees(event.kind === 'payment.refunded' ? await amountOf(tx, event.paymentId) : 0)
        messages.push({ ...to, seq, params: { amount, shop: shop.name } })
      }
    }
  }
  return messages
}

interface Subject {
  ticket: Ticket
  shop: Shop
  /** The names of all counters, by their ids. */
  counters: ReadonlyMap<string, string>
}

/** Reads the tickets of these events, their shops and, for calls, the counters. */
async function subjectsOf(tx: Tx, causes: readonly Cause[]): Promise<(event: Extract<DomainEvent, { ticketId: string }>) => Subject> {
  const ticketIds = new Set(causes.flatMap(({ event }) => ('ticketId' in event ? [event.ticketId] : [])))
  const tickets = new Map((await ticketsByIds(tx, [...ticketIds])).map((ticket) => [ticket.id, ticket]))
  const shopIds = new Set([...tickets.values()].map((ticket) => ticket.shopId))
  const shops = shopIds.size > 0 ? await shopsOnRecord(tx, [...shopIds]) : new Map<string, Shop>()
  const calledAt = new Set(causes.flatMap(({ kind, event }) => (kind === 'call' && event.shopId !== null ? [event.shopId] : [])))
  const counters = new Map((calledAt.size > 0 ? await countersEver(tx, ...calledAt) : []).map(({ id, name }) => [id, name]))
  return ({ ticketId }) => {
    const ticket = tickets.get(ticketId)
    if (!ticket) throw new Refusal('ticket_not_found')
    const shop = shops.get(ticket.shopId)
    if (!shop) throw new Refusal('shop_not_found')
    return { ticket, shop, counters }
  }
}
