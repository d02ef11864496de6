import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { findOrInstallChromium, NO_CHROMIUM } from './chromium.ts'
import type { Failure, Outcome } from './outcome.ts'

/** Runs Vitest and Playwright as processes of their own, and reads their reports. */

/**
 * After these minutes a process counts as hanging. It is far more than any of them takes, because a slow machine is not a fault of the
 * product. `playwright.config.ts` ends the journeys a little earlier, so that they still say what failed.
 */
const HANGS_AFTER_MINUTES = 60

/** The parts of the JSON reports that are read here. */
interface VitestReport {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
  }[]
}
interface JourneySuite {
  suites?: JourneySuite[]
  specs?: { file: string; title: string; ok: boolean; tests: { results: JourneyResult[] }[] }[]
}
interface JourneyResult {
  error?: { message?: string }
  attachments: { name: string; path?: string }[]
}
interface JourneyReport {
  stats: { expected: number }
  suites: JourneySuite[]
  errors?: { message?: string }[]
}

const root = join(import.meta.dirname, '..')
/** Windows has no process groups. */
const GROUPS = process.platform !== 'win32'

/**
 * Runs a project of `vitest.config.ts`: all its files, or those named. With `alone`, one file runs after the other. `env` adds to the
 * environment.
 */
export async function vitest(
  project: string,
  { files = [], alone = false, env = {} }: { files?: readonly string[]; alone?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<Outcome> {
  const { code, report } = await withReport<VitestReport>(async (file) => {
    const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    return node('node_modules/vitest/vitest.mjs', [...args, ...(alone ? ['--no-file-parallelism'] : []), ...files], env)
  })
  if (!report) return withoutReport(project, code)
  const failures = report.testResults.flatMap(({ name, status, message = '', assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((result) => result.status === 'failed')
    // A file that could not be loaded, or whose `beforeAll` failed, has no failed test.
    if (status === 'failed' && failed.length === 0) return [{ file, test: 'the whole file', message }]
    return failed.map(({ fullName, failureMessages = [] }) => ({ file, test: fullName, message: failureMessages[0] ?? '' }))
  })
  return honest(project, code, { passed: report.numPassedTests, failures })
}

/**
 * Runs the journeys in Chromium: those of the gate, or those named; with `alone`, one file after the other. `env` adds to the environment:
 * PROOF=1 adds the journeys of the proofs, and axe. Builds the web first if it is stale.
 */
export async function journeys({
  files = [],
  alone = false,
  env = {},
}: {
  files?: readonly string[]
  alone?: boolean
  env?: NodeJS.ProcessEnv
} = {}): Promise<Outcome> {
  if ((await node('scripts/run.js', ['web'])) !== 0) return oneFailed('the build of the web', 'failed; see above')
  const path = findOrInstallChromium()
  if (path === null) return oneFailed('the journeys', NO_CHROMIUM)
  const { code, report } = await withReport<JourneyReport>((file) => {
    const args = ['test', '--reporter=list,json', ...(alone ? ['--workers=1'] : []), ...files]
    return node('node_modules/@playwright/test/cli.js', args, { ...env, CHROMIUM_PATH: path, PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  })
  if (!report) return withoutReport('the journeys', code)
  const failures = report.suites.flatMap(failedJourneys)
  // A server that did not start, or the end of the time for all journeys.
  for (const { message = '' } of report.errors ?? []) failures.push({ file: null, test: 'the journeys', message })
  return honest('the journeys', code, { passed: report.stats.expected, failures })
}

export async function check(): Promise<Outcome> {
  return (await node('scripts/check.ts', [])) === 0 ? { passed: 1, failures: [] } : oneFailed('the check', 'failed; see above')
}

function failedJourneys({ suites = [], specs = [] }: JourneySuite): Failure[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const results = tests.flatMap(({ results }) => results)
      printPages(title, results)
      return { file: `tests/${file}`, test: title, message: results.find(({ error }) => error)?.error?.message ?? '' }
    })
  return [...own, ...suites.flatMap(failedJourneys)]
}

/** Prints what the page of a failed journey showed. The log may be all that is left: the second try empties the folder of the first. */
function printPages(title: string, results: readonly JourneyResult[]): void {
  for (const { name, path } of results.flatMap(({ attachments }) => attachments)) {
    if (name !== 'error-context' || path === undefined) continue
    for (const [page] of readFileSync(path, 'utf8').matchAll(/```yaml.*?```/gs)) console.log(`\n━━ the page of: ${title}\n${page}`)
  }
}

const oneFailed = (test: string, message: string): Outcome => ({ passed: 0, failures: [{ file: null, test, message }] })

const withoutReport = (test: string, code: number): Outcome => oneFailed(test, `ended with exit code ${code} and no report; see above`)

/** A tool that fails without a failed test (an unhandled error) counts as one failure. */
function honest(test: string, code: number, outcome: Outcome): Outcome {
  if (code === 0 || outcome.failures.length > 0) return outcome
  return { ...outcome, failures: [{ file: null, test, message: `ended with exit code ${code}, although no test failed; see above` }] }
}

/** Gives `run` the path for a report, and reads the report afterwards. */
async function withReport<T>(run: (file: string) => Promise<number>): Promise<{ code: number; report: T | null }> {
  const folder = mkdtempSync(join(tmpdir(), 'red-carpet-report-'))
  const file = join(folder, 'report.json')
  const code = await run(file)
  const report: T | null = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
  rmSync(folder, { recursive: true, force: true })
  return { code, report }
}

/**
 * Resolves with the script's exit code. A script that hangs is killed with all processes that it started. It counts as failed, so that an
 * endless loop cannot keep the count from being printed.
 */
function node(script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: root,
      // No input: a tool that asks something would wait for ever.
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
      console.error(`${script} ${args.join(' ')} did not end within ${HANGS_AFTER_MINUTES} minutes and was killed.`)
      end('SIGKILL')
    }, HANGS_AFTER_MINUTES * 60_000)
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
