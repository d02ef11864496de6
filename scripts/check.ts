import { spawn } from 'node:child_process'
import { join } from 'node:path'

/**
 * Checks the sources without running them: types, style, boundaries between the parts, unused code, and whether the generated tables match
 * the migrations. Exit code 1 if anything is wrong. `npm run check`
 */

/** The boundaries mean nothing if the tool sees no modules (see `.dependency-cruiser.cjs`), so it must have seen this many of ours. */
const FEWEST_OWN_MODULES = 100

interface Outcome {
  name: string
  ok: boolean
  seconds: number
  output: string
}
/** Takes a tool's output and exit code. Returns what to print, and whether it passed. */
type Judge = (output: string, code: number) => { ok: boolean; tell: string }

const root = join(import.meta.dirname, '..')
const bin = (path: string) => join('node_modules', path)
const tsc = bin('typescript/bin/tsc')
const folders = ['contract', 'texts', 'web', 'tests']

const byExitCode: Judge = (output, code) => ({ ok: code === 0, tell: output })
const checks: { name: string; args: string[]; judge?: Judge }[] = [
  { name: 'types: server, scripts', args: [tsc, '--noEmit', '-p', 'tsconfig.json'] },
  ...folders.map((folder) => ({ name: `types: ${folder}`, args: [tsc, '--noEmit', '-p', folder] })),
  { name: 'style (biome)', args: [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '--max-diagnostics=60', '.'] },
  {
    name: 'boundaries (dependency-cruiser)',
    args: [
      bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
      ...['--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'contract', 'server', 'web', 'texts', 'tests', 'scripts'],
    ],
    judge: judgeWalls,
  },
  { name: 'nothing unused (knip)', args: [bin('knip/bin/knip.js'), '--no-progress', '--no-config-hints'] },
  { name: 'tables match the migrations', args: ['scripts/generate-tables.ts', '--check'] },
]

/** Two at a time: the tools use several threads themselves. */
const AT_ONCE = 2
const waiting = [...checks]
const outcomes: Outcome[] = []
await Promise.all(Array.from({ length: AT_ONCE }, work))

const failed = outcomes.filter((outcome) => !outcome.ok)
for (const { name, output } of failed) console.log(`\n── ${name}\n${output.trim()}`)
console.log(failed.length === 0 ? 'The check is clean.' : `The check failed: ${failed.map(({ name }) => name).join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1

async function work(): Promise<void> {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const started = performance.now()
    const { output, code } = await runTool(check.args)
    const { ok, tell } = (check.judge ?? byExitCode)(output, code)
    const outcome = { name: check.name, ok, output: tell, seconds: (performance.now() - started) / 1000 }
    outcomes.push(outcome)
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${outcome.seconds.toFixed(1).padStart(5)} s  ${check.name}`)
  }
}

function runTool(args: readonly string[]): Promise<{ output: string; code: number }> {
  return new Promise((resolve) => {
    const tool = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const parts: Buffer[] = []
    // Both streams go into one list, so that the order is kept. JSON tools write their noise to stderr, so it is dropped.
    tool.stdout.on('data', (part: Buffer) => parts.push(part))
    if (!args.includes('json')) tool.stderr.on('data', (part: Buffer) => parts.push(part))
    else tool.stderr.resume()
    tool.on('error', (error) => resolve({ output: error.message, code: 1 }))
    tool.on('close', (code) => resolve({ output: Buffer.concat(parts).toString(), code: code ?? 1 }))
  })
}

interface Walls {
  modules: { source: string; coreModule?: boolean; couldNotResolve?: boolean }[]
  summary: { violations: { from: string; to: string; rule: { name: string }; comment?: string; cycle?: { name: string }[] }[] }
}

function judgeWalls(output: string, code: number): { ok: boolean; tell: string } {
  let read: Walls
  try {
    read = JSON.parse(output)
  } catch {
    return { ok: false, tell: `dependency-cruiser ended with ${code} and no report\n${output}` }
  }
  const own = read.modules.filter((module) => !module.coreModule && !module.couldNotResolve && !module.source.startsWith('node_modules/'))
  if (own.length < FEWEST_OWN_MODULES) {
    return {
      ok: false,
      tell: `dependency-cruiser sees ${own.length} of our modules, fewer than ${FEWEST_OWN_MODULES}: is @swc/core installed, and does it read our TypeScript?`,
    }
  }
  const lines = read.summary.violations.map(({ rule, from, to, cycle }) => {
    const way = cycle ? `${from} → ${cycle.map(({ name }) => name).join(' → ')}` : `${from} → ${to}`
    return `${rule.name}: ${way}`
  })
  return { ok: lines.length === 0, tell: lines.join('\n') }
}
