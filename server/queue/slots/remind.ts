import { MINUTE } from '#contract/base/time.ts'
import { REMIND_MINUTES } from '#contract/slots/slots.ts'
import { sendAtOnce } from '#server/db/at-once.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { announcing } from '#server/outbox/announce.ts'
import { toRemind } from '#server/queue/due-store.ts'
import { changing, lockFreeTickets } from '#server/queue/issue-store.ts'
import { remindAt } from '#server/queue/slot-rules.ts'

/** Reminds each person once for each slot, `REMIND_MINUTES` before it starts. A ticket whose row is locked waits for the next run. */
export async function remindOfSlots({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const ids = await toRemind(db, new Date(now.getTime() + REMIND_MINUTES * MINUTE))
  if (ids.length === 0) return
  await transaction(db, async (tx) => {
    const tickets = await lockFreeTickets(tx, ids)
    // Another node was faster, or the booking was moved.
    const due = [...tickets.values()].filter(
      ({ state, slotStartsAt, slotRemindedAt }) =>
        state === 'booked' && slotRemindedAt === null && slotStartsAt && remindAt(slotStartsAt) <= now,
    )
    if (due.length === 0) return
    const news = due.map(({ id, shopId }) => ({ kind: 'ticket.slot-near' as const, shopId, ticketId: id }))
    sendAtOnce(tx, changing(due.map((ticket) => ({ ticket, change: { slotRemindedAt: now } }))), ...announcing(now, ...news))
  })
}
