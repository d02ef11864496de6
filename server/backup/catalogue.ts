import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'
import type { Sums, TableHead } from './format.ts'

/** A table to be moved, and how much there is of it. */
export interface TableFound extends TableHead {
  blocks: number
  /** With what PostgreSQL keeps beside the blocks: long texts, pictures. */
  bytes: number
}

/** An identifier as SQL takes it, for statements that Kysely does not build. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** What `copy` takes as its target. */
export const columnsOf = ({ name, columns }: TableHead): string => `${quoted(name)} (${columns.map(quoted).join(', ')})`

/** Values as the same text on every server, no row held back, and as much time as it takes; until the transaction ends. */
export async function settle(tx: Tx): Promise<void> {
  const settings = {
    timezone: 'UTC',
    datestyle: 'ISO, YMD',
    intervalstyle: 'postgres',
    bytea_output: 'hex',
    extra_float_digits: '1',
    client_encoding: 'UTF8',
    // a scan from the first block on: the same rows give the same bytes
    synchronize_seqscans: 'off',
    // an error instead of a part of the rows, should a policy ever hold for us
    row_security: 'off',
    statement_timeout: '0',
    idle_in_transaction_session_timeout: '0',
  }
  for (const [name, value] of Object.entries(settings)) await sql`select set_config(${name}, ${value}, true)`.execute(tx)
}

/** Our tables, each after those that it refers to. What keeps count of the migrations is not among them: running them makes it. */
export async function tablesOf(tx: Tx): Promise<TableFound[]> {
  const { rows } = await sql<TableFound & { refers_to: string[] }>`
    select c.relname as name, (pg_relation_size(c.oid) / current_setting('block_size')::int)::int as blocks, pg_table_size(c.oid) as bytes,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f') as refers_to
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not like 'schema\\_%'
    order by c.relname`.execute(tx)
  const ordered: TableFound[] = []
  const left = new Set(rows)
  while (left.size > 0) {
    const free = [...left].find(({ refers_to }) => refers_to.every((name) => ordered.some((table) => table.name === name)))
    if (!free) throw new Error(`Tables refer to each other in a circle: ${[...left].map(({ name }) => name).join(', ')}.`)
    const { refers_to: _order, ...table } = free
    left.delete(free)
    ordered.push(table)
  }
  return ordered
}

/** True where nothing in the schema could be lost. */
export async function isEmpty(tx: Tx): Promise<boolean> {
  for (const { name } of await tablesOf(tx)) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(tx)
    if (rows.length > 0) return false
  }
  return true
}

/** Where each of the database's own numbers stands. */
export async function sequencesOf(tx: Tx): Promise<Sums['sequences']> {
  const { rows: names } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by relname`.execute(tx)
  const found: Sums['sequences'] = []
  for (const { name } of names) {
    const { rows } = await sql<{ last: string; called: boolean }>`
      select last_value::text as last, is_called as called from ${sql.table(name)}`.execute(tx)
    for (const row of rows) found.push({ name, ...row })
  }
  return found
}

/** Makes the numbers go on from there. */
export async function setSequences(tx: Tx, sequences: Sums['sequences']): Promise<void> {
  for (const { name, last, called } of sequences)
    await sql`select setval(${quoted(name)}::regclass, ${last}::text::bigint, ${called}::boolean)`.execute(tx)
}
