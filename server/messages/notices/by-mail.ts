import { DAY } from '#contract/base/time.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import type { Recipient } from '#server/messages/notice.ts'
import type { Relayed } from '#server/outbox/event.ts'
import { ticketsByIds } from '#server/queue/read-queue.ts'

/** Of each kind to an address: the shopper has not proven to own it. */
const MOST_A_DAY = 10

/** How papers go out. A demo has no mailboxes, and the shopper's page shows the receipt anyway. */
export const byMail = {
  to: 'mailbox',
  timeToLive: DAY,
  slots: 10,
  mayGo: (sent: readonly Date[]) => sent.length < MOST_A_DAY,
  channels: ['email'],
} as const

/** The mailbox that a shopper entered, for the paper of each event. The code that opens the paper is a secret of the mail. */
export async function mailboxes<E extends Relayed & { ticketId: string }, P extends { code: string }>(
  { vault }: Pick<Deps, 'vault'>,
  tx: Tx,
  events: readonly E[],
  paperOf: (event: E) => P | undefined,
): Promise<Map<Relayed, Recipient & { paper: P }>> {
  const wanted = events.flatMap((event) => {
    const paper = paperOf(event)
    return paper ? [{ event, paper }] : []
  })
  const ids = new Set(wanted.map(({ event }) => event.ticketId))
  const tickets = new Map((await ticketsByIds(tx, [...ids])).map((ticket) => [ticket.id, ticket]))
  const found = new Map<Relayed, Recipient & { paper: P }>()
  for (const { event, paper } of wanted) {
    const ticket = tickets.get(event.ticketId)
    if (!ticket || ticket.email === '') continue
    found.set(event, { address: ticket.email, locale: ticket.locale, ticket: null, sealed: vault.seal(paper.code), paper })
  }
  return found
}
