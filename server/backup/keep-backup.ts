import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readBackup } from './read-backup.ts'

/** A finished backup: its file, and what it holds. */
export interface Kept {
  file: string
  bytes: number
  tables: number
  rows: number
}

/**
 * Has a backup made in `folder`, named after the moment. The file gets that name only after it was read back from beginning to end. So a
 * file that a kill or a full disk cut short never looks like a backup. `make` writes the backup to the file it is given.
 */
export async function keepBackup(folder: string, at: Date, make: (file: string) => Promise<unknown>): Promise<Kept> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `red-carpet-${at.toISOString().slice(0, 19).replaceAll(':', '-')}.tar.gz`)
  const unfinished = `${file}.unfinished`
  try {
    await make(unfinished)
    const { sums } = await readBackup(unfinished)
    renameSync(unfinished, file)
    flushFolder(dirname(file))
    const rows = sums.tables.reduce((sum, table) => sum + table.rows, 0)
    return { file, bytes: statSync(file).size, tables: sums.tables.length, rows }
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** A new file name is safe only when its folder is flushed to the disk. Windows cannot flush folders. */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const open = openSync(folder, 'r')
  fsyncSync(open)
  closeSync(open)
}
