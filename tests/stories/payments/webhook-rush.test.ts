import { afterAll, beforeAll, expect, test } from 'vitest'
import { razorpayWebhook } from '#contract/payments/gateway-calls.ts'
import { BOUGHT, booksOf, deliver, MALL, type Payer, payerOf, startWithVendors, type Vendors } from '#tests/support/people/vendor-payers.ts'

/** Webhooks that arrive together share a transaction; each gets its own answer. */

let world: Vendors
beforeAll(async () => {
  world = await startWithVendors()
})
afterAll(() => world.stop())

const stored = (ids: readonly string[]) =>
  world.app.database.db
    .selectFrom('vendorEvent')
    .select(['eventId', 'mallId', 'body', 'outcome', 'handledAt'])
    .where('eventId', 'in', [...ids])
    .orderBy('eventId')
    .execute()
const idOf = ({ headers }: { headers: Record<string, string> }) => headers['x-razorpay-event-id'] ?? ''

test('a rush of webhooks is stored byte by byte, each once and none that is forged, and each payment buys one token', async () => {
  const { razorpay } = world
  const payers: Payer[] = []
  for (let n = 0; n < 8; n += 1) payers.push(await payerOf(world, 'razorpay'))
  const paid = payers.map(({ vendorOrderId }) => razorpay.pay(vendorOrderId).razorpay_payment_id)
  const authorized = paid.map((id) => razorpay.eventOf('payment.authorized', id))
  razorpay.decide()
  const captured = paid.flatMap((id) => [razorpay.eventOf('payment.captured', id), razorpay.eventOf('order.paid', id)])
  const genuine = [...authorized, ...captured]
  const forged = paid.map((id) => razorpay.eventOf('payment.captured', id, 'not the secret'))
  const answers = await Promise.all([...genuine, ...forged, ...genuine, ...genuine].map((event) => deliver(world, razorpayWebhook, event)))
  const ofForged = answers.splice(genuine.length, forged.length)
  expect(new Set(ofForged.map(({ code }) => code))).toEqual(new Set(['signature_wrong']))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await stored(forged.map(idOf))).toEqual([])
  const rows = await stored(genuine.map(idOf))
  expect(rows.map(({ eventId }) => eventId)).toEqual(genuine.map(idOf).sort())
  for (const { eventId, mallId, body } of rows) {
    expect(mallId).toBe(MALL)
    expect(Buffer.from(body)).toEqual(genuine.find((event) => idOf(event) === eventId)?.raw)
  }
  await world.app.running.tick()
  const outcomes = async (events: readonly { headers: Record<string, string> }[]) =>
    new Set((await stored(events.map(idOf))).map(({ outcome }) => outcome))
  expect(await outcomes(authorized)).toEqual(new Set(['unused']))
  expect(await outcomes(captured)).not.toContain(null)
  for (const payer of payers) expect(await booksOf(world, payer)).toEqual(BOUGHT)
})

test('webhooks for a mall without the account are refused, while those that arrive with them are taken', async () => {
  const { vendorOrderId } = await payerOf(world, 'razorpay')
  const id = world.razorpay.pay(vendorOrderId).razorpay_payment_id
  const events = [1, 2, 3].map(() => world.razorpay.eventOf('payment.authorized', id))
  const malls = [MALL, 'another-mall', MALL]
  const answers = await Promise.all(events.map((event, i) => deliver(world, razorpayWebhook, event, malls[i])))
  expect(answers.map(({ status, code }) => code ?? status)).toEqual([200, 'signature_wrong', 200])
  expect((await stored(events.map(idOf))).map(({ mallId }) => mallId)).toEqual([MALL, MALL])
})
