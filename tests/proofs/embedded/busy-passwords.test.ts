import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/sign-in/calls.ts'
import { createAccount } from '#server/accounts/service.ts'
import { transaction } from '#server/db/transaction.ts'
import { hashPassword } from '#server/kit/hash.ts'
import { clientOf } from '#tests/support/calls/client.ts'
import { type ProductionApp, productionApp } from '#tests/support/server/production.ts'

const PASSWORD = 'a quiet evening at home'
const emails = Array.from({ length: 40 }, (_, n) => `staff${n}@example.in`)
let app: ProductionApp
beforeAll(async () => {
  app = await productionApp({ env: { LOG_LEVEL: 'silent' } })
  const passwordHash = await hashPassword(PASSWORD)
  for (const email of emails)
    await transaction(app.database.db, (tx) => createAccount(tx, app.clock.now(), { name: 'Priya', email, role: 'staff', passwordHash }))
})
afterAll(() => app.stop())
const as = clientOf(() => app.address)

/** Keeps the queue of password hashes full until `run` has ended. */
async function whileHashing<T>(run: () => Promise<T>): Promise<T> {
  let over = false
  const load = Array.from({ length: 310 }, async () => {
    while (!over) await hashPassword(PASSWORD).catch(() => pause(1))
  })
  const result = await run()
  over = true
  await Promise.all(load)
  return result
}

test('a server that is too busy to check passwords answers 503 and counts no failure', async () => {
  const wrong = (email: string) => as({}, login, { body: { email, password: 'not this one' } })
  const busy = await whileHashing(() => Promise.all(emails.map(wrong)))
  for (const answer of busy) expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([503, 'unavailable', '2'])
  expect(await app.database.db.selectFrom('signInFailure').select('id').where('pending', '=', true).execute()).toEqual([])
  const [email = ''] = emails
  for (let i = 0; i < 5; i += 1) expect((await wrong(email)).status, 'no failure of the account or the address was counted').toBe(401)
})
