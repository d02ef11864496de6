import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { migrate } from '../server/db/migrate.ts'
import { type Database, openDatabase } from '../server/db/open.ts'
import { addOwing, addShops, checkBooks } from './captures/owing.ts'
import { type Figures, rush } from './captures/rush.ts'

/**
 * Captures a second: ours in groups, beside pgbench running the SQL of one capture by itself, and beside ours without groups, turn about in
 * one run. `node_modules/.bin/node bench/captures.ts [--seconds 8] [--rounds 3] [--only postgres|embedded]`; PostgreSQL at
 * BENCH_DATABASE_URL (a database of its own is made there and dropped), pgbench from its package.
 */

const server = process.env.BENCH_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const CALLERS = 1000
const PGBENCH_CLIENTS = 16
const SHOPS = 100

const option = (name: string, otherwise: string) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise)
}
const seconds = Number(option('seconds', '8'))
const rounds = Number(option('rounds', '3'))
const only = option('only', '')

interface Row {
  what: string
  limit: string
  peer: string
  ours: string
  ratio: string
  ok: boolean
}
const rows: Row[] = []
const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const perSecond = (n: number) => `${Math.round(n).toLocaleString('en')} /s`
const run = promisify(execFile)

if (only !== 'embedded') await onPostgres()
if (only !== 'postgres') await onEmbedded()

console.log('| what | limit | peer | ours | ratio |\n|---|---|---|---|---|')
for (const row of rows) console.log(`| ${row.what} | ${row.limit} | ${row.peer} | ${row.ours} | ${row.ratio}${row.ok ? '' : ' (missed)'} |`)
console.log(
  `\nnode bench/captures.ts, ${rounds} rounds of ${seconds} s, the middle one counts; ${availableParallelism()} cores, Node ${process.version}.`,
)
process.exitCode = rows.every(({ ok }) => ok) ? 0 : 1

async function onPostgres(): Promise<void> {
  const name = `rc_bench_${randomBytes(4).toString('hex')}`
  await admin(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = await openDatabase({ url: url.href })
  try {
    await migrate(database)
    await addShops(database.db, SHOPS)
    const peers = { hot: [] as number[], hotStatement: [] as number[], spread: [] as number[], spreadStatement: [] as number[] }
    const ours = { hot: [] as Figures[], spread: [] as Figures[] }
    const people = numbered(database)
    for (let round = 0; round < rounds; round += 1) {
      for (const [where, shops] of [
        ['hot', 1],
        ['spread', SHOPS],
      ] as const) {
        ours[where].push(await rush(database.db, await people(20_000 * seconds, shops), CALLERS, seconds))
        peers[where].push(await pgbench(url.href, 'single.sql', await peopleOfClients(people, shops), seconds))
        peers[`${where}Statement`].push(await pgbench(url.href, 'single-statement.sql', await peopleOfClients(people, shops), seconds))
      }
    }
    await checkBooks(database.db)
    for (const [where, label, times] of [
      ['hot', 'one hot shop', 10],
      ['spread', `${SHOPS} shops`, 2],
    ] as const) {
      const best = middle(ours[where].map((f) => f.perSecond))
      const p99 = middle(ours[where].map((f) => f.p99))
      const peer = middle(peers[where])
      const statement = middle(peers[`${where}Statement`])
      const ratio = best / peer
      rows.push({
        ...{ what: `PostgreSQL, ${label}: captures, ${CALLERS} callers`, limit: `${times} × pgbench` },
        ...{
          peer: perSecond(peer),
          ours: `${perSecond(best)}, p99 ${Math.round(p99)} ms`,
          ratio: `${ratio.toFixed(1)} ×`,
          ok: ratio >= times,
        },
      })
      rows.push({
        ...{ what: `the same against pgbench with one statement per capture`, limit: '–' },
        ...{ peer: perSecond(statement), ours: perSecond(best), ratio: `${(best / statement).toFixed(1)} ×`, ok: true },
      })
    }
  } finally {
    await database.close()
    await admin(`drop database ${name} with (force)`)
  }
}

async function onEmbedded(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'red-carpet-bench-'))
  const database = await openDatabase({ dataDir })
  try {
    await migrate(database)
    await addShops(database.db, SHOPS)
    const people = numbered(database)
    for (const [shops, label] of [
      [1, 'one hot shop'],
      [SHOPS, `${SHOPS} shops`],
    ] as const) {
      const together: Figures[] = []
      const alone: Figures[] = []
      for (let round = 0; round < rounds; round += 1) {
        together.push(await rush(database.db, await people(15_000 * Math.min(seconds, 4), shops), CALLERS, Math.min(seconds, 4)))
        alone.push(await rush(database.db, await people(1000 * Math.min(seconds, 4), shops), 1, Math.min(seconds, 4)))
      }
      const best = middle(together.map((f) => f.perSecond))
      const p99 = middle(together.map((f) => f.p99))
      const one = middle(alone.map((f) => f.perSecond))
      rows.push({
        ...{ what: `embedded with fsync, ${label}: captures, ${CALLERS} callers`, limit: '15,000 /s, p99 50 ms' },
        ...{
          peer: `${perSecond(one)} (one caller)`,
          ours: `${perSecond(best)}, p99 ${Math.round(p99)} ms`,
          ratio: `${(best / one).toFixed(1)} ×`,
        },
        ok: best >= 15_000 && p99 <= 50,
      })
    }
    await checkBooks(database.db)
  } finally {
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Adds owing shoppers, numbered on from those before. */
function numbered(database: Database) {
  let next = 0
  return async (many: number, shops: number) => {
    const from = next
    next += many
    await addOwing(database.db, { from, many, shops })
    return { from, to: next }
  }
}

/** Shoppers for pgbench, enough for each of its clients. */
async function peopleOfClients(people: (many: number, shops: number) => Promise<{ from: number }>, shops: number): Promise<number> {
  const each = Math.ceil(1500 * seconds)
  const { from } = await people(each * PGBENCH_CLIENTS, shops)
  return from
}

/** The captures a second of pgbench with this script, prepared, from shopper `from` on. */
async function pgbench(url: string, script: string, from: number, time: number): Promise<number> {
  const each = Math.ceil(1500 * time)
  const file = join(import.meta.dirname, 'captures', script)
  const settings = ['-D', 'i=-1', '-D', `from=${from}`, '-D', `each=${each}`]
  const { stdout } = await run('pgbench', [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(PGBENCH_CLIENTS),
    '-j',
    '2',
    '-T',
    String(time),
    ...settings,
    '-f',
    file,
    url,
  ])
  const tps = /tps = ([\d.]+) \(without/.exec(stdout)?.[1]
  const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1]
  if (tps === undefined || (failed !== undefined && failed !== '0')) throw new Error(`pgbench: ${stdout}`)
  return Number(tps)
}

async function admin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
