import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../support/browser-server.ts'

/** A stretch in which the event loop of the server did not come round. */
export interface Turn {
  /** When it ended, epoch milliseconds. */
  at: number
  /** By the clock, whatever else the machine did. */
  ms: number
  /** What the main thread itself worked meanwhile. */
  workMs: number
}

/** The product in a process of its own, to be fuzzed. */
export interface FuzzedServer {
  address: string
  /** The long turns of its event loop since it was last asked. */
  longTurns(): Promise<Turn[]>
  /** What it has written beside its greeting: at log level `error`, so each line is something that went wrong. */
  complaints(): string[]
  /** Stops it gently; answers its exit code. */
  stop(): Promise<number | null>
}

/**
 * Starts the product in demo mode behind a balancer that is believed: on the PostgreSQL at `databaseUrl`, on an embedded database in
 * memory from the file `dump`, or else on a data folder of its own.
 */
export async function startFuzzedServer({ databaseUrl = '', dump = '' } = {}): Promise<FuzzedServer> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const dataDir = mkdtempSync(join(tmpdir(), 'red-carpet-fuzz-'))
  const { NODE_ENV: _mode, NODE_OPTIONS: _options, ...surroundings } = process.env
  const env = {
    ...surroundings,
    ...{ PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: address, DATA_DIR: dataDir, SECRET_KEY: '', LOG_LEVEL: 'error', REDIS_URL: '' },
    ...{ DATABASE_URL: databaseUrl, DEMO: databaseUrl === '' ? '' : '1', TRUST_PROXY: 'loopback' },
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'server-child.ts'), dump], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => {
      written += part
    })
  const ended = once(child, 'exit')
  const failed = ended.then(([code]) => {
    throw new Error(`the server ended with ${code} instead of starting\n${written}`)
  })
  await Promise.race([once(child, 'message'), failed])
  failed.catch(() => undefined)
  const greeting = written.length
  return {
    address,
    async longTurns() {
      child.send('turns')
      const [turns] = (await once(child, 'message')) as [Turn[]]
      return turns
    },
    complaints: () => written.slice(greeting).split('\n').filter(Boolean),
    async stop() {
      if (child.exitCode === null) child.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
      return child.exitCode
    },
  }
}
