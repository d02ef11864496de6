import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { confirmPayment } from '#contract/payments/calls.ts'
import { joinQueue } from '#contract/queue/calls.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { addressOf } from '#tests/support/calls/client.ts'
import { information } from '#tests/support/people/people.ts'
import { addOwing, addShops, mobileOf, paymentId, secretOf } from './captures/owing.ts'
import { cpuOf, postgresProcesses } from './kit/cpu-of.ts'
import { load, serveForLoad } from './kit/http-load.ts'
import { machine } from './kit/machine.ts'
import { middle } from './kit/middle.ts'
import { freshPlace } from './kit/place.ts'

/**
 * What a shopper costs in one queue, over HTTP with 10 and 50 connections: joining a shop that costs nothing, and confirming a payment. The
 * CPU is that of the server and of PostgreSQL together. `node bench/joins.ts [--only PostgreSQL|embedded] [--many 1500] [--rounds 3]`.
 * Makes and drops its own database at BENCH_DATABASE_URL. Needs Linux, for the CPU. The requests come from this process: on a small machine
 * all three share the cores.
 */

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, many: { type: 'string', default: '1500' }, rounds: { type: 'string', default: '3' } },
})
const many = Number(options.many)
const rounds = Number(options.rounds)
/** Requests a second for a join through 50 connections, their p99 in ms, and CPU-seconds for 1,000. */
const goals = { PostgreSQL: 1600, embedded: 1000, p99: 100, cpu: 1 }
/** With 10 connections no caller may wait for a timer: the p50 in ms. */
const CALM_P50 = 10

console.log('| work | engine | connections | a second | p50 / p99 | CPU-s per 1,000 | missed |\n|---|---|---|---|---|---|---|')
if (options.only !== 'embedded') await measure('PostgreSQL')
if (options.only !== 'PostgreSQL') await measure('embedded')
console.log(`\nnode bench/joins.ts --many ${many} --rounds ${rounds}, the median counts; ${machine()}`)

async function measure(engine: 'PostgreSQL' | 'embedded'): Promise<void> {
  const place = await freshPlace(engine)
  // Each load has its own shoppers: those of the warm-up, and of both numbers of connections in each round.
  const shoppers = many * (1 + 2 * rounds)
  try {
    const database = await openDatabase(place)
    await migrate(database)
    await addShops(database.db, 2)
    // The orders are at shop 0. Shop 1 costs nothing.
    await addOwing(database.db, { from: 0, many: shoppers, shops: 1 })
    await sql`update shop set base_fee_paise = 0 where id = 'bench-1'`.execute(database.db)
    await database.close()
    const server = await serveForLoad(place, { port: 4875, connections: 50 })
    try {
      const processes = () => [server.pid, ...(engine === 'PostgreSQL' ? postgresProcesses() : [])]
      const join = (n: number) =>
        server.send('POST', addressOf(joinQueue, {}), secretOf(n), information({ mobile: mobileOf(n) }, 'bench-1'))
      const confirm = (n: number) => server.send('POST', addressOf(confirmPayment, { id: paymentId(n) }), secretOf(n))
      for (const [work, press] of [
        ['join', join],
        ['confirm', confirm],
      ] as const) {
        let from = 0
        const next = async (connections: number) => {
          const first = from
          from += many
          const before = cpuOf(processes())
          const figures = await load(many, connections, (i) => press(first + i))
          return { ...figures, cpu: cpuOf(processes()) - before }
        }
        await next(50)
        const found = new Map<number, Awaited<ReturnType<typeof next>>[]>([10, 50].map((connections) => [connections, []]))
        for (let round = 0; round < rounds; round += 1) for (const [connections, all] of found) all.push(await next(connections))
        for (const [connections, all] of found) print(engine, work, connections, all)
      }
    } finally {
      await server.stop()
    }
  } finally {
    await place.cleanUp()
  }
}

function print(
  engine: 'PostgreSQL' | 'embedded',
  work: string,
  connections: number,
  all: readonly { perSecond: number; p50: number; p99: number; cpu: number }[],
): void {
  const [perSecond, p50, p99, cpu] = (['perSecond', 'p50', 'p99', 'cpu'] as const).map((name) => middle(all.map((one) => one[name])))
  if (perSecond === undefined || p50 === undefined || p99 === undefined || cpu === undefined) return
  const cpuSeconds = cpu / many
  const isRush = work === 'join' && connections === 50
  const missed = [
    connections === 10 && p50 > CALM_P50 ? `p50 ≤ ${CALM_P50} ms` : '',
    isRush && perSecond < goals[engine] ? `≥ ${goals[engine]} /s` : '',
    isRush && p99 > goals.p99 ? `p99 ≤ ${goals.p99} ms` : '',
    isRush && cpuSeconds > goals.cpu ? `CPU ≤ ${goals.cpu} s` : '',
  ].filter((one) => one !== '')
  if (missed.length > 0) process.exitCode = 1
  console.log(
    `| ${work} | ${engine} | ${connections} | ${Math.round(perSecond)} | ${p50.toFixed(0)} / ${p99.toFixed(0)} ms | ${cpuSeconds.toFixed(2)} | ${missed.join(', ') || '–'} |`,
  )
}
