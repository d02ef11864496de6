import { execFile } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'
import { ownFolder } from './own-folder.ts'

/** A PostgreSQL server of its own, which can crash and come back. */
export interface Cluster {
  url: string
  start(): Promise<void>
  /** Ends it as a crash would (`pg_ctl -m immediate`): no buffers are written back, every connection is cut. */
  crash(): Promise<void>
  cleanUp(): Promise<void>
}

/** Debian keeps its versions of PostgreSQL here. */
const VERSIONS = '/usr/lib/postgresql'

export const hasPostgres = (): boolean => existsSync(VERSIONS)

const run = promisify(execFile)

/**
 * Makes a cluster with the newest PostgreSQL on this machine, but does not start it. It needs no password. It writes to disk as safely as
 * a real one unless `settings` (`-c fsync=off`) say otherwise.
 */
export async function makeCluster({ settings = '' } = {}): Promise<Cluster> {
  const versions = readdirSync(VERSIONS).sort((a, b) => Number(a) - Number(b))
  const bin = join(VERSIONS, versions.at(-1) ?? '', 'bin')
  const { home, account } = ownFolder()
  const data = join(home, 'data')
  const tool = (name: string, ...args: string[]) => run(join(bin, name), args, { ...account, cwd: home })
  await tool('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync')
  const port = await freePort()
  const crash = async () => {
    await tool('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async start() {
      const all = `-p ${port} -h 127.0.0.1 -k ${home} -c max_connections=200 ${settings}`
      await tool('pg_ctl', '-D', data, '-l', join(home, 'log'), '-w', '-t', '60', '-o', all, 'start')
    },
    crash,
    async cleanUp() {
      await crash().catch(() => undefined)
      rmSync(home, { recursive: true, force: true })
    },
  }
}
