import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, openDatabase } from '../../server/db/open.ts'

const server = process.env.BENCH_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** The product in a process of its own, in demo mode, on data of its own. */
export interface Product {
  address: string
  start(): Promise<void>
  stop(): Promise<void>
  /** Opens its database while the product does not run: the embedded one has a single owner. */
  look<T>(read: (database: Database) => Promise<T>): Promise<T>
  /** Stops it and leaves nothing behind. */
  cleanUp(): Promise<void>
}

/** Makes room for a product on this engine and this port. */
export async function productOn(engine: 'postgres' | 'embedded', port: number): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'red-carpet-growth-'))
  const name = `rc_bench_${randomBytes(4).toString('hex')}`
  const url = new URL(server)
  url.pathname = `/${name}`
  if (engine === 'postgres') await onServer(`create database ${name}`)
  const place = engine === 'postgres' ? { url: url.href } : { dataDir }
  const env = {
    ...process.env,
    // Demo mode whatever the surroundings say: a blank setting counts as absent.
    ...{ NODE_ENV: '', PUBLIC_URL: '', REDIS_URL: '', MSG91_AUTH_KEY: '', SECRET_KEY: '', LOG_LEVEL: 'error' },
    ...{ HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir },
    ...(engine === 'postgres' ? { DATABASE_URL: url.href, DEMO: '1' } : { DATABASE_URL: '', DEMO: '' }),
  }
  const address = `http://127.0.0.1:${port}`
  let child: ChildProcess | null = null
  const stop = async () => {
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  return {
    address,
    stop,
    async start() {
      // Pages are rendered without a web: their data is what grows.
      const running = fork(join(import.meta.dirname, '../../tests/support/product-child.ts'), {
        env,
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      child = running
      while (!(await isReady(address))) {
        if (running.exitCode !== null) throw new Error(`the product ended with ${running.exitCode} instead of starting`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    async look(read) {
      const database = await openDatabase(place)
      return read(database).finally(() => database.close())
    },
    async cleanUp() {
      await stop()
      if (engine === 'postgres') await onServer(`drop database ${name} with (force)`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const isReady = (address: string): Promise<boolean> =>
  fetch(`${address}/ready`).then(
    (answer) => answer.ok,
    () => false,
  )

async function onServer(statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(statement).finally(() => admin.end())
}
