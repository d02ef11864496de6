import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE, SECOND } from '#contract/base/time.ts'
import { type Log, openLog } from '#server/kit/log.ts'
import { join, paidShopper, verifiedShopper } from '#tests/support/people/people.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

const shop = 'royal-sarees'

describe.each([
  ['two minutes ahead', 2 * MINUTE],
  ['two minutes behind', -2 * MINUTE],
])('a node whose clock is %s', (_, clockAheadMs) => {
  /** Another node on the same database, whose clock is right. */
  let right: TestApp
  let app: TestApp
  const told: unknown[] = []
  beforeAll(async () => {
    const log = openLog('silent')
    const warn = (said: unknown) => void told.push(said)
    right = await startApp()
    app = await startApp({ beside: right, clockAheadMs, log: Object.assign(Object.create(log), { warn }) as Log })
  })
  afterAll(async () => {
    await app.stop()
    await right.stop()
  })

  test('expires an unpaid ticket on time by the clock of the database, neither earlier nor later', async () => {
    const shopper = await verifiedShopper(right.address)
    const ticketId = await join(right.address, shopper, shop)
    const stateNow = async () => {
      await app.running.tick()
      return (await app.database.db.selectFrom('ticket').select('state').where('id', '=', ticketId).executeTakeFirstOrThrow()).state
    }
    app.clock.advance(14 * MINUTE)
    expect(await stateNow()).toBe('pending_payment')
    app.clock.advance(MINUTE + SECOND)
    expect(await stateNow()).toBe('expired')
  })

  test('records when a shopper joins by the clock of the database', async () => {
    const before = app.clock.now().getTime()
    const { ticketId } = await paidShopper(app.address, shop)
    const row = await app.database.db.selectFrom('ticket').select('joinedAt').where('id', '=', ticketId).executeTakeFirstOrThrow()
    expect(Math.abs((row.joinedAt?.getTime() ?? 0) - before)).toBeLessThan(20 * SECOND)
  })

  test('warns once in the log, and always shows the difference in the metrics', async () => {
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({ aheadMs: expect.closeTo(clockAheadMs, -3) })
    const metrics = await (await fetch(`${app.address}/metrics`)).text()
    expect(Number(/^clock_ahead_seconds (\S+)$/m.exec(metrics)?.[1])).toBeCloseTo(clockAheadMs / SECOND, 0)
  })
})
