import { setTimeout as pause } from 'node:timers/promises'
import { DEMO_PASSWORD } from '#contract/base/demo.ts'
import { readDisplay } from '#contract/displays/calls.ts'
import { login } from '#contract/sign-in/calls.ts'
import { createAccount } from '#server/accounts/service.ts'
import { transaction } from '#server/db/transaction.ts'
import { DEMO_SHOP } from '#server/demo/seed.ts'
import { hashPassword } from '#server/kit/hash.ts'
import { addressOf } from '#tests/support/calls/client.ts'
import { machine } from './kit/machine.ts'
import { percentile } from './kit/percentile.ts'
import { runProduct } from './kit/running.ts'

/**
 * Fifty sign-ins at once while displays are read. Measures how long the sign-ins take, and whether hashing passwords delays the screens.
 * Prints a table of limit and ours; exit code 1 if a limit is exceeded. `node_modules/.bin/node bench/sign-ins.ts`
 */

const AT_ONCE = 50
const ROUNDS = 5
const READS_PER_SECOND = 50
const MOST_SIGN_IN_MS = 2000
const MOST_READ_MS = 100

const app = await runProduct({ DEMO: '1' })
const emails = Array.from({ length: AT_ONCE }, (_, i) => `staff${i}@example.in`)
const passwordHash = await hashPassword(DEMO_PASSWORD)
for (const email of emails)
  await transaction(app.database.db, (tx) => createAccount(tx, app.clock.now(), { name: 'Priya', email, role: 'staff', passwordHash }))
let reading = true
const reads: number[] = []
const signIns: number[] = []
const reader = read()
await pause(1000)
for (let round = 0; round < ROUNDS; round += 1) {
  await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => signIn(emails[i % emails.length] ?? '')))
  await pause(500)
}
reading = false
await reader
await app.stop()

const rows = [
  { what: `${AT_ONCE} sign-ins at once, p99`, most: MOST_SIGN_IN_MS, ours: percentile(signIns, 0.99) },
  { what: `a display read at the same time (${READS_PER_SECOND} a second), p95`, most: MOST_READ_MS, ours: percentile(reads, 0.95) },
]
console.log('| what | limit | ours |\n|---|---|---|')
for (const { what, most, ours } of rows) console.log(`| ${what} | ${most} ms | ${ours.toFixed(0)} ms${ours > most ? ' (missed)' : ''} |`)
console.log(`\n${signIns.length} sign-ins, ${reads.length} reads; ${machine()}`)
process.exit(rows.some(({ most, ours }) => ours > most) ? 1 : 0)

async function signIn(email: string): Promise<void> {
  const from = performance.now()
  const answer = await fetch(app.address + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  })
  await answer.text()
  if (answer.status !== 200) throw new Error(`a sign-in was refused: ${answer.status}`)
  signIns.push(performance.now() - from)
}

/** Reads at a fixed rate, even if earlier reads have not ended. */
async function read(): Promise<void> {
  const open: Promise<void>[] = []
  for (let next = performance.now(); reading; next += 1000 / READS_PER_SECOND) {
    await pause(Math.max(0, next - performance.now()))
    open.push(
      (async () => {
        const from = performance.now()
        await (await fetch(app.address + addressOf(readDisplay, { id: DEMO_SHOP }))).text()
        reads.push(performance.now() - from)
      })(),
    )
  }
  await Promise.all(open)
}
