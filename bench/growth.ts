import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { listMalls } from '#contract/office/form-calls.ts'
import { ask } from '#tests/support/calls/client.ts'
import { deskAt, roundOfCalls } from '#tests/support/calls/round-of-calls.ts'
import { layPast } from '#tests/support/server/past.ts'
import { type Product, productOn } from './growth/products.ts'
import { machine } from './kit/machine.ts'
import { percentile } from './kit/percentile.ts'

/**
 * Makes the same calls on an empty database and on one with a past, in turns in one run. Exit code 1 if a limit is exceeded. `node
 * bench/growth.ts --help`
 */

const { values: options } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    engine: { type: 'string', default: 'postgres' },
    tickets: { type: 'string', default: '1000000' },
    shops: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '400' },
  },
})
if (options.help) {
  console.log(`node bench/growth.ts [--engine postgres|embedded] [--tickets 1000000] [--shops 1000] [--rounds 400]
  --engine   makes and drops its databases on the PostgreSQL at BENCH_DATABASE_URL, or in separate folders
  --rounds   how often every call is made on each of the two`)
  process.exit(0)
}
const engine = options.engine === 'embedded' ? 'embedded' : 'postgres'
const past = { shops: Number(options.shops), tickets: Number(options.tickets) }
const rounds = Number(options.rounds)
/** The p95 with a past may be at most this many times the p95 of the empty database. */
const LIMIT = 1.2
/** Its answer grows with the number of malls: its time is shown, without a limit. */
const ALL_MALLS = 'all malls'
/** Rounds before the measurement, which fill caches and compile code. */
const WARM_UP = 30

const empty = await productOn(engine, 4871)
const grown = await productOn(engine, 4872)
try {
  await empty.start()
  // The first start makes the demo's shops, which then get their share of the past.
  await grown.start()
  await grown.stop()
  const begun = performance.now()
  await grown.look((database) => layPast(database, past, new Date()))
  console.log(`${past.tickets.toLocaleString('en')} tickets over ${past.shops} shops made in ${seconds(begun)} s: ${await sizesOf(grown)}`)
  await grown.start()
  await measure()
} finally {
  await Promise.all([empty.cleanUp(), grown.cleanUp()])
}

type Times = Map<string, number[]>

async function measure(): Promise<void> {
  const sides = await Promise.all(
    [empty, grown].map(async ({ address }) => ({ address, desk: await deskAt(address), times: new Map() as Times })),
  )
  const begun = performance.now()
  const inTurn = oneByOne()
  for (let round = 0; round < WARM_UP + rounds; round += 1) {
    // Both make the same call, one after the other, so that noise of the machine affects both. The second call can also meet unfinished
    // work of the first.
    const pair = round % 2 === 0 ? sides : sides.toReversed()
    await Promise.all(
      pair.map(async ({ address, desk, times }) => {
        let whole = 0
        await roundOfCalls(address, desk, (name, request) =>
          inTurn(async () => {
            const [answer, took] = await timed(request)
            if (round >= WARM_UP) note(times, name, took)
            whole += took
            return answer
          }),
        )
        if (round >= WARM_UP) note(times, '**a whole round**', whole)
      }),
    )
  }
  for (let i = 0; i < rounds / 4; i += 1)
    for (const { address, times } of sides) note(times, ALL_MALLS, (await timed(() => ask(address, listMalls)))[1])
  const [before, after] = sides.map(({ times }) => times)
  if (before && after) print(before, after)
  console.log(
    `\nnode bench/growth.ts --engine ${engine} --tickets ${past.tickets} --shops ${past.shops} --rounds ${rounds}: ${seconds(begun)} s in turns; ${machine()}`,
  )
}

async function timed<T>(request: () => Promise<T>): Promise<[T, number]> {
  const from = performance.now()
  const answer = await request()
  return [answer, performance.now() - from]
}

/** Runs one piece of work at a time, in the order of the calls. */
function oneByOne(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const own = last.then(work)
    last = own.catch(() => {})
    return own
  }
}

function note(times: Times, name: string, took: number): void {
  const known = times.get(name)
  if (known) known.push(took)
  else times.set(name, [took])
}

function print(before: Times, after: Times): void {
  console.log('\n| call | limit of the p95 | p50 empty | p50 grown | p95 empty | p95 grown | ratio |\n|---|---|---|---|---|---|---|')
  for (const [name, times] of before) {
    const grownTimes = after.get(name) ?? []
    const ratio = percentile(grownTimes, 0.95) / percentile(times, 0.95)
    const over = name !== ALL_MALLS && ratio > LIMIT
    if (over) process.exitCode = 1
    const columns = [percentile(times, 0.5), percentile(grownTimes, 0.5), percentile(times, 0.95), percentile(grownTimes, 0.95)].map(
      (ms) => `${ms.toFixed(2)} ms`,
    )
    const limit = name === ALL_MALLS ? '(lists all malls)' : `${LIMIT} ×`
    console.log(`| ${name} | ${limit} | ${columns.join(' | ')} | ${ratio.toFixed(2)}${over ? ' (over)' : ''} |`)
  }
}

function seconds(begun: number): string {
  return ((performance.now() - begun) / 1000).toFixed(0)
}

async function sizesOf(product: Product): Promise<string> {
  const sizes = await product.look(({ db }) =>
    sql<{ name: string; mb: number }>`select relname as name, (pg_total_relation_size(oid) / 1e6)::int as mb from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc limit 6`.execute(db),
  )
  return sizes.rows.map(({ name, mb }) => `${name} ${mb} MB`).join(', ')
}
