import { parseArgs } from 'node:util'
import { type CaptureFigures, withVendor } from './captures/with-vendor.ts'
import { machine } from './kit/machine.ts'
import { middle } from './kit/middle.ts'
import { peerTable } from './kit/peer-table.ts'
import { freshPlace } from './kit/place.ts'

/**
 * Measures captures over HTTP through a vendor that answers after 50 ms, compared with those of the demo gateway in the same run. The
 * double and the load generator share the machine, so their CPU is shown apart from that of the server and its database.
 * `node_modules/.bin/node bench/vendor-captures.ts [--each 3000] [--rounds 3] [--delay 50]`. Makes and drops its own database at
 * BENCH_DATABASE_URL.
 */

const [LIMIT, SHOPS, PORT] = [0.8, 100, 3996]

const { values: options } = parseArgs({
  options: {
    each: { type: 'string', default: '3000' },
    rounds: { type: 'string', default: '3' },
    delay: { type: 'string', default: '50' },
  },
})
const [each, rounds, delayMs] = [Number(options.each), Number(options.rounds), Number(options.delay)]

const place = await freshPlace('PostgreSQL')
const { vendor, demo } = await withVendor(place, { rounds, each, shops: SHOPS, port: PORT, delayMs }).finally(place.cleanUp)

const [ours, peer] = [vendor, demo].map((all) => {
  const [perSecond, p99] = (['perSecond', 'p99'] as const).map((what) => middle(all.map((one) => one[what])))
  return { perSecond: perSecond ?? 0, text: `${Math.round(perSecond ?? 0).toLocaleString('en')} /s, p99 ${Math.round(p99 ?? 0)} ms` }
}) as [{ perSecond: number; text: string }, { perSecond: number; text: string }]
// Each pair ran one after the other, so the machine was about as busy for both.
const ratio = middle(vendor.map(({ perSecond }, i) => perSecond / (demo[i]?.perSecond ?? 0)))
const ms = (all: readonly CaptureFigures[], part: keyof CaptureFigures['cpu']) => middle(all.map(({ cpu }) => cpu[part]))
const cpuRow = (name: string, all: readonly CaptureFigures[]) =>
  `| ${[name, ...(['server', 'database', 'double', 'load'] as const).map((part) => ms(all, part).toFixed(2))].join(' | ')} |`
const ofBoth = (all: readonly CaptureFigures[]) => ms(all, 'server') + ms(all, 'database')
const what = `PostgreSQL, over HTTP with 400 connections, a vendor that answers after ${delayMs} ms, against the demo gateway`
const ok = ratio >= LIMIT
console.log(peerTable([{ what, limit: `${LIMIT} ×`, peer: peer.text, ours: ours.text, ratio: `${ratio.toFixed(2)} ×`, ok }]))
console.log('\n| CPU of each capture, ms | server | database | double of the vendor | load generator |\n|---|---|---|---|---|')
console.log([cpuRow('demo gateway', demo), cpuRow('through the vendor', vendor)].join('\n'))
console.log(
  `\nBy the CPU of server and database alone: ${(ofBoth(demo) / ofBoth(vendor)).toFixed(2)} × as many captures through the vendor.`,
)
console.log(`\n\`node bench/vendor-captures.ts\`, ${rounds} rounds of ${each} captures each, the median counts; ${machine()}`)
process.exitCode = ok ? 0 : 1
