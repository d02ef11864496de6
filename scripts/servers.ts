import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { installPackages } from './debian.ts'
import { inOneLine } from './outcome.ts'

/** The servers of other projects that a run of tests may need. What is missing on this machine is installed, which needs root and Debian. */

export type Server = 'postgres' | 'pooler' | 'redis'

/** Debian's folder of PostgreSQL versions, and its account: PostgreSQL and PgBouncer refuse to run as root. */
const POSTGRES = '/usr/lib/postgresql'
const POSTGRES_HOME = '/var/lib/postgresql'
const PGBOUNCER = '/usr/sbin/pgbouncer'

/**
 * Runs `run` while these servers are there, and returns what it returns. A PostgreSQL and its PgBouncer are started for this run alone, on
 * free ports and with throw-away data, and are in TEST_DATABASE_URL and TEST_POOLER_URL; one that is named there already is used as it is.
 * Tests start a Redis of their own, so that one is only installed. A server that cannot be started counts as one failed test.
 */
export async function withServers(servers: readonly Server[], run: () => Promise<boolean>): Promise<boolean> {
  try {
    if (servers.includes('redis')) has('redis-server', 'redis-server')
    if (servers.includes('postgres')) process.env.TEST_DATABASE_URL ??= await startPostgres()
    if (servers.includes('pooler')) process.env.TEST_POOLER_URL ??= await startPooler(process.env.TEST_DATABASE_URL ?? '')
  } catch (error) {
    console.log(inOneLine('failed', { file: null, test: 'starting the servers of the tests', message: String(error) }))
    console.log('\n0 passed, 1 failed')
    return false
  }
  return run()
}

/** A cluster that needs no password and may lose its data (no fsync). */
async function startPostgres(): Promise<string> {
  if (!existsSync(POSTGRES)) installPackages('postgresql')
  const newest = readdirSync(POSTGRES)
    .toSorted((a, b) => Number(a) - Number(b))
    .at(-1)
  const bin = join(POSTGRES, newest ?? '', 'bin')
  const { home, account } = folderOfItsAccount()
  const data = join(home, 'data')
  const tool = (name: string, ...args: string[]) =>
    execFileSync(join(bin, name), args, { ...account, cwd: home, stdio: ['ignore', 'ignore', 'inherit'] })
  tool('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync')
  const port = await freePort()
  const settings = `-p ${port} -h 127.0.0.1 -k ${home} -c fsync=off -c max_connections=200`
  tool('pg_ctl', '-D', data, '-l', join(home, 'log'), '-w', '-t', '60', '-o', settings, 'start')
  process.once('exit', () => {
    tool('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
    rmSync(home, { recursive: true, force: true })
  })
  return `postgres://postgres@127.0.0.1:${port}/postgres`
}

/** In transaction mode, as in production: each transaction gets any of its connections. */
async function startPooler(database: string): Promise<string> {
  if (!existsSync(PGBOUNCER)) installPackages('pgbouncer')
  const { home, account } = folderOfItsAccount()
  const port = await freePort()
  const { host } = new URL(database)
  const [name, databasePort] = host.split(':')
  writeFileSync(join(home, 'users'), '"postgres" ""\n')
  writeFileSync(
    join(home, 'ini'),
    `[databases]
* = host=${name} port=${databasePort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(home, 'users')}
pool_mode = transaction
default_pool_size = 16
max_client_conn = 1000
server_idle_timeout = 10
server_login_retry = 0.2
`,
  )
  const pooler = spawn(PGBOUNCER, ['-q', join(home, 'ini')], { ...account, stdio: ['ignore', 'ignore', 'inherit'] })
  process.once('exit', () => {
    pooler.kill('SIGKILL')
    rmSync(home, { recursive: true, force: true })
  })
  pooler.unref()
  await Promise.race([once(pooler, 'spawn'), once(pooler, 'error').then(([error]) => Promise.reject(error))])
  for (let tries = 0; !(await listens(port)); tries++) {
    if (tries === 100) throw new Error('PgBouncer does not listen')
    await pause(100)
  }
  return `postgres://postgres@127.0.0.1:${port}/postgres`
}

/** A folder for one server, and the account that owns it: if this process is root, that of the PostgreSQL package. */
function folderOfItsAccount(): { home: string; account: { uid?: number; gid?: number } } {
  // The folder for temporary files of this session may be closed to another account.
  const home = mkdtempSync('/tmp/red-carpet-server-')
  if (process.getuid?.() !== 0) return { home, account: {} }
  const { uid, gid } = statSync(POSTGRES_HOME)
  chownSync(home, uid, gid)
  return { home, account: { uid, gid } }
}

function has(program: string, ofPackage: string): void {
  const folders = (process.env.PATH ?? '').split(delimiter)
  if (!folders.some((folder) => existsSync(join(folder, program)))) installPackages(ofPackage)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  server.close()
  await once(server, 'close')
  if (bound === null || typeof bound === 'string') throw new Error('no free port')
  return bound.port
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
