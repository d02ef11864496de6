import type { DomainEvent } from '../../contract/events.ts'
import { HOUR, MINUTE, SECOND } from '../../contract/time.ts'

export type MessageKind = 'otp' | 'token' | 'call' | 'refund' | 'reset'

/** How long a message is worth sending: "your turn" of five minutes ago does harm, a code has ended by then. */
const timeToLive: Readonly<Record<MessageKind, number>> = {
  otp: 5 * MINUTE,
  reset: 10 * MINUTE,
  call: 5 * MINUTE,
  token: HOUR,
  refund: 24 * HOUR,
}

const MAX_TRIES = 5

/** The kind of message that an event causes, if any. */
export function messageKindOf(event: Pick<DomainEvent, 'kind'>): MessageKind | null {
  if (event.kind === 'otp.requested') return 'otp'
  if (event.kind === 'reset.requested') return 'reset'
  if (event.kind === 'ticket.joined') return 'token'
  if (event.kind === 'ticket.called') return 'call'
  return event.kind === 'payment.refunded' ? 'refund' : null
}

/** True once a message is too old to be sent. */
export const isStale = (kind: MessageKind, createdAt: Date, now: Date): boolean => now.getTime() - createdAt.getTime() > timeToLive[kind]

/** When to try again after so many tries: 2, 4, 8, 16 s; null once it is enough. */
export const nextTry = (tries: number, now: Date): Date | null =>
  tries >= MAX_TRIES ? null : new Date(now.getTime() + 2 ** tries * SECOND)
