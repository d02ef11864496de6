import { DAY } from '#contract/base/time.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { newId } from '#server/kit/ids.ts'
import type { Listener, Relayed } from '#server/outbox/event.ts'
import type { AnyReceiver, Notice, Recipient } from './notice.ts'
import { allNotices } from './notices.ts'
import { channelFor } from './rules.ts'
import * as store from './store.ts'

type QueueDeps = Pick<Deps, 'sender' | 'mail' | 'vault'>
type Receivers = ReadonlyMap<AnyReceiver, ReadonlyMap<Relayed, Recipient>>

/**
 * Writes exactly one row per cause, in the relay's transaction, however often the relay crashes. For messages to phones, the number of
 * statements does not depend on the number of events, except for refunds.
 */
export const messageListener = (deps: QueueDeps): Listener => ({
  name: 'messages',
  async record(tx, events) {
    const receivers = await receiversOf(deps, tx, events)
    const messages: store.NewMessage[] = []
    for (const notice of allNotices) messages.push(...(await messagesOf(deps, tx, notice, events, receivers)))
    return messages.length > 0 ? [store.addingMessagesOnce(messages)] : []
  },
})

export const kindsCausedBy = (events: readonly Relayed[]): store.MessageKind[] =>
  allNotices.filter(({ causes }) => events.some((event) => causes.includes(event.kind))).map(({ kind }) => kind)

/** Each receiver with the kinds of events that cause one of its notices. */
const allReceivers = [...Map.groupBy(allNotices, ({ receiver }) => receiver)].map(
  ([receiver, notices]) => [receiver, new Set(notices.flatMap(({ causes }) => causes))] as const,
)

/** Finds receivers once for all notices that share a way to find them. */
async function receiversOf(deps: QueueDeps, tx: Tx, events: readonly Relayed[]): Promise<Receivers> {
  const found = new Map<AnyReceiver, ReadonlyMap<Relayed, Recipient>>()
  for (const [receiver, kinds] of allReceivers) {
    const causes = events.filter(({ kind }) => kinds.has(kind))
    if (causes.length > 0) found.set(receiver, await receiver.find(deps, tx, causes))
  }
  return found
}

async function messagesOf(deps: QueueDeps, tx: Tx, notice: Notice, events: readonly Relayed[], receivers: Receivers) {
  const receiver = receivers.get(notice.receiver)
  const due = events.flatMap((event) => {
    const found = notice.causes.includes(event.kind) ? receiver?.get(event) : undefined
    return found && notice.when(found, event) ? [{ event, found }] : []
  })
  const channel = channelFor<string>(notice.channels, [deps.sender.channel, deps.mail.channel])
  if (due.length === 0 || channel === null) return []
  const read = await notice.read(tx, due)
  const messages = due.map(({ event, found }, i): store.NewMessage => {
    const whole = read[i] ?? found
    const { address, locale, ticket, sealed } = whole
    return {
      id: newId(),
      mallId: ticket?.mallId ?? null,
      shopId: ticket?.shopId ?? null,
      ticketId: ticket?.id ?? null,
      kind: notice.kind,
      channel,
      seq: notice.seq(whole, event),
      mobile: notice.to === 'phone' ? address : null,
      email: notice.to === 'mailbox' ? address : null,
      locale,
      params: notice.variables(whole, event),
      sealed,
      // As old as its event: a "your turn" that waited for the relay is too late, too.
      createdAt: event.at,
    }
  })
  return notice.to === 'mailbox' && notice.mayGo ? withinLimit(tx, messages, notice.mayGo) : messages
}

async function withinLimit(tx: Tx, mails: readonly store.NewMessage[], mayGo: (sent: readonly Date[], now: Date) => boolean) {
  const kept: store.NewMessage[] = []
  for (const mail of mails) {
    const { email, kind, createdAt } = mail
    const sent = await store.mailsSince(tx, email ?? '', kind, new Date(createdAt.getTime() - DAY))
    const now = kept.filter((other) => other.email === email).map((other) => other.createdAt)
    if (mayGo([...sent, ...now], createdAt)) kept.push(mail)
  }
  return kept
}
