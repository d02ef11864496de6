import { type RawBuilder, sql } from 'kysely'
import type { ActorKind, AuditAction } from '#contract/audit/audit.ts'
import { anyOf, jsonText } from '#server/db/rows.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'

const jsonOf = (detail: Readonly<Record<string, unknown>> | null): string | null => (detail === null ? null : jsonText(detail))

export const insertEntry = (
  tx: Tx,
  entry: {
    mallId: string | null
    accountId: string | null
    actorKind: ActorKind
    action: AuditAction
    subject: string
    /** Keyed hash of the network address. */
    from: string | null
    detail: Readonly<Record<string, unknown>> | null
    at: Date
  },
) =>
  tx
    .insertInto('audit')
    .values({
      mallId: entry.mallId,
      actorAccountId: entry.accountId,
      actorKind: entry.actorKind,
      action: entry.action,
      subject: entry.subject,
      fromHash: entry.from,
      detail: jsonOf(entry.detail),
      at: entry.at,
    })
    .execute()

type Entry = Parameters<typeof insertEntry>[1] & { accountId: string }

/** One statement, so that the caller need not read the audit first. */
async function insertIf(tx: Tx, entry: Entry, condition: RawBuilder<boolean>): Promise<void> {
  await tx
    .insertInto('audit')
    .columns(['mallId', 'actorAccountId', 'actorKind', 'action', 'subject', 'fromHash', 'detail', 'at'])
    .expression(sql`
      select ${entry.mallId}::text, ${entry.accountId}::text, ${entry.actorKind}::text, ${entry.action}::text, ${entry.subject}::text,
        ${entry.from}::text, ${jsonOf(entry.detail)}::jsonb, ${entry.at}::timestamptz
      where ${condition}`)
    .execute()
}

/** Adds a refused attempt, unless its account has `most` of them on record since `since`. */
export const insertRefusal = (tx: Tx, entry: Entry, since: Date, most: number): Promise<void> =>
  insertIf(
    tx,
    entry,
    sql<boolean>`(select count(*) from (select 1 from audit a
      where a.action = 'reach.refused' and a.actor_account_id = ${entry.accountId} and a.at >= ${since} limit ${most}) last) < ${most}`,
  )

/** Adds an entry, unless its account has done the same to the same thing of the mall since `since`. */
export const insertUnlessSince = (tx: Tx, entry: Entry & { mallId: string }, since: Date): Promise<void> =>
  insertIf(
    tx,
    entry,
    sql<boolean>`not exists (select from audit a where a.mall_id = ${entry.mallId} and a.at > ${since}
      and a.action = ${entry.action} and a.subject = ${entry.subject} and a.actor_account_id = ${entry.accountId})`,
  )

/** The filters of a query; a null (or empty) filter accepts every entry. */
export interface EntriesAsked {
  /** The people's security events belong to the mall too. */
  mall: { id: string; people: readonly string[] } | null
  actions: readonly AuditAction[] | null
  person: string | null
  from: Date | null
  before: Date | null
  text: string
  /** Things and people whose names contain the text. */
  textIds: readonly string[]
  after: { at: Date; id: string } | null
  most: number
}

/** Newest first. */
export function entriesOf(db: Reader, asked: EntriesAsked) {
  const { mall, most } = asked
  if (mall === null) return entries(db, asked).execute()
  // Two reads, each in the order of an index. One condition for both would read all entries of the mall and sort them.
  const own = entries(db, asked).where('mallId', '=', mall.id)
  const ofPeople = entries(db, asked)
    .where('mallId', 'is', null)
    .where('subject', '=', anyOf(mall.people))
    .where(sql<boolean>`at <@ ((select people_of(${[mall.id]}::text[])) ->> subject)::tstzmultirange`)
  return db
    .selectFrom(own.as('own'))
    .selectAll()
    .unionAll(db.selectFrom(ofPeople.as('people')).selectAll())
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

/** Applies all filters except the mall. */
function entries(db: Reader, { actions, person, from, before, text, textIds, after, most }: EntriesAsked) {
  let query = db
    .selectFrom('audit')
    .select(['id', 'mallId', 'actorAccountId', 'actorKind', 'action', 'subject', 'fromHash', 'detail', 'at'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
  if (actions !== null) query = query.where('action', 'in', actions)
  if (person !== null) query = query.where((eb) => eb.or([eb('actorAccountId', '=', person), eb('subject', '=', person)]))
  if (from !== null) query = query.where('at', '>=', from)
  if (before !== null) query = query.where('at', '<', before)
  // rounded, because a cursor has milliseconds only
  if (after !== null)
    query = query
      .where(sql<boolean>`(date_trunc('milliseconds', at), id) < (${after.at}, ${after.id}::bigint)`)
      .where('at', '<=', new Date(after.at.getTime() + 1))
  if (text !== '') {
    const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where((eb) =>
      eb.or([
        eb(sql<string>`detail::text`, 'ilike', like),
        eb('subject', '=', text),
        ...(textIds.length > 0 ? [eb('subject', 'in', textIds), eb('actorAccountId', 'in', textIds)] : []),
      ]),
    )
  }
  return query
}

export async function deleteOld(tx: Tx, before: { refused: Date; all: Date }): Promise<void> {
  await tx.deleteFrom('audit').where('action', '=', 'reach.refused').where('at', '<', before.refused).execute()
  await tx.deleteFrom('audit').where('at', '<', before.all).execute()
}
