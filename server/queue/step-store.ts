import { sql } from 'kysely'
import type { Statement } from '#server/db/at-once.ts'
import { anyOf, oneOf } from '#server/db/rows.ts'
import type { Reader } from '#server/db/transaction.ts'
import { type Change, type LastEvent, notSteps, type Step } from './rules.ts'

const stepsOf = (db: Reader, ticketIds: readonly string[]) =>
  db
    .selectFrom('ticketEvent')
    .where('ticketId', '=', anyOf(ticketIds))
    .where('undoneAt', 'is', null)
    .where('action', 'not in', oneOf(...notSteps))

/** The last step that was not undone; a ticket without one is absent. */
export async function lastSteps(db: Reader, ticketIds: readonly string[]): Promise<Map<string, Step>> {
  if (ticketIds.length === 0) return new Map()
  const rows = await stepsOf(db, ticketIds)
    .distinctOn('ticketId')
    .select(['ticketId', 'action', 'at', 'outOfTurn'])
    .orderBy('ticketId')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map(({ ticketId, action, at, outOfTurn }) => [ticketId, { action, at, outOfTurn: outOfTurn === true }]))
}

/** The last two that were not undone, the later one first. */
export const lastTwoEvents = async (db: Reader, ticketId: string): Promise<LastEvent[]> =>
  (await stepsOf(db, [ticketId]).select(['id', 'action', 'before', 'at', 'outOfTurn']).orderBy('id', 'desc').limit(2).execute()).map(
    (row) => ({
      id: Number(row.id),
      action: row.action,
      at: row.at,
      outOfTurn: row.outOfTurn === true,
      before: revive(row.before),
    }),
  )

export async function lastRecallOf(db: Reader, ticketId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('ticketEvent')
    .select('at')
    .where('ticketId', '=', ticketId)
    .where('action', '=', 'recall')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at ?? null
}

const times = new Set(['calledAt', 'callStartedAt', 'callEndsAt', 'graceEndsAt', 'endedAt'])

/** The times of a stored change are text. */
function revive(kept: unknown): Change {
  const fields = Object.entries((kept ?? {}) as Record<string, unknown>)
  return Object.fromEntries(
    fields.map(([field, value]) => [field, times.has(field) && typeof value === 'string' ? new Date(value) : value]),
  ) as Change
}

export const markingUndone = (eventId: number, at: Date): Statement => sql`update ticket_event set undone_at = ${at} where id = ${eventId}`
