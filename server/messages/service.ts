import { rupees } from '../../contract/money.ts'
import type { NoticeState } from '../../contract/queue.ts'
import { DAY, SECOND } from '../../contract/time.ts'
import { en, type MessageTexts } from '../../texts/messages.en.ts'
import { hi } from '../../texts/messages.hi.ts'
import { type Say, speak } from '../../texts/speak.ts'
import { countersEver } from '../counters/service.ts'
import { type Tx, transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../kit/ids.ts'
import { maskNumbers } from '../kit/log.ts'
import type { Listener, Relayed } from '../outbox/relay.ts'
import { amountOf } from '../payments/read-payments.ts'
import { ticketById } from '../queue/read-queue.ts'
import { noteNotice } from '../queue/sweep.ts'
import { shopOnRecord } from '../shops/service.ts'
import { isStale, type MessageKind, messageKindOf, nextTry } from './rules.ts'
import type { HandOver, MailSender, Outgoing, Sender } from './sender.ts'
import * as store from './store.ts'

const catalogues: Readonly<Record<'en' | 'hi', Say<MessageTexts>>> = {
  en: speak<MessageTexts>('en', en),
  hi: speak<MessageTexts>('hi', hi),
}

/** A claimed message is left alone this long; a worker that dies meanwhile loses at most this time. */
const LEASE = 20 * SECOND

/** What the messages stories need beside the rest. */
export interface MessageDeps extends Deps {
  sender: Sender
  mail: MailSender
}

/** Turns events into messages, in the relay's transaction: exactly one per cause, however often the relay dies. */
export const messageListener = (deps: MessageDeps, wake: () => void): Listener => ({
  name: 'messages',
  async record(tx, events) {
    for (const event of events) {
      const kind = messageKindOf(event)
      if (kind) await queueMessage(deps, tx, kind, event)
    }
  },
  wake(events) {
    if (events.some((event) => messageKindOf(event) !== null)) wake()
  },
})

/** A message that belongs to no ticket. */
const nobody = { mallId: null, shopId: null, ticketId: null, seq: 0, mobile: null, email: null }

async function queueMessage(deps: MessageDeps, tx: Tx, kind: MessageKind, event: Relayed): Promise<void> {
  // As old as what it tells of: a "your turn" that waited for the relay is too late all the same.
  const base = { id: newId(), kind, channel: deps.sender.channel, email: null, createdAt: event.at }
  if (event.kind === 'otp.requested') {
    const { mobile, locale, sealedCode } = event
    await store.insertMessageOnce(tx, { ...base, ...nobody, mobile, locale, params: {}, sealed: sealedCode })
    return
  }
  if (event.kind === 'reset.requested') {
    const { email, locale, sealedCode } = event
    await store.insertMessageOnce(tx, { ...base, ...nobody, channel: deps.mail.channel, email, locale, params: {}, sealed: sealedCode })
    return
  }
  if (!('ticketId' in event)) return
  const ticket = await ticketById(tx, event.ticketId)
  const shop = await shopOnRecord(tx, ticket.shopId)
  const number = String(ticket.number ?? '')
  const { mallId, shopId, mobile, locale } = ticket
  const to = { ...base, mallId, shopId, ticketId: ticket.id, mobile, locale, sealed: null }
  if (kind === 'token') await store.insertMessageOnce(tx, { ...to, seq: 0, params: { shop: shop.name, number } })
  if (kind === 'call') {
    const counter = (await countersEver(tx, shop.id)).find((c) => c.id === ticket.counterId)
    await store.insertMessageOnce(tx, { ...to, seq: ticket.callCount, params: { number, counter: counter?.name ?? shop.name } })
  }
  if (kind === 'refund') {
    // One for each payment of the ticket that was given back: a late one may come before the one of leaving.
    const amount = rupees(event.kind === 'payment.refunded' ? await amountOf(tx, event.paymentId) : 0)
    await store.insertMessageOnce(tx, {
      ...to,
      seq: await store.countMessages(tx, ticket.id, 'refund'),
      params: { amount, shop: shop.name },
    })
  }
}

/** Hands due messages to the sender, a few at a time; each is tried again with growing pauses, and dropped once it is too old. */
export async function deliverMessages(deps: MessageDeps): Promise<void> {
  for (;;) {
    const now = deps.clock.now()
    const { rows } = await transaction(deps.db, (tx) => store.claimDue(tx, now, new Date(now.getTime() + LEASE), 50))
    if (rows.length === 0) return
    await Promise.all(rows.map((message) => deliver(deps, message)))
  }
}

async function deliver(deps: MessageDeps, message: store.StoredMessage): Promise<void> {
  if (isStale(message.kind, message.created_at, deps.clock.now()))
    return settle(deps, message, { state: 'dropped', error: 'too late to be of use' })
  // Sealed by another key: there is no code to send, and an empty one would only puzzle.
  if (message.sealed !== null && deps.vault.unseal(message.sealed) === null)
    return settle(deps, message, { state: 'failed', error: 'sealed with another key' })
  const locale = message.locale === 'hi' ? 'hi' : 'en'
  const params = { ...(message.params as Record<string, string>), ...secretOf(deps, message) }
  const text = catalogues[locale](message.kind, params as never)
  const outcome = await handOver(deps, message, { id: message.id, locale, params, text }).catch(
    (error: unknown): HandOver => ({ result: 'again', reason: error instanceof Error ? error.message : 'unknown' }),
  )
  if ('vendorId' in outcome) return settle(deps, message, { state: outcome.result, vendorId: outcome.vendorId })
  const nextTryAt = outcome.result === 'again' ? nextTry(message.tries, deps.clock.now()) : null
  deps.log.warn(
    { messageId: message.id, kind: message.kind, reason: maskNumbers(outcome.reason), again: nextTryAt !== null },
    'a message did not go out',
  )
  return settle(deps, message, { state: nextTryAt ? 'queued' : 'failed', nextTryAt, error: outcome.reason })
}

function handOver(
  deps: MessageDeps,
  message: store.StoredMessage,
  content: Pick<Outgoing, 'id' | 'locale' | 'params' | 'text'>,
): Promise<HandOver> {
  const { kind, mobile, email } = message
  if (kind === 'reset') return deps.mail.send({ ...content, kind, email: email ?? '', subject: catalogues[content.locale]('resetSubject') })
  return deps.sender.send({ ...content, kind, mobile: mobile ?? '' })
}

const secretOf = (deps: MessageDeps, message: store.StoredMessage): Record<string, string> =>
  message.sealed === null ? {} : { code: deps.vault.unseal(message.sealed) ?? '' }

function settle(
  deps: MessageDeps,
  message: store.StoredMessage,
  outcome: { state: store.StoredMessage['state']; nextTryAt?: Date | null; vendorId?: string | null; error?: string },
): Promise<void> {
  return transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const done = outcome.state === 'sent' || outcome.state === 'delivered'
    await store.settleMessage(tx, message.id, {
      state: outcome.state,
      nextTryAt: outcome.nextTryAt ?? null,
      vendorId: outcome.vendorId ?? null,
      error: outcome.error ?? null,
      sentAt: done ? now : null,
    })
    const notice: NoticeState | null = outcome.state === 'dropped' ? 'failed' : outcome.state
    if (message.kind === 'call' && message.ticket_id !== null && notice) await noteNotice(tx, message.ticket_id, message.seq, notice, now)
  })
}

/** Removes the messages of passcodes and password resets two days after they were made, with the codes they carried. */
export const forgetOldMessages = (deps: Deps) =>
  transaction(deps.db, (tx) => store.deleteOldCodes(tx, new Date(deps.clock.now().getTime() - 2 * DAY)))

/** The messages of these tickets as their shoppers read them; codes are never among them. A ticket without messages is absent. */
export async function messagesOf(db: Pick<Tx, 'selectFrom'>, ticketIds: readonly string[]) {
  const rows = ticketIds.length === 0 ? [] : await store.messagesOf(db, ticketIds)
  const told = rows.filter((row) => row.kind !== 'otp')
  const byTicket = Map.groupBy(told, (row) => row.ticket_id ?? '')
  return new Map([...byTicket].map(([ticketId, own]) => [ticketId, own.map(readable)]))
}

const readable = (row: store.StoredMessage) => ({
  id: row.id,
  kind: row.kind,
  channel: row.channel,
  state: row.state,
  text: catalogues[row.locale === 'hi' ? 'hi' : 'en'](row.kind, row.params as never),
  at: row.created_at,
})
