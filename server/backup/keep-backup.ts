import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readBackup } from './read-backup.ts'

export interface Kept {
  file: string
  bytes: number
  tables: number
  rows: number
}

/**
 * `make` writes the backup to the file it is given. The file gets its final name, after the moment, only once it was read back completely.
 * So a file that a kill or a full disk cut short never looks like a backup.
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

/** A new file name is safe only once its folder is flushed. Windows cannot flush folders. */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const open = openSync(folder, 'r')
  fsyncSync(open)
  closeSync(open)
}
