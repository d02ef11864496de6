import { DAY } from '#contract/base/time.ts'
import { type Reader, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import type { Values } from './notice.ts'
import { notices } from './notices.ts'
import * as store from './store.ts'
import { textOf } from './words.ts'

/** Deletes messages without a ticket, such as passcodes, two days after they were created. */
export const forgetOldMessages = (deps: Deps) =>
  transaction(deps.db, (tx) => store.deleteOldCodes(tx, new Date(deps.clock.now().getTime() - 2 * DAY)))

/** Returns what shoppers read, without codes. A ticket without messages is absent. */
export async function messagesOf(db: Reader, ticketIds: readonly string[]) {
  const rows = ticketIds.length === 0 ? [] : await store.messagesOf(db, ticketIds)
  // A later version's node may have written a kind that this one does not know.
  const told = rows.filter(({ kind }) => Object.hasOwn(notices, kind) && !notices[kind].secret)
  const byTicket = Map.groupBy(told, (row) => row.ticketId ?? '')
  return new Map([...byTicket].map(([ticketId, own]) => [ticketId, own.map(readable)]))
}

const readable = (row: store.StoredMessage) => ({
  id: row.id,
  kind: row.kind,
  channel: row.channel,
  state: row.state,
  text: textOf(notices[row.kind].text, row.locale, row.params as Values),
  at: row.createdAt,
})
