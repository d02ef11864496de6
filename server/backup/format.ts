import { z } from 'zod'
import { openVault } from '#server/kit/hash.ts'

/**
 * A backup is a `.tar.gz` with `head.json`, the rows of each table in COPY's text format (`rows/<table>/000001`, …), and `sums.json`. The
 * presence of `sums.json` says that nothing is missing.
 */
export const HEAD = 'head.json'
export const SUMS = 'sums.json'
export const partName = (table: string, part: number): string => `rows/${table}/${String(part).padStart(6, '0')}`
/** Returns the table of a part's name; null for any other file. */
export const tableOfPart = (name: string): string | null => /^rows\/([^/]+)\/\d+$/.exec(name)?.[1] ?? null

const table = z.object({ name: z.string(), columns: z.array(z.string()).min(1) })

export const head = z.object({
  /** The version number of this format. */
  format: z.literal(1),
  /** The version of Red Carpet that made it. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  engine: z.enum(['pglite', 'postgres']),
  /** The schema: the migrations that ran, in order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  /** Says which SECRET_KEY sealed the values in the rows, without revealing the key. Null if the backup did not know the key. */
  keyMark: z.string().nullable(),
  tables: z.array(table).min(1),
})

export const sums = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.int(), sha256: z.string() })),
  /** The values of the sequences. They are text, because they may be larger than a JavaScript number. */
  sequences: z.array(z.object({ name: z.string(), last: z.string(), called: z.boolean() })),
})

export type TableHead = z.infer<typeof table>
export type Head = z.infer<typeof head>
export type Sums = z.infer<typeof sums>

/** Returns a mark that differs from one SECRET_KEY to the next, without revealing the key. */
export const keyMark = (secretKey: string): string => openVault(secretKey).keyed('backup', 'mark').slice(0, 16)

/**
 * Counts rows. A line end inside a value is written as `
 * `, so each real line end ends a row.
 */
export function countLines(lines: Uint8Array): number {
  let count = 0
  for (let at = lines.indexOf(10); at !== -1; at = lines.indexOf(10, at + 1)) count += 1
  return count
}
