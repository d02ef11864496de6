import { existsSync } from 'node:fs'
import { afterSecondTry, inOneLine, MOST_SECOND_TRIES, type Outcome } from './outcome.ts'
import { withServers } from './servers.ts'
import { check, journeys, vitest } from './suites.ts'

/**
 * Runs the gate: the suites `check`, `unit`, `server`, `fuzz` and `browser`, or the suites and files named as arguments. ENGINE=postgres
 * runs `server` and `fuzz` on PostgreSQL instead of the embedded engine. That server is the one at TEST_DATABASE_URL, or one that is
 * started for this run.
 *
 * If up to three tests failed, their files run once more after all suites, alone. A test that passes then has passed, and is named: `passed
 * at the second try`. The output ends with each failure in one line and with the sum `N passed, N failed`. Exit code 1 if anything failed.
 */

type Suite = (only: { files?: readonly string[]; alone?: boolean }) => Promise<Outcome>

const suites: Readonly<Record<string, Suite>> = {
  check,
  unit: (only) => vitest('unit', only),
  server: (only) => vitest('server', only),
  fuzz: (only) => vitest('fuzz', only),
  browser: (only) => journeys(only),
}

function suiteOf(path: string): string {
  if (/^tests\/e2e\b/.test(path)) return 'browser'
  if (/^tests\/fuzz\b/.test(path)) return 'fuzz'
  return /^server\/(?!.*rules\.test\.ts$)|^tests\/(?:edge|stories|tenants)\b/.test(path) ? 'server' : 'unit'
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(suites, name) && (!existsSync(name) || name.startsWith('tests/proofs')))
if (unknown.length > 0) {
  console.error(
    `Unknown suite or file: ${unknown.join(', ')}. The suites: ${Object.keys(suites).join(', ')}. Proofs run with "npm run proof".`,
  )
  console.log('0 passed, 1 failed')
  process.exit(1)
}
const chosen = Object.entries(suites).flatMap(([name, run]) => {
  if (asked.length === 0 || asked.includes(name)) return [{ name, run, files: [] }]
  const files = asked.filter((path) => !Object.hasOwn(suites, path) && suiteOf(path) === name)
  return files.length > 0 ? [{ name, run, files }] : []
})

process.exitCode = (await withServers(process.env.ENGINE === 'postgres' ? ['postgres', 'redis'] : [], gate)) ? 0 : 1

async function gate(): Promise<boolean> {
  const outcomes = new Map<string, Outcome>()
  for (const { name, run, files } of chosen) {
    console.log(`\n━━ ${name}`)
    const began = performance.now()
    const outcome = await run({ files })
    const seconds = Math.round((performance.now() - began) / 1000)
    console.log(`${name}: ${outcome.passed} passed, ${outcome.failures.length} failed, ${seconds} s`)
    outcomes.set(name, outcome)
  }
  const failed = () => [...outcomes.values()].flatMap(({ failures }) => failures)

  const said: string[] = []
  if (failed().length <= MOST_SECOND_TRIES) {
    for (const { name, run } of chosen) {
      const first = outcomes.get(name)
      const files = [...new Set(first?.failures.flatMap(({ file }) => file ?? []))]
      if (!first || files.length === 0) continue
      console.log(`\n━━ ${name}, second try of ${files.join(', ')}`)
      const { outcome, late } = afterSecondTry(first, await run({ files, alone: true }))
      outcomes.set(name, outcome)
      said.push(...late.map((failure) => inOneLine('passed at the second try', failure)))
    }
  }
  said.push(...failed().map((failure) => inOneLine('failed', failure)))
  if (said.length > 0) console.log(`\n${said.join('\n')}`)
  const passed = [...outcomes.values()].reduce((sum, outcome) => sum + outcome.passed, 0)
  console.log(`\n${passed} passed, ${failed().length} failed`)
  return failed().length === 0 && passed > 0
}
