import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { eventually } from '#tests/support/server/app.ts'
import { freePort } from '#tests/support/server/free-port.ts'

/** The places at which it may be installed. Debian's is not on the path of an ordinary account. */
const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer'].find((path) => existsSync(path))

/** Whether PgBouncer is installed on this machine. */
export const hasPooler = PROGRAM !== undefined

/** A PgBouncer in transaction mode in front of a PostgreSQL server. */
export interface Pooler {
  /** Returns the address of a database through the pooler; takes the database's own address. */
  to(url: string): string
  start(): Promise<void>
  /** Ends it at once, with every connection through it. */
  kill(): Promise<void>
  cleanUp(): Promise<void>
}

/** Makes a pooler in front of the server at this address, with `connections` connections to each database. It is not started yet. */
export async function testPooler(server: string, { connections = 4, more = '' } = {}): Promise<Pooler> {
  const home = mkdtempSync(join(tmpdir(), 'red-carpet-pooler-'))
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
max_client_conn = 500
query_wait_timeout = 5
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
      running = spawn(PROGRAM ?? '', ['-q', join(home, 'ini')], { stdio: 'ignore', ...accountFor(home) })
      ended = once(running, 'exit')
      await eventually(async () => {
        const client = new pg.Client({ connectionString: to(server) })
        await client.connect().catch(() => {})
        const answers = await client.query('select 1').then(
          () => true as const,
          () => undefined,
        )
        await client.end().catch(() => {})
        return answers
      })
    },
    kill,
    async cleanUp() {
      await kill()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** PgBouncer refuses to run as root. If this process is root, the pooler runs as the account of the PostgreSQL package. */
function accountFor(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const { uid, gid } = statSync('/var/lib/postgresql')
  chownSync(folder, uid, gid)
  return { uid, gid }
}
