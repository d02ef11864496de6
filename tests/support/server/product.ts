import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, inject } from 'vitest'
import { freePort } from '#scripts/servers/free-port.ts'
import { type Database, openDatabase } from '#server/db/open.ts'
import { eventually } from '#tests/support/server/app.ts'
import { testDatabase } from '#tests/support/server/database.ts'
import type { FailPoint, Work } from '#tests/support/server/fail-points.ts'
import { databaseSettings } from '#tests/support/server/test-server.ts'

/** The product in a separate process on the engine under test. A test can kill it and start it again on the same data. */
export interface Product {
  address: string
  /** The settings it starts with, for commands that run at the same time. */
  env: NodeJS.ProcessEnv
  /** Resolves when it is ready. With `stand-by`, its relay stays silent; with `--fresh`, its database is empty. */
  start(as?: 'stand-by' | 'to fail' | 'by hand' | '--fresh'): Promise<void>
  /** Lets it (started `by hand`) do all background work that is due; also resolves if that kills it. */
  tick(): Promise<void>
  /** Kills it (started `to fail` or `by hand`) at this point of its next such work; resolves with the signal that ended it. */
  failAt(point: FailPoint, work: Work): Promise<NodeJS.Signals | null>
  /** Kills it at once (SIGKILL): no handler runs, no work is finished. */
  kill(): Promise<void>
  /** SIGSTOP: it stops in the middle of its work with its connections open, until `thaw` lets it go on. */
  freeze(): void
  thaw(): void
  /** Stops it gently (SIGTERM); returns its exit code. */
  stop(): Promise<number | null>
  /** True if it has been started and has not ended. */
  alive(): boolean
  /** Reads the database. On the embedded engine the process must be down, since a data folder has a single owner. */
  look<T>(read: (database: Database) => Promise<T>): Promise<T>
  /** Runs one of our commands on the same data, in a separate process; returns its exit code and output. */
  command(script: string, ...args: string[]): Promise<{ code: number | null; output: string }>
  /** As `command`, with other settings. */
  commandWith(env: NodeJS.ProcessEnv, script: string, ...args: string[]): Promise<{ code: number | null; output: string }>
  /** Kills it and leaves nothing behind. */
  cleanUp(): Promise<void>
}

/** The products and folders are gone after the last test of the file. */
export function productsOfFile(): { product: typeof killableProduct; folder: () => string } {
  const products: Product[] = []
  const folders: string[] = []
  afterAll(async () => {
    await Promise.all(products.map((product) => product.cleanUp()))
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }, 120_000)
  return {
    async product(settings) {
      const made = await killableProduct(settings)
      products.push(made)
      return made
    },
    folder() {
      const made = mkdtempSync(join(tmpdir(), 'red-carpet-folder-'))
      folders.push(made)
      return made
    },
  }
}

/**
 * A product with a port, and a data folder or a database, that is not started yet. With `databaseUrl` it is one more node on that database.
 * `engine` defaults to the engine under test; the embedded one is available on every run. Its data folder has a migrated and empty
 * database, as on PostgreSQL; with `bare` it has none.
 */
export async function killableProduct({
  engine = inject('engine'),
  databaseUrl,
  bare = false,
  env: settings = {},
}: {
  engine?: Database['engine']
  databaseUrl?: string
  bare?: boolean
  env?: Record<string, string>
} = {}): Promise<Product> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const dataDir = mkdtempSync(join(tmpdir(), 'red-carpet-product-'))
  const server = engine === 'postgres' && databaseUrl === undefined ? await testDatabase() : null
  const url = databaseUrl ?? server?.url ?? undefined
  // A copy takes a tenth of a second; making the cluster and running the migrations takes four.
  if (url === undefined && !bare && inject('dataFolder') !== '') cpSync(inject('dataFolder'), dataDir, { recursive: true })
  const { NODE_ENV: _mode, NODE_OPTIONS: _options, ...surroundings } = process.env
  const env = {
    ...surroundings,
    ...{ PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: address, DATA_DIR: dataDir, SECRET_KEY: '', LOG_LEVEL: 'error', REDIS_URL: '' },
    ...databaseSettings(url ?? ''),
    // A process reuses the code that an earlier one has compiled, which saves a third of the start time.
    NODE_COMPILE_CACHE: join(tmpdir(), 'red-carpet-compiled'),
    ...settings,
  }
  let child: ChildProcess | null = null

  /** Returns the exit code, or null after a kill. */
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
      })
    },
    async tick() {
      const running = child
      if (!running) throw new Error('the product does not run')
      const ended = new AbortController()
      running.send('tick')
      await Promise.race(['message', 'exit'].map((event) => once(running, event, { signal: ended.signal })))
      ended.abort()
    },
    async failAt(point, work) {
      const running = child
      if (!running) throw new Error('the product does not run')
      const ended = once(running, 'exit')
      running.send({ failAt: { point, work } })
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
    command: (script, ...args) => runCommand(env, script, args),
    commandWith: (otherEnv, script, ...args) => runCommand(otherEnv, script, args),
    async cleanUp() {
      await end('SIGKILL')
      await server?.cleanUp()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function runCommand(env: NodeJS.ProcessEnv, script: string, args: readonly string[]) {
  const running = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [running.stdout, running.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  await once(running, 'close')
  return { code: running.exitCode, output }
}
