import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { paths } from '#contract/screens.ts'
import { firstScreens, MOST_BYTES, MOST_REQUESTS } from '#scripts/budget.ts'
import { DEMO_MALL, DEMO_SHOP } from '#server/demo/seed.ts'
import { join as joinQueue, paidShopper, verifiedShopper } from '#tests/support/people/people.ts'
import { machine } from './kit/machine.ts'
import { middle } from './kit/middle.ts'
import { type Compared, peerTable } from './kit/peer-table.ts'
import { openLighthouse, type Visit } from './web-speed/lighthouse.ts'
import { serveNothing, serveProduct } from './web-speed/product.ts'

/**
 * Measures the shopper's screens: Lighthouse opens them with an empty cache as a mid-range phone on slow 4G, compared with an almost empty
 * page. Exit code 1 if a limit is exceeded. `node_modules/.bin/node bench/web-speed.ts --help`
 */

const { values: options } = parseArgs({
  options: { help: { type: 'boolean', default: false }, runs: { type: 'string', default: '5' }, only: { type: 'string', default: '' } },
})
if (options.help) {
  console.log(`node bench/web-speed.ts [--runs 5] [--only welcome,token]
  --runs   visits of each screen, all in turn; the median counts
  --only   only these of welcome, entrance, information, payment, token`)
  process.exit(0)
}
const runs = Number(options.runs)
const wanted = options.only.split(',').filter((name) => name !== '')

/** The limits of design and budget: largest paint and blocking in ms. */
const MOST: Visit = { paint: 1200, blocking: 50, shift: 0.02 }

const product = await serveProduct()
const nothing = await serveNothing()
const lighthouse = await openLighthouse()
const { address } = product
const joined = await verifiedShopper(address)
const ticketId = await joinQueue(address, joined, DEMO_SHOP)
const paid = await paidShopper(address, DEMO_SHOP)
const screens = [
  { name: 'welcome', url: address + paths.welcome(DEMO_SHOP) },
  { name: 'entrance', url: address + paths.welcome(DEMO_MALL) },
  { name: 'information', url: address + paths.information(DEMO_SHOP) },
  { name: 'payment', url: address + paths.payment(DEMO_SHOP, ticketId), cookie: joined.cookie },
  { name: 'token', url: address + paths.token(DEMO_SHOP), cookie: paid.cookie },
].filter(({ name }) => wanted.length === 0 || wanted.includes(name))

const empty: Visit[] = []
const visits = new Map<string, Visit[]>(screens.map(({ name }) => [name, []]))
try {
  // The very first visit warms up browser and server.
  await lighthouse.visit(nothing.address)
  // In turn, so that other work of the machine affects all of them.
  for (let run = 1; run <= runs; run += 1) {
    empty.push(await lighthouse.visit(nothing.address))
    for (const { name, url, cookie } of screens) {
      const visit = await lighthouse.visit(url, cookie)
      visits.get(name)?.push(visit)
      console.error(
        `${run}/${runs} ${name.padEnd(12)} ${inMs(visit.paint)}, blocking ${inMs(visit.blocking)}, shift ${visit.shift.toFixed(3)}`,
      )
    }
  }
} finally {
  await lighthouse.close()
  nothing.stop()
  await product.stop()
}

interface Row {
  what: string
  limit: number
  peer: number | null
  ours: number
  show: (figure: number) => string
}
const built = firstScreens(join(import.meta.dirname, '../dist/client'))
const rows = screens.flatMap(({ name }): Row[] => {
  const own = (figure: keyof Visit) => middle((visits.get(name) ?? []).map((visit) => visit[figure]))
  const peer = (figure: keyof Visit) => middle(empty.map((visit) => visit[figure]))
  const files = built.find(({ screen }) => screen === name)
  return [
    { what: `${name}: largest paint`, limit: MOST.paint, peer: peer('paint'), ours: own('paint'), show: inMs },
    { what: `${name}: blocking`, limit: MOST.blocking, peer: peer('blocking'), ours: own('blocking'), show: inMs },
    { what: `${name}: shift`, limit: MOST.shift, peer: peer('shift'), ours: own('shift'), show: (figure) => figure.toFixed(3) },
    { what: `${name}: JavaScript (brotli)`, limit: MOST_BYTES, peer: null, ours: files?.bytes ?? Number.NaN, show: inKilobytes },
    { what: `${name}: requests`, limit: MOST_REQUESTS, peer: null, ours: files?.requests ?? Number.NaN, show: String },
  ]
})
const compared = rows.map(({ what, limit, peer, ours, show }): Compared => {
  const ratio = peer === null || peer === 0 ? '–' : `${(ours / peer).toFixed(1)} ×`
  // NaN is not within the limit either.
  return { what, limit: show(limit), peer: peer === null ? '–' : show(peer), ours: show(ours), ratio, ok: ours <= limit }
})
console.log(peerTable(compared))
console.log(`\n\`node bench/web-speed.ts\`, ${runs} visits of each, the median counts; ${machine()}`)
process.exitCode = compared.every(({ ok }) => ok) ? 0 : 1

function inMs(figure: number): string {
  return `${Math.round(figure)} ms`
}

function inKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}
