import { DAY, SECOND } from '../../contract/time.ts'
import { en, type MessageTexts } from '../../texts/messages.en.ts'
import { hi } from '../../texts/messages.hi.ts'
import { type Say, speak } from '../../texts/speak.ts'
import { isHopeless } from '../db/errors.ts'
import { type Tx, transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { inGroups } from '../kit/in-groups.ts'
import { maskNumbers } from '../kit/log.ts'
import { noteNotice } from '../queue/sweep.ts'
import { isStale, nextTry } from './rules.ts'
import type { HandOver, MailSender, Outgoing, Sender } from './sender.ts'
import * as store from './store.ts'

const catalogues: Readonly<Record<'en' | 'hi', Say<MessageTexts>>> = {
  en: speak<MessageTexts>('en', en),
  hi: speak<MessageTexts>('hi', hi),
}

/** A claimed message is left alone this long; a worker that dies meanwhile loses at most this time. */
const LEASE = 20 * SECOND
/** Messages that are handed over at the same time. */
const AT_ONCE = 50

/** What the messages stories need beside the rest. */
export interface MessageDeps extends Deps {
  sender: Sender
  mail: MailSender
}

/** Hands due messages to the sender, a few at a time; each is tried again with growing pauses, and dropped once it is too old. */
export async function deliverMessages(deps: MessageDeps): Promise<void> {
  const settle = settlements(deps)
  for (;;) {
    const now = deps.clock.now()
    const { rows } = await transaction(deps.db, (tx) => store.claimDue(tx, now, new Date(now.getTime() + LEASE), AT_ONCE))
    if (rows.length === 0) return
    await Promise.all(rows.map(async (message) => settle({ message, outcome: await deliver(deps, message) })))
  }
}

/** What a try made of a message. */
interface Outcome {
  state: store.StoredMessage['state']
  nextTryAt?: Date
  vendorId?: string | null
  error?: string
}

/** Tries to send a message, once. */
async function deliver(deps: MessageDeps, message: store.StoredMessage): Promise<Outcome> {
  if (isStale(message.kind, message.created_at, deps.clock.now())) return { state: 'dropped', error: 'too late to be of use' }
  // Sealed by another key: there is no code to send, and an empty one would only puzzle.
  if (message.sealed !== null && deps.vault.unseal(message.sealed) === null) return { state: 'failed', error: 'sealed with another key' }
  const locale = message.locale === 'hi' ? 'hi' : 'en'
  const params = { ...(message.params as Record<string, string>), ...secretOf(deps, message) }
  const text = catalogues[locale](message.kind, params as never)
  const outcome = await handOver(deps, message, { id: message.id, locale, params, text }).catch(
    (error: unknown): HandOver => ({ result: 'again', reason: error instanceof Error ? error.message : 'unknown' }),
  )
  if ('vendorId' in outcome) return { state: outcome.result, vendorId: outcome.vendorId }
  const nextTryAt = outcome.result === 'again' ? nextTry(message.tries, deps.clock.now()) : null
  deps.log.warn(
    { messageId: message.id, kind: message.kind, reason: maskNumbers(outcome.reason), again: nextTryAt !== null },
    'a message did not go out',
  )
  return { state: nextTryAt ? 'queued' : 'failed', ...(nextTryAt && { nextTryAt }), error: outcome.reason }
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

interface Settled {
  message: store.StoredMessage
  outcome: Outcome
}

/**
 * Opens the way by which outcomes are noted: those that come at the same moment in one transaction. A call's goes by itself, together with
 * the notice on its ticket: a ticket that somebody else has locked must hold up no other outcome.
 */
function settlements(deps: MessageDeps): (settled: Settled) => Promise<void> {
  const noteTogether = inGroups(
    async (settled: readonly Settled[]) => {
      const settlements = settled.map(settlementAt(deps.clock.now()))
      await transaction(deps.db, (tx) => store.settleMessages(tx, settlements))
      return settled.map(() => undefined)
    },
    { most: AT_ONCE, abreast: 1, hopeless: isHopeless },
  )
  return (settled) => (settled.message.kind === 'call' ? settleCall(deps, settled) : noteTogether(settled))
}

const settleCall = (deps: MessageDeps, settled: Settled): Promise<void> =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    await store.settleMessages(tx, [settlementAt(now)(settled)])
    const { ticket_id: ticketId, seq } = settled.message
    const { state } = settled.outcome
    if (ticketId !== null) await noteNotice(tx, ticketId, seq, state === 'dropped' ? 'failed' : state, now)
  })

const settlementAt =
  (now: Date) =>
  ({ message: { id }, outcome: { state, nextTryAt, vendorId, error } }: Settled): store.Settlement => ({
    ...{ id, state, nextTryAt: nextTryAt ?? null, vendorId: storable(vendorId), error: storable(error) },
    sentAt: state === 'sent' || state === 'delivered' ? now : null,
  })

/** A vendor's text as the database takes it: no NUL, no half of a sign that was cut in two. */
const storable = (text: string | null | undefined): string | null => text?.replaceAll('\0', '').toWellFormed() ?? null

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
