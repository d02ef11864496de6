import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { paths } from '#contract/screens.ts'
import { DEMO_SHOP } from '#server/demo/seed.ts'
import { paidShopper } from '#tests/support/people/people.ts'
import { openSlowPhone, type Press, type Visited } from './first-press/slow-phone.ts'
import { machine } from './kit/machine.ts'
import { middle } from './kit/middle.ts'
import { type Compared, peerTable } from './kit/peer-table.ts'
import { serveProduct } from './web-speed/product.ts'

/**
 * Measures when the first press on the token screen has its effect. A phone with an empty cache opens it on slow 4G; each request is
 * delayed, the processor is four times as slow. It presses a button as soon as it is painted. With `--before`, an older version is visited
 * in turn with this one. Exit code 1 if a limit is exceeded. `node bench/first-press.ts --help`
 */

const { values: options } = parseArgs({
  options: { help: { type: 'boolean', default: false }, runs: { type: 'string', default: '5' }, before: { type: 'string', default: '' } },
})
if (options.help) {
  console.log(`node bench/first-press.ts [--runs 5] [--before FOLDER]
  --runs     visits for each button; the median counts
  --before   a worktree of an older version with its build, to compare with`)
  process.exit(0)
}
const runs = Number(options.runs)

/** In ms since the navigation began. */
const MOST_MS = 1500
/** The limit of the largest paint in ms: an early effect must not delay it. */
const MOST_PAINT_MS = 1200

const presses: Record<string, Press> = {
  'Leave the queue': { button: 'Leave the queue', effect: 'dialog[open]' },
  Receipt: { button: 'Receipt', effect: 'dialog[open]' },
  'Keep me posted': { button: 'Keep me posted', effect: 'button[aria-pressed=true]' },
  'the other language': { button: 'हिन्दी में पढ़ें', effect: 'left' },
}

const root = join(import.meta.dirname, '..')
const builds = [root, ...(options.before === '' ? [] : [resolve(options.before)])]
for (const build of builds) if (!existsSync(join(build, 'dist/client/shopper.json'))) throw new Error(`${build} is not built`)

const phone = await openSlowPhone()
const products = await Promise.all(
  builds.map(async (build) => {
    const product = await serveProduct(build)
    const { cookie } = await paidShopper(product.address, DEMO_SHOP)
    return { product, url: product.address + paths.token(DEMO_SHOP), cookie, visits: new Map<string, Visited[]>() }
  }),
)
try {
  for (let run = 0; run <= runs; run += 1) {
    for (const [what, press] of Object.entries(presses)) {
      for (const { url, cookie, visits } of products) {
        const visit = await phone.visit(url, cookie, press)
        // The first visits warm up browser and server.
        if (run > 0) visits.set(what, [...(visits.get(what) ?? []), visit])
      }
    }
    console.error(`${run}/${runs}`)
  }
} finally {
  await phone.close()
  await Promise.all(products.map(({ product }) => product.stop()))
}

const [ours, before] = products.map(({ visits }) => visits)
const figure = (of: Map<string, Visited[]> | undefined, part: keyof Visited, press?: string) =>
  of === undefined
    ? null
    : middle([...of].flatMap(([what, visits]) => ((press ?? what) === what ? visits : [])).map((visit) => visit[part]))
const compared = (what: string, part: keyof Visited, limit: number | null, press?: string): Compared => {
  const [own, peer] = [figure(ours, part, press) ?? Number.NaN, figure(before, part, press)]
  const ratio = peer === null ? '–' : `${(own / peer).toFixed(2)} ×`
  return {
    what,
    limit: limit === null ? '–' : inMs(limit),
    peer: peer === null ? '–' : inMs(peer),
    ours: inMs(own),
    ratio,
    ok: limit === null || own <= limit,
  }
}
const table = [
  compared('paint', 'paint', MOST_PAINT_MS),
  ...Object.keys(presses).map((press) => compared(`${press}: effect of the first press`, 'effect', MOST_MS, press)),
  compared('the press itself', 'pressed', null),
  compared('React has taken over the button', 'alive', null, 'Leave the queue'),
]
console.log(peerTable(table))
console.log(`\n\`node bench/first-press.ts\`, ${runs} visits for each button, the median counts; ${machine()}`)
process.exitCode = table.every(({ ok }) => ok) ? 0 : 1

function inMs(figure: number): string {
  return `${Math.round(figure)} ms`
}
