import { localeFrom } from '#contract/base/locale.ts'
import type { Deps } from '#server/deps.ts'
import { maskNumbers } from '#server/kit/log.ts'
import { openKindWorker } from './kind-worker.ts'
import type { Notice, Values } from './notice.ts'
import { allNotices } from './notices.ts'
import { isStale, nextTry, TRY } from './rules.ts'
import type { HandOver } from './sender.ts'
import { type Outcome, settlements } from './settle.ts'
import * as store from './store.ts'
import { textOf } from './words.ts'

export interface Delivery {
  wake(due: readonly store.MessageKind[]): void
  look(): Promise<void>
  /** Sends all messages that are due now; resolves when the tries are done. */
  settled(): Promise<void>
  /** Begins the due messages for which slots are free, waits for all in flight, and takes no more. */
  stop(): Promise<void>
}

/**
 * A failed message is retried after growing pauses and dropped when it is too old. Delivery is at least once: if a vendor accepts a message
 * but does not confirm it in time, it is sent again.
 */
export function openDelivery(deps: Deps): Delivery {
  const settle = settlements(deps)
  const workers = new Map(
    allNotices.map((notice) => {
      const send = async (message: store.StoredMessage) => settle({ message, outcome: await tryOnce(deps, notice, message) })
      return [notice.kind, openKindWorker(deps, notice, send)]
    }),
  )
  const all = async (what: 'settled' | 'stop') => void (await Promise.all([...workers.values()].map((worker) => worker[what]())))
  const wake = (due: readonly store.MessageKind[]) => {
    for (const kind of due) workers.get(kind)?.look()
  }
  return {
    wake,
    look: async () => wake(await store.dueKinds(deps.db, [...workers.keys()], deps.clock.now())),
    settled: () => all('settled'),
    stop: () => all('stop'),
  }
}

async function tryOnce(deps: Deps, notice: Notice, message: store.StoredMessage): Promise<Outcome> {
  if (isStale(notice.timeToLive, message.createdAt, deps.clock.now())) return { state: 'dropped', error: 'too old to be sent' }
  // Sealed with another key: without its code, the message would only confuse.
  const secret = message.sealed === null ? '' : deps.vault.unseal(message.sealed)
  if (secret === null) return { state: 'failed', error: 'sealed with another key' }
  const outcome = await inTime((signal) => handOver(deps, notice, message, secret, signal))
  if ('vendorId' in outcome) return { state: outcome.result, vendorId: outcome.vendorId }
  const nextTryAt = outcome.result === 'again' ? nextTry(message.tries, deps.clock.now()) : null
  deps.log.warn(
    { messageId: message.id, kind: message.kind, reason: maskNumbers(outcome.reason), again: nextTryAt !== null },
    'a message did not go out',
  )
  return { state: nextTryAt ? 'queued' : 'failed', ...(nextTryAt && { nextTryAt }), error: outcome.reason }
}

/** Ends a try when its time is over, even if the sender does not listen to its signal. */
async function inTime(send: (signal: AbortSignal) => Promise<HandOver>): Promise<HandOver> {
  const over = new AbortController()
  const late = Promise.withResolvers<HandOver>()
  const timer = setTimeout(() => {
    late.resolve({ result: 'again', reason: `no answer within ${TRY} ms` })
    over.abort()
  }, TRY)
  const sent = send(over.signal).catch(
    (error: unknown): HandOver => ({ result: 'again', reason: error instanceof Error ? error.message : 'unknown' }),
  )
  return Promise.race([sent, late.promise]).finally(() => clearTimeout(timer))
}

function handOver(deps: Deps, notice: Notice, message: store.StoredMessage, secret: string, signal: AbortSignal): Promise<HandOver> {
  const { id, mobile, email, sealed } = message
  const locale = localeFrom(message.locale)
  const address = mobile ?? email ?? ''
  const variables = message.params as Values
  const { origin } = deps.config.publicUrl
  const values = { ...variables, ...(sealed !== null && notice.secret?.(secret, { address, variables, origin })) }
  const content = { id, locale, text: textOf(notice.text, locale, values) }
  if (notice.to === 'mailbox') return deps.mail.send({ ...content, email: address, subject: textOf(notice.subject, locale, {}) }, signal)
  const filled = ({ template, values: names }: Pick<typeof notice.sms, 'template' | 'values'>) => ({
    name: template,
    values: names.map((name) => values[name] ?? ''),
  })
  const otherwise = notice.sms.otherwise && filled(notice.sms.otherwise)
  return deps.sender.send({ ...content, mobile: address, template: filled(notice.sms), otherwise }, signal)
}
