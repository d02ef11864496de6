import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'
import type { Sums, TableHead } from './format.ts'

export interface TableFound extends TableHead {
  blocks: number
  /** Includes long texts and pictures, which PostgreSQL stores outside the blocks. */
  bytes: number
}

/** For statements that Kysely does not build. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const copyTarget = ({ name, columns }: TableHead): string => `${quoted(name)} (${columns.map(quoted).join(', ')})`

/** Until the transaction ends: the same text for a value on every server, no rows held back, no time limits. */
export async function fixSettings(tx: Tx): Promise<void> {
  const settings = {
    timezone: 'UTC',
    datestyle: 'ISO, YMD',
    intervalstyle: 'postgres',
    bytea_output: 'hex',
    extra_float_digits: '1',
    client_encoding: 'UTF8',
    // scan from the first block on: the same rows give the same bytes
    synchronize_seqscans: 'off',
    // an error instead of missing rows, if a policy ever applies to us
    row_security: 'off',
    statement_timeout: '0',
    idle_in_transaction_session_timeout: '0',
  }
  for (const [name, value] of Object.entries(settings)) await sql`select set_config(${name}, ${value}, true)`.execute(tx)
}

/** Our tables, without those that running the migrations fills. */
export async function tablesOf(tx: Tx): Promise<TableFound[]> {
  const { rows } = await sql<TableFound>`
    select c.relname as name, (pg_relation_size(c.oid) / current_setting('block_size')::int)::int as blocks, pg_table_size(c.oid) as bytes,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not like 'schema\\_%'
    order by c.relname`.execute(tx)
  return rows
}

/**
 * Drops the keys and indexes of our tables, so that rows load in any order and in a quarter of the time. Switches their triggers off, because
 * the backup also holds the rows that these would add. Returns a function that puts all back; it throws if the rows break a key.
 */
export async function liftKeys(tx: Tx): Promise<() => Promise<void>> {
  // keys before the foreign keys that refer to them, indexes last; dropped in the reverse order
  const { rows } = await sql<{ drop: string; add: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add,
      array_position(array['p', 'u', 'f'], contype::text) as place
    from pg_constraint
    where contype in ('p', 'u', 'f') and connamespace = 'public'::regnamespace and conrelid::regclass::text not like 'schema\\_%'
    union all
    select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid), 4
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and c.relname not like 'schema\\_%'
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
    order by place, 1`.execute(tx)
  const { rows: watched } = await sql<{ name: string }>`
    select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`.execute(tx)
  for (const { name } of watched) await sql`alter table ${sql.table(name)} disable trigger user`.execute(tx)
  for (const { drop } of rows.toReversed()) await sql.raw(drop).execute(tx)
  return async () => {
    for (const { add } of rows) await sql.raw(add).execute(tx)
    for (const { name } of watched) await sql`alter table ${sql.table(name)} enable trigger user`.execute(tx)
  }
}

export async function isEmpty(tx: Tx): Promise<boolean> {
  for (const { name } of await tablesOf(tx)) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(tx)
    if (rows.length > 0) return false
  }
  return true
}

/** As PostgreSQL describes them: `table mall`, `view turnover`, `extension pgcrypto`. Leaves out objects that an extension made. */
export async function objectsOf(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select pg_describe_object(d.classid, d.objid, d.objsubid) as name from pg_depend d
    where d.refclassid = 'pg_namespace'::regclass and d.refobjid = 'public'::regnamespace and d.deptype = 'n'
      and not exists (select from pg_depend e where e.classid = d.classid and e.objid = d.objid and e.deptype = 'e')
    order by 1`.execute(tx)
  return rows.map(({ name }) => name)
}

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

export async function setSequences(tx: Tx, sequences: Sums['sequences']): Promise<void> {
  for (const { name, last, called } of sequences)
    await sql`select setval(${quoted(name)}::regclass, ${last}::text::bigint, ${called}::boolean)`.execute(tx)
}
