import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { HOUR, MINUTE } from '#contract/base/time.ts'
import { joinQueue } from '#contract/queue/calls.ts'
import { freePort } from '#scripts/servers/free-port.ts'
import { ownerOf, signIn, superOf } from '#tests/support/people/people.ts'
import { type Book, bookOf } from './day/book.ts'
import { chanceOf } from './day/chance.ts'
import { workAtCounter } from './day/counter.ts'
import { openShops } from './day/mall.ts'
import { hangBoard, operate, ownMall } from './day/onlookers.ts'
import { type Play, playOf, until } from './day/play.ts'
import { type Arrival, arrivalsOf, popularityOf } from './day/saturday.ts'
import { goShopping } from './day/shopper.ts'
import { type Product, productOn } from './growth/products.ts'
import { cpuOf, postgresProcesses } from './kit/cpu-of.ts'
import { machine } from './kit/machine.ts'
import { percentile } from './kit/percentile.ts'
import { residentOf } from './kit/resident.ts'

/**
 * A mall's Saturday, ten times as fast as in life. Shoppers arrive by the hour, staff serve at every counter, boards hang in every shop,
 * owner and super administrator look on. The intervals of people and the countdowns are a tenth. What the server does at its own pace (the
 * digest's half second, pings) is not faster. It plays the busiest hour; `--from 10:00 --to 22:00` plays the whole day in 72 minutes.
 * Prints CPU per ticket, the times of each call and the memory; exit code 1 if a limit is exceeded or a call failed.
 */

const { values: options } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    engine: { type: 'string', default: 'postgres' },
    shops: { type: 'string', default: '50' },
    people: { type: 'string', default: '8000' },
    from: { type: 'string', default: '18:00' },
    to: { type: 'string' },
    minutes: { type: 'string', default: '60' },
    speed: { type: 'string', default: '10' },
    seed: { type: 'string', default: '20261121' },
  },
})
if (options.help) {
  console.log(`node bench/day.ts [--engine postgres|embedded] [--shops 50] [--people 8000] [--from 18:00] [--to 19:00 | --minutes 60]
    [--speed 10] [--seed 20261121]
  --engine   makes and drops its database on the PostgreSQL at BENCH_DATABASE_URL, or in a folder of its own
  --people   how many scan a code in the whole day
  --minutes  how many minutes of the day are measured; ten minutes of the day before them are played too
  --seed     the same seed brings the same people at the same times`)
  process.exit(0)
}
const engine = options.engine === 'embedded' ? 'embedded' : 'postgres'
const [speed, seed] = [Number(options.speed), Number(options.seed)]
const plan = { seed, speed, shops: Number(options.shops), people: Number(options.people) }
const from = timeOf(options.from)
const to = options.to === undefined ? from + Number(options.minutes) * MINUTE : timeOf(options.to)
/** The day begins this long before the measurement, in ms of the day: queues grow and code is compiled. */
const WARM_UP = 10 * MINUTE

/**
 * `cpu`: ms of server and database for each ticket; it is what it took when this was written, and a sixth. The others: ms until the
 * response of each call, and MB of the server.
 */
const limits = engine === 'postgres' ? { cpu: 220, p99: 250, rest: 200, peak: 300 } : { cpu: 200, p99: 400, rest: 450, peak: 450 }

const product = await productOn(engine, await freePort())
try {
  await product.start()
  await playDay()
} finally {
  await product.cleanUp()
}

async function playDay(): Promise<void> {
  await sleep(3000)
  const rest = residentOf(product.pid())
  const book = bookOf(product.address)
  const over = new AbortController()
  const play = playOf(product.address, book, speed, over.signal)
  const shops = await openShops(product.address, plan)
  const playing = [
    until(play, ownMall(play, shops, await ownerOf(product.address), chanceOf(seed, -1001))),
    until(play, operate(play, await superOf(product.address), chanceOf(seed, -1002))),
  ]
  for (const [i, shop] of shops.entries()) {
    playing.push(until(play, hangBoard(play, shop, chanceOf(seed, -2001 - i))))
    for (const [k, counter] of shop.counters.entries()) {
      const who = await signIn(product.address, shop.staffEmail)
      playing.push(until(play, workAtCounter(play, shop, counter, who, chanceOf(seed, -3001 - 100 * i - k))))
    }
  }
  const opened = residentOf(product.pid())
  const arrivals = arrivalsOf(seed, plan.people, popularityOf(plan.shops)).filter(({ at }) => at >= from - WARM_UP && at < to)
  const begun = performance.now()
  const measured = sleep(WARM_UP / speed).then(() => measure(product, book, (to - from) / speed))
  await Promise.all([
    letIn(play, arrivals, begun, (arrival) => {
      const shop = shops[arrival.shop]
      if (shop)
        playing.push(until(play, goShopping(play, shop, String(8_100_000_000 + arrival.person), chanceOf(seed + 1, arrival.person))))
    }),
    measured,
  ])
  const entries = book.entries()
  const failures = [...book.failures()]
  over.abort()
  await Promise.all(playing)
  print(await measured, { rest, opened }, entries, failures)
  console.log(
    `\n${arrivals.length} people in ${shops.length} shops with ${shops.reduce((sum, { counters }) => sum + counters.length, 0)} counters`,
  )
  console.log(`\nnode bench/day.ts ${commandLine()}; ${machine()}`)
}

