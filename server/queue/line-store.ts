import { type RawBuilder, sql } from 'kysely'
import type { InLine } from '#contract/queue/waiting.ts'
import { anyOf, fixed, oneOf } from '#server/db/rows.ts'
import type { Reader } from '#server/db/transaction.ts'
import type { Holder } from './counter-rules.ts'
import { callableStates, notSteps, type Step, type Ticket } from './rules.ts'
import { ticketOf } from './store.ts'

type Text = string | RawBuilder<string>

const ofDay = (db: Reader, shopId: Text, serviceDay: Text) =>
  db.selectFrom('ticket').where('shopId', '=', shopId).where('serviceDay', '=', serviceDay)

/**
 * The staff table, in the order of `tableOrder` (`web/features/desk/table-state.ts`). `last` is the last step that was not undone. Only
 * tickets that were called or have a slot have it: no other step can be taken back. Most rows of a busy table wait for their first call.
 */
export async function deskTickets(
  db: Reader,
  shopId: string,
  serviceDay: string,
  missedSince: Date,
): Promise<{ ticket: Ticket; last: Step | null }[]> {
  const rows = await ofDay(db, shopId, serviceDay)
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('ticketEvent')
          .select(['action as lastAction', 'at as lastAt', 'outOfTurn'])
          .where((eb) => eb.or([eb('ticket.calledAt', 'is not', null), eb('ticket.slotStartsAt', 'is not', null)]))
          .whereRef('ticketId', '=', 'ticket.id')
          .where('undoneAt', 'is', null)
          .where('action', 'not in', oneOf(...notSteps))
          .orderBy('ticketEvent.id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .selectAll('ticket')
    .select(['lastAction', 'lastAt', 'outOfTurn'])
    .where((eb) =>
      eb.or([
        eb('state', 'in', oneOf('called', 'serving', 'waiting', 'booked')),
        eb.and([eb('state', '=', fixed('pending_payment')), eb('cashPaymentId', 'is not', null)]),
        eb.and([eb('state', '=', fixed('missed')), eb('endedAt', '>', missedSince)]),
      ]),
    )
    .orderBy(
      sql`case state when 'called' then 0 when 'serving' then 0 when 'waiting' then 1 when 'pending_payment' then 2 when 'missed' then 3 else 4 end`,
    )
    .orderBy(sql`case state when 'waiting' then serve_key when 'booked' then slot_starts_at else called_at end`)
    .orderBy('number')
    .orderBy('createdAt')
    .execute()
  return rows.map((row) => ({
    ticket: ticketOf(row),
    last:
      row.lastAction === null || row.lastAt === null ? null : { action: row.lastAction, at: row.lastAt, outOfTurn: row.outOfTurn === true },
  }))
}

/** Tickets that are still missed, latest first; at most 100. */
export const missedBefore = async (db: Reader, shopId: string, serviceDay: string, until: Date): Promise<Ticket[]> =>
  (
    await ofDay(db, shopId, serviceDay)
      .selectAll()
      .where('state', '=', fixed('missed'))
      .where('endedAt', '<=', until)
      .orderBy('endedAt', 'desc')
      .limit(100)
      .execute()
  ).map(ticketOf)

/** `waiting` is in serving order; `nowServing` has called and serving numbers, newest call first. */
interface QueueNumbers {
  waiting: InLine[]
  nowServing: { number: number; counterId: string | null; isServing: boolean }[]
}

/** A shop with an empty queue is absent. */
export async function queueNumbers(db: Reader, shopIds: readonly string[], serviceDay: string): Promise<Map<string, QueueNumbers>> {
  const ofShops = (...states: ('waiting' | 'called' | 'serving')[]) =>
    db
      .selectFrom('ticket')
      .where('shopId', '=', anyOf(shopIds))
      .where('serviceDay', '=', serviceDay)
      .where('state', 'in', oneOf(...states))
  const rows = await ofShops('called', 'serving')
    .select(['shopId', 'number', 'state', 'counterId', 'calledAt', sql<string | null>`null`.as('line')])
    .where('number', 'is not', null)
    // Thousands of waiting numbers cost less as one text than as rows. Those of the regular lane have a minus.
    .unionAll(
      ofShops('waiting')
        .select(({ ref }) => [
          'shopId',
          sql<number | null>`null::int`.as('number'),
          sql<'waiting'>`'waiting'`.as('state'),
          sql<string | null>`null`.as('counterId'),
          sql<Date | null>`null::timestamptz`.as('calledAt'),
          sql<
            string | null
          >`string_agg((case lane when 'regular' then -number else number end)::text, ' ' order by ${ref('serveKey')}, ${ref('number')})`.as(
            'line',
          ),
        ])
        .groupBy('shopId'),
    )
    .orderBy('calledAt', 'desc')
    .orderBy('number')
    .execute()
  const queues = new Map<string, QueueNumbers>()
  for (const row of rows) {
    const queue = queues.get(row.shopId) ?? { waiting: [], nowServing: [] }
    queues.set(row.shopId, queue)
    if (row.line !== null) queue.waiting = row.line.split(' ').map(inLine)
    else if (row.number !== null)
      queue.nowServing.push({ number: row.number, counterId: row.counterId, isServing: row.state === 'serving' })
  }
  return queues
}

function inLine(text: string): InLine {
  const number = Number(text)
  return number < 0 ? { number: -number, lane: 'regular' } : { number, lane: 'priority' }
}

/** Called tickets whose countdown still runs, latest start first. */
export async function runningCalls(db: Reader, shopId: string, serviceDay: string, now: Date): Promise<Ticket[]> {
  const rows = await ofDay(db, shopId, serviceDay)
    .selectAll()
    .where('state', '=', fixed('called'))
    .where('callEndsAt', '>', now)
    .orderBy('callStartedAt', 'desc')
    .execute()
  return rows.map(ticketOf)
}

/** Tickets that are called to a counter or served there. */
export function holdersOf(db: Reader, shopId: Text, serviceDay: Text): Promise<(Holder & Pick<Ticket, 'number'>)[]> {
  return ofDay(db, shopId, serviceDay)
    .select(['id', 'number', 'state', 'counterId', 'callEndsAt'])
    .where('state', 'in', oneOf('called', 'serving'))
    .where('counterId', 'is not', null)
    .orderBy('calledAt')
    .execute()
}

/** True if a ticket waits and another person is before it in line. It stops at the first one, however many wait. */
export async function isBehindOthers(db: Reader, ticketId: string): Promise<boolean> {
  const row = await db
    .selectFrom('ticket')
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('ticket as earlier')
            .select(sql.lit(1).as('one'))
            .whereRef('earlier.shopId', '=', 'ticket.shopId')
            .whereRef('earlier.serviceDay', '=', 'ticket.serviceDay')
            .where('earlier.state', '=', fixed('waiting'))
            .where(sql<boolean>`(earlier.serve_key, earlier.number) < (ticket.serve_key, ticket.number)`),
        )
        .as('isBehind'),
    )
    .where('id', '=', ticketId)
    .where('state', '=', fixed('waiting'))
    .executeTakeFirst()
  return Boolean(row?.isBehind)
}

/** SQL expressions; null if the ticket cannot be called. So what a call needs is read together with its ticket. */
export const shopDayOfCallable = (ticketId: string): { shopId: RawBuilder<string>; serviceDay: RawBuilder<string> } => {
  const of = (column: string) =>
    sql<string>`(select ${sql.ref(column)} from ticket where id = ${ticketId} and state in ${oneOf(...callableStates)})`
  return { shopId: of('shopId'), serviceDay: of('serviceDay') }
}

export const countTickets = async (db: Reader, shopId: string, serviceDay: string): Promise<number> =>
  (
    await ofDay(db, shopId, serviceDay)
      .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('n'))
      .executeTakeFirstOrThrow()
  ).n
