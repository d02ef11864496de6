import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The PostgreSQL inside the pinned PGlite; its files cannot be read by another major version. */
const MAJOR = '18'
/** SQLite's word for a lock that somebody else holds. */
const SQLITE_BUSY = 5

const folderIn = (dataDir: string) => join(dataDir, 'pgdata')

/** A second process wanted a data folder that is in use. */
export class DataFolderInUse extends Error {
  constructor(dataDir: string) {
    super(`Another Red Carpet is already running on this data folder (${dataDir}). Stop it, or set DATA_DIR to another folder.`)
    this.name = 'DataFolderInUse'
  }
}

/** The folder belongs to another PostgreSQL major version than the one inside our PGlite. */
export class DataFolderOfAnotherMajor extends Error {
  constructor(folder: string, major: string) {
    super(
      `The data folder ${folder} was made by PostgreSQL ${major}; this Red Carpet reads ${MAJOR}. Make a backup with the version of Red Carpet that made the folder (npm run backup), move the folder away, and read the backup with this one (npm run restore -- FILE).`,
    )
    this.name = 'DataFolderOfAnotherMajor'
  }
}

/**
 * Takes the folder for this process and returns the way to let go. PGlite checks nothing: a second process would open the same files and
 * silently lose commits. The lock is the kernel's, held through an open SQLite file beside the database, so it is free after a kill -9.
 */
export function lockDataFolder(dataDir: string): () => void {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
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
 * Returns the PostgreSQL folder inside `dataDir`, made and flushed to the disk if it was absent. It is made under another name and renamed
 * when it is complete, so a stop or a power cut in between leaves nothing half made. Call it with the folder locked.
 */
export async function prepareDataFolder(dataDir: string): Promise<string> {
  const folder = folderIn(dataDir)
  const unfinished = join(dataDir, 'pgdata.unfinished')
  fs.rmSync(unfinished, { recursive: true, force: true })
  if (!hasDatabase(dataDir)) {
    // without PG_VERSION it is no database: nothing of value can be in it
    fs.rmSync(folder, { recursive: true, force: true })
    const maker = await PGlite.create(unfinished)
    await maker.close()
    flush(unfinished)
    fs.renameSync(unfinished, folder)
    flush(dataDir)
  }
  const major = fs.readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (major !== MAJOR) throw new DataFolderOfAnotherMajor(folder, major)
  return folder
}

/** Whether there is a database in a data folder. */
export const hasDatabase = (dataDir: string): boolean => fs.existsSync(join(folderIn(dataDir), 'PG_VERSION'))

/** Throws the database of a data folder away (nothing else in it). Throws `DataFolderInUse` while a Red Carpet runs on it. */
export function eraseDataFolder(dataDir: string): void {
  const unlock = lockDataFolder(dataDir)
  try {
    fs.rmSync(folderIn(dataDir), { recursive: true, force: true })
  } finally {
    unlock()
  }
}

/** `sync` writes a thousand new files in one go; where there is none (Windows), each file by itself. */
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

/**
 * A file system for PGlite whose fsync reaches the disk. The one that comes with it has none: `fsync = on` would sync nothing, and a
 * commit would survive the process but not the power. Installed before PostgreSQL starts, so that recovery is covered too. It reaches
 * into PGlite's inside: the version is pinned and a test counts the syncs of a commit.
 */
export function durableFiles(folder: string): NodeFS {
  const files = new NodeFS(folder)
  const init = files.init.bind(files)
  files.init = (pg, options) =>
    init(pg, {
      ...options,
      preRun: [
        ...(options.preRun ?? []),
        (module: { FS: { filesystems: { NODEFS: unknown } } }) => {
          const nodefs = module.FS.filesystems.NODEFS as { stream_ops: { fsync?: typeof fsync } }
          nodefs.stream_ops.fsync = fsync
        },
      ],
    })
  return files
}

/**
 * A disk that refuses ends the process, as it ends PostgreSQL itself: a second try may succeed without the lost pages, an error inside
 * the embedded engine's commit makes it turn in a circle, and a restart recovers all that was acknowledged.
 */
function fsync({ nfd }: { nfd?: number }): number {
  if (nfd === undefined) return 0
  try {
    fs.fdatasyncSync(nfd)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // a folder on systems that do not sync folders: nothing is lost
    if (code === 'EINVAL' || code === 'EPERM') return 0
    fs.writeSync(2, `The disk does not keep what the database writes (${message}). Red Carpet stops; mend the disk and start it again.\n`)
    process.exit(1)
  }
  return 0
}
