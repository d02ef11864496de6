import { parseArgs } from 'node:util'
import { NEVER_LET_IN } from '#tests/fuzz/never-let-in.ts'
import { sharesOf, tellFaults, tellShares } from '#tests/fuzz/report.ts'
import { fuzz } from '#tests/fuzz/run.ts'
import { startFuzzedServer } from '#tests/fuzz/server.ts'
import { machine } from './kit/machine.ts'

/**
 * Sends generated requests over every call and every kind of caller, as the suite `fuzz` does. Measures how long they block the server's
 * event loop. Exit code 1 if anything fails or a limit is exceeded. The same `--seed` sends the same requests again.
 * `node_modules/.bin/node bench/fuzz.ts [--requests 20000] [--seed 1] [--database postgres://…]`, with an empty database.
 */

/** A longer turn of the event loop, in ms, delays all requests. */
const MOST_TURN_MS = 100
/** How many long turns are printed, with the requests in flight. */
const TOLD = 5

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '20000' }, seed: { type: 'string' }, database: { type: 'string', default: '' } },
})
const requests = Number(values.requests)
const seed = Number(values.seed ?? Date.now() % 1_000_000_000)
const command = `node bench/fuzz.ts --requests ${requests} --seed ${seed}`
console.log(command)

const server = await startFuzzedServer({ databaseUrl: values.database })
const begun = performance.now()
const findings = await fuzz({ address: server.address, seed, requests, atOnce: 16, neverLetIn: NEVER_LET_IN })
const seconds = (performance.now() - begun) / 1000
const turns = await server.longTurns()
const exitCode = await server.stop()
const complaints = server.complaints()

console.log(tellShares(findings))
for (const line of [...tellFaults(findings), ...complaints]) console.log(`\n${line}`)

const longest = (by: 'ms' | 'workMs') => turns.toSorted((a, b) => b[by] - a[by])
console.log('\nLongest turns of the event loop (wall-clock time, CPU time), and the requests in flight:')
for (const { at, ms, workMs } of longest('workMs').slice(0, TOLD)) {
  const inFlight = findings.passages.filter((passage) => passage.begun <= at && passage.ended >= at - ms).map(({ what }) => what)
  console.log(`${ms.toFixed(0).padStart(5)} ms ${workMs.toFixed(0).padStart(5)} ms  ${inFlight.slice(0, 16).join(', ')}`)
}

const most = (by: 'ms' | 'workMs') => longest(by)[0]?.[by] ?? 0
const rows = [
  {
    what: 'requests that failed or got a wrong answer',
    limit: '0',
    ours: String(findings.faults.length),
    ok: findings.faults.length === 0,
  },
  { what: 'errors in the log', limit: '0', ours: String(complaints.length), ok: complaints.length === 0 },
  { what: 'succeeded', limit: 'at least 20 %', ours: `${sharesOf(findings).letIn.toFixed(1)} %`, ok: sharesOf(findings).letIn >= 20 },
  {
    what: 'longest turn of the event loop, CPU time',
    limit: `${MOST_TURN_MS} ms`,
    ours: `${most('workMs').toFixed(0)} ms`,
    ok: most('workMs') <= MOST_TURN_MS,
  },
  { what: 'the same, wall-clock time', limit: '', ours: `${most('ms').toFixed(0)} ms`, ok: true },
  { what: 'requests a second', limit: '', ours: (findings.sent / seconds).toFixed(0), ok: true },
]
console.log('\n| what | command | limit | ours |\n|---|---|---|---|')
for (const { what, limit, ours, ok } of rows) console.log(`| ${what} | \`${command}\` | ${limit} | ${ours}${ok ? '' : ' (over)'} |`)
console.log(`\n${machine()}`)
process.exitCode = exitCode === 0 && rows.every(({ ok }) => ok) ? 0 : 1
