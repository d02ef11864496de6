import { createHash, type Hash } from 'node:crypto'
import type { z } from 'zod'
import { readArchive } from './archive.ts'
import { countLines, HEAD, type Head, head, SUMS, type Sums, sums, type TableHead, tableOfPart } from './format.ts'
import { BackupRefused } from './refused.ts'

export interface Visitor {
  begin?(head: Head): Promise<void>
  rows?(table: TableHead, lines: Uint8Array<ArrayBuffer>): Promise<void>
}

/**
 * Hands the visitor each part of a backup. Throws `BackupRefused` unless every byte is as it was written; then the caller must undo what
 * the visitor has done.
 */
export async function readBackup(file: string, visitor: Visitor = {}): Promise<{ head: Head; sums: Sums }> {
  const files = readArchive(file)
  const first = await files.next()
  const found = first.done || first.value.name !== HEAD ? null : parsed(head, first.value.bytes)
  if (found === null) throw new BackupRefused(`${file} is not a backup of Red Carpet, or it has another format.`)
  await visitor.begin?.(found)

  const seen = new Map<string, { hash: Hash; rows: number }>(
    found.tables.map(({ name }) => [name, { hash: createHash('sha256'), rows: 0 }]),
  )
  let promised: Sums | null = null
  for await (const { name, bytes } of files) {
    const table = found.tables.find((one) => one.name === tableOfPart(name))
    const sum = table && seen.get(table.name)
    if (name === SUMS && promised === null) {
      promised = parsed(sums, bytes)
    } else if (table && sum && promised === null) {
      sum.hash.update(bytes)
      sum.rows += countLines(bytes)
      await visitor.rows?.(table, bytes)
    } else {
      throw new BackupRefused(`${file} is damaged: it holds ${name}, which does not belong there.`)
    }
  }
  if (promised === null) throw new BackupRefused(`${file} is not a complete backup: its sums are missing.`)
  for (const [name, { hash, rows }] of seen) {
    const sum = promised.tables.find((one) => one.name === name)
    if (sum?.rows !== rows || sum.sha256 !== hash.digest('hex'))
      throw new BackupRefused(`${file} is damaged: the rows of ${name} are not those that were written.`)
  }
  return { head: found, sums: promised }
}

function parsed<T extends z.ZodType>(schema: T, bytes: Uint8Array): z.infer<T> | null {
  try {
    return schema.safeParse(JSON.parse(Buffer.from(bytes).toString())).data ?? null
  } catch {
    return null
  }
}
