import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#scripts/servers/free-port.ts'
import { deskAt, type Named, roundOfCalls } from '#tests/support/calls/round-of-calls.ts'
import { SHOP } from '#tests/support/people/callers.ts'
import { ownerOf, removeCounters } from '#tests/support/people/people.ts'
import { productOn } from './growth/products.ts'
import { machine } from './kit/machine.ts'
import { percentile } from './kit/percentile.ts'

/**
 * A mixed load of 200 requests a second for five minutes, on PostgreSQL: shoppers verify, join, order and pay, staff call and serve, owners
 * read. Rounds begin at a fixed rate, even if earlier rounds have not ended. Exit code 1 if a limit is exceeded or a request failed.
 * `node_modules/.bin/node bench/mixed-load.ts [seconds]`
 */

const SECONDS = Number(process.argv[2] ?? 300)
const PER_SECOND = 200
const MOST_P95_MS = 100
const MOST_P99_MS = 250

const product = await productOn('postgres', await freePort())
await product.start()
const took: number[] = []
const failures: string[] = []
try {
  await removeCounters(product.address, await ownerOf(product.address), SHOP)
  const desk = await deskAt(product.address)
  const timed: Named = async (_name, request) => {
    const from = performance.now()
    const answer = await request()
    took.push(performance.now() - from)
    return answer
  }
  // The first round warms up the process; the second one counts the requests of a round.
  await roundOfCalls(product.address, desk, timed)
  took.length = 0
  await roundOfCalls(product.address, desk, timed)
  const each = took.length
  took.length = 0
  const begun = performance.now()
  const open: Promise<void>[] = []
  for (let i = 0; (i * each) / PER_SECOND < SECONDS; i += 1) {
    await pause(Math.max(0, begun + ((i * each) / PER_SECOND) * 1000 - performance.now()))
    open.push(roundOfCalls(product.address, desk, timed).catch((error: unknown) => void failures.push(String(error))))
  }
  await Promise.all(open)
  const seconds = (performance.now() - begun) / 1000
  const rows = [
    { what: 'a request, p95', limit: `${MOST_P95_MS} ms`, ours: percentile(took, 0.95), most: MOST_P95_MS },
    { what: 'a request, p99', limit: `${MOST_P99_MS} ms`, ours: percentile(took, 0.99), most: MOST_P99_MS },
  ]
  console.log('| what | limit | ours |\n|---|---|---|')
  for (const { what, limit, ours, most } of rows)
    console.log(`| ${what} | ${limit} | ${ours.toFixed(0)} ms${ours > most ? ' (missed)' : ''} |`)
  console.log(`| requests that failed | 0 | ${failures.length} |`)
  console.log(`\n${took.length} requests in ${seconds.toFixed(0)} s, ${(took.length / seconds).toFixed(0)} a second; ${machine()}`)
  for (const failure of [...new Set(failures)].slice(0, 5)) console.log(failure)
  process.exitCode = failures.length > 0 || rows.some(({ ours, most }) => ours > most) ? 1 : 0
} finally {
  await product.cleanUp()
}
