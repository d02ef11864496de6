import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Where the server of this run listens and the settings it starts with: a free port, a data folder of its own, demo mode
 * whatever the surroundings say. Playwright reads its configuration in every process, so the choice is handed on in the environment.
 */
export async function browserServer(): Promise<{ address: string; env: Record<string, string> }> {
  process.env.E2E_PORT ??= String(await freePort())
  // Only named: the server makes it. Tools that merely read the configuration leave nothing behind.
  process.env.E2E_DATA_DIR ??= join(tmpdir(), `red-carpet-e2e-${process.pid}-${process.env.E2E_PORT}`)
  const address = `http://127.0.0.1:${process.env.E2E_PORT}`
  const env = {
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: process.env.E2E_PORT,
    PUBLIC_URL: address,
    DATA_DIR: process.env.E2E_DATA_DIR,
    // Empty counts as unset.
    DATABASE_URL: '',
    REDIS_URL: '',
    DEMO: '',
    SECRET_KEY: '',
  }
  return { address, env }
}

/** A port of this machine that nobody listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no free port'))))
    })
  })
}
