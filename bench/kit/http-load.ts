import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { percentile } from './percentile.ts'

/** Requests a second, and how long they took in ms. */
export interface HttpFigures {
  perSecond: number
  p50: number
  p95: number
  p99: number
}

/** A server in a process of its own, in demo mode. */
export interface LoadedServer {
  pid: number
  /**
   * Sends a request from a separate address, as phones do, since the limits are per address. Returns the text of the answer. Rejects if it is
   * not 200 or 201.
   */
  send(method: 'GET' | 'POST', path: string, secret: string, body?: unknown): Promise<string>
  /** Posts bytes with these headers, as vendors do. Rejects if the answer is not 200 or 201. */
  post(path: string, raw: Uint8Array, headers: Readonly<Record<string, string>>): Promise<string>
  stop(): Promise<void>
}

/** Each of the `connections` callers makes one request at a time. */
export async function load(many: number, connections: number, press: (i: number) => Promise<unknown>): Promise<HttpFigures> {
  const took: number[] = []
  let next = 0
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (next < many) {
        const i = next
        next += 1
        const asked = performance.now()
        await press(i)
        took.push(performance.now() - asked)
      }
    }),
  )
  return {
    perSecond: (many / (performance.now() - begun)) * 1000,
    p50: percentile(took, 0.5),
    p95: percentile(took, 0.95),
    p99: percentile(took, 0.99),
  }
}

/** Starts the product on `place`, as `npm start` does, and keeps up to `connections` connections to it. */
export async function serveForLoad(
  place: { url: string } | { dataDir: string },
  { port, connections, env = {} }: { port: number; connections: number; env?: Readonly<Record<string, string>> },
): Promise<LoadedServer> {
  const server = await startServer(place, port, env)
  // Without `maxFreeSockets` it keeps 256. A server accepts one new connection in each turn of its event loop (libuv since 1.45): in a rush
  // that takes seconds.
  const agent = new Agent({ keepAlive: true, maxSockets: connections, maxFreeSockets: connections })
  let address = 0
  const ask = (method: 'GET' | 'POST', path: string, headers: Readonly<Record<string, string>>, body?: string | Uint8Array) =>
    new Promise<string>((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      const sent = request({ agent, port, host: '127.0.0.1', method, path, headers: { ...headers, ...length } }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part) => {
          text += part
        })
        const isFine = answer.statusCode === 200 || answer.statusCode === 201
        answer.on('end', () => (isFine ? resolve(text) : reject(new Error(`${method} ${path} answered ${answer.statusCode} ${text}`))))
      })
      sent.on('error', reject)
      sent.end(body)
    })
  return {
    pid: server.pid ?? 0,
    send(method, path, secret, body = {}) {
      address = (address + 1) % 60_000
      const headers = { cookie: `rc_shopper=${secret}`, 'x-forwarded-for': `10.1.${address >> 8}.${address & 255}` }
      return ask(method, path, headers, method === 'POST' ? JSON.stringify(body) : undefined)
    },
    post: (path, raw, headers) => ask('POST', path, headers, raw),
    async stop() {
      agent.destroy()
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
    },
  }
}

async function startServer(
  place: { url: string } | { dataDir: string },
  port: number,
  more: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const where = 'url' in place ? { DATABASE_URL: place.url, DEMO: '1' } : { DATABASE_URL: '', DATA_DIR: place.dataDir }
  const env = {
    ...process.env,
    ...where,
    PORT: String(port),
    HOST: '127.0.0.1',
    REDIS_URL: '',
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'error',
    ...more,
  }
  const server = spawn(process.execPath, ['--max-semi-space-size=8', 'server/main.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  for (;;) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    if ((await fetch(`http://127.0.0.1:${port}/ready`).catch(() => null))?.ok) return server
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
