import { type Selectable, sql } from 'kysely'
import { insertRowsOnce, updateRows } from '../db/rows.ts'
import type { Tables } from '../db/tables.ts'
import type { Tx } from '../db/transaction.ts'
import type { MessageKind } from './rules.ts'

type Reader = Pick<Tx, 'selectFrom'>

export type StoredMessage = Selectable<Tables['message']>

/** A message that is to be sent. */
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

/** Adds queued messages, each unless its cause has one already: one per ticket, kind, channel and sequence. */
export const insertMessagesOnce = (tx: Tx, messages: readonly NewMessage[]): Promise<void> =>
  insertRowsOnce(
    tx,
    'message',
    messages.map((message) => ({
      id: message.id,
      mall_id: message.mallId,
      shop_id: message.shopId,
      ticket_id: message.ticketId,
      kind: message.kind,
      channel: message.channel,
      seq: message.seq,
      mobile: message.mobile,
      email: message.email,
      locale: message.locale,
      params: message.params,
      sealed: message.sealed,
      state: 'queued',
      next_try_at: message.createdAt,
      created_at: message.createdAt,
    })),
  )

/** Takes due messages for `leaseUntil`: another worker leaves them alone until then, and takes over if this one dies. */
export const claimDue = (tx: Tx, now: Date, leaseUntil: Date, limit: number) =>
  sql<StoredMessage>`update message set next_try_at = ${leaseUntil}, tries = tries + 1
    where id in (select id from message where state = 'queued' and next_try_at <= ${now} order by next_try_at limit ${limit} for update skip locked)
    returning *`.execute(tx)

/** What became of a message. */
export interface Settlement {
  id: string
  state: StoredMessage['state']
  nextTryAt: Date | null
  vendorId: string | null
  error: string | null
  sentAt: Date | null
}

/** Notes what became of messages; the secret of one goes once it is over. */
export async function settleMessages(tx: Tx, settlements: readonly Settlement[]): Promise<void> {
  const changes = settlements.map(({ id, state, nextTryAt, vendorId, error, sentAt }) => ({
    ...{ id, state, next_try_at: nextTryAt, vendor_id: vendorId, error, sent_at: sentAt },
  }))
  const [over, again] = [changes.filter(({ state }) => state !== 'queued'), changes.filter(({ state }) => state === 'queued')]
  await updateRows(
    tx,
    'message',
    over.map((change) => ({ ...change, sealed: null })),
  )
  await updateRows(tx, 'message', again)
}

/** Removes messages that belong to no ticket (codes) and were made before then. */
export const deleteOldCodes = (tx: Tx, before: Date) =>
  tx.deleteFrom('message').where('ticket_id', 'is', null).where('created_at', '<', before).execute()

/** The messages of these tickets, oldest first, at most 50 of each. */
export const messagesOf = (db: Reader, ticketIds: readonly string[]) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('message')
        .selectAll()
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('ticket_id').orderBy('created_at').orderBy('id'))
            .as('place'),
        )
        .where('ticket_id', 'in', ticketIds)
        .as('message'),
    )
    .selectAll()
    .where('place', '<=', 50)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** How many messages of a kind a ticket has had. */
export const countMessages = async (db: Reader, ticketId: string, kind: MessageKind): Promise<number> =>
  (
    await db
      .selectFrom('message')
      .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('n'))
      .where('ticket_id', '=', ticketId)
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow()
  ).n
