import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openLog } from '#server/kit/log.ts'
import { askForBackup, listenForBackups } from './backup-socket.ts'

const folder = mkdtempSync(join(tmpdir(), 'red-carpet-backup-'))
const socket = join(folder, 'backup.sock')
const taken = join(folder, 'taken')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const written = randomBytes(3_000_000)
const take = async (file: string) => writeFileSync(file, written)
const silent = openLog('silent')

test('each process that may open the socket gets a backup, one after the other, and no file is left behind', async () => {
  // the socket that a killed process left behind
  const killed = createServer().listen(socket)
  await new Promise((resolve) => killed.on('listening', resolve))
  writeFileSync(join(folder, 'backup.unfinished'), 'half')
  const close = await listenForBackups(folder, take, silent)
  expect(statSync(socket).mode & 0o777, 'only the folder’s owner').toBe(0o600)
  await Promise.all([1, 2, 3].map((n) => askForBackup(folder, `${taken}${n}`)))
  for (const n of [1, 2, 3]) expect(sum(readFileSync(`${taken}${n}`))).toBe(sum(written))
  expect(statSync(`${taken}1`).mode & 0o777).toBe(0o600)
  await close()
  killed.close()
  expect(readdirSync(folder).sort()).toEqual(['taken1', 'taken2', 'taken3'])
})

test('the caller gets an error if no process answers or if the backup fails there', async () => {
  await expect(askForBackup(folder, taken)).rejects.toThrow('in use by a process that makes no backups')
  const fails = () => Promise.reject(new Error('the disk is full'))
  const close = await listenForBackups(folder, fails, silent)
  await expect(askForBackup(folder, taken)).rejects.toThrow(/running Red Carpet/)
  await close()
})

test('with a path that is too long for a socket, the server runs without the socket', async () => {
  const close = await listenForBackups(join(folder, 'x'.repeat(120)), take, silent)
  await close()
})
