import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#scripts/servers/free-port.ts'
import { databaseSettings } from '#tests/support/server/test-server.ts'

/** A period in which the server's event loop was blocked. */
export interface Turn {
  /** When it ended, in epoch ms. */
  at: number
  /** Wall-clock time in ms, which also counts other work of the machine. */
  ms: number
  /** CPU time of the main thread in the same period, in ms. */
  workMs: number
}

export interface FuzzedServer {
  address: string
  /** Returns the long turns since the last call. */
  longTurns(): Promise<Turn[]>
  /** Returns the lines it has written after its greeting. The log level is `error`, so each line is an error. */
  complaints(): string[]
  /** Returns its exit code. */
  stop(): Promise<number | null>
}

/**
 * Starts the product in demo mode; it trusts the balancer in front of it. The database is the PostgreSQL at `databaseUrl`, an embedded one
 * in memory from the file `dump`, or else a new data folder.
 */
export async function startFuzzedServer({ databaseUrl = '', dump = '' } = {}): Promise<FuzzedServer> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const dataDir = mkdtempSync(join(tmpdir(), 'red-carpet-fuzz-'))
  const { NODE_ENV: _mode, NODE_OPTIONS: _options, ...surroundings } = process.env
  const env = {
    ...surroundings,
    ...{ PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: address, DATA_DIR: dataDir, SECRET_KEY: '', LOG_LEVEL: 'error', REDIS_URL: '' },
    ...databaseSettings(databaseUrl),
    TRUST_PROXY: 'loopback',
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
