import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { inOneLine, type Outcome } from './outcome.ts'
import { type Server, withServers } from './servers.ts'
import { journeys, vitest } from './suites.ts'

/**
 * Runs the proofs: what needs chance, load or time, and so does not belong into the gate. `npm run proof` runs all, `npm run proof -- crash
 * fuzz` those named. Each prints a line; the end names each failure and has the sum `N passed, N failed`. Exit code 1 if anything failed.
 * SEED repeats a run; FUZZ_REQUESTS, HISTORY_RUNS, ORDERS, SWAPS and FORGERIES make it longer.
 */

type Engine = 'embedded' | 'postgres' | 'pooled'
interface Proof {
  name: string
  engine: Engine
  run(env: NodeJS.ProcessEnv): Promise<Outcome>
}

const needs: Readonly<Record<Engine, readonly Server[]>> = {
  embedded: [],
  postgres: ['postgres', 'redis'],
  pooled: ['postgres', 'redis', 'pooler'],
}
/** Each run tries something else, unless the caller names a seed. */
const { SEED = String(Date.now() % 1_000_000_000) } = process.env
const {
  FUZZ_REQUESTS = '3000',
  FUZZ_VISITS = '1000',
  FUZZ_AT_ONCE = '16',
  ORDERS = '100',
  STRETCHES = '60',
  SWAPS = '2000',
  FORGERIES = '11000',
} = process.env
const settings = { SEED, FUZZ_REQUESTS, FUZZ_VISITS, FUZZ_AT_ONCE, ORDERS, STRETCHES, SWAPS, FORGERIES }

/** The folders of the proofs, each with the engines that its files run on. A proof has the name of its file. */
const folders: Readonly<Record<string, readonly Engine[]>> = {
  'tests/proofs/embedded': ['embedded'],
  'tests/proofs/engines': ['embedded', 'postgres'],
  'tests/proofs/pooled': ['embedded', 'postgres', 'pooled'],
  'tests/proofs/postgres': ['postgres', 'pooled'],
  'tests/proofs/pooler': ['pooled'],
}

function filesOf(folder: string, engines: readonly Engine[]): Proof[] {
  const files = readdirSync(join(import.meta.dirname, '..', folder)).filter((file) => file.endsWith('.test.ts'))
  return engines.flatMap((engine) =>
    files.map((file) => ({
      name: basename(file, '.test.ts'),
      engine,
      run: (env) => vitest('proof', { files: [`${folder}/${file}`], env }),
    })),
  )
}

/** A test of the gate with more tries; those that are random get another seed. */
function ofGate(name: string, file: string, engine: Engine = 'postgres'): Proof {
  return { name, engine, run: (env) => vitest('server', { files: [file], env }) }
}

const proofs: readonly Proof[] = [
  ...Object.entries(folders).flatMap(([folder, engines]) => filesOf(folder, engines)),
  ofGate('orders-of-payments', 'tests/stories/payments/every-order.test.ts', 'embedded'),
  ofGate('orders-of-payments', 'tests/stories/payments/every-order.test.ts'),
  ofGate('three-ways', 'tests/stories/money/three-ways.test.ts', 'embedded'),
  ofGate('three-ways', 'tests/stories/money/three-ways.test.ts'),
  ofGate('swaps', 'tests/tenants/tenants.test.ts'),
  ofGate('forged', 'tests/stories/payments/forged.test.ts'),
  { name: 'fuzz', engine: 'embedded', run: (env) => vitest('fuzz', { env }) },
  { name: 'fuzz', engine: 'postgres', run: (env) => vitest('fuzz', { env }) },
  { name: 'journeys', engine: 'embedded', run: () => journeys({ env: { PROOF: '1' } }) },
  { name: 'server', engine: 'pooled', run: (env) => vitest('server', { env }) },
]

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !proofs.some((proof) => proof.name === name))
if (unknown.length > 0) {
  console.error(`Unknown proof: ${unknown.join(', ')}. Choose from: ${[...new Set(proofs.map(({ name }) => name))].join(', ')}.`)
  process.exit(1)
}
const chosen = proofs.filter(({ name }) => asked.length === 0 || asked.includes(name))

process.exitCode = (await withServers([...new Set(chosen.flatMap(({ engine }) => needs[engine]))], prove)) ? 0 : 1

async function prove(): Promise<boolean> {
  const { TEST_DATABASE_URL = '', TEST_POOLER_URL = '' } = process.env
  const envOf: Readonly<Record<Engine, NodeJS.ProcessEnv>> = {
    embedded: { ...settings, ENGINE: '', TEST_POOLER_URL: '' },
    postgres: { ...settings, ENGINE: 'postgres', TEST_DATABASE_URL, TEST_POOLER_URL: '' },
    pooled: { ...settings, ENGINE: 'postgres', TEST_DATABASE_URL, TEST_POOLER_URL },
  }
  const lines: string[] = []
  const failed: string[] = []
  let passed = 0
  for (const { name, engine, run } of chosen) {
    console.log(`\n━━ ${name}, ${engine}`)
    const began = performance.now()
    const outcome = await run(envOf[engine])
    const seconds = ((performance.now() - began) / 1000).toFixed(0).padStart(5)
    const isRed = outcome.failures.length > 0
    lines.push(
      `${isRed ? 'FAILED' : 'ok    '} ${seconds} s  ${name}, ${engine}: ${outcome.passed} passed, ${outcome.failures.length} failed`,
    )
    console.log(lines.at(-1))
    failed.push(...outcome.failures.map((failure) => inOneLine(`failed (${engine})`, failure)))
    passed += outcome.passed
  }
  console.log(`\nSEED=${SEED}`)
  console.log(lines.join('\n'))
  if (failed.length > 0) console.log(`\n${failed.join('\n')}`)
  console.log(`\n${passed} passed, ${failed.length} failed`)
  return failed.length === 0 && passed > 0
}
