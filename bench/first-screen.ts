import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstScreens, MOST_BYTES, MOST_REQUESTS } from '#scripts/budget.ts'
import { freePort } from '#scripts/servers/free-port.ts'
import { machine } from './kit/machine.ts'

/**
 * Measures what a phone loads for the first screen of a shopper, and how long the second start of the demo takes until it is ready. Prints
 * a table of command, limit and ours; exit code 1 if a limit is exceeded. `node_modules/.bin/node bench/first-screen.ts`
 */

/** The limit for a start after the first one, in ms: nothing to install or to build, and the database exists. */
const MOST_START_MS = 3000
/** The number of measured starts; the median counts. */
const STARTS = 3
/** A start that takes longer than this, in ms, has failed. The first one may install and build. */
const PATIENCE_MS = 120_000

const root = join(import.meta.dirname, '..')
const own = 'node bench/first-screen.ts'
const start = 'node scripts/run.js start'

const data = mkdtempSync(join(tmpdir(), 'red-carpet-bench-'))
const first = await secondsToReady()
const later: number[] = []
for (let i = 0; i < STARTS; i += 1) later.push(await secondsToReady())
rmSync(data, { recursive: true, force: true })

const welcome = firstScreens(join(root, 'dist/client')).find(({ screen }) => screen === 'welcome')
if (!welcome) throw new Error('the build has no welcome')
const second = later.toSorted((a, b) => a - b)[Math.floor(STARTS / 2)] ?? Number.NaN

const rows = [
  {
    what: 'welcome, JavaScript (brotli)',
    command: own,
    limit: `${MOST_BYTES / 1000} kB`,
    ours: `${(welcome.bytes / 1000).toFixed(1)} kB`,
    ok: welcome.bytes <= MOST_BYTES,
  },
  {
    what: 'welcome, requests',
    command: own,
    limit: `${MOST_REQUESTS}`,
    ours: `${welcome.requests}`,
    ok: welcome.requests <= MOST_REQUESTS,
  },
  {
    what: 'second start until `/ready`',
    command: start,
    limit: `${MOST_START_MS / 1000} s`,
    ours: `${second.toFixed(2)} s`,
    ok: second * 1000 <= MOST_START_MS,
  },
]
console.log('| what | command | limit | ours |\n|---|---|---|---|')
for (const { what, command, limit, ours, ok } of rows)
  console.log(`| ${what} | \`${command}\` | ${limit} | ${ours}${ok ? '' : ' (over)'} |`)
console.log(
  `\nThe first start, which makes the database, took ${first.toFixed(1)} s; the later ones ${later.map((s) => s.toFixed(2)).join(', ')} s.\n${machine()}`,
)
process.exitCode = rows.every(({ ok }) => ok) ? 0 : 1

/** Starts the demo as `npm start` does, on the benchmark's own data, and stops it again; returns the seconds until it was ready. */
async function secondsToReady(): Promise<number> {
  const port = await freePort()
  // Demo mode, whatever the environment says: an empty setting counts as unset.
  const blank = { NODE_ENV: '', DEMO: '', HOST: '', PUBLIC_URL: '', DATABASE_URL: '', REDIS_URL: '', MSG91_AUTH_KEY: '' }
  const env = { ...process.env, ...blank, PORT: String(port), DATA_DIR: data }
  const begun = performance.now()
  const server = spawn(process.execPath, ['scripts/run.js', 'start'], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(server, 'exit')
  try {
    while (!(await isReady(port))) {
      if (server.exitCode !== null) throw new Error(`${start} ended with ${server.exitCode}`)
      if (performance.now() - begun > PATIENCE_MS) throw new Error(`${start} was not ready after ${PATIENCE_MS / 1000} s`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return (performance.now() - begun) / 1000
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/ready`).then(
    (answer) => answer.ok,
    () => false,
  )
}
