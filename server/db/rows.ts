import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tables } from './tables.ts'
import type { Tx } from './transaction.ts'

/** Some columns of a table's rows; every row of one list has the same ones. A jsonb column takes the value itself, not its text. */
export type Rows<T extends keyof Tables> = readonly Partial<Selectable<Tables[T]>>[]

/**
 * Many rows as one parameter, as a table of the columns of `table`. A list of values would need a parameter for each field: twice as slow
 * to parse with 200 rows of 20 columns, and PostgreSQL takes at most 65,535 of them.
 */
export const rowsAsTable = <T extends keyof Tables>(table: T, rows: Rows<T>): RawBuilder<Selectable<Tables[T]>> =>
  sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`

/** The columns that these rows give. */
export const columnsOf = <T extends keyof Tables>(rows: Rows<T>): string[] => Object.keys(rows[0] ?? {})

/** The statement that adds rows in their order; columns that they do not give have their defaults. At least one row. */
export const insertion = <T extends keyof Tables>(table: T, rows: Rows<T>): RawBuilder<unknown> => {
  const columns = sql.join(columnsOf(rows).map((column) => sql.ref(column)))
  return sql`insert into ${sql.table(table)} (${columns}) select ${columns} from ${rowsAsTable(table, rows)}`
}

/** Adds rows in one statement, in their order; columns that they do not give have their defaults. */
export async function insertRows<T extends keyof Tables>(tx: Tx, table: T, rows: Rows<T>): Promise<void> {
  if (rows.length > 0) await insertion(table, rows).execute(tx)
}

/** The same, but for rows that a unique index has already: those stay as they are. */
export async function insertRowsOnce<T extends keyof Tables>(tx: Tx, table: T, rows: Rows<T>): Promise<void> {
  if (rows.length > 0) await sql`${insertion(table, rows)} on conflict do nothing`.execute(tx)
}

/** The statement that changes rows: each row of the list names its `id` and the new values of the other columns. At least one row. */
export function updating<T extends keyof Tables>(table: T, rows: Rows<T>): RawBuilder<unknown> {
  const columns = columnsOf(rows).filter((column) => column !== 'id')
  const changes = sql.join(columns.map((column) => sql`${sql.ref(column)} = changed.${sql.ref(column)}`))
  return sql`update ${sql.table(table)} set ${changes} from ${rowsAsTable(table, rows)} changed where ${sql.ref(`${table}.id`)} = changed.id`
}

/** Changes rows in one statement, as `updating` says. */
export async function updateRows<T extends keyof Tables>(tx: Tx, table: T, rows: Rows<T>): Promise<void> {
  if (rows.length > 0) await updating(table, rows).execute(tx)
}
