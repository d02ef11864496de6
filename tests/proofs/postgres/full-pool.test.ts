import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { listMalls } from '#contract/office/form-calls.ts'
import { cancelTicket } from '#contract/payments/calls.ts'
import { send } from '#tests/support/calls/client.ts'
import { join, order, staffOf, verifiedShopper } from '#tests/support/people/people.ts'
import { eventually, startApp, type TestApp } from '#tests/support/server/app.ts'

/** One row stays locked, and the calls that wait for it use all connections of the node's pool. */

const shop = 'phoenix-cafe'
/** More than the pool has connections. */
const PRESSES = 20

describe.skipIf(inject('engine') !== 'postgres')('a node whose connections all wait for one row', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ env: { LOG_LEVEL: 'silent' } })
  })
  afterAll(() => app.stop())

  test('stays ready for the balancer, and answers other calls 503 within seconds, not after half a minute', async () => {
    const staff = await staffOf(app.address)
    const shopper = await verifiedShopper(app.address)
    const ticketId = await join(app.address, shopper, shop)
    await order(app.address, shopper, ticketId)
    const { waiting, release } = await holdTicket(app, ticketId)
    const presses = Array.from({ length: PRESSES }, () => send(app.address, cancelTicket, { id: ticketId }, staff))
    await eventually(async () => ((await waiting()) >= 16 ? true : undefined))

    const asked = performance.now()
    const ready = await fetch(`${app.address}/ready`)
    expect(ready.status).toBe(200)
    expect(performance.now() - asked).toBeLessThan(1500)
    const other = await send(app.address, listMalls)
    expect(other).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(Number(other.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(performance.now() - asked).toBeLessThan(10_000)

    await release()
    for (const { status } of await Promise.all(presses)) expect([200, 503]).toContain(status)
    expect((await send(app.address, listMalls)).status).toBe(200)
  })
})

/**
 * Locks a ticket's row like a database console that was left open. `waiting` returns the number of lock waits now, and `release` unlocks
 * the row.
 */
async function holdTicket({ database }: TestApp, ticketId: string) {
  const locked = Promise.withResolvers<() => Promise<number>>()
  const over = Promise.withResolvers<void>()
  const holding = database.copying(async ({ tx }) => {
    await sql`select from ticket where id = ${ticketId} for update`.execute(tx)
    locked.resolve(async () => {
      const { rows } = await sql<{ many: number }>`select count(*)::int as many from pg_locks where not granted`.execute(tx)
      return rows[0]?.many ?? 0
    })
    await over.promise
  })
  const waiting = await locked.promise
  const release = async () => {
    over.resolve()
    await holding
  }
  return { waiting, release }
}
