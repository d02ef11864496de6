import { wouldFailAgain } from '#server/db/errors.ts'
import type { Deps } from '#server/deps.ts'
import { batch } from '#server/kit/batch.ts'
import { noteNotice } from '#server/queue/sweep.ts'
import { notices } from './notices.ts'
import * as store from './store.ts'

export interface Outcome {
  state: store.StoredMessage['state']
  nextTryAt?: Date
  vendorId?: string | null
  error?: string
}

interface Settled {
  message: store.StoredMessage
  outcome: Outcome
}

/** The most outcomes of one statement. */
const AT_ONCE = 50

/**
 * Returns a function that writes outcomes; those of the same moment share a statement. The notice on a ticket is written afterwards, so
 * that a ticket which another request has locked does not delay them. If the lease runs out in the meantime, the message is not sent again.
 */
export function settlements(deps: Deps): (settled: Settled) => Promise<void> {
  const note = batch(
    async (settled: readonly Settled[]) => {
      const all = settled.map(settlementAt(deps.clock.now()))
      const noted = await store.settleMessages(deps.db, all)
      return settled.map(({ message }) => noted.has(message.id))
    },
    { most: AT_ONCE, atOnce: 1, isFinal: wouldFailAgain },
  )
  return async (settled) => {
    const { id, kind } = settled.message
    if (!(await note(settled))) deps.log.warn({ messageId: id, kind }, 'the result of a try came after its lease: another try counts')
    else if (notices[kind].isShownToStaff) await noteOnTicket(deps, settled)
  }
}

async function noteOnTicket(deps: Deps, { message, outcome: { state } }: Settled): Promise<void> {
  const { ticketId, seq } = message
  if (ticketId === null) return
  await noteNotice(deps.db, ticketId, seq, state === 'dropped' ? 'failed' : state, deps.clock.now())
}

const settlementAt =
  (now: Date) =>
  ({ message: { id, tries }, outcome: { state, nextTryAt, vendorId, error } }: Settled): store.Settlement => ({
    ...{ id, tries, state, nextTryAt: nextTryAt ?? null, vendorId: storable(vendorId), error: storable(error) },
    sentAt: state === 'sent' || state === 'delivered' ? now : null,
  })

/** PostgreSQL stores no NUL and no lone surrogates, which are left when a character is cut in two. */
const storable = (text: string | null | undefined): string | null => text?.replaceAll('\0', '').toWellFormed() ?? null
