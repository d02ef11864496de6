import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR } from '#contract/base/time.ts'
import { transaction } from '#server/db/transaction.ts'
import { goOnAfterRestore } from '#server/operator/after-restore.ts'
import { paidShopper } from '#tests/support/people/people.ts'
import { booker, nthSlot, QUARTERS, settle, slotShop, slotSteps } from '#tests/support/people/slot-shops.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const { dayIn } = slotSteps(() => app)

test('after a restore, no day that can be booked gives a number twice; other days and shops without slots begin at 1', async () => {
  const shop = await slotShop(app, { openingHours: null, slots: { ...QUARTERS, daysAhead: 2 } })
  const plain = await slotShop(app, { openingHours: null, slots: null })
  const before = await booker(app, shop, (await nthSlot(app, shop, 4, dayIn(2))).id)
  expect(before.number).toBe(1)
  const now = app.clock.now()
  await transaction(app.database.db, (tx) => goOnAfterRestore(tx, { madeAt: new Date(now.getTime() - HOUR), now }))

  const numberOn = async (days: number) => (await booker(app, shop, (await nthSlot(app, shop, 6, dayIn(days))).id)).number
  expect(await numberOn(0)).toBe(1001)
  expect(await numberOn(1), 'nobody had booked before').toBe(1001)
  expect(await numberOn(2)).toBe(1002)
  expect((await paidShopper(app.address, plain)).number).toBe(1001)
  await settle(app, shop, { slots: { ...QUARTERS, daysAhead: 3 } })
  expect(await numberOn(3), 'not bookable at the time of the restore').toBe(1)
})
