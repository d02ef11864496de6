import { parseArgs } from 'node:util'
import { migrate } from '#server/db/migrate.ts'
import { type Database, openDatabase } from '#server/db/open.ts'
import { bareBatches } from './captures/bare.ts'
import { overHttp } from './captures/over-http.ts'
import { addOwing, addShops, checkBooks } from './captures/owing.ts'
import { pgbench, shoppersFor } from './captures/pgbench.ts'
import { type Figures, rush } from './captures/rush.ts'
import { machine } from './kit/machine.ts'
import { middle } from './kit/middle.ts'
import { type Compared, peerTable } from './kit/peer-table.ts'
import { freshPlace } from './kit/place.ts'

/**
 * Measures captures a second in a rush. Our batches are compared with pgbench that runs the SQL of single captures (PostgreSQL) or with one
 * caller (embedded). Both are compared with the bare engine that writes the same rows, and captures over HTTP with a route that does
 * nothing. All take turns in one run. `node_modules/.bin/node bench/captures.ts [--seconds 8] [--rounds 3] [--only PostgreSQL|embedded]`.
 * Makes and drops its own database at BENCH_DATABASE_URL; pgbench comes with the PostgreSQL package.
 */

const CALLERS = 1000
const SHOPS = 100
/** The owing shoppers prepared for each second: more than any engine can capture. */
const MOST = { PostgreSQL: 20_000, embedded: 18_000 }

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '8' }, rounds: { type: 'string', default: '3' }, only: { type: 'string' } },
})
const seconds = Number(options.seconds)
const rounds = Number(options.rounds)

const rows: Compared[] = []

const perSecond = (n: number) => `${Math.round(n).toLocaleString('en')} /s`
const withP99 = (n: number, p99: number) => `${perSecond(n)}, p99 ${Math.round(p99)} ms`
const times = (n: number) => `${n.toFixed(1)} ×`

if (options.only !== 'embedded') {
  await inBatches('PostgreSQL', { shops: 1, aim: 10 })
  await inBatches('PostgreSQL', { shops: SHOPS, aim: 2 })
  await throughTheStack('PostgreSQL')
}
if (options.only !== 'PostgreSQL') {
  await inBatches('embedded', { shops: 1, aim: null })
  await inBatches('embedded', { shops: SHOPS, aim: null })
  await throughTheStack('embedded')
}

console.log(peerTable(rows))
const measured = `${rounds} rounds of ${seconds} s, the median counts`
console.log(`\n\`node bench/captures.ts\`, ${measured}; ${machine()}`)
process.exitCode = rows.every(({ ok }) => ok) ? 0 : 1

/** `aim` is the limit as a multiple of pgbench, which sends one statement after another. */
async function inBatches(engine: 'PostgreSQL' | 'embedded', { shops, aim }: { shops: number; aim: number | null }): Promise<void> {
  const place = await freshPlace(engine)
  const database = await openDatabase(place)
  const ours: Figures[] = []
  const alone: Figures[] = []
  const bare: number[] = []
  const peers = { steps: [] as number[], statement: [] as number[] }
  try {
    await migrate(database)
    await addShops(database.db, shops)
    const people = numbered(database, shops)
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await rush(database, await people(MOST[engine] * seconds), CALLERS, seconds))
      bare.push(await bareBatches(database.db, await people(MOST[engine] * seconds), seconds))
      if ('url' in place) {
        peers.steps.push(await pgbench(place.url, 'single.sql', (await people(shoppersFor(seconds))).from, seconds))
        peers.statement.push(await pgbench(place.url, 'single-statement.sql', (await people(shoppersFor(seconds))).from, seconds))
      } else {
        alone.push(await rush(database, await people(2000 * seconds), 1, seconds))
      }
    }
    await checkBooks(database.db)
  } finally {
    await database.close()
    await place.cleanUp()
  }
  const best = middle(ours.map((figures) => figures.perSecond))
  const p99 = middle(ours.map((figures) => figures.p99))
  const where = `${engine}, ${shops === 1 ? 'one hot shop' : `${shops} shops`}, ${CALLERS} callers`
  const mine = withP99(best, p99)
  const floor = middle(bare)
  const besideEngine = () =>
    rows.push({
      ...{ what: 'the same against the bare engine, the rows of 200 in one statement', limit: '–', peer: perSecond(floor), ours: mine },
      ...{ ratio: `${(best / floor).toFixed(2)} ×`, ok: true },
    })
  if (aim === null) {
    const one = middle(alone.map((figures) => figures.perSecond))
    const ok = best >= 15_000 && p99 <= 50
    const peer = `${perSecond(one)} with one caller`
    rows.push({ what: `${where}, with fsync`, limit: '15,000 /s, p99 50 ms', peer, ours: mine, ratio: times(best / one), ok })
    besideEngine()
    return
  }
  const [steps, statement] = [middle(peers.steps), middle(peers.statement)]
  const ratio = best / steps
  rows.push({
    ...{ what: where, limit: `${aim} × pgbench, a capture in steps`, peer: perSecond(steps), ours: mine },
    ...{ ratio: times(ratio), ok: ratio >= aim },
  })
  const what = 'the same against pgbench, a capture in one statement'
  rows.push({ what, limit: '–', peer: perSecond(statement), ours: mine, ratio: times(best / statement), ok: true })
  besideEngine()
}

/** The figure for captures over HTTP is for information, without a limit. */
async function throughTheStack(engine: 'PostgreSQL' | 'embedded'): Promise<void> {
  const place = await freshPlace(engine)
  const { captures, nothing } = await overHttp(place, { rounds, each: 400 * seconds, shops: SHOPS, port: 3999 }).finally(place.cleanUp)
  const ours = middle(captures.map((figures) => figures.perSecond))
  const idle = middle(nothing.map((figures) => figures.perSecond))
  const mine = withP99(ours, middle(captures.map((figures) => figures.p99)))
  rows.push({
    ...{ what: `${engine}, over HTTP with 200 connections, against \`GET /health\``, limit: '–', peer: perSecond(idle), ours: mine },
    ...{ ratio: `${(ours / idle).toFixed(2)} ×`, ok: true },
  })
}

function numbered(database: Database, shops: number) {
  let next = 0
  return async (many: number) => {
    const from = next
    next += many
    await addOwing(database.db, { from, many, shops })
    return { from, to: next, shops }
  }
}
