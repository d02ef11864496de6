import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '#scripts/servers/free-port.ts'
import { deskAt, roundOfCalls } from '#tests/support/calls/round-of-calls.ts'
import { machine } from './kit/machine.ts'
import { residentOf } from './kit/resident.ts'

/**
 * The memory of the embedded demo: of the server and its child processes at the peak of the first start, and of the server afterwards. Also
 * of the server after `--rounds` rounds of all calls (two tickets each). `node bench/memory.ts [--rounds 500]`. Needs Linux, for the
 * figures.
 */

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '500' } } })
const rounds = Number(options.rounds)
/** The limits, in MB. */
const [PEAK, AFTERWARDS] = [700, 450]

const dataDir = mkdtempSync(join(tmpdir(), 'red-carpet-memory-'))
const port = await freePort()
const address = `http://127.0.0.1:${port}`
const blank = { MALLOC_MMAP_THRESHOLD_: '1048576', DATABASE_URL: '', REDIS_URL: '', DEMO: '', MSG91_AUTH_KEY: '', NODE_ENV: '' }
const server = spawn(process.execPath, ['--max-semi-space-size=8', 'server/main.ts'], {
  env: { ...process.env, ...blank, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error' },
  stdio: 'ignore',
})
try {
  const pid = server.pid ?? 0
  let peak = 0
  let isReady = false
  while (!isReady) {
    peak = Math.max(
      peak,
      [pid, ...childrenOf(pid)].reduce((sum, one) => sum + residentOf(one), 0),
    )
    isReady = await fetch(`${address}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    await pause(20)
  }
  await pause(3000)
  const started = residentOf(pid)
  const desk = await deskAt(address)
  for (let round = 0; round < rounds; round += 1) await roundOfCalls(address, desk, (_name, request) => request())
  const worked = residentOf(pid)

  console.log('| what | limit | ours |\n|---|---|---|')
  line('the highest sum of the first start', PEAK, peak)
  line('the server after it', AFTERWARDS, started)
  line(`the server after ${rounds * 2} tickets`, AFTERWARDS, worked)
  console.log(`\nnode bench/memory.ts --rounds ${rounds}; ${machine()}`)
} finally {
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
}

function line(what: string, limit: number, ours: number): void {
  if (ours > limit) process.exitCode = 1
  console.log(`| ${what} | ${limit} MB | ${Math.round(ours)} MB${ours > limit ? ' (over)' : ''} |`)
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((one) => one > 0 && Number(/PPid:\s+(\d+)/.exec(readOr(`/proc/${one}/status`))?.[1]) === pid)
}

function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
