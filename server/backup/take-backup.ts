import { createHash } from 'node:crypto'
import type { Copying } from '#server/db/copying.ts'
import { migrationsOf } from '#server/db/migrate.ts'
import type { Database } from '#server/db/open.ts'
import { waitForTurn } from '#server/db/turn.ts'
import { readVersion } from '#server/kit/version.ts'
import { type Add, writeArchive } from './archive.ts'
import { fixSettings, quoted, sequencesOf, type TableFound, tablesOf } from './catalogue.ts'
import { countLines, HEAD, type Head, keyMark, partName, SUMS, type Sums } from './format.ts'
import { BackupRefused } from './refused.ts'

/** About this many bytes of a table are in memory at a time. */
const PART = 8_000_000

/**
 * Writes every row of the database, as it is at one moment, into `file`, readable by its owner only and flushed to the disk. During the
 * backup other requests go on with PostgreSQL, and wait with the embedded database; a migration waits with both. Throws `BackupRefused` if
 * the database is not ours.
 */
export async function takeBackup(
  database: Database,
  file: string,
  { at, secretKey }: { at: Date; secretKey: string | null },
): Promise<{ head: Head; sums: Sums }> {
  // a table that a migration rewrites looks empty from an older snapshot
  const release = await waitForTurn(database, 'migrate')
  try {
    return await database.copying(async (copying) => {
      await fixSettings(copying.tx)
      const migrations = await migrationsOf(copying.tx)
      if (migrations === null) throw new BackupRefused('There is no Red Carpet in this database: nothing to back up.')
      const tables = await tablesOf(copying.tx)
      const head: Head = {
        format: 1,
        version: readVersion(),
        madeAt: at.toISOString(),
        engine: database.engine,
        migrations,
        keyMark: secretKey === null ? null : keyMark(secretKey),
        tables: tables.map(({ name, columns }) => ({ name, columns })),
      }
      return writeArchive(file, async (add) => {
        await add(HEAD, json(head))
        const sums: Sums = { tables: [], sequences: [] }
        for (const table of tables) sums.tables.push(await addRows(copying, table, add))
        // read last: no row of the snapshot has a number above these
        sums.sequences = await sequencesOf(copying.tx)
        await add(SUMS, json(sums))
        return { head, sums }
      })
    })
  } finally {
    await release()
  }
}

/**
 * Reads ranges of blocks, so that a large table needs neither sorting nor much memory. The smallest range, one block, takes some 100 MB
 * with its pictures at most.
 */
async function addRows({ copyOut }: Copying, { name, columns, blocks, bytes }: TableFound, add: Add): Promise<Sums['tables'][number]> {
  const hash = createHash('sha256')
  let rows = 0
  let part = 0
  const step = Math.max(1, Math.floor((blocks * PART) / Math.max(bytes, 1)))
  for (let from = 0; from < blocks; from += step) {
    const range = `ctid >= '(${from},0)' and ctid < '(${from + step},0)'`
    const lines = await copyOut(`select ${columns.map(quoted).join(', ')} from ${quoted(name)} where ${range}`)
    if (lines.length === 0) continue
    part += 1
    rows += countLines(lines)
    hash.update(lines)
    await add(partName(name, part), lines)
  }
  return { name, rows, sha256: hash.digest('hex') }
}

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
