import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { io } from 'socket.io-client'
import { listMalls } from '#contract/office/form-calls.ts'
import { makeCluster } from '#scripts/servers/cluster.ts'
import { freePort } from '#scripts/servers/free-port.ts'
import { machine } from './kit/machine.ts'
import { middle } from './kit/middle.ts'

/**
 * Measures how long screens wait when a node or the database fails: two nodes on a separate PostgreSQL, with a screen at each. The worst of
 * all runs counts; exit code 1 if a limit is exceeded. `node_modules/.bin/node bench/hand-over.ts`
 */

const RUNS = 5
const shop = 'royal-sarees'
/** An event that does not come within this time, in ms, has failed. */
const PATIENCE_MS = 60_000

interface Node {
  address: string
  process: ChildProcess
  /** Resolves with the time at which its screen hears the next event of the shop. */
  hears(): Promise<number>
}

const cluster = await makeCluster()
await cluster.start()
let sql = await connected()
let relay = await startNode()
let other = await startNode()

const told: number[] = []
const killed: number[] = []
const stopped: number[] = []
const crashed: number[] = []
const served: number[] = []
for (let i = 0; i < RUNS; i += 1) {
  const before = performance.now()
  const both = Promise.all([relay.hears(), other.hears()])
  await announce()
  told.push(Math.max(...(await both)) - before)
}
for (const [signal, times] of [
  ['SIGKILL', killed],
  ['SIGTERM', stopped],
] as const) {
  for (let i = 0; i < RUNS; i += 1) {
    const heard = other.hears()
    const ended = once(relay.process, 'exit')
    const before = performance.now()
    relay.process.kill(signal)
    // An event that a stopping node still relays would not measure a hand-over.
    await ended
    await announce()
    times.push((await heard) - before)
    // From now on the other node relays.
    relay = other
    other = await startNode()
  }
}
for (let i = 0; i < RUNS; i += 1) {
  await cluster.crash()
  await cluster.start()
  const before = performance.now()
  sql = await connected()
  const heard = Promise.all([relay.hears(), other.hears()])
  await announce()
  for (const { address } of [relay, other]) {
    while ((await fetch(address + listMalls.path)).status !== 200) await pause(10)
  }
  served.push(performance.now() - before)
  crashed.push(Math.max(...(await heard)) - before)
}

const rows = [
  ['an event, until screens at both nodes have heard it', 300, told],
  ['the relay’s node is killed: until screens at the other hear what came after', 2000, killed],
  ['the relay’s node is stopped: the same, with the time to stop', 2000, stopped],
  ['PostgreSQL is back after a crash: until both nodes serve', 10_000, served],
  ['PostgreSQL is back after a crash: until screens at both hear', 10_000, crashed],
] as const
const seconds = (ms: number) => `${(ms / 1000).toFixed(3)} s`
console.log('| what | limit | ours, worst | ours, median | ratio |\n|---|---|---|---|---|')
for (const [what, limit, times] of rows) {
  const worst = Math.max(...times)
  console.log(`| ${what} | ${seconds(limit)} | ${seconds(worst)} | ${seconds(middle(times))} | ${(worst / limit).toFixed(2)} |`)
}
console.log(`\n\`node bench/hand-over.ts\`, ${RUNS} runs each; ${machine()}`)
process.exitCode = rows.every(([, limit, times]) => Math.max(...times) <= limit) ? 0 : 1

for (const { process: child } of [relay, other]) child.kill('SIGKILL')
await sql.end().catch(() => undefined)
await cluster.cleanUp()
process.exit()

async function announce(): Promise<void> {
  await sql.query('insert into outbox (kind, shop_id, payload, created_at) values ($1, $2, $3, now())', [
    'shop.changed',
    shop,
    JSON.stringify({ kind: 'shop.changed', shopId: shop }),
  ])
  await sql.query("notify red_carpet_outbox, ''")
}

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: cluster.url })
  // Every crash cuts this connection.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function startNode(): Promise<Node> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const { NODE_ENV: _mode, ...surroundings } = process.env
  const env = {
    ...surroundings,
    ...{ PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: address, DATABASE_URL: cluster.url, DEMO: '1', REDIS_URL: '' },
    ...{ SECRET_KEY: 'one key that all the nodes have in common', LOG_LEVEL: 'silent' },
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, '../tests/support/server/product-child.ts')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  for (const end = performance.now() + PATIENCE_MS; ; await pause(50)) {
    if ((await fetch(`${address}/ready`).catch(() => null))?.ok) break
    if (performance.now() > end) throw new Error('the product did not start')
  }
  const screen = io(address, { transports: ['websocket'], forceNew: true })
  await new Promise<void>((resolve) => screen.on('connect', () => screen.emit('watch', { shopId: shop }, () => resolve())))
  return {
    address,
    process: child,
    hears: () =>
      new Promise((resolve, reject) => {
        screen.once('display', () => resolve(performance.now()))
        setTimeout(() => reject(new Error('a screen heard nothing')), PATIENCE_MS).unref()
      }),
  }
}
