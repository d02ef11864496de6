import type { EventKind } from '#contract/events.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { Due } from '#server/messages/notice.ts'
import type { TicketHolder } from '#server/messages/receivers.ts'
import { countMessages, type MessageKind } from '#server/messages/store.ts'

/** Adds the message's number among those of its kind and ticket, for messages of which a ticket may get several. One statement for each. */
export async function numbered<E extends EventKind>(tx: Tx, due: readonly Due<E, TicketHolder>[], kind: MessageKind) {
  const before = new Map<string, number>()
  const all: (TicketHolder & { seq: number })[] = []
  for (const { found } of due) {
    const { id } = found.ticket
    const seq = before.get(id) ?? (await countMessages(tx, id, kind))
    before.set(id, seq + 1)
    all.push({ ...found, seq })
  }
  return all
}
