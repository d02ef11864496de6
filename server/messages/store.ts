import { type Selectable, sql } from 'kysely'
import type { Statement } from '#server/db/at-once.ts'
import { anyOf, insertion, rowsAsTable } from '#server/db/rows.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Db, Reader, Tx } from '#server/db/transaction.ts'

export type StoredMessage = Selectable<Tables['message']>
export type MessageKind = StoredMessage['kind']

export interface NewMessage {
  id: string
  mallId: string | null
  shopId: string | null
  ticketId: string | null
  kind: MessageKind
  channel: string
  seq: number
  mobile: string | null
  email: string | null
  locale: string
  params: Readonly<Record<string, string>>
  sealed: string | null
  createdAt: Date
}

/** Skips messages whose cause has one: there is one per ticket, kind, channel and sequence. Needs at least one message. */
export const addingMessagesOnce = (messages: readonly NewMessage[]): Statement =>
  sql`${insertion(
    'message',
    messages.map((message) => ({ ...message, state: 'queued', nextTryAt: message.createdAt })),
  )} on conflict do nothing`

export async function dueKinds(db: Db, kinds: readonly MessageKind[], now: Date): Promise<MessageKind[]> {
  const { rows } = await sql<{ kind: MessageKind }>`select kind from unnest(${kinds}::text[]) as known (kind)
    where exists (select from message where message.kind = known.kind and state = 'queued' and next_try_at <= ${now})`.execute(db)
  return rows.map(({ kind }) => kind)
}

export const mailsSince = async (db: Reader, email: string, kind: MessageKind, since: Date): Promise<Date[]> =>
  (
    await db
      .selectFrom('message')
      .select('createdAt')
      .where('email', '=', email)
      .where('kind', '=', kind)
      .where('createdAt', '>', since)
      .execute()
  ).map((row) => row.createdAt)

/**
 * Leases due messages until `leaseUntil`: other workers skip them until then, and take over if this worker crashes. One statement without a
 * transaction around it.
 */
export const claimDue = (db: Db, kind: MessageKind, now: Date, leaseUntil: Date, limit: number) =>
  sql<StoredMessage>`update message set next_try_at = ${leaseUntil}, tries = tries + 1
    where id in (select id from message where kind = ${kind} and state = 'queued' and next_try_at <= ${now}
      order by next_try_at limit ${limit} for update skip locked)
    returning *`.execute(db)

/** `tries` is the message's count of tries after this one, and so identifies it. */
export interface Settlement {
  id: string
  tries: number
  state: StoredMessage['state']
  nextTryAt: Date | null
  vendorId: string | null
  error: string | null
  sentAt: Date | null
}

/**
 * One statement without a transaction around it; it deletes the secrets of finished messages. Returns the ids of the updated messages. A
 * try does not count if its lease has run out and another worker has repeated it.
 */
export async function settleMessages(db: Db, settlements: readonly Settlement[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`update message set state = now.state, next_try_at = now.next_try_at,
      vendor_id = now.vendor_id, error = now.error, sent_at = now.sent_at,
      sealed = case when now.state = 'queued' then message.sealed end
    from ${rowsAsTable('message', settlements)} now
    where message.id = now.id and message.id = ${anyOf(settlements.map(({ id }) => id))}
      and message.tries = now.tries and message.state = 'queued'
    returning message.id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Messages without a ticket hold codes. */
export const deleteOldCodes = (tx: Tx, before: Date) =>
  tx.deleteFrom('message').where('ticketId', 'is', null).where('createdAt', '<', before).execute()

/** Oldest first, at most 50 of each ticket. */
export const messagesOf = (db: Reader, ticketIds: readonly string[]) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('message')
        .selectAll()
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('ticketId').orderBy('createdAt').orderBy('id'))
            .as('place'),
        )
        .where('ticketId', '=', anyOf(ticketIds))
        .as('message'),
    )
    .selectAll()
    .where('place', '<=', 50)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/**
 * Drops queued calls of these tickets from `firstSeq` on. Returns the tickets whose phone has heard of one, or may have: a try that is in
 * flight, or was not answered, may reach it.
 */
export async function withdrawCalls(tx: Tx, undone: readonly { ticketId: string; firstSeq: number }[]): Promise<ReadonlySet<string>> {
  if (undone.length === 0) return new Set()
  const [ids, firsts] = [undone.map(({ ticketId }) => ticketId), undone.map(({ firstSeq }) => firstSeq)]
  // Locked, so that a try that begins or ends at this moment counts.
  const { rows } = await sql<{ ticket: string }>`with called as materialized (
      select message.id, message.ticket_id, message.state, message.tries from message
      join unnest(${ids}::text[], ${firsts}::int[]) as undone (ticket_id, first_seq) on undone.ticket_id = message.ticket_id
      where message.kind = 'call' and message.seq >= undone.first_seq and message.state in ('queued', 'sent', 'delivered') for update of message),
    withdrawn as (
      update message set state = 'dropped', next_try_at = null, error = 'the call was undone'
      where id in (select id from called where state = 'queued'))
    select distinct ticket_id as ticket from called where state <> 'queued' or tries > 0`.execute(tx)
  return new Set(rows.map(({ ticket }) => ticket))
}

export const countMessages = async (db: Reader, ticketId: string, kind: MessageKind): Promise<number> =>
  (
    await db
      .selectFrom('message')
      .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('n'))
      .where('ticketId', '=', ticketId)
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow()
  ).n
