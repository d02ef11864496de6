import { randomBytes } from 'node:crypto'
import type { Call } from '#contract/call.ts'
import { checkUser, login, resetPassword, signUp } from '#contract/sign-in/calls.ts'
import { createAccount } from '#server/accounts/service.ts'
import { transaction } from '#server/db/transaction.ts'
import { hashPassword } from '#server/kit/hash.ts'
import { productionSettings } from '#tests/support/server/production.ts'
import { machine } from './kit/machine.ts'
import { runProduct } from './kit/running.ts'

/**
 * Measures whether the time of a response tells known emails from unknown ones. Login, sign-up and both steps of a reset get `ROUNDS` known
 * and as many unknown emails, in random order. Exit code 1 if a Welch's t is 4.5 or more. Every call comes from another address and names
 * another email, so no limit counts. `node_modules/.bin/node bench/account-timing.ts [rounds]`
 */

const ROUNDS = Number(process.argv[2] ?? 2000)
const MOST = 4.5
const PASSWORD = 'a quiet evening at home'
const newPassword = 'another quiet evening'

const { DATABASE_URL: _, ...settings } = productionSettings
// No process listens there: mails wait and cost the same for all.
const app = await runProduct({ ...settings, MSG91_URL: 'http://127.0.0.1:9', TRUST_PROXY: 'loopback' })
const passwordHash = await hashPassword(PASSWORD)

const calls: [string, Call, (email: string) => unknown][] = [
  ['login', login, (email) => ({ email, password: 'not this one' })],
  ['sign-up', signUp, (email) => ({ name: 'Nisha', email, password: PASSWORD, role: 'owner' })],
  ['reset, step 1', checkUser, (email) => ({ email, role: 'owner' })],
  [
    'reset, step 2',
    resetPassword,
    (email) => ({ email, role: 'owner', newPassword, confirmPassword: newPassword, resetCode: 'aaaa-bbbb-cccc-dddd' }),
  ],
]

console.log('| call | rounds | known, median | unknown, median | Welch t | limit |\n|---|---|---|---|---|---|')
let over = false
for (const [name, { path }, body] of calls) {
  const emails = Array.from({ length: 2 * ROUNDS }, () => `${randomBytes(8).toString('hex')}@example.in`)
  const known = new Set(emails.slice(0, ROUNDS))
  for (const email of known) {
    await transaction(app.database.db, (tx) => createAccount(tx, app.clock.now(), { name: 'Omkar', email, role: 'owner', passwordHash }))
  }
  const taken: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  for (const email of emails.toSorted()) {
    const from = performance.now()
    const answer = await fetch(app.address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': addressOf(taken.known.length + taken.unknown.length) },
      body: JSON.stringify(body(email)),
    })
    await answer.text()
    taken[known.has(email) ? 'known' : 'unknown'].push(performance.now() - from)
    if (answer.status === 429 || answer.status >= 500) throw new Error(`${path}: ${answer.status}`)
  }
  const [one, other] = [trimmed(taken.known), trimmed(taken.unknown)]
  const t = Math.abs(welch(one, other))
  over ||= t >= MOST
  console.log(
    `| ${name} | 2 × ${ROUNDS} | ${median(one)} ms | ${median(other)} ms | ${t.toFixed(2)}${t >= MOST ? ' (missed)' : ''} | ${MOST} |`,
  )
}
console.log(`\n${machine()}`)
await app.stop()
process.exit(over ? 1 : 0)

function addressOf(n: number): string {
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
}

/** Drops the slowest 5 %: they are pauses of the machine, which would hide a difference. */
function trimmed(values: readonly number[]): number[] {
  return values.toSorted((a, b) => a - b).slice(0, Math.floor(values.length * 0.95))
}

function median(values: readonly number[]): string {
  return (values[Math.floor(values.length / 2)] ?? 0).toFixed(2)
}

function welch(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [moments(one), moments(other)]
  return (a.mean - b.mean) / Math.sqrt(a.variance / one.length + b.variance / other.length)
}

function moments(values: readonly number[]): { mean: number; variance: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
  return { mean, variance }
}
