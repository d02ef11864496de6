import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Log } from '../kit/log.ts'
import { BackupRefused } from './refused.ts'

/**
 * The way to a backup of an embedded database that is in use: only the process that holds the folder can read it. It listens on a socket
 * in the folder, which the file system opens to the folder's owner alone, and answers whoever comes with a backup.
 */
const doorOf = (dataDir: string) => join(dataDir, 'backup.sock')

/** A reader that takes nothing for so long is gone, and the next one's turn. */
const PATIENCE_MS = 30_000

/**
 * Opens the door; `take` writes a backup to the file it is given. Resolves to the way to close it, which waits for the backup under way.
 * Where the system has no such sockets (Windows, a path of more than about 100 characters), a warning is logged and there is no door.
 */
export async function openDoor(dataDir: string, take: (file: string) => Promise<unknown>, log: Log): Promise<() => Promise<void>> {
  const spool = join(dataDir, 'backup.unfinished')
  let last = Promise.resolve()
  const answer = async (socket: Socket) => {
    try {
      // through a file: a reader that is slow, or stopped, must not keep the database
      await take(spool)
      socket.setTimeout(PATIENCE_MS, () => socket.destroy())
      await pipeline(createReadStream(spool), socket)
    } catch (error) {
      log.error({ err: error }, 'a backup was asked for and could not be handed over')
      socket.destroy()
    } finally {
      rmSync(spool, { force: true })
    }
  }
  const server = createServer((socket) => {
    socket.on('error', () => {})
    last = last.then(() => answer(socket))
  })
  // the folder is ours alone: what lies there was left behind by a kill
  for (const left of [doorOf(dataDir), spool]) rmSync(left, { force: true })
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      // from its first moment on the socket is its owner's alone; listen makes it before it returns
      const usual = process.umask(0o177)
      try {
        server.listen(doorOf(dataDir), resolve)
      } finally {
        process.umask(usual)
      }
    })
  } catch (error) {
    log.warn({ err: error }, 'no backup while this runs: stop it first')
    return async () => {}
  }
  return async () => {
    server.close()
    await last
  }
}

/** Has the process that runs on the folder write its backup to `file`. Throws `BackupRefused` where none answers. */
export async function askAtDoor(dataDir: string, file: string): Promise<void> {
  const socket = connect(doorOf(dataDir))
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
    throw new BackupRefused(`The backup could not be taken over from the running Red Carpet (${(error as Error).message}).`, {
      cause: error,
    })
  }
  if (statSync(file).size === 0) throw new BackupRefused('The running Red Carpet could not make the backup; its log says why.')
}
