import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCounter } from '#contract/counters/calls.ts'
import { readSettings } from '#contract/office/settings-calls.ts'
import { recordSecurity } from '#server/audit/service.ts'
import { transaction } from '#server/db/transaction.ts'
import { type Credentials, send } from '#tests/support/calls/client.ts'
import { addRivals, RIVAL_SHOP, SHOP } from '#tests/support/people/callers.ts'
import { ownerOf } from '#tests/support/people/people.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

/** Trusts the balancer on this machine, so that a test can call from any address. */
const env = { TRUST_PROXY: 'loopback' }
let app: TestApp
let owner: Credentials
beforeAll(async () => {
  app = await startApp({ env })
  await addRivals(app)
  owner = await ownerOf(app.address)
})
afterAll(() => app.stop())

const entries = (action: string) => app.database.db.selectFrom('audit').selectAll().where('action', '=', action).orderBy('id').execute()
const from = (address: string): Credentials => ({ ...owner, headers: { 'x-forwarded-for': address } })
const newCounter = (name: string, address: string) =>
  send(app.address, addCounter, { body: { shopId: SHOP, name } }, from(address)).then(({ status, body }) =>
    expect(status, JSON.stringify(body)).toBe(201),
  )

test('a change is on record with the kind of actor and a keyed hash of the address, never the address', async () => {
  await newCounter('Desk 1', '203.0.113.7')
  await newCounter('Desk 2', '203.0.113.7')
  await newCounter('Desk 3', '203.0.113.8')
  const noted = await entries('counter.added')
  expect(noted.map((entry) => entry.actorKind)).toEqual(['owner', 'owner', 'owner'])
  const [first, same, other] = noted.map((entry) => entry.fromHash)
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(same).toBe(first)
  expect(other).not.toBe(first)
  expect(JSON.stringify(noted)).not.toContain('203.0.113')
})

test('all addresses of one IPv6 /64 network have the same hash', async () => {
  await newCounter('Desk 4', '2001:db8:1:2::1')
  await newCounter('Desk 5', '2001:db8:1:2:ffff::9')
  await newCounter('Desk 6', '2001:db8:1:3::1')
  const [first, same, other] = (await entries('counter.added')).slice(-3).map((entry) => entry.fromHash)
  expect(same).toBe(first)
  expect(other).not.toBe(first)
})

test('the audit keeps at most 60 refused attempts of one account in an hour, and keeps more in the next hour', async () => {
  const reach = () => send(app.address, readSettings, { id: RIVAL_SHOP }, owner)
  for (let tries = 0; tries < 65; tries += 1) expect((await reach()).status).toBe(403)
  expect(await entries('reach.refused')).toHaveLength(60)
  app.clock.advance(61 * 60_000)
  await reach()
  expect(await entries('reach.refused')).toHaveLength(61)
})

test('a security event without a proven account is recorded as one of a stranger', async () => {
  const event = { action: 'sign-in.failed', accountId: null, mallId: null, subject: 'an-account', from: 'ab'.repeat(32) } as const
  await transaction(app.database.db, (tx) => recordSecurity(tx, app.clock.now(), event))
  expect(await entries('sign-in.failed')).toMatchObject([{ actorKind: 'stranger', actorAccountId: null, subject: 'an-account' }])
})
