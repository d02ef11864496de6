import { execFile } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '#tests/support/server/free-port.ts'

/** A PostgreSQL server for one test, which can crash and come back. */
export interface Cluster {
  url: string
  start(): Promise<void>
  /** Ends it as a crash would (`pg_ctl -m immediate`): no buffers are written back, every connection is cut. */
  crash(): Promise<void>
  /** Ends it and leaves nothing behind. */
  cleanUp(): Promise<void>
}

const run = promisify(execFile)

/** Makes a cluster with the newest PostgreSQL on this machine; it writes to disk as safely as a real one. It is not started yet. */
export async function testCluster(): Promise<Cluster> {
  const bin = newestPostgres()
  const home = mkdtempSync(join(tmpdir(), 'red-carpet-cluster-'))
  const data = join(home, 'data')
  mkdirSync(data)
  const account = accountOf(home, data)
  const tool = (name: string, ...args: string[]) => run(join(bin, name), args, { ...account, cwd: home })
  await tool('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync')
  const port = await freePort()
  const crash = async () => {
    await tool('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async start() {
      const settings = `-p ${port} -h 127.0.0.1 -k ${home} -c max_connections=100`
      await tool('pg_ctl', '-D', data, '-l', join(home, 'log'), '-w', '-t', '60', '-o', settings, 'start')
    },
    crash,
    async cleanUp() {
      await crash().catch(() => undefined)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Returns the folder in which Debian keeps the programs of a PostgreSQL server. */
function newestPostgres(): string {
  const home = '/usr/lib/postgresql'
  const versions = readdirSync(home).sort((a, b) => Number(a) - Number(b))
  return join(home, versions.at(-1) ?? '', 'bin')
}

/** PostgreSQL refuses to run as root. If this process is root, the server runs as its package's account, which then owns the folders. */
function accountOf(...folders: string[]): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const { uid, gid } = statSync('/var/lib/postgresql')
  for (const folder of folders) chownSync(folder, uid, gid)
  return { uid, gid }
}