async function letIn(play: Play, arrivals: readonly Arrival[], begun: number, enter: (arrival: Arrival) => void): Promise<void> {
  for (const arrival of arrivals) {
    const due = begun + (arrival.at - (from - WARM_UP)) / speed
    await play.wait(Math.max(0, due - performance.now()) * speed)
    enter(arrival)
  }
}

interface Usage {
  seconds: number
  server: number
  database: number
  peak: number
}

async function measure({ pid }: Product, book: Book, ms: number): Promise<Usage> {
  const database = () => new Map(engine === 'postgres' ? postgresProcesses().map((one) => [one, cpuOf([one])]) : [])
  const before = { server: cpuOf([pid()]), database: database(), at: performance.now() }
  book.open()
  let peak = 0
  while (performance.now() < before.at + ms) {
    await sleep(Math.min(500, before.at + ms - performance.now()))
    peak = Math.max(peak, residentOf(pid()))
  }
  return {
    seconds: (performance.now() - before.at) / 1000,
    server: cpuOf([pid()]) - before.server,
    // A process that began in the meantime counts from its beginning.
    database: [...database()].reduce((sum, [one, used]) => sum + used - (before.database.get(one) ?? 0), 0),
    peak,
  }
}

function print(
  { seconds, server, database, peak }: Usage,
  { rest, opened }: { rest: number; opened: number },
  entries: ReturnType<Book['entries']>,
  failures: readonly string[],
): void {
  const joins = entries.find(({ name }) => name === joinQueue.name)
  const tickets = (joins?.times.length ?? 0) - (joins?.refused ?? 0)
  const calls = entries.reduce((sum, { times }) => sum + times.length, 0)
  console.log('| what | limit | ours |\n|---|---|---|')
  line('CPU of server and database per ticket', limits.cpu, (server + database) / tickets, 'ms')
  line('memory of the server at rest, after the start', limits.rest, rest, 'MB')
  console.log(`| memory of the server when all staff have signed in | – | ${Math.round(opened)} MB |`)
  line('memory of the server at its peak', limits.peak, peak, 'MB')
  line('calls that failed', 0, failures.length, 'calls')
  console.log(
    `\n${tickets} tickets and ${calls} calls in ${seconds.toFixed(0)} s, ${(calls / seconds).toFixed(0)} a second. CPU: server ${share(server, seconds)} of a core (${(server / tickets).toFixed(1)} ms per ticket), database ${share(database, seconds)} (${(database / tickets).toFixed(1)} ms)`,
  )
  console.log('\n| call | made | refused | p50 | p99 | limit of the p99 |\n|---|---|---|---|---|---|')
  for (const { name, times, refused } of entries) {
    // The p99 of a few calls is the worst of them, which says nothing.
    const few = times.length < 100
    const p99 = percentile(times, 0.99)
    const isOver = !few && p99 > limits.p99
    if (isOver) process.exitCode = 1
    const limit = few ? '(few)' : `${limits.p99} ms${isOver ? ' (missed)' : ''}`
    console.log(`| ${name} | ${times.length} | ${refused} | ${percentile(times, 0.5).toFixed(1)} ms | ${p99.toFixed(1)} ms | ${limit} |`)
  }
  for (const failure of [...new Set(failures)].slice(0, 10)) console.log(failure)
}

function line(what: string, limit: number, ours: number, unit: string): void {
  const isOver = ours > limit
  if (isOver) process.exitCode = 1
  console.log(`| ${what} | ${limit} ${unit} | ${Math.round(ours)} ${unit}${isOver ? ' (missed)' : ''} |`)
}

function share(ms: number, seconds: number): string {
  return `${(ms / seconds / 10).toFixed(0)} %`
}

function timeOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * HOUR + minutes * MINUTE
}

function commandLine(): string {
  return `--engine ${engine} --shops ${plan.shops} --people ${plan.people} --from ${options.from} --minutes ${(to - from) / MINUTE} --speed ${speed} --seed ${seed}`
}
