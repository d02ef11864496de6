import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Log } from '#server/kit/log.ts'
import { BackupRefused } from './refused.ts'

/**
 * Only the process that holds the folder of an embedded database can read the database. That process listens on a socket in the folder and
 * sends a backup to each caller. The file system lets only the folder's owner open the socket.
 */
const socketOf = (dataDir: string) => join(dataDir, 'backup.sock')

/** A reader that takes no bytes for this long counts as gone; then the next one is served. */
const PATIENCE_MS = 30_000

/**
 * Opens the socket; `take` writes a backup to the file it is given. Returns a function that closes the socket and waits for a backup in
 * progress. Without such sockets (Windows, a path of more than about 100 characters), it logs a warning and opens none.
 */
export async function listenForBackups(dataDir: string, take: (file: string) => Promise<unknown>, log: Log): Promise<() => Promise<void>> {
  const spool = join(dataDir, 'backup.unfinished')
  let last = Promise.resolve()
  const answer = async (socket: Socket) => {
    try {
      // through a file: a slow or stopped reader must not keep the database waiting
      await take(spool)
      socket.setTimeout(PATIENCE_MS, () => socket.destroy())
      await pipeline(createReadStream(spool), socket)
    } catch (error) {
      log.error({ err: error }, 'a requested backup could not be delivered')
      socket.destroy()
    } finally {
      rmSync(spool, { force: true })
    }
  }
  const server = createServer((socket) => {
    socket.on('error', () => {})
    last = last.then(() => answer(socket))
  })
  // only we use the folder: such a file was left behind by a killed process
  for (const left of [socketOf(dataDir), spool]) rmSync(left, { force: true })
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      // the socket belongs to its owner only from the start: `listen` creates it before it returns
      const usual = process.umask(0o177)
      try {
        server.listen(socketOf(dataDir), resolve)
      } finally {
        process.umask(usual)
      }
    })
  } catch (error) {
    log.warn({ err: error }, 'backups are not possible while the server runs: stop it first')
    return async () => {}
  }
  return async () => {
    server.close()
    await last
  }
}

/** Writes to `file` the backup that the process on the folder sends. Throws `BackupRefused` if none answers. */
export async function askForBackup(dataDir: string, file: string): Promise<void> {
  const socket = connect(socketOf(dataDir))
  try {
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  } catch (error) {
    throw new BackupRefused(
      `The data folder ${dataDir} is in use by a process that makes no backups: it is starting, or it was started by another user. Try again in a moment, or stop it.`,
      { cause: error },
    )
  }
  try {
    await pipeline(socket, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))
  } catch (error) {
    throw new BackupRefused(`The backup could not be read from the running Red Carpet (${(error as Error).message}).`, {
      cause: error,
    })
  }
  if (statSync(file).size === 0) throw new BackupRefused('The running Red Carpet could not make the backup; its log says why.')
}
