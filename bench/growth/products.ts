import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freshPlace } from '#bench/kit/place.ts'
import { type Database, openDatabase } from '#server/db/open.ts'

/** The product in a separate process, in demo mode, on separate data. */
export interface Product {
  address: string
  /** Its process. It must be started. */
  pid(): number
  start(): Promise<void>
  stop(): Promise<void>
  /** Opens its database. The product must not run: the embedded database has a single owner. */
  look<T>(read: (database: Database) => Promise<T>): Promise<T>
  cleanUp(): Promise<void>
}

/** Prepares a product on this engine and this port, but does not start it. `wayTo` may lead to its PostgreSQL by another address. */
export async function productOn(
  engine: 'postgres' | 'embedded',
  port: number,
  wayTo: (url: string) => Promise<string> = async (url) => url,
): Promise<Product> {
  const place = await freshPlace(engine === 'postgres' ? 'PostgreSQL' : 'embedded')
  const env = {
    ...process.env,
    // Demo mode, whatever the environment says: an empty setting counts as unset.
    ...{
      NODE_ENV: '',
      PUBLIC_URL: '',
      REDIS_URL: '',
      MSG91_AUTH_KEY: '',
      LOG_LEVEL: 'error',
      SECRET_KEY: 'a key for benchmarks, not for anybody else',
    },
    // As `npm start` does.
    MALLOC_MMAP_THRESHOLD_: '1048576',
    ...{ HOST: '127.0.0.1', PORT: String(port) },
    ...('url' in place ? { DATABASE_URL: await wayTo(place.url), DEMO: '1' } : { DATABASE_URL: '', DATA_DIR: place.dataDir, DEMO: '' }),
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
    pid: () => child?.pid ?? 0,
    async start() {
      // The pages are bare, without the web app: only their data grows.
      const running = fork(join(import.meta.dirname, '../../tests/support/server/product-child.ts'), {
        env,
        // As the product is started.
        execArgv: ['--max-semi-space-size=8'],
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
      await place.cleanUp()
    },
  }
}

const isReady = (address: string): Promise<boolean> =>
  fetch(`${address}/ready`).then(
    (answer) => answer.ok,
    () => false,
  )
