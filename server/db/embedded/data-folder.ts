import { execFile, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { SMALL_COMPILER } from './small-compiler.ts'

/** The major version of PostgreSQL in the pinned PGlite. Another one cannot read its files. */
const MAJOR = '18'
/** Another process holds the lock. */
const SQLITE_BUSY = 5

/**
 * With little room in its heap, V8 collects each of the three instances of PostgreSQL when it is done. The peak is 510 MB instead of
 * 690 MB.
 */
const MAKER = ['--max-old-space-size=64', join(import.meta.dirname, 'make-database.ts')]

const folderIn = (dataDir: string) => join(dataDir, 'pgdata')

export class DataFolderInUse extends Error {
  constructor(dataDir: string) {
    super(`Another Red Carpet is already running on this data folder (${dataDir}). Stop it, or set DATA_DIR to another folder.`)
    this.name = 'DataFolderInUse'
  }
}

export class DataFolderOfAnotherMajor extends Error {
  constructor(folder: string, major: string) {
    super(
      `The data folder ${folder} was made by PostgreSQL ${major}; this Red Carpet reads ${MAJOR}. Make a backup with the version of Red Carpet that made the folder (npm run backup), move the folder away, and restore the backup with this one (npm run restore -- FILE).`,
    )
    this.name = 'DataFolderOfAnotherMajor'
  }
}

/**
 * Returns a function that releases the lock. PGlite checks nothing: a second process would open the same files and silently lose commits.
 * The kernel holds the lock through an open SQLite file next to the database, so a kill -9 releases it.
 */
export function lockDataFolder(dataDir: string): () => void {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  closeToOthers(dataDir)
  const lock = new DatabaseSync(join(dataDir, 'red-carpet.lock'), { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw new DataFolderInUse(dataDir)
    throw error
  }
  return () => {
    if (lock.isOpen) lock.close()
  }
}

/**
 * PGlite writes files that everyone may read and write, but other users cannot reach them in a closed folder. PostgreSQL requires the mode
 * 0700 for its own. A folder of another owner, or a file system without modes, stays as it is.
 */
function closeToOthers(dataDir: string): void {
  if (process.platform === 'win32' || (fs.statSync(dataDir).mode & 0o077) === 0) return
  try {
    fs.chmodSync(dataDir, 0o700)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}

/**
 * Returns the PostgreSQL folder, which it makes if it is absent: under another name, flushed to the disk, and renamed when complete. So a
 * stop or a power cut leaves nothing incomplete. Call it with the folder locked.
 */
export async function prepareDataFolder(dataDir: string): Promise<string> {
  const folder = folderIn(dataDir)
  const unfinished = join(dataDir, 'pgdata.unfinished')
  fs.rmSync(unfinished, { recursive: true, force: true })
  if (!hasDatabase(dataDir)) {
    // a folder without PG_VERSION is not a database: it cannot hold anything of value
    fs.rmSync(folder, { recursive: true, force: true })
    // In another process: to make a database takes 400 MB, which this process would not give back for a long time.
    await promisify(execFile)(process.execPath, [...SMALL_COMPILER, ...MAKER, unfinished])
    flush(unfinished)
    fs.renameSync(unfinished, folder)
    flush(dataDir)
  }
  const major = fs.readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (major !== MAJOR) throw new DataFolderOfAnotherMajor(folder, major)
  return folder
}

export const hasDatabase = (dataDir: string): boolean => fs.existsSync(join(folderIn(dataDir), 'PG_VERSION'))

/** Deletes only the database. Throws `DataFolderInUse` if Red Carpet runs on it. */
export function eraseDataFolder(dataDir: string): void {
  const unlock = lockDataFolder(dataDir)
  try {
    fs.rmSync(folderIn(dataDir), { recursive: true, force: true })
  } finally {
    unlock()
  }
}

/** `sync` flushes a thousand new files at once; without it (Windows), each file is flushed separately. */
function flush(folder: string): void {
  if (process.platform !== 'win32' && spawnSync('sync').status === 0) return
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    if (!fs.statSync(path).isFile()) continue
    const file = fs.openSync(path, 'r+')
    fs.fsyncSync(file)
    fs.closeSync(file)
  }
}
