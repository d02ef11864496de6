import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE, SECOND } from '../../contract/time.ts'
import { type Digest, numbersOf } from '../../contract/waiting.ts'
import { eventually, startApp, type TestApp } from '../support/app.ts'
import { type Answer, call, information, join, order, ownerOf, paidShopper, staffOf, verifiedShopper } from '../support/people.ts'

let app: TestApp
let staff: Awaited<ReturnType<typeof staffOf>>
beforeAll(async () => {
  app = await startApp()
  staff = await staffOf(app.address)
})
afterAll(() => app.stop())

const cafe = 'phoenix-cafe'
const get = (path: string, who = {}) => call(app.address, 'GET', path, undefined, who)
const post = (path: string, body: unknown = {}, who = {}) => call(app.address, 'POST', path, body, who)
const desk = async (shop = cafe) => (await get(`/api/get-data/${shop}`, staff)).list
const rowOf = async (ticketId: string) => (await desk()).find((row) => row._id === ticketId)
const passOf = async (ticketId: string, who: { cookie: string }) => (await get(`/api/tickets/${ticketId}`, who)).body
/** Sessions end by time: a test that moves the clock signs in again. */
const later = async (ms: number) => {
  app.clock.advance(ms)
  await app.running.tick()
  staff = await staffOf(app.address)
}
const stateIs = (ticketId: string, who: { cookie: string }, state: string) =>
  eventually(async () => ((await passOf(ticketId, who)).state === (state as never) ? true : undefined))
const fieldOf = (answer: Answer, object: string, field: string) => (answer.body[object] as unknown as Record<string, unknown>)[field]

