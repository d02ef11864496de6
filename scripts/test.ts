import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOrInstallChromium, NO_CHROMIUM } from './chromium.ts'

/**
 * Runs the suites `check`, `unit`, `server`, `fuzz` and `browser`, or those named as arguments, and ends with the line
 * `N passed, N failed`: tests, the check and a build that fails counting as one each. Exit code 1 where anything failed.
 * ENGINE=postgres runs `server` and `fuzz` on the PostgreSQL at TEST_DATABASE_URL instead of the embedded one; FUZZ_REQUESTS is how
 * many requests `fuzz` sends.
 */

interface Count {
  passed: number
  failed: number
}
/** Windows has no process groups. */
const GROUPS = process.platform !== 'win32'
const ONE_FAILED: Count = { passed: 0, failed: 1 }

const root = join(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'red-carpet-reports-'))

/** With the minutes after which a suite hangs: twice what it takes on a small machine, as there are machines half as fast. */
const suites: Readonly<Record<string, () => Promise<Count>>> = {
  check: async () => ((await node('scripts/check.ts', [], 4)) === 0 ? { passed: 1, failed: 0 } : ONE_FAILED),
  unit: () => vitest('unit', 4),
  server: () => vitest('server', 20),
  fuzz: () => vitest('fuzz', 15),
  browser,
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(suites, name))
if (unknown.length > 0) console.error(`There is no suite ${unknown.join(', ')}. There are: ${Object.keys(suites).join(', ')}.`)

let sum: Count = { passed: 0, failed: unknown.length }
for (const [name, run] of Object.entries(suites)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n━━ ${name}`)
  const count = await run()
  console.log(`${name}: ${count.passed} passed, ${count.failed} failed`)
  sum = { passed: sum.passed + count.passed, failed: sum.failed + count.failed }
}
rmSync(reports, { recursive: true, force: true })
console.log(`\n${sum.passed} passed, ${sum.failed} failed`)
process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1

/**
 * Runs a script under this Node; resolves with its exit code. What takes longer than `minutes` hangs: it is ended with all it
 * started, and counts as failed, so that one bad loop cannot keep the count from being printed.
 */
function node(script: string, args: readonly string[], minutes: number, env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: root,
      // No input: a tool that asks something would wait for ever where nobody sits.
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      // A group of its own, so that workers and servers end with it.
      detached: GROUPS,
    })
    const end = (signal: NodeJS.Signals) => (GROUPS && child.pid !== undefined ? process.kill(-child.pid, signal) : child.kill(signal))
    const passOn = (signal: NodeJS.Signals) => {
      end(signal)
      process.exit(1)
    }
    const late = setTimeout(() => {
      console.error(`${script} ${args.join(' ')} has not ended after ${minutes} minutes and is ended.`)
      end('SIGKILL')
    }, minutes * 60_000)
    const done = (code: number) => {
      clearTimeout(late)
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.removeListener(signal, passOn)
      resolve(code)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, passOn)
    child.on('error', () => done(1))
    child.on('exit', (code) => done(code ?? 1))
  })
}

async function vitest(project: string, minutes: number): Promise<Count> {
  const file = join(reports, `${project}.json`)
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await node('node_modules/vitest/vitest.mjs', args, minutes)
  const report: { numPassedTests: number; numFailedTests: number; testResults: { status: string; assertionResults: unknown[] }[] } | null =
    readReport(file)
  if (!report) return ONE_FAILED
  // A file that could not be loaded has no tests to count.
  const broken = report.testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0).length
  return honest({ passed: report.numPassedTests, failed: report.numFailedTests + broken }, code)
}

async function browser(): Promise<Count> {
  if ((await node('scripts/run.js', ['web'], 4)) !== 0) return ONE_FAILED
  const path = findOrInstallChromium()
  if (path === null) {
    console.error(NO_CHROMIUM)
    return ONE_FAILED
  }
  const file = join(reports, 'browser.json')
  const env = { CHROMIUM_PATH: path, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const code = await node('node_modules/@playwright/test/cli.js', ['test', '--reporter=list,json'], 15, env)
  const report: { stats: { expected: number; unexpected: number; flaky: number } } | null = readReport(file)
  if (!report) return ONE_FAILED
  return honest({ passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected }, code)
}

function readReport<T>(file: string): T | null {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

/** A tool that fails without a failed test (an unhandled error, a server that did not start) has failed once, too. */
function honest(count: Count, code: number): Count {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}
