import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { ownFolder } from './own-folder.ts'

/** Debian's place is not on the path of an ordinary account. */
const program = () => ['/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer'].find((path) => existsSync(path))

export const hasPooler = (): boolean => program() !== undefined

/** A start looks at most this many times whether the pooler answers, every 0.1 s. */
const LOOKS = 300

/** A PgBouncer in transaction mode. */
export interface Pooler {
  /** Takes a database's own address; returns its address through the pooler. */
  to(url: string): string
  start(): Promise<void>
  /** Ends it at once, with every connection through it. */
  kill(): Promise<void>
  cleanUp(): Promise<void>
}

/** The pooler keeps `connections` connections to each database of this server; `more` are lines of its settings. It is not started yet. */
export async function makePooler(server: string, { connections = 4, more = '' } = {}): Promise<Pooler> {
  const { home, account } = ownFolder()
  const port = await freePort()
  const { hostname, port: far, username } = new URL(server)
  writeFileSync(join(home, 'users'), `"${username}" ""\n`)
  writeFileSync(
    join(home, 'ini'),
    `[databases]
* = host=${hostname} port=${far}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(home, 'users')}
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 1000
server_login_retry = 0.2
${more}
`,
  )
  let ended: Promise<unknown> = Promise.resolve()
  let running: ReturnType<typeof spawn> | null = null
  const kill = async () => {
    running?.kill('SIGKILL')
    running = null
    await ended
  }
  const to = (url: string) => {
    const through = new URL(url)
    through.host = `127.0.0.1:${port}`
    return through.href
  }
  return {
    to,
    async start() {
      running = spawn(program() ?? 'pgbouncer', ['-q', join(home, 'ini')], { ...account, stdio: ['ignore', 'ignore', 'inherit'] })
      ended = once(running, 'exit')
      await Promise.race([once(running, 'spawn'), once(running, 'error').then(([error]) => Promise.reject(error))])
      for (let looks = 0; !(await answers(to(server))); looks += 1) {
        if (looks === LOOKS) throw new Error('PgBouncer does not answer')
        await pause(100)
      }
    },
    kill,
    async cleanUp() {
      await kill()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
