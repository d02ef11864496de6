import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../../server/db/open.ts'
import { eventually } from './app.ts'
import { freePort } from './browser-server.ts'
import { testDatabase } from './database.ts'
import type { FailPoint } from './fail-points.ts'

/** The product in a process of its own, on the engine under test, that a test may kill and start again on the same data. */
export interface Product {
  address: string
  /** The settings it starts with, for commands that are run beside it. */
  env: NodeJS.ProcessEnv
  /** Starts it and waits until it is ready; as a node that stands by, its relay stays silent. */
  start(as?: 'stand-by' | 'to fail'): Promise<void>
  /** Makes it (started `to fail`) die at this point of its next capture; resolves when it has, with the signal that ended it. */
  failAt(point: FailPoint): Promise<NodeJS.Signals | null>
  /** Kills it at once, as the kernel would (SIGKILL): no handler runs, nothing is finished. */
  kill(): Promise<void>
  /** Lets it hang in the middle of whatever it does (SIGSTOP), its connections open, until it is thawed. */
  freeze(): void
  thaw(): void
  /** Stops it gently (SIGTERM); answers its exit code. */
  stop(): Promise<number | null>
  /** Whether it runs: it has been started, and has not ended by itself or otherwise. */
  alive(): boolean
  /** Reads the database; while the process is down, since the embedded one has a single owner. */
  look<T>(read: (database: Database) => Promise<T>): Promise<T>
  /** Runs one of our commands on the same data, in a process of its own; answers its exit code and what it printed. */
  command(script: string, ...args: string[]): Promise<{ code: number | null; output: string }>
  /** Kills it and leaves nothing behind. */
  cleanUp(): Promise<void>
}

/**
 * Makes room for a product of its own: a port, and a data folder or a database, or a place beside others on the database at `databaseUrl`.
 * It is not started yet. `engine` is the one under test where it is not said; the embedded one is there on every run.
 */
export async function killableProduct({
  engine = inject('engine'),
  databaseUrl,
  env: settings = {},
}: {
  engine?: Database['engine']
  databaseUrl?: string
  env?: Record<string, string>
} = {}): Promise<Product> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const dataDir = mkdtempSync(join(tmpdir(), 'red-carpet-product-'))
  const server = engine === 'postgres' && databaseUrl === undefined ? await testDatabase() : null
  const url = databaseUrl ?? server?.url ?? undefined
  const { NODE_ENV: _mode, NODE_OPTIONS: _options, ...surroundings } = process.env
  const env = {
    ...surroundings,
    ...{ PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: address, DATA_DIR: dataDir, SECRET_KEY: '', LOG_LEVEL: 'error', REDIS_URL: '' },
    ...(url ? { DATABASE_URL: url, DEMO: '1' } : { DATABASE_URL: '', DEMO: '' }),
    ...settings,
  }
  let child: ChildProcess | null = null

  /** Ends the running process; answers its exit code, null after a kill. */
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> => {
    const running = child
    child = null
    if (!running || running.exitCode !== null) return running?.exitCode ?? null
    const ended = once(running, 'exit')
    running.kill(signal)
    await ended
    return running.exitCode
  }

  return {
    address,
    env,
    async start(as) {
      const running = spawn(process.execPath, [join(import.meta.dirname, 'product-child.ts'), ...(as ? [as] : [])], {
        env,
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      child = running
      await eventually(async () => {
        if (running.exitCode !== null) throw new Error(`the product ended with ${running.exitCode} instead of starting`)
        const answer = await fetch(`${address}/ready`).catch(() => null)
        return answer?.ok === true ? true : undefined
      }, 60_000)
    },
    async failAt(point) {
      const running = child
      if (!running) throw new Error('the product does not run')
      const ended = once(running, 'exit')
      running.send({ failAt: point })
      await ended
      if (child === running) child = null
      return running.signalCode
    },
    kill: async () => {
      await end('SIGKILL')
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    stop: () => end('SIGTERM'),
    alive: () => child !== null && child.exitCode === null && child.signalCode === null,
    async look(read) {
      if (server) return read(server.database)
      const database = await openDatabase(url === undefined ? { dataDir } : { url })
      return read(database).finally(() => database.close())
    },
    async command(script, ...args) {
      const running = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
      let output = ''
      for (const stream of [running.stdout, running.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
      await once(running, 'close')
      return { code: running.exitCode, output }
    },
    async cleanUp() {
      await end('SIGKILL')
      await server?.cleanUp()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
