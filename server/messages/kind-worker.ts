import type { Deps } from '#server/deps.ts'
import { coalesceRuns } from '#server/kit/coalesce.ts'
import type { Notice } from './notice.ts'
import { LEASE } from './rules.ts'
import * as store from './store.ts'

interface KindWorker {
  /** Begins the due messages for which slots are free; never throws. */
  look(): void
  /** Sends all messages that are due now; resolves when the tries are done. */
  settled(): Promise<void>
  /** Begins the due messages for which slots are free, waits for all in flight, and takes no more. */
  stop(): Promise<void>
}

/** Each finished message frees a slot for the next one, so a slow message occupies only its own slot. */
export function openKindWorker(
  deps: Deps,
  { kind, slots }: Pick<Notice, 'kind' | 'slots'>,
  send: (message: store.StoredMessage) => Promise<void>,
): KindWorker {
  const underWay = new Set<Promise<void>>()
  const failed = (error: unknown) => deps.log.error({ err: error, kind }, 'delivering messages failed, trying again')
  let stopped = false
  /** True if the last look filled all free slots: more messages may wait. */
  let more = false

  const look = coalesceRuns(async () => {
    more = false
    const room = slots - underWay.size
    if (stopped || room === 0) {
      // The next message that finishes looks again.
      more = !stopped
      return
    }
    const now = deps.clock.now()
    const { rows } = await store.claimDue(deps.db, kind, now, new Date(now.getTime() + LEASE), room)
    more = rows.length === room
    for (const message of rows) begin(message)
  }, failed)

  const begin = (message: store.StoredMessage) => {
    const work = send(message)
      .catch(failed)
      .finally(() => {
        underWay.delete(work)
        if (more) void look()
      })
    underWay.add(work)
  }

  return {
    look: () => void look(),
    async settled() {
      do {
        await look()
        await Promise.all(underWay)
      } while (!stopped && (more || underWay.size > 0))
    },
    async stop() {
      await look()
      stopped = true
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
