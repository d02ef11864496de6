import type { Locale } from '#contract/base/locale.ts'
import type { EventKind } from '#contract/events.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import type { Relayed } from '#server/outbox/event.ts'
import type { Ticket } from '#server/queue/rules.ts'
import type { MessageTexts } from '#texts/en/messages.ts'
import type { Params } from '#texts/speak.ts'
import type { MailSender, Outgoing, Sender } from './sender.ts'
import type { MessageKind } from './store.ts'

export type Values = Readonly<Record<string, string>>
type TextKey = keyof MessageTexts

export type EventOf<E extends EventKind> = Relayed & { kind: E }

export interface Recipient {
  /** A mobile number of ten digits, or an email address. */
  address: string
  locale: Locale
  /** Null for passcodes and mails. */
  ticket: Pick<Ticket, 'id' | 'mallId' | 'shopId'> | null
  /** Null if the message has no secret. */
  sealed: string | null
}

/**
 * `find` runs in the relay's transaction, once per batch for all notices with this receiver. It gets every event that causes one of them,
 * whatever channels there are. An event that is absent in the result has no receiver.
 */
export interface Receiver<E extends EventKind, F extends Recipient> {
  find: (deps: Pick<Deps, 'vault' | 'mail'>, tx: Tx, events: readonly EventOf<E>[]) => Promise<ReadonlyMap<Relayed, F>>
}

export interface Due<E extends EventKind, F extends Recipient> {
  event: EventOf<E>
  found: F
}

/** What a secret may be combined with, for example in a link. */
interface Carrier {
  address: string
  /** The message's stored values. */
  variables: Values
  /** The origin of the public pages. */
  origin: string
}

interface Facts<K extends MessageKind, E extends EventKind, F extends Recipient, G extends F, T extends TextKey> {
  kind: K
  causes: readonly E[]
  receiver: Receiver<NoInfer<E>, F>
  /** True if the event causes this one of its notices. Without it, always. */
  when?: (found: F, event: EventOf<E>) => boolean
  /** Reads what the receiver does not tell, for all messages of a batch at once, in the same order. */
  read?: (tx: Tx, due: readonly Due<E, F>[]) => Promise<readonly G[]>
  /** The message's number among those of its kind and ticket. Without it, a ticket gets one. */
  seq?: (found: G, event: EventOf<E>) => number
  /** In ms. An older message is dropped. */
  timeToLive: number
  /** How many are sent at once. A vendor that is slow for one kind does not delay the others. */
  slots: number
  /** The staff row shows whether the message was delivered. */
  isShownToStaff?: boolean
  text: T
}

type Named<T extends TextKey> = Params<MessageTexts[T]>

/** The values of a text without secrets are stored with the message. */
interface Open<E extends EventKind, G extends Recipient, T extends TextKey, O extends string> {
  variables: (found: G, event: EventOf<E>) => Readonly<Record<Named<T> | O, string>>
}

/** The values that come from a secret are made when the message is sent; `variables` is what is stored for that. */
interface Secret<E extends EventKind, G extends Recipient, T extends TextKey> {
  variables?: (found: G, event: EventOf<E>) => Values
  secret: (secret: string, carrier: Carrier) => Readonly<Record<Named<T>, string>>
}

/** The channels in order of preference, and the registered template with its values in order. */
interface ToPhone<N extends string, O extends string = never> {
  to: 'phone'
  channels: readonly Sender['channel'][]
  sms: SmsOf<N> & {
    /** For operators who have not registered this template. It may take stored values that the text does not name. */
    otherwise?: SmsOf<N | O>
  }
}

interface SmsOf<N extends string> {
  template: Outgoing['template']['name']
  values: readonly [N] | readonly [N, N]
}

interface ToMailbox {
  to: 'mailbox'
  channels: readonly MailSender['channel'][]
  subject: Extract<TextKey, `${string}Subject`>
  /** True if the address may get another one. `sent` has the times of those of the last day. Without it, always. */
  mayGo?: (sent: readonly Date[], now: Date) => boolean
}

export interface AnyReceiver {
  find(deps: Pick<Deps, 'vault' | 'mail'>, tx: Tx, events: readonly Relayed[]): Promise<ReadonlyMap<Relayed, Recipient>>
}

/** Each function gets only events of the notice's own causes, and what its own receiver found for them. */
export type Notice<K extends MessageKind = MessageKind> = {
  kind: K
  causes: readonly EventKind[]
  receiver: AnyReceiver
  when(found: Recipient, event: Relayed): boolean
  read(tx: Tx, due: readonly Due<EventKind, Recipient>[]): Promise<readonly Recipient[]>
  seq(found: Recipient, event: Relayed): number
  variables(found: Recipient, event: Relayed): Values
  secret?(secret: string, carrier: Carrier): Values
  timeToLive: number
  slots: number
  isShownToStaff?: boolean
  text: TextKey
} & (ToPhone<string> | ToMailbox)

/** The compiler checks that a notice has every value that its text names, and that its template takes only those. */
export function notice<
  K extends MessageKind,
  E extends EventKind,
  F extends Recipient,
  T extends TextKey,
  G extends F = F,
  O extends string = never,
>(facts: Facts<K, E, F, G, T> & (Open<E, G, T, O> | Secret<E, G, T>) & (ToPhone<Named<T>, O> | ToMailbox)): Notice<K> {
  return {
    when: () => true,
    read: async (_tx, due) => due.map(({ found }) => found),
    seq: () => 0,
    variables: () => ({}),
    ...facts,
  }
}
