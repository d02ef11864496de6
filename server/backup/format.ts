import { z } from 'zod'
import { openVault } from '#server/kit/hash.ts'

/**
 * A backup is a `.tar.gz` with `head.json`, the rows of each table in COPY's text format (`rows/<table>/000001`, …), and `sums.json`.
 * Without `sums.json` it is incomplete.
 */
export const HEAD = 'head.json'
export const SUMS = 'sums.json'
export const partName = (table: string, part: number): string => `rows/${table}/${String(part).padStart(6, '0')}`
/** Null for a file that is not a part. */
export const tableOfPart = (name: string): string | null => /^rows\/([^/]+)\/\d+$/.exec(name)?.[1] ?? null

const table = z.object({ name: z.string(), columns: z.array(z.string()).min(1) })

export const head = z.object({
  /** The version of this format. */
  format: z.literal(1),
  /** The version of Red Carpet. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  engine: z.enum(['pglite', 'postgres']),
  /** The migrations that ran, in order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  /** The mark of the SECRET_KEY that sealed values in the rows. Null if the backup did not know the key. */
  keyMark: z.string().nullable(),
  tables: z.array(table).min(1),
})

export const sums = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.int(), sha256: z.string() })),
  /** Values are text, because they may be larger than a JavaScript number. */
  sequences: z.array(z.object({ name: z.string(), last: z.string(), called: z.boolean() })),
})

export type TableHead = z.infer<typeof table>
export type Head = z.infer<typeof head>
export type Sums = z.infer<typeof sums>

/** Tells one SECRET_KEY from another without revealing it. */
export const keyMark = (secretKey: string): string => openVault(secretKey).keyed('backup', 'mark').slice(0, 16)

/** Counts rows: COPY writes a line end inside a value as `\n`, so each real line end ends a row. */
export function countLines(lines: Uint8Array): number {
  let count = 0
  for (let at = lines.indexOf(10); at !== -1; at = lines.indexOf(10, at + 1)) count += 1
  return count
}
