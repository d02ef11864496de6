import { z } from 'zod'
import { openVault } from '../kit/hash.ts'

/**
 * A backup is a `.tar.gz` with `head.json`, the rows of each table in COPY's text format (`rows/<table>/000001`, …), and `sums.json`, whose presence says that nothing is missing.
 */
export const HEAD = 'head.json'
export const SUMS = 'sums.json'
export const partName = (table: string, part: number): string => `rows/${table}/${String(part).padStart(6, '0')}`
/** The table of a part's name; null for any other file. */
export const tableOfPart = (name: string): string | null => /^rows\/([^/]+)\/\d+$/.exec(name)?.[1] ?? null

const table = z.object({ name: z.string(), columns: z.array(z.string()).min(1) })

export const head = z.object({
  /** The number of this very format. */
  format: z.literal(1),
  /** The Red Carpet that made it. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  engine: z.enum(['pglite', 'postgres']),
  /** The schema: what ran, in order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  /** Tells keys apart without telling the key: which SECRET_KEY sealed what is sealed in the rows. Null where the backup did not know it. */
  keyMark: z.string().nullable(),
  tables: z.array(table).min(1),
})

export const sums = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.int(), sha256: z.string() })),
  /** Where the database's own numbers stand; as text, since they may be larger than JavaScript's. */
  sequences: z.array(z.object({ name: z.string(), last: z.string(), called: z.boolean() })),
})

export type TableHead = z.infer<typeof table>
export type Head = z.infer<typeof head>
export type Sums = z.infer<typeof sums>

/** Tells one SECRET_KEY from another, and not what it is. */
export const keyMark = (secretKey: string): string => openVault(secretKey).keyed('backup', 'mark').slice(0, 16)

/** A line end inside of a value is written as `\n`: each that is there ends a row. */
export function countLines(lines: Uint8Array): number {
  let count = 0
  for (let at = lines.indexOf(10); at !== -1; at = lines.indexOf(10, at + 1)) count += 1
  return count
}
