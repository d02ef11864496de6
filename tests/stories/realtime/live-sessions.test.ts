import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoAccounts } from '#contract/base/demo.ts'
import { transaction } from '#server/db/transaction.ts'
import { announce } from '#server/outbox/announce.ts'
import { openScreen } from '#tests/support/browser/screens.ts'
import { paidShopper, staffOf } from '#tests/support/people/people.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

/** Sessions end while another event cannot be read for the screens. */

const shop = 'royal-sarees'
let app: TestApp
let broken = false
beforeAll(async () => {
  app = await startApp({
    env: { LOG_LEVEL: 'silent' },
    tableReads: (table) => {
      if (broken && table === 'ticket') throw new Error('a row that cannot be read')
    },
  })
})
afterAll(() => app.stop())

test('a session that has ended loses its sockets, even if another event of the same moment cannot be read', async () => {
  const staff = await staffOf(app.address)
  const { ticketId } = await paidShopper(app.address, shop)
  await app.running.tick()
  const screen = await openScreen(app.address, staff)
  await screen.watch({ shopId: shop })
  const { id: accountId } = await app.database.db
    .selectFrom('account')
    .select('id')
    .where('email', '=', demoAccounts.staff.email)
    .executeTakeFirstOrThrow()
  broken = true
  await transaction(app.database.db, async (tx) =>
    announce(
      tx,
      app.clock.now(),
      // The relay does not read the ticket, the screens do.
      { kind: 'ticket.served', shopId: shop, ticketId },
      { kind: 'session.ended', shopId: null, accountId, sessionId: null },
    ),
  )
  expect(await screen.ended).toBe('io server disconnect')
  expect(screen.heard).toContain('session-ended')
  broken = false
})
