// Writes server/db/tables.ts from the migrated schema. `--check` writes nothing and exits 1 if the file is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { readMigrations } from '#server/db/migrate.ts'
import { names } from '#server/db/names.ts'

interface Column {
  table: string
  column: string
  type: string
  required: boolean
  identity: '' | 'a' | 'd'
  filled: boolean
  checks: string[]
}

const target = join(import.meta.dirname, '../server/db/tables.ts')

/**
 * A type that is missing here is refused below: no file is better than a column with a wrong type. A jsonb parameter is text, because pg
 * would make an array an SQL array.
 */
const known: Record<string, string> = {
  text: 'string',
  boolean: 'boolean',
  integer: 'number',
  smallint: 'number',
  bigint: 'number',
  'double precision': 'number',
  numeric: 'string',
  'timestamp with time zone': 'Date',
  bytea: 'Uint8Array',
  'text[]': 'string[]',
  'integer[]': 'number[]',
}

/** `x in ('a', 'b')` as PostgreSQL prints it: CHECK ((x = ANY (ARRAY['a'::text, 'b'::text]))). */
function choices(column: Column): string | null {
  for (const check of column.checks) {
    const list = /^CHECK \(\((\w+) = ANY \(ARRAY\[((?:'[^']*'::text(?:, )?)+)\]\)\)\)$/.exec(check)
    if (list?.[1] === column.column && list[2])
      return [...list[2].matchAll(/'([^']*)'::text/g)].map(([, value]) => `'${value}'`).join(' | ')
  }
  return null
}

function columnType(column: Column): string {
  const nothing = column.required ? '' : ' | null'
  if (column.type === 'jsonb') return `ColumnType<unknown, string${nothing}${column.filled ? ' | undefined' : ''}, string${nothing}>`
  const plain = known[column.type]
  if (!plain) throw new Error(`${column.table}.${column.column}: no TypeScript type for ${column.type} yet`)
  const value = `${choices(column) ?? plain}${nothing}`
  if (column.identity === 'a') return `GeneratedAlways<${value}>`
  return column.filled || column.identity === 'd' ? `Generated<${value}>` : value
}

async function read(): Promise<Column[]> {
  const pg = await PGlite.create()
  for (const { text } of readMigrations(join(import.meta.dirname, '../server/db/migrations'))) await pg.exec(text)
  const { rows } = await pg.query<Column>(`
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
      a.attidentity as identity, a.atthasdef as filled,
      array(select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey)) as checks
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`)
  await pg.close()
  return rows
}

function write(columns: readonly Column[]): string {
  const tables = Map.groupBy(columns, ({ table }) => table)
  const body = [...tables]
    .map(
      ([table, own]) =>
        `  ${names.inCode(table)}: {\n${own.map((column) => `    ${names.inCode(column.column)}: ${columnType(column)}\n`).join('')}  }\n`,
    )
    .join('')
  const used = ['ColumnType', 'Generated', 'GeneratedAlways'].filter((name) => body.includes(`${name}<`))
  return `// Written by scripts/generate-tables.ts from server/db/migrations; do not edit.
import type { ${used.join(', ')} } from 'kysely'

/** The rows of every table, as Kysely reads and writes them (names.ts). A jsonb column takes JSON text: \`JSON.stringify(value)\`. */
export interface Tables {
${body}}
`
}

const fresh = write(await read())
if (!process.argv.includes('--check')) {
  writeFileSync(target, fresh)
} else if (readFileSync(target, 'utf8') !== fresh) {
  console.error('server/db/tables.ts is stale. Please run: node scripts/generate-tables.ts')
  process.exitCode = 1
}
