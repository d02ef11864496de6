import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/servers/free-port.ts'
import { type Child, startChild } from '../fan-out/processes.ts'
import type { WebAnswers } from './server-child.ts'

/** A running product with its built web app, on a separate database. */
export interface ServedProduct {
  address: string
  ask: Child<WebAnswers>['ask']
  stop(): Promise<void>
}

const OWN = join(import.meta.dirname, '../..')

/** Starts the product of a worktree in demo mode, as one process; there must be a build in its `dist`. */
export async function serveProduct(root = OWN): Promise<ServedProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), 'red-carpet-web-'))
  const port = await freePort()
  // Demo mode, whatever the environment says: an empty setting counts as unset.
  const blank = { DATABASE_URL: '', REDIS_URL: '', DEMO: '', MSG91_AUTH_KEY: '', NODE_ENV: '' }
  const child = startChild<WebAnswers>(join(root, 'bench/web-speed/server-child.ts'), {
    ...blank,
    WEB_DATA: dataDir,
    WEB_PORT: String(port),
  })
  await child.ask('ready')
  return {
    address: `http://127.0.0.1:${port}`,
    ask: child.ask,
    async stop() {
      await child.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const NOTHING =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Nothing</title><link rel="icon" href="data:,"></head><body><h1>Nothing</h1></body></html>'

/** The peer: one line of text. It shows what the network and the browser cost alone. */
export async function serveNothing(): Promise<{ address: string; stop(): void }> {
  const port = await freePort()
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(NOTHING)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { address: `http://127.0.0.1:${port}`, stop: () => void server.close() }
}
