import { type RawBuilder, sql } from 'kysely'
import { names } from './names.ts'
import { send, type Tx } from './transaction.ts'

/** A statement that has not run yet; `Row` is the type of the rows that it returns. */
export type Statement<Row = unknown> = RawBuilder<Row>

/** Rows as JSON shows them: a time is a string. */
export type AsJson<Row> = { [Column in keyof Row]: Row[Column] extends Date ? string : Row[Column] }
type RowsOf<Statements extends readonly Statement[]> = {
  [I in keyof Statements]: Statements[I] extends Statement<infer Row> ? AsJson<Row>[] : never
}

/**
 * Runs several statements as one; returns the rows of each. This keeps locks short: between two statements a transaction waits for our
 * process, and so does everyone who waits for its locks. No statement sees what the others write. They lock in the order given: each
 * sub-select of the result runs its part to the end before the next.
 */
export async function atOnce<Statements extends readonly Statement[]>(tx: Tx, ...statements: Statements): Promise<RowsOf<Statements>> {
  const name = (i: number) => sql.ref(`rows${i}`)
  const parts = sql.join(statements.map((statement, i) => sql`${name(i)} as (${statement})`))
  const rows = sql.join(statements.map((_, i) => sql`(select coalesce(json_agg(${name(i)}), '[]') from ${name(i)}) as ${name(i)}`))
  const { rows: answers } = await sql<Record<string, Record<string, unknown>[]>>`with ${parts} select ${rows}`.execute(tx)
  return statements.map((_, i) => names.rowsInCode(answers[0]?.[`rows${i}`] ?? [])) as RowsOf<Statements>
}

/**
 * Runs several statements as one, without a result. Their order is not defined, so their rows must be locked before. One that only reads,
 * such as a function call, must be the last: PostgreSQL skips such a part if its result is not used.
 */
export async function writeAtOnce(tx: Tx, ...statements: readonly Statement[]): Promise<void> {
  const last = statements.at(-1)
  if (!last) return
  const parts = statements.slice(0, -1).map((statement, i) => sql`${sql.ref(`part_${i}`)} as (${statement})`)
  await (parts.length > 0 ? sql`with ${sql.join(parts)} ${last}` : last).execute(tx)
}

/** Runs `writeAtOnce` without waiting for it (`send` says when that is allowed). */
export function sendAtOnce(tx: Tx, ...statements: readonly Statement[]): void {
  if (statements.length > 0) send(tx, writeAtOnce(tx, ...statements))
}

export interface Following {
  /** Each gets the name of the added rows and must write only for them: it does not see them in their table. */
  writes: readonly ((added: RawBuilder<unknown>) => Statement)[]
  /** A function call, made once if a row was added. */
  bell: RawBuilder<unknown>
}

/** Runs as one statement. Returns the rows that were added; they can be fewer than asked for (`on conflict do nothing`). */
export async function addAnd<Row>(tx: Tx, adding: Statement<Row>, { writes, bell }: Following): Promise<Row[]> {
  const added = sql.ref('added')
  const parts = writes.map((write, i) => sql`, ${sql.ref(`part_${i}`)} as (${write(added)})`)
  const { rows } = await sql<Row>`with added as (${adding})${sql.join(parts, sql``)} select added.*, (${bell}) as bell from added`.execute(
    tx,
  )
  return rows
}
