import { type RawBuilder, type Selectable, sql } from 'kysely'
import { names } from './names.ts'
import type { Tables } from './tables.ts'
import type { Tx } from './transaction.ts'

/** Some columns of a table's rows; all rows of a list must have the same ones. A jsonb column takes the value itself, not its text. */
export type Rows<T extends keyof Tables> = readonly Partial<Selectable<Tables[T]>>[]

/**
 * A text of a form may contain half of a surrogate pair. PostgreSQL refuses it in JSON, and one such text would fail all rows of a
 * statement, so it is replaced.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value)
  // Only such a half is written as this escape. A look at each value takes several times as long, and almost no text has one.
  if (!/\\ud[89a-f]/.test(text)) return text
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? part.toWellFormed() : part))
}

/**
 * Passes many rows as one parameter, as a table with the columns of `table`. A list of values would need a parameter for each field. It
 * would be twice as slow to parse with 200 rows of 20 columns, and PostgreSQL accepts at most 65,535 parameters.
 */
export const rowsAsTable = <T extends keyof Tables>(table: T, rows: Rows<T>): RawBuilder<Selectable<Tables[T]>> =>
  sql`json_populate_recordset(null::${sql.table(table)}, ${jsonText(names.rowsInDatabase(rows))}::json)`

/**
 * Compares with any of these texts: `where('id', '=', anyOf(ids))`. It is one parameter, so the statement is prepared once for any number
 * of texts; `in` would make one for each number. A single text is compared as it is. PostgreSQL takes an unknown list to have ten texts, so
 * it would never keep the plan (decision 0061).
 */
export const anyOf = (texts: readonly string[]): RawBuilder<string> =>
  texts.length === 1 ? sql<string>`${texts[0]}` : sql<string>`any(${[...texts]}::text[])`

/**
 * A value that this statement always has, as a part of its text. Only then can a plan that is kept for all values use an index with a
 * condition such as `where state = 'waiting'`. Never for what comes from outside.
 */
export const fixed = <const T extends string>(value: Fixed<T>): RawBuilder<T> => sql.lit<T>(value)

/** A text that the compiler knows: any `string` is refused. */
type Fixed<T extends string> = string extends T ? never : T

/** The same for several values: `where('state', 'in', oneOf('called', 'serving'))`. */
export const oneOf = <const T extends string>(...values: readonly Fixed<T>[]): RawBuilder<T> =>
  sql<T>`(${sql.join(values.map((value) => sql.lit(value)))})`

export const columnsOf = <T extends keyof Tables>(rows: Rows<T>): string[] => Object.keys(rows[0] ?? {})

/** Adds rows in their order. Columns that are absent get their defaults. Needs at least one row. */
export const insertion = <T extends keyof Tables>(table: T, rows: Rows<T>): RawBuilder<unknown> => {
  const columns = sql.join(columnsOf(rows).map((column) => sql.ref(column)))
  return sql`insert into ${sql.table(table)} (${columns}) select ${columns} from ${rowsAsTable(table, rows)}`
}

/** Runs `insertion`; does nothing without rows. */
export async function insertRows<T extends keyof Tables>(tx: Tx, table: T, rows: Rows<T>): Promise<void> {
  if (rows.length > 0) await insertion(table, rows).execute(tx)
}

/** Skips rows whose unique key already exists. */
export async function insertRowsOnce<T extends keyof Tables>(tx: Tx, table: T, rows: Rows<T>): Promise<void> {
  if (rows.length > 0) await sql`${insertion(table, rows)} on conflict do nothing`.execute(tx)
}

/**
 * Each row of the list has its `id` and the new values of the other columns. Needs at least one row. The ids are passed once more as texts:
 * PostgreSQL takes any list of rows to have a hundred, so it would read all of a table that has fewer than some 30,000 rows.
 */
export function updating<T extends keyof Tables>(table: T, rows: readonly (Rows<T>[number] & { id: string })[]): RawBuilder<unknown> {
  const columns = columnsOf(rows).filter((column) => column !== 'id')
  const changes = sql.join(columns.map((column) => sql`${sql.ref(column)} = changed.${sql.ref(column)}`))
  const id = sql.ref(`${table}.id`)
  return sql`update ${sql.table(table)} set ${changes} from ${rowsAsTable(table, rows)} changed
    where ${id} = changed.id and ${id} = ${anyOf(rows.map((row) => row.id))}`
}
