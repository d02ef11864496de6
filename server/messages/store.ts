import { type Selectable, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Tx } from '../db/transaction.ts'
import type { MessageKind } from './rules.ts'

type Reader = Pick<Tx, 'selectFrom'>

export type StoredMessage = Selectable<Tables['message']>

/** Adds a message unless its cause has one already: one per ticket, kind, channel and sequence. */
export const insertMessageOnce = (
  tx: Tx,
  message: {
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
  },
) =>
  tx
    .insertInto('message')
    .values({
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
      params: JSON.stringify(message.params),
      sealed: message.sealed,
      state: 'queued',
      next_try_at: message.createdAt,
      created_at: message.createdAt,
    })
    .onConflict((oc) => oc.doNothing())
    .execute()

/** Takes due messages for `leaseUntil`: another worker leaves them alone until then, and takes over if this one dies. */
export const claimDue = (tx: Tx, now: Date, leaseUntil: Date, limit: number) =>
  sql<StoredMessage>`update message set next_try_at = ${leaseUntil}, tries = tries + 1
    where id in (select id from message where state = 'queued' and next_try_at <= ${now} order by next_try_at limit ${limit} for update skip locked)
    returning *`.execute(tx)

/** Notes what became of a message; its secret goes once it is over. */
export const settleMessage = (
  tx: Tx,
  id: string,
  outcome: { state: StoredMessage['state']; nextTryAt: Date | null; vendorId: string | null; error: string | null; sentAt: Date | null },
) =>
  tx
    .updateTable('message')
    .set({
      state: outcome.state,
      next_try_at: outcome.nextTryAt,
      vendor_id: outcome.vendorId,
      error: outcome.error,
      sent_at: outcome.sentAt,
      ...(outcome.state === 'queued' ? {} : { sealed: null }),
    })
    .where('id', '=', id)
    .execute()

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
