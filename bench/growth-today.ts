import { parseArgs } from 'node:util'
import { listTickets } from '#contract/desk/calls.ts'
import { callTicket, completeTicket } from '#contract/desk/ticket-calls.ts'
import { readStorefront } from '#contract/storefront/calls.ts'
import { freePort } from '#scripts/servers/free-port.ts'
import { ask } from '#tests/support/calls/client.ts'
import { join, ownerOf, verifiedShopper } from '#tests/support/people/people.ts'
import { layBusyDay } from '#tests/support/server/busy-day.ts'
import { productOn } from './growth/products.ts'
import { machine } from './kit/machine.ts'
import { middle } from './kit/middle.ts'

/**
 * The same calls at a shop on three days: an empty one, one with 2,000 people waiting, and one with 100,000 ended tickets as well. The days
 * take turns in one run. Joining and calling are compared with the empty day. The staff table and the digest are compared with the second
 * day, because they show the people who wait. Exit code 1 if a limit is exceeded. `node bench/growth-today.ts [--engine postgres|embedded]
 * [--ended 100000] [--waiting 2000] [--rounds 150]`
 */

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'postgres' },
    ended: { type: 'string', default: '100000' },
    waiting: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '150' },
  },
})
const engine = options.engine === 'embedded' ? 'embedded' : 'postgres'
const [ended, waiting, rounds] = [Number(options.ended), Number(options.waiting), Number(options.rounds)]
/** A free shop of the demo with an empty queue. */
const SHOP = 'lotus-books'
/** The median may be this many times that of the side it is compared with. */
const LIMIT = 1.3
/** The digest of a long queue, in bytes. */
const MOST_BYTES = 2000
/** Rounds before the measurement, which fill caches and compile code. */
const WARM_UP = 30
/** The distance between two waiting numbers: those between have left or were called by number. */
const EVERY = 7

const days = ['empty', 'queue', 'full'] as const
type Day = (typeof days)[number]
const comparedWith: Readonly<Record<string, Day>> = {
  join: 'empty',
  call: 'empty',
  served: 'empty',
  'staff table': 'queue',
  digest: 'queue',
}

const products = {
  empty: await productOn(engine, await freePort()),
  queue: await productOn(engine, await freePort()),
  full: await productOn(engine, await freePort()),
}
try {
  await measure()
} finally {
  await Promise.all(Object.values(products).map((product) => product.cleanUp()))
}

async function measure(): Promise<void> {
  const sides = []
  for (const day of days) {
    const product = products[day]
    await product.start()
    if (day !== 'empty') {
      await product.stop()
      const size = { shopId: SHOP, waiting, every: EVERY, ended: day === 'full' ? ended : EVERY * waiting }
      await product.look((database) => layBusyDay(database, size, new Date()))
      await product.start()
    }
    const { address } = product
    sides.push({ day, address, owner: await ownerOf(address), times: new Map<string, number[]>() })
  }
  type Side = (typeof sides)[number]
  const play = async ({ address, owner, times }: Side, isMeasured: boolean) => {
    const timed = async <T>(name: string, request: () => Promise<T>): Promise<T> => {
      const from = performance.now()
      const answer = await request()
      if (isMeasured) times.set(name, [...(times.get(name) ?? []), performance.now() - from])
      return answer
    }
    const shopper = await verifiedShopper(address)
    const id = await timed('join', () => join(address, shopper, SHOP))
    await timed('call', () => ask(address, callTicket, { id }, owner))
    await timed('served', () => ask(address, completeTicket, { id }, owner))
    await timed('staff table', () => ask(address, listTickets, { id: SHOP }, owner))
    await timed('digest', () => ask(address, readStorefront, { id: SHOP }))
  }
  for (let round = -WARM_UP; round < rounds; round += 1)
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) await play(side, round >= 0)

  console.log('| call | limit of the p50 | p50 empty day | p50 queue only | p50 queue and ended | ratio |\n|---|---|---|---|---|---|')
  for (const [name, peer] of Object.entries(comparedWith)) {
    const p50 = Object.fromEntries(sides.map(({ day, times }) => [day, middle(times.get(name) ?? [])])) as Record<Day, number>
    const ratio = p50.full / p50[peer]
    if (ratio > LIMIT) process.exitCode = 1
    const columns = days.map((day) => `${p50[day].toFixed(2)} ms`).join(' | ')
    const against = peer === 'empty' ? 'the empty day' : 'the queue only'
    console.log(`| ${name} | ${LIMIT} × ${against} | ${columns} | ${ratio.toFixed(2)}${ratio > LIMIT ? ' (over)' : ''} |`)
  }
  const { body } = await ask(products.full.address, readStorefront, { id: SHOP })
  const bytes = Buffer.byteLength(JSON.stringify(body.queue))
  if (bytes > MOST_BYTES) process.exitCode = 1
  console.log(`\nThe digest of ${body.queue.waiting} people: ${bytes} bytes, the limit is ${MOST_BYTES}.`)
  console.log(`\nnode bench/growth-today.ts --engine ${engine} --ended ${ended} --waiting ${waiting} --rounds ${rounds}; ${machine()}`)
}