describe('the main job', () => {
  test('a shopper verifies, joins, pays and has the next token number; staff see the row, call, serve', async () => {
    const shopper = await verifiedShopper(app.address)
    const joined = await post('/api/information', information(shopper, cafe), shopper)
    expect(joined.status).toBe(201)
    expect(joined.body).toMatchObject({
      success: true,
      next: 'payment',
      newInfo: { mobile: shopper.mobile, shopid: cafe, token: null, clicked: false, state: 'pending_payment' },
    })
    const ticketId = String(fieldOf(joined, 'newInfo', '_id'))
    expect(await rowOf(ticketId), 'who owes the fee does not stand on the staff table').toBeUndefined()
    expect((await get(`/api/get-token?phone=${shopper.mobile}`, shopper)).body.token).toBeNull()

    const ordered = await post('/api/payments', { ticketId }, shopper)
    expect(ordered.status).toBe(201)
    expect(ordered.body.payment).toMatchObject({
      amountPaise: 14_160,
      baseFeePaise: 12_000,
      extraPaise: 2160,
      currency: 'INR',
      state: 'created',
    })
    const paid = await post(`/api/payments/${fieldOf(ordered, 'payment', 'id')}/confirm`, {}, shopper)
    expect(paid.body).toMatchObject({ success: true, token: 7, ticket: { number: 7, state: 'waiting' }, payment: { state: 'captured' } })
    expect((await get(`/api/get-token?phone=${shopper.mobile}`, shopper)).body).toMatchObject({ token: 7, ticket: { token: 7 } })

    expect(await rowOf(ticketId)).toMatchObject({
      token: 7,
      name: 'Asha Verma',
      mobile: shopper.mobile,
      email: 'asha@example.in',
      clicked: false,
    })
    const called = await post('/api/send-message', { number: shopper.mobile }, staff)
    expect(called.body).toMatchObject({ success: true, alreadyCalled: false, message: 'Message Sent Successfully.' })
    const countdown = await post('/api/start-countdown', { duration: 180, phoneNumber: shopper.mobile, shopId: cafe }, staff)
    expect(countdown.body).toMatchObject({ success: true, duration: 180 })
    expect((await get(`/api/get-countdown?shopId=${cafe}`)).body).toMatchObject({
      startTime: countdown.body.startTime,
      duration: 180,
      token: 7,
      counter: 'Counter 1',
    })
    expect(await passOf(ticketId, shopper)).toMatchObject({
      state: 'called',
      call: { startTime: countdown.body.startTime, duration: 180, counter: 'Counter 1' },
    })
    const delivered = await eventually(async () => ((await rowOf(ticketId))?.notice === 'delivered' ? rowOf(ticketId) : undefined))
    expect(delivered).toMatchObject({ clicked: true, state: 'called' })
    expect((await passOf(ticketId, shopper)).messages).toMatchObject([
      { kind: 'token' },
      { kind: 'call', text: 'Token 7: your counter is ready. Please come to Counter 1 now.' },
    ])

    expect((await post(`/api/tickets/${ticketId}/complete`, {}, staff)).body).toMatchObject({ success: true, ticket: { state: 'served' } })
    expect(await rowOf(ticketId)).toBeUndefined()
    expect((await get(`/api/get-countdown?shopId=${cafe}`)).body).toMatchObject({ startTime: null, duration: 180, countdowns: [] })
  })

  test('a shop without a fee skips payment: joining gives the number at once, in the regular lane', async () => {
    const shopper = await verifiedShopper(app.address)
    const joined = await post('/api/information', information(shopper, 'lotus-books'), shopper)
    expect(joined.body).toMatchObject({ next: 'token', newInfo: { token: 1, state: 'waiting' } })
    expect(await passOf(String(fieldOf(joined, 'newInfo', '_id')), shopper)).toMatchObject({ lane: 'regular', number: 1 })
  })

  test('cash stands on the staff table as to pay, without a number, until staff confirm it', async () => {
    const shopper = await verifiedShopper(app.address)
    const ticketId = await join(app.address, shopper, cafe)
    const paymentId = await order(app.address, shopper, ticketId, 'cash')
    expect(await rowOf(ticketId)).toMatchObject({ token: null, state: 'pending_payment', cashPaymentId: paymentId, dueAmountPaise: 14_160 })
    expect((await post(`/api/payments/${paymentId}/confirm`, {}, shopper)).status, 'the shopper cannot confirm cash').toBe(401)
    const confirmed = await post(`/api/payments/${paymentId}/confirm`, {}, staff)
    expect(confirmed.status).toBe(200)
    expect(await rowOf(ticketId)).toMatchObject({ token: confirmed.body.token, state: 'waiting', cashPaymentId: null })
  })

  test('choosing cash after the online way, and back, leaves one open order', async () => {
    const shopper = await verifiedShopper(app.address)
    const ticketId = await join(app.address, shopper, cafe)
    const first = await order(app.address, shopper, ticketId, 'demo')
    const second = await order(app.address, shopper, ticketId, 'cash')
    const third = await order(app.address, shopper, ticketId, 'demo')
    expect(new Set([first, second, third]).size).toBe(3)
    expect(await rowOf(ticketId)).toBeUndefined()
    expect((await post(`/api/payments/${second}/confirm`, {}, staff)).body.code).toBe('payment_lapsed')
    expect((await post(`/api/payments/${third}/confirm`, {}, shopper)).status).toBe(200)
    expect((await post(`/api/payments/${first}/confirm`, {}, shopper)).status, 'money on the replaced order is given back').toBe(409)
    await eventually(
      async () =>
        ((await get(`/api/payments/${first}`, shopper)).body.payment as never as { state: string }).state === 'refunded' || undefined,
    )
    expect((await get(`/api/payments/${third}`, shopper)).body).toMatchObject({ payment: { state: 'captured' } })
  })

  test('the receipt is a GST invoice that sums up, numbered for the shop and year, and readable by its shopper and the shop alone', async () => {
    const paid = await paidShopper(app.address, cafe)
    const receipt = await get(`/api/receipts/${paid.receiptId}`, paid)
    expect(receipt.body).toMatchObject({
      kind: 'tax_invoice',
      taxablePaise: 12_000,
      cgstPaise: 1080,
      sgstPaise: 1080,
      totalPaise: 14_160,
      tokenNumber: paid.number,
    })
    expect(receipt.body.number).toMatch(/^C\d{2}\/2627\/\d{6}$/)
    expect((await get(`/api/receipts/${paid.receiptId}`, staff)).status).toBe(200)
    expect((await get(`/api/receipts/${paid.receiptId}`, await verifiedShopper(app.address))).body.code).toBe('receipt_not_found')
  })

  test('leaving before being called gives the full fee back, and says so; leaving after the call gives nothing', async () => {
    const early = await paidShopper(app.address, cafe)
    expect((await post(`/api/tickets/${early.ticketId}/cancel`, {}, early)).body).toMatchObject({ state: 'cancelled', refundPaise: 14_160 })
    await eventually(
      async () => ((await passOf(early.ticketId, early)).payment as never as { state: string }).state === 'refunded' || undefined,
    )
    await eventually(async () => JSON.stringify((await passOf(early.ticketId, early)).messages).includes('"refund"') || undefined)
    const late = await paidShopper(app.address, cafe)
    await post(`/api/tickets/${late.ticketId}/call`, {}, staff)
    expect((await post(`/api/tickets/${late.ticketId}/cancel`, {}, late)).body).toMatchObject({ state: 'cancelled', refundPaise: 0 })
  })

  test('a countdown that ends unanswered makes the ticket missed; staff can call it again or undo', async () => {
    const paid = await paidShopper(app.address, cafe)
    await post(`/api/tickets/${paid.ticketId}/call`, {}, staff)
    await later(181 * SECOND)
    await stateIs(paid.ticketId, paid, 'missed')
    expect(await rowOf(paid.ticketId)).toMatchObject({ state: 'missed', undoable: 'miss' })
    expect((await post(`/api/tickets/${paid.ticketId}/undo`, {}, staff)).body).toMatchObject({
      ticket: { state: 'waiting', token: paid.number },
    })
    expect((await post('/api/send-message', { number: paid.mobile }, staff)).body).toMatchObject({
      alreadyCalled: false,
      ticket: { state: 'called' },
    })
    await app.running.relay.drain()
    const calls = await app.database.db
      .selectFrom('message')
      .select('seq')
      .where('ticket_id', '=', paid.ticketId)
      .where('kind', '=', 'call')
      .execute()
    expect(calls).toHaveLength(2)
  })

  test('who was missed is off the staff table after ten minutes, found among the missed for the rest of the day, and can be called', async () => {
    const paid = await paidShopper(app.address, cafe)
    await post(`/api/tickets/${paid.ticketId}/call`, {}, staff)
    await later(181 * SECOND)
    await stateIs(paid.ticketId, paid, 'missed')
    const missed = async () => (await get(`/api/missed/${cafe}`, staff)).body.tickets as unknown as { _id: string }[]
    const isMissed = async () => (await missed()).some(({ _id }) => _id === paid.ticketId)
    expect([await rowOf(paid.ticketId), await isMissed()], 'still on the table').toEqual([expect.anything(), false])
    await later(10 * MINUTE)
    expect(await rowOf(paid.ticketId)).toBeUndefined()
    expect((await missed())[0], 'the last missed comes first').toMatchObject({
      ...{ _id: paid.ticketId, token: paid.number, mobile: paid.mobile, state: 'missed', undoable: null },
    })
    expect((await post('/api/send-message', { number: paid.mobile, ticketId: paid.ticketId }, staff)).body).toMatchObject({
      ticket: { state: 'called' },
    })
    expect([(await rowOf(paid.ticketId))?.state, await isMissed()]).toEqual(['called', false])
    await post(`/api/tickets/${paid.ticketId}/no-show`, {}, staff)
    expect(await isMissed(), 'a no-show is no longer merely missed').toBe(false)
  })

  test('undo takes back a call, a served and a no-show within ten minutes, and not after', async () => {
    const paid = await paidShopper(app.address, cafe)
    for (const action of ['call', 'complete'] as const) await post(`/api/tickets/${paid.ticketId}/${action}`, {}, staff)
    expect((await post(`/api/tickets/${paid.ticketId}/undo`, {}, staff)).body).toMatchObject({ ticket: { state: 'called' } })
    expect((await post(`/api/tickets/${paid.ticketId}/undo`, {}, staff)).body).toMatchObject({
      ticket: { state: 'waiting', clicked: false },
    })
    expect((await post(`/api/tickets/${paid.ticketId}/undo`, {}, staff)).body).toMatchObject({ code: 'nothing_to_undo' })
    for (const action of ['call', 'no-show'] as const) await post(`/api/tickets/${paid.ticketId}/${action}`, {}, staff)
    await later(11 * MINUTE)
    expect((await post(`/api/tickets/${paid.ticketId}/undo`, {}, staff)).status).toBe(409)
  })

  test('an unpaid place lapses after 15 minutes; the shopper may start again, and a late payment is refunded', async () => {
    const shopper = await verifiedShopper(app.address)
    const ticketId = await join(app.address, shopper, cafe)
    const paymentId = await order(app.address, shopper, ticketId)
    await later(16 * MINUTE)
    await stateIs(ticketId, shopper, 'expired')
    expect((await post('/api/payments', { ticketId }, shopper)).body.code).toBe('ticket_lapsed')
    expect((await post(`/api/payments/${paymentId}/confirm`, {}, shopper)).body.code).toBe('payment_late')
    await eventually(
      async () =>
        ((await get(`/api/payments/${paymentId}`, shopper)).body.payment as never as { state: string }).state === 'refunded' || undefined,
    )
    expect(await join(app.address, shopper, cafe)).not.toBe(ticketId)
  })

  test('calling by number: empty, unknown, two shops with the same mobile, and a choice by ticket', async () => {
    expect((await post('/api/send-message', { number: '' }, staff)).body).toMatchObject({
      error: 'Please enter a number!',
      code: 'empty_number',
    })
    expect((await post('/api/send-message', { number: '6999999999' }, staff)).body.code).toBe('ticket_not_found')
    const paid = await paidShopper(app.address, cafe)
    const other = await join(app.address, paid, 'lotus-books')
    const owner = await ownerOf(app.address)
    expect((await post('/api/send-message', { number: paid.mobile }, owner)).body.code).toBe('ambiguous_ticket')
    expect((await post('/api/send-message', { number: paid.mobile, ticketId: other }, owner)).body).toMatchObject({
      ticket: { _id: other, state: 'called' },
    })
    expect((await post('/api/send-message', { number: paid.mobile }, staff)).body).toMatchObject({ ticket: { _id: paid.ticketId } })
  })

  test('start-countdown restarts the countdown with another duration, and says when nobody was called', async () => {
    const paid = await paidShopper(app.address, cafe)
    const start = (duration: number | undefined) =>
      post('/api/start-countdown', { duration, phoneNumber: paid.mobile, shopId: cafe }, staff)
    expect((await start(180)).body.code).toBe('not_called')
    await post(`/api/tickets/${paid.ticketId}/call`, {}, staff)
    const first = await start(180)
    expect((await start(undefined)).body.startTime).toBe(first.body.startTime)
    const again = await start(60)
    expect(again.body).toMatchObject({ duration: 60 })
    expect(Number(again.body.startTime)).toBeGreaterThanOrEqual(Number(first.body.startTime))
    expect(await rowOf(paid.ticketId), 'the call can still be undone').toMatchObject({ undoable: 'call' })
    expect((await start(0)).status).toBe(400)
    expect((await start(3601)).status).toBe(400)
  })

  test('the storefront tells anyone the price, the lanes and the state of the queue, and no name or number of a person', async () => {
    const paid = await paidShopper(app.address, cafe)
    const front = await get(`/api/storefront/${cafe}`)
    expect(front.body).toMatchObject({
      shop: { id: cafe, mallTitle: 'Phoenix Mall', timeZone: 'Asia/Kolkata' },
      fee: { totalPaise: 14_160, taxBasisPoints: 1800 },
      open: { isOpen: true },
    })
    expect(numbersOf((front.body.queue as unknown as Digest).order)).toContain(paid.number)
    expect(JSON.stringify(front.body)).not.toMatch(/Asha|example\.in|(?<!\d)\d{10}(?!\d)/)
    expect((await get('/api/storefront/phoenix-mall')).body.code).toBe('is_a_mall')
    expect((await get('/api/shops/phoenix-cafe')).body.code).toBe('is_a_shop')
    expect((await get('/api/get-data/phoenix-mall', staff)).body.code).toBe('is_a_mall')
  })

  test('the day ends: who was never called gets the fee back, and tomorrow starts at 1', async () => {
    const paid = await paidShopper(app.address, 'royal-sarees')
    await later(25 * 60 * MINUTE)
    const again = await paidShopper(app.address, 'royal-sarees')
    expect(again.number).toBe(1)
    await app.running.tick()
    const state = async (table: 'ticket' | 'payment', id: string) =>
      (await app.database.db.selectFrom(table).select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
    expect(await state('ticket', paid.ticketId)).toBe('expired')
    expect(await state('payment', paid.paymentId)).toBe('refunded')
  })
})
