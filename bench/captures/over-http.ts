import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { percentile } from '#bench/kit/percentile.ts'
import { confirmPayment } from '#contract/payments/calls.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { addressOf } from '#tests/support/calls/client.ts'
import { addOwing, addShops, paymentId, secretOf } from './owing.ts'

/** Requests a second over HTTP, and their p99 in ms. */
export interface HttpFigures {
  perSecond: number
  p99: number
}

/** Kept connections, each with one request at a time. */
const CONNECTIONS = 200

/**
 * Measures captures through the whole stack of a separate server process in demo mode, on `url` or on a data folder, compared with its
 * `/health`, which does nothing. The two take turns, with `each` requests a round. The requests come from this process: on a small machine
 * both share the cores.
 */
export async function overHttp(
  place: { url: string } | { dataDir: string },
  { rounds, each, shops, port }: { rounds: number; each: number; shops: number; port: number },
): Promise<{ captures: HttpFigures[]; nothing: HttpFigures[] }> {
  const database = await openDatabase(place)
  await migrate(database)
  await addShops(database.db, shops)
  await addOwing(database.db, { from: 0, many: each * (rounds + 1), shops })
  await database.close()
  const server = await startServer(place, port)
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const captures: HttpFigures[] = []
  const nothing: HttpFigures[] = []
  try {
    // the first round is only a warm-up
    for (let round = 0; round <= rounds; round += 1) {
      const from = round * each
      const paid = await load(each, (i) =>
        send(agent, port, 'POST', addressOf(confirmPayment, { id: paymentId(from + i) }), secretOf(from + i)),
      )
      const idle = await load(each, (i) => send(agent, port, 'GET', '/health', secretOf(from + i)))
      if (round === 0) continue
      captures.push(paid)
      nothing.push(idle)
    }
  } finally {
    agent.destroy()
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
  }
  return { captures, nothing }
}

async function load(many: number, press: (i: number) => Promise<void>): Promise<HttpFigures> {
  const took: number[] = []
  let next = 0
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
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
    p99: percentile(took, 0.99),
  }
}

let address = 0
/** Sends one request from a separate address, as phones do, since the limits are per address. */
function send(agent: Agent, port: number, method: string, path: string, secret: string): Promise<void> {
  address = (address + 1) % 60_000
  const headers = {
    cookie: `rc_shopper=${secret}`,
    'x-forwarded-for': `10.1.${address >> 8}.${address & 255}`,
    ...(method === 'POST' ? { 'content-type': 'application/json', 'content-length': '2' } : {}),
  }
  return new Promise((resolve, reject) => {
    const sent = request({ agent, port, host: '127.0.0.1', method, path, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(`${method} ${path} answered ${answer.statusCode}`))))
    })
    sent.on('error', reject)
    sent.end(method === 'POST' ? '{}' : undefined)
  })
}

async function startServer(place: { url: string } | { dataDir: string }, port: number): Promise<ChildProcess> {
  const where = 'url' in place ? { DATABASE_URL: place.url, DEMO: '1' } : { DATABASE_URL: '', DATA_DIR: place.dataDir }
  const env = {
    ...process.env,
    ...where,
    PORT: String(port),
    HOST: '127.0.0.1',
    REDIS_URL: '',
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'error',
  }
  const server = spawn(process.execPath, [join(import.meta.dirname, '../../scripts/run.js'), 'start'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (;;) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    if ((await fetch(`http://127.0.0.1:${port}/ready`).catch(() => null))?.ok) return server
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
