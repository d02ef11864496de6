import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findOrInstallChromium, NO_CHROMIUM } from './chromium.ts'

/**
 * Runs the suites `check`, `unit`, `server`, `fuzz` and `browser`, or those named as arguments. It ends with the line `N passed, N failed`,
 * which counts tests; the check and a failed build count as one each. Exit code 1 if anything failed.
 * ENGINE=postgres runs `server` and `fuzz` on the PostgreSQL at TEST_DATABASE_URL instead of the embedded one. FUZZ_REQUESTS is the number
 * of requests that `fuzz` sends.
 */

interface Count {
  passed: number
  failed: number
}
/** What the JSON reports of Vitest and Playwright have in common with our use of them. */
interface UnitReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
  }[]
}
interface JourneySuite {
  suites?: JourneySuite[]
  specs?: { file: string; title: string; ok: boolean; tests: { status: string; results: { error?: { message?: string } }[] }[] }[]
}
interface JourneyReport {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: JourneySuite[]
}
/** Windows has no process groups. */
const GROUPS = process.platform !== 'win32'
const ONE_FAILED: Count = { passed: 0, failed: 1 }

const root = join(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'red-carpet-reports-'))

/**
 * With the minutes after which a suite counts as hanging: twice what it takes on a small machine, because some machines are half as fast.
 */
const suites: Readonly<Record<string, () => Promise<Count>>> = {
  check: async () => ((await node('scripts/check.ts', [], 4)) === 0 ? { passed: 1, failed: 0 } : ONE_FAILED),
  unit: () => vitest('unit', 4),
  server: () => vitest('server', 30),
  fuzz: () => vitest('fuzz', 15),
  browser,
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(suites, name))
if (unknown.length > 0) console.error(`There is no suite ${unknown.join(', ')}. There are: ${Object.keys(suites).join(', ')}.`)

/** One line for each test with a failed try, said again at the end: a build machine may keep only the end of what it printed. */
const failures: string[] = []

let sum: Count = { passed: 0, failed: unknown.length }
for (const [name, run] of Object.entries(suites)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n━━ ${name}`)
  const count = await run()
  console.log(`${name}: ${count.passed} passed, ${count.failed} failed`)
  sum = { passed: sum.passed + count.passed, failed: sum.failed + count.failed }
}
rmSync(reports, { recursive: true, force: true })
if (failures.length > 0) console.log(`\n${failures.join('\n')}`)
console.log(`\n${sum.passed} passed, ${sum.failed} failed`)
process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1

/**
 * Runs a script under this Node; resolves with its exit code. A script that takes longer than `minutes` hangs. It is killed with all
 * processes that it started, and counts as failed, so that an endless loop cannot keep the count from being printed.
 */
function node(script: string, args: readonly string[], minutes: number, env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: root,
      // No input: a tool that asks something would wait for ever if no one is there to answer.
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      // A process group of its own, so that workers and servers end with it.
      detached: GROUPS,
    })
    const end = (signal: NodeJS.Signals) => (GROUPS && child.pid !== undefined ? process.kill(-child.pid, signal) : child.kill(signal))
    const passOn = (signal: NodeJS.Signals) => {
      end(signal)
      process.exit(1)
    }
    const late = setTimeout(() => {
      console.error(`${script} ${args.join(' ')} did not end within ${minutes} minutes and was killed.`)
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
  const report: UnitReport | null = readReport(file)
  if (!report) return ONE_FAILED
  // A file that could not be loaded has no tests to count.
  const broken = report.testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
  for (const { name, message } of broken) note(relative(root, name), message)
  for (const { name, assertionResults } of report.testResults) {
    for (const { fullName, status, failureMessages } of assertionResults) {
      if (status === 'failed') note(`${relative(root, name)} › ${fullName}`, failureMessages?.[0])
    }
  }
  return honest({ passed: report.numPassedTests, failed: report.numFailedTests + broken.length }, code)
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
  const code = await node('node_modules/@playwright/test/cli.js', ['test', '--reporter=list,json'], 22, env)
  const report: JourneyReport | null = readReport(file)
  if (!report) return ONE_FAILED
  for (const suite of report.suites) noteJourneys(suite)
  return honest({ passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected }, code)
}

function noteJourneys({ suites: inner = [], specs = [] }: JourneySuite) {
  for (const { file, title, ok, tests } of specs) {
    const message = tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message
    if (!ok) note(`${file} › ${title}`, message)
    else if (tests.some(({ status }) => status === 'flaky')) note(`${file} › ${title}`, message, 'passed at the second try')
  }
  for (const suite of inner) noteJourneys(suite)
}

/** Remembers a failed try of a test with the beginning of its message, without colours, in one line. */
function note(test: string, message = '', outcome = 'failed') {
  const said = stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').trim().slice(0, 500)
  failures.push(`${outcome}: ${test}: ${said}`)
}

function readReport<T>(file: string): T | null {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

/** A tool that fails without a failed test (an unhandled error, a server that did not start) counts as one failure. */
function honest(count: Count, code: number): Count {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}
