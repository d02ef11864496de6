import { parseArgs } from 'node:util'
import { deskAt, roundOfCalls } from '#tests/support/calls/round-of-calls.ts'
import { type Product, productOn } from './growth/products.ts'
import { cpuOf, postgresProcesses } from './kit/cpu-of.ts'
import { machine } from './kit/machine.ts'
import { middle } from './kit/middle.ts'
import { countingWay, type WireCounts } from './kit/wire-count.ts'

/**
 * The costs of each call of a shopper's journey and of the desk, one after another on one connection. They are statements and round trips
 * to PostgreSQL, CPU of the server and of PostgreSQL, and the time until the response. Work that a call leaves behind (the relay, messages)
 * counts for the call that it falls in. So only the sum of a journey is exact. `node bench/call-costs.ts [--engine postgres|embedded]
 * [--rounds 60] [--warm-up 100]`. Makes and drops its own databases at BENCH_DATABASE_URL. Needs Linux, for the CPU.
 */

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'postgres' },
    rounds: { type: 'string', default: '60' },
    'warm-up': { type: 'string', default: '100' },
  },
})
const engine = options.engine === 'embedded' ? 'embedded' : 'postgres'
const rounds = Number(options.rounds)
/** The warm-up fills caches and compiles code. PostgreSQL keeps a plan from the sixth time on, on each connection. */
const warmUp = Number(options['warm-up'])
/** The goals for the median time until the response, in ms, at one connection on PostgreSQL. */
const goals: Readonly<Record<string, number>> = { join: 3, order: 3, pay: 4, call: 4, 'staff table': 2.5, 'page of a token': 4 }
const journey = ['ask for a passcode', 'prove a mobile', 'join', 'order', 'pay', 'page of a token']
/** The CPU that a whole journey may take, in ms. */
const JOURNEY_MS = 12

interface Cost {
  times: number[]
  server: number[]
  database: number[]
  sent: WireCounts[]
}
const costs = new Map<string, Cost>()
const costOf = (name: string): Cost => {
  const cost = costs.get(name) ?? { times: [], server: [], database: [], sent: [] }
  costs.set(name, cost)
  return cost
}

const timed = await productOn(engine, 4873)
await withProduct(timed, measureTimes)
if (engine === 'postgres') {
  let way: Awaited<ReturnType<typeof countingWay>> | undefined
  const counted = await productOn('postgres', 4874, async (url) => {
    way = await countingWay(url)
    return way.url
  })
  await withProduct(counted, (product) => countStatements(product, () => way?.counts() ?? { statements: 0, roundTrips: 0 }))
  way?.close()
}
print()

async function withProduct(product: Product, work: (product: Product) => Promise<void>): Promise<void> {
  try {
    await product.start()
    await work(product)
  } finally {
    await product.cleanUp()
  }
}

async function measureTimes(product: Product): Promise<void> {
  const desk = await deskAt(product.address)
  const database = engine === 'postgres' ? postgresProcesses() : []
  for (let round = -warmUp; round < rounds; round += 1) {
    await roundOfCalls(product.address, desk, async (name, request) => {
      const pids = engine === 'postgres' && round >= 0 ? database : []
      const before = [cpuOf([product.pid()]), cpuOf(pids)] as const
      const begun = performance.now()
      const answer = await request()
      const took = performance.now() - begun
      if (round < 0) return answer
      const cost = costOf(name)
      cost.times.push(took)
      cost.server.push(cpuOf([product.pid()]) - before[0])
      cost.database.push(cpuOf(pids) - before[1])
      return answer
    })
    if (round === -1 && engine === 'postgres') database.splice(0, database.length, ...postgresProcesses())
  }
}

async function countStatements(product: Product, counts: () => WireCounts): Promise<void> {
  const desk = await deskAt(product.address)
  for (let round = -5; round < 15; round += 1) {
    await roundOfCalls(product.address, desk, async (name, request) => {
      const before = counts()
      const answer = await request()
      const after = counts()
      if (round >= 0)
        costOf(name).sent.push({
          statements: after.statements - before.statements,
          roundTrips: after.roundTrips - before.roundTrips,
        })
      return answer
    })
  }
}

function print(): void {
  const ms = (value: number) => `${value.toFixed(1)} ms`
  console.log(
    '| call | statements | round trips | CPU of the server | CPU of the database | response, p50 | goal |\n|---|---|---|---|---|---|---|',
  )
  for (const [name, { times, server, database, sent }] of costs) {
    const goal = engine === 'postgres' ? goals[name] : undefined
    const took = middle(times)
    const isOver = goal !== undefined && took > goal
    if (isOver) process.exitCode = 1
    const wire =
      sent.length > 0 ? [middle(sent.map(({ statements }) => statements)), middle(sent.map(({ roundTrips }) => roundTrips))] : ['–', '–']
    const goalText = goal === undefined ? '–' : `≤ ${goal} ms${isOver ? ' (missed)' : ''}`
    console.log(
      `| ${[name, ...wire, ms(middle(server)), engine === 'postgres' ? ms(middle(database)) : '–', ms(took), goalText].join(' | ')} |`,
    )
  }
  const whole = journey.reduce((sum, name) => sum + middle(costOf(name).server) + middle(costOf(name).database), 0)
  if (whole > JOURNEY_MS) process.exitCode = 1
  console.log(`\nA whole journey (${journey.join(', ')}): ${whole.toFixed(1)} ms of CPU, the goal is ${JOURNEY_MS} ms.`)
  console.log(`\nnode bench/call-costs.ts --engine ${engine} --rounds ${rounds} --warm-up ${warmUp}; ${machine()}`)
}
