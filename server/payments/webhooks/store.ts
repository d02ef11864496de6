import { sql } from 'kysely'
import type { VendorName } from '#contract/payments/payments.ts'
import { columnsOf, rowsAsTable, updating } from '#server/db/rows.ts'
import type { Tables } from '#server/db/tables.ts'
import { send, type Tx } from '#server/db/transaction.ts'

export type EventOutcome = NonNullable<Tables['vendorEvent']['outcome']>

/** An event whose signature was right. */
export interface ReceivedEvent {
  id: string
  mallId: string
  gateway: VendorName
  eventId: string
  body: Uint8Array
  /** Null for a kind that we do not use. */
  about: unknown
  receivedAt: Date
  /** When a worker takes it, if no handling has ended by then; null if there is nothing to do. */
  nextTryAt: Date | null
}

/**
 * Stores events unless they were stored before; returns the ids of the new ones. It also records that the vendors reach us. The rows are
 * added in the order of their keys, so that two transactions cannot deadlock.
 */
export async function addEvents(tx: Tx, events: readonly ReceivedEvent[]): Promise<Set<string>> {
  const rows = events.map(({ id, mallId, gateway, eventId, about, receivedAt, nextTryAt }) => ({
    ...{ id, mallId, gateway, eventId, about, subject: subjectOf(about), receivedAt },
    ...(nextTryAt === null
      ? { nextTryAt: null, handledAt: receivedAt, outcome: 'unused' as const }
      : { nextTryAt, handledAt: null, outcome: null }),
  }))
  const columns = sql.join(columnsOf<'vendorEvent'>(rows).map((column) => sql.ref(column)))
  const ids = events.map(({ id }) => id)
  const bodies = events.map(({ body }) => Buffer.from(body).toString('base64'))
  const added = sql<{ id: string }>`insert into ${sql.table('vendorEvent')} (${columns}, body)
    select ${columns}, decode(base64, 'base64') from ${rowsAsTable('vendorEvent', rows)} given
      join unnest(${ids}::text[], ${bodies}::text[]) as sent (event, base64) on event = id
    order by mall_id, gateway, event_id on conflict (mall_id, gateway, event_id) do nothing returning id`.execute(tx)
  const accounts = [
    ...new Map(events.map(({ mallId, gateway, receivedAt }) => [`${gateway} ${mallId}`, { mallId, gateway, receivedAt }])).values(),
  ]
  // In a rush, one write in ten seconds says as much as one for each event, and no one waits for it.
  send(
    tx,
    sql`update gateway_account account set last_webhook_at = heard_at from (
        select mall_id, gateway, heard_at from gateway_account
          join unnest(${accounts.map(({ mallId }) => mallId)}::text[], ${accounts.map(({ gateway }) => gateway)}::text[],
            ${accounts.map(({ receivedAt }) => receivedAt)}::timestamptz[]) as heard (mall, vendor, heard_at)
            on mall_id = mall and gateway = vendor
          where last_webhook_at is null or last_webhook_at < heard_at - interval '10 seconds'
          for no key update of gateway_account skip locked) heard
      where account.mall_id = heard.mall_id and account.gateway = heard.gateway`.execute(tx),
  )
  return new Set((await added).rows.map(({ id }) => id))
}

/** The vendor's name of an order, or our refund. A dispute that does not name its order has the vendor's name of the payment. */
function subjectOf(about: unknown): string | null {
  const { vendorOrderId, refundId, dispute } = (about ?? {}) as Record<string, unknown>
  const disputed = (dispute ?? {}) as Record<string, unknown>
  const subject = vendorOrderId ?? refundId ?? disputed.vendorOrderId ?? disputed.vendorPaymentId
  return typeof subject === 'string' ? subject : null
}

export interface OpenEvent {
  id: string
  mallId: string
  gateway: VendorName
  about: unknown
  receivedAt: Date
  tries: number
}

/** Claims those that have waited longest. */
export async function claimEvents(tx: Tx, { now, lease, most }: { now: Date; lease: Date; most: number }): Promise<OpenEvent[]> {
  const { rows } = await sql<OpenEvent>`
    update vendor_event set next_try_at = ${lease}, tries = tries + 1
    where id in (select id from vendor_event where handled_at is null and next_try_at <= ${now}
      order by next_try_at limit ${most} for update skip locked)
    returning id, mall_id, gateway, about, received_at, tries`.execute(tx)
  return rows
}

export type HandledEvent = { id: string } & ({ outcome: EventOutcome; at: Date } | { nextTryAt: Date })

/** An event that was handled in the meantime stays so. Needs at least one. */
export async function settleEvents(db: Pick<Tx, 'getExecutor'>, events: readonly HandledEvent[]): Promise<void> {
  const rows = events.map((event) =>
    'outcome' in event
      ? { id: event.id, nextTryAt: null, handledAt: event.at, outcome: event.outcome }
      : { id: event.id, nextTryAt: event.nextTryAt, handledAt: null, outcome: null },
  )
  await sql`${updating('vendorEvent', rows)} and vendor_event.handled_at is null`.execute(db)
}

export const deleteEvents = (tx: Tx, before: Date) => tx.deleteFrom('vendorEvent').where('receivedAt', '<', before).execute()
