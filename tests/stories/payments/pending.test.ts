import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR } from '#contract/base/time.ts'
import { cancelTicket, confirmPayment, createPayment } from '#contract/payments/calls.ts'
import type { Gateway } from '#server/payments/gateway.ts'
import { cashGateway } from '#server/payments/gateways/cash.ts'
import { demoGateway } from '#server/payments/gateways/demo.ts'
import { send } from '#tests/support/calls/client.ts'
import { SHOP } from '#tests/support/people/callers.ts'
import { join, order, type Shopper, verifiedShopper } from '#tests/support/people/people.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'
import { openSlowBank } from '#tests/support/vendors/slow-bank.ts'

let app: TestApp
const bank = openSlowBank()
/** The demo gateway while the demo's own shoppers pay, then the bank. */
const gateway: Gateway = { ...demoGateway }
beforeAll(async () => {
  app = await startApp({ gateways: [gateway, cashGateway], env: { LOG_LEVEL: 'silent' } })
  Object.assign(gateway, bank.gateway)
})
afterAll(() => app.stop())

const confirm = (id: string, who: Shopper) => send(app.address, confirmPayment, { id }, who)
const attemptsOf = async (paymentId: string) =>
  (await app.database.db.selectFrom('paymentAttempt').select('kind').where('paymentId', '=', paymentId).orderBy('id').execute()).map(
    ({ kind }) => kind,
  )
const stateOf = async (paymentId: string) =>
  (await app.database.db.selectFrom('payment').select('state').where('id', '=', paymentId).executeTakeFirstOrThrow()).state

/** The bank has not decided yet about this shopper's payment. */
async function paying() {
  const shopper = await verifiedShopper(app.address)
  const ticketId = await join(app.address, shopper, SHOP)
  const paymentId = await order(app.address, shopper, ticketId)
  bank.pay({ id: paymentId })
  return { shopper, ticketId, paymentId }
}

test('a payment that is pending is asked for again later: it does not fail, and is captured once', async () => {
  const { shopper, paymentId } = await paying()
  const early = await confirm(paymentId, shopper)
  expect([early.status, early.body.state, early.headers.get('retry-after')]).toEqual([202, 'pending', '2'])
  expect([await stateOf(paymentId), await attemptsOf(paymentId)]).toEqual(['created', []])
  bank.decide()
  const [first, again] = [await confirm(paymentId, shopper), await confirm(paymentId, shopper)]
  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.body.token).toBe(first.body.token)
  expect(await attemptsOf(paymentId)).toEqual(['capture'])
})

test('a refund that is pending stays due until the bank has paid it out, and is paid out once', async () => {
  const { shopper, ticketId, paymentId } = await paying()
  bank.decide()
  await confirm(paymentId, shopper)
  await send(app.address, cancelTicket, { id: ticketId }, shopper)
  await app.running.tick()
  app.clock.advance(HOUR)
  await app.running.tick()
  expect([await stateOf(paymentId), bank.paidOut(paymentId)]).toEqual(['refund_pending', 0])
  bank.decide()
  app.clock.advance(HOUR)
  await app.running.tick()
  expect([await stateOf(paymentId), await attemptsOf(paymentId)]).toEqual(['refunded', ['capture', 'refund']])
  const { amountPaise } = await app.database.db
    .selectFrom('payment')
    .select('amountPaise')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  expect(bank.paidOut(paymentId)).toBe(amountPaise)
})

describe('a gateway that needs the credentials of its mall', () => {
  test('takes no orders and no money while the mall has none', async () => {
    const { shopper, paymentId } = await paying()
    gateway.needsCredentials = true
    try {
      bank.decide()
      expect((await confirm(paymentId, shopper)).body.code).toBe('gateway_unavailable')
      const next = await verifiedShopper(app.address)
      const ticketId = await join(app.address, next, SHOP)
      expect((await send(app.address, createPayment, { body: { ticketId } }, next)).body.code).toBe('gateway_unavailable')
    } finally {
      gateway.needsCredentials = false
    }
    expect((await confirm(paymentId, shopper)).status).toBe(200)
  })
})
