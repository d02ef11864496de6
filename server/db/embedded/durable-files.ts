import fs from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/**
 * PGlite's own file system has no fsync: `fsync = on` would flush nothing. A commit would survive a crash of the process, but not a power
 * cut. Ours is installed before PostgreSQL starts, to cover recovery too. It uses internals of PGlite, so the version is pinned and a test
 * counts the flushes of a commit.
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
 * A disk that refuses to flush ends the process, as it ends PostgreSQL itself. A second try may succeed without the lost pages, and an
 * error inside the embedded engine's commit makes it loop forever. A restart recovers all that was acknowledged.
 */
function fsync({ nfd }: { nfd?: number }): number {
  if (nfd === undefined) return 0
  try {
    fs.fdatasyncSync(nfd)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // a folder, on systems that cannot flush folders: nothing is lost
    if (code === 'EINVAL' || code === 'EPERM') return 0
    fs.writeSync(2, `The disk cannot store what the database writes (${message}). Red Carpet stops. Repair the disk and start it again.\n`)
    process.exit(1)
  }
  return 0
}
