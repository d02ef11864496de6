import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE, SECOND } from '#contract/base/time.ts'
import { callByNumber, listMissed, listTickets, startCountdown } from '#contract/desk/calls.ts'
import { callTicket, completeTicket, noShowTicket, undoAction } from '#contract/desk/ticket-calls.ts'
import { readMall } from '#contract/office/form-calls.ts'
import { cancelTicket, confirmPayment, createPayment, readPayment, readReceipt } from '#contract/payments/calls.ts'
import { joinQueue, readCountdown, readToken } from '#contract/queue/calls.ts'
import { numbersOf } from '#contract/queue/waiting.ts'
import { readPass, readStorefront } from '#contract/storefront/calls.ts'
import { clientOf, done } from '#tests/support/calls/client.ts'
import { cashShopper, information, join, order, ownerOf, paidShopper, staffOf, verifiedShopper } from '#tests/support/people/people.ts'
import { eventually, startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
let staff: Awaited<ReturnType<typeof staffOf>>
beforeAll(async () => {
  app = await startApp()
  staff = await staffOf(app.address)
})
afterAll(() => app.stop())

const cafe = 'phoenix-cafe'
const as = clientOf(() => app.address)
const desk = async (shop = cafe) => (await done(as(staff, listTickets, { id: shop }))).body
const rowOf = async (ticketId: string) => (await desk()).find((row) => row._id === ticketId)
const passOf = async (ticketId: string, who: { cookie: string }) => (await done(as(who, readPass, { id: ticketId }))).body
/** Sessions end with time, so a test that moves the clock signs in again. */
const later = async (ms: number) => {
  app.clock.advance(ms)
  await app.running.tick()
  staff = await staffOf(app.address)
}
const stateIs = (ticketId: string, who: { cookie: string }, state: string) =>
  eventually(async () => ((await passOf(ticketId, who)).state === state ? true : undefined))

describe('the main job', () => {
  test('a shopper verifies, joins, pays and gets the next token number; staff see the row, call and serve', async () => {
    const shopper = await verifiedShopper(app.address)
    const joined = await done(as(shopper, joinQueue, { body: information(shopper, cafe) }))
    expect(joined.status).toBe(201)
    expect(joined.body).toMatchObject({
      success: true,
      next: 'payment',
      newInfo: { mobile: shopper.mobile, shopid: cafe, token: null, clicked: false, state: 'pending_payment' },
    })
    const ticketId = joined.body.newInfo._id
    expect(await rowOf(ticketId), 'a shopper who owes the fee is not on the staff table').toBeUndefined()
    expect((await as(shopper, readToken, { query: { phone: shopper.mobile } })).body.token).toBeNull()

    const ordered = await done(as(shopper, createPayment, { body: { ticketId } }))
    expect(ordered.status).toBe(201)
    expect(ordered.body.payment).toMatchObject({
      amountPaise: 14_160,
      baseFeePaise: 12_000,
      extraPaise: 2160,
      currency: 'INR',
      state: 'created',
    })
    const paid = await as(shopper, confirmPayment, { id: ordered.body.payment.id })
    expect(paid.body).toMatchObject({ success: true, token: 7, ticket: { number: 7, state: 'waiting' }, payment: { state: 'captured' } })
    expect((await as(shopper, readToken, { query: { phone: shopper.mobile } })).body).toMatchObject({ token: 7, ticket: { token: 7 } })

    expect(await rowOf(ticketId)).toMatchObject({
      token: 7,
      name: 'Asha Verma',
      mobile: shopper.mobile,
      email: 'asha@example.in',
      clicked: false,
    })
    const called = await as(staff, callByNumber, { body: { number: shopper.mobile } })
    expect(called.body).toMatchObject({ success: true, alreadyCalled: false, message: 'Message Sent Successfully.' })
    const countdown = await as(staff, startCountdown, { body: { duration: 180, phoneNumber: shopper.mobile, shopId: cafe } })
    expect(countdown.body).toMatchObject({ success: true, duration: 180 })
    expect((await as({}, readCountdown, { query: { shopId: cafe } })).body).toMatchObject({
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

    expect((await as(staff, completeTicket, { id: ticketId })).body).toMatchObject({
      success: true,
      ticket: { state: 'served' },
    })
    expect(await rowOf(ticketId)).toBeUndefined()
    expect((await as({}, readCountdown, { query: { shopId: cafe } })).body).toMatchObject({
      startTime: null,
      duration: 180,
      countdowns: [],
    })
  })

  test('a shop without a fee skips payment: joining gives the number at once, in the regular lane', async () => {
    const shopper = await verifiedShopper(app.address)
    const joined = await done(as(shopper, joinQueue, { body: information(shopper, 'lotus-books') }))
    expect(joined.body).toMatchObject({ next: 'token', newInfo: { token: 1, state: 'waiting' } })
    expect(await passOf(joined.body.newInfo._id, shopper)).toMatchObject({ lane: 'regular', number: 1 })
  })

  test('a cash ticket is on the staff table as to pay, without a number, until staff confirm the cash', async () => {
    const { ticketId, paymentId, ...shopper } = await cashShopper(app.address, cafe)
    expect(await rowOf(ticketId)).toMatchObject({ token: null, state: 'pending_payment', cashPaymentId: paymentId, dueAmountPaise: 14_200 })
    expect((await as(shopper, confirmPayment, { id: paymentId })).status, 'the shopper cannot confirm cash').toBe(401)
    const confirmed = await as(staff, confirmPayment, { id: paymentId })
    expect(confirmed.status).toBe(200)
    expect(await rowOf(ticketId)).toMatchObject({ token: confirmed.body.token, state: 'waiting', cashPaymentId: null })
  })

  test('cash is charged in whole rupees and the receipt shows the round-off; an online payment is the exact fee', async () => {
    const shopper = await verifiedShopper(app.address)
    const ticketId = await join(app.address, shopper, cafe)
    const online = await order(app.address, shopper, ticketId, 'demo')
    expect((await as(shopper, readPayment, { id: online })).body).toMatchObject({ payment: { amountPaise: 14_160 } })
    const cash = await order(app.address, shopper, ticketId, 'cash')
    expect((await as(shopper, readPayment, { id: cash })).body).toMatchObject({
      payment: { amountPaise: 14_200, baseFeePaise: 12_000, extraPaise: 2160 },
    })
    const { receiptId } = (await done(as(staff, confirmPayment, { id: cash }))).body
    expect((await as(shopper, readReceipt, { id: receiptId })).body).toMatchObject({
      taxablePaise: 12_000,
      cgstPaise: 1080,
      sgstPaise: 1080,
      roundOffPaise: 40,
      totalPaise: 14_200,
    })
    const left = await as(shopper, cancelTicket, { id: ticketId })
    expect(left.body, 'the amount paid is refunded').toMatchObject({ state: 'cancelled', refundPaise: 14_200 })
  })

  test('a shopper who changes from online payment to cash and back has one open order', async () => {
    const shopper = await verifiedShopper(app.address)
    const ticketId = await join(app.address, shopper, cafe)
    const first = await order(app.address, shopper, ticketId, 'demo')
    const second = await order(app.address, shopper, ticketId, 'cash')
    const third = await order(app.address, shopper, ticketId, 'demo')
    expect(new Set([first, second, third]).size).toBe(3)
    expect(await rowOf(ticketId)).toBeUndefined()
    expect((await as(staff, confirmPayment, { id: second })).body.code).toBe('payment_lapsed')
    expect((await as(shopper, confirmPayment, { id: third })).status).toBe(200)
    expect((await as(shopper, confirmPayment, { id: first })).status, 'money on the replaced order is given back').toBe(409)
    await eventually(async () => (await as(shopper, readPayment, { id: first })).body.payment?.state === 'refunded' || undefined)
    expect((await as(shopper, readPayment, { id: third })).body).toMatchObject({ payment: { state: 'captured' } })
  })

  test('the receipt is a GST invoice with correct sums, numbered per shop and year; only its shopper and the shop read it', async () => {
    const paid = await paidShopper(app.address, cafe)
    const receipt = await as(paid, readReceipt, { id: paid.receiptId })
    expect(receipt.body).toMatchObject({
      kind: 'tax_invoice',
      taxablePaise: 12_000,
      cgstPaise: 1080,
      sgstPaise: 1080,
      roundOffPaise: 0,
      totalPaise: 14_160,
      tokenNumber: paid.number,
    })
    expect(receipt.body.number).toMatch(/^C\d{2}\/2627\/\d{6}$/)
    expect((await as(staff, readReceipt, { id: paid.receiptId })).status).toBe(200)
    expect((await as(await verifiedShopper(app.address), readReceipt, { id: paid.receiptId })).body.code).toBe('receipt_not_found')
  })

  test('a shopper who leaves before being called gets the full fee back and a message; after the call nothing is refunded', async () => {
    const early = await paidShopper(app.address, cafe)
    expect((await as(early, cancelTicket, { id: early.ticketId })).body).toMatchObject({
      state: 'cancelled',
      refundPaise: 14_160,
    })
    await eventually(
      async () => ((await passOf(early.ticketId, early)).payment as never as { state: string }).state === 'refunded' || undefined,
    )
    await eventually(async () => JSON.stringify((await passOf(early.ticketId, early)).messages).includes('"refund"') || undefined)
    const late = await paidShopper(app.address, cafe)
    await as(staff, callTicket, { id: late.ticketId })
    expect((await as(late, cancelTicket, { id: late.ticketId })).body).toMatchObject({ state: 'cancelled', refundPaise: 0 })
  })

  test('a ticket whose countdown ends without an arrival is missed; staff can undo that and call it again', async () => {
    const paid = await paidShopper(app.address, cafe)
    await as(staff, callTicket, { id: paid.ticketId })
    await later(181 * SECOND + 5 * MINUTE)
    await stateIs(paid.ticketId, paid, 'missed')
    expect(await rowOf(paid.ticketId)).toMatchObject({ state: 'missed', undoable: 'miss' })
    expect((await as(staff, undoAction, { id: paid.ticketId })).body).toMatchObject({
      ticket: { state: 'waiting', token: paid.number },
    })
    expect((await as(staff, callByNumber, { body: { number: paid.mobile } })).body).toMatchObject({
      alreadyCalled: false,
      ticket: { state: 'called' },
    })
    await app.running.relay.drain()
    const calls = await app.database.db
      .selectFrom('message')
      .select('seq')
      .where('ticketId', '=', paid.ticketId)
      .where('kind', '=', 'call')
      .execute()
    expect(calls).toHaveLength(2)
  })

  test('a missed ticket leaves the staff table after ten minutes; it stays among the missed all day and can be called', async () => {
    const paid = await paidShopper(app.address, cafe)
    await as(staff, callTicket, { id: paid.ticketId })
    await later(181 * SECOND + 5 * MINUTE)
    await stateIs(paid.ticketId, paid, 'missed')
    const missed = async () => (await done(as(staff, listMissed, { id: cafe }))).body.tickets
    const isMissed = async () => (await missed()).some(({ _id }) => _id === paid.ticketId)
    expect([await rowOf(paid.ticketId), await isMissed()], 'still on the table').toEqual([expect.anything(), false])
    await later(10 * MINUTE)
    expect(await rowOf(paid.ticketId)).toBeUndefined()
    expect((await missed())[0], 'the last missed comes first').toMatchObject({
      ...{ _id: paid.ticketId, token: paid.number, mobile: paid.mobile, state: 'missed', undoable: null },
    })
    expect((await as(staff, callByNumber, { body: { number: paid.mobile, ticketId: paid.ticketId } })).body).toMatchObject({
      ticket: { state: 'called' },
    })
    expect([(await rowOf(paid.ticketId))?.state, await isMissed()]).toEqual(['called', false])
    await as(staff, noShowTicket, { id: paid.ticketId })
    expect(await isMissed(), 'a no-show is no longer among the missed').toBe(false)
  })

  test('an undo takes back a call, a served ticket or a no-show within ten minutes, and not later', async () => {
    const paid = await paidShopper(app.address, cafe)
    for (const action of [callTicket, completeTicket]) await as(staff, action, { id: paid.ticketId })
    expect((await as(staff, undoAction, { id: paid.ticketId })).body).toMatchObject({ ticket: { state: 'called' } })
    expect((await as(staff, undoAction, { id: paid.ticketId })).body).toMatchObject({
      ticket: { state: 'waiting', clicked: false },
    })
    expect((await as(staff, undoAction, { id: paid.ticketId })).body).toMatchObject({ code: 'nothing_to_undo' })
    for (const action of [callTicket, noShowTicket]) await as(staff, action, { id: paid.ticketId })
    await later(11 * MINUTE)
    expect((await as(staff, undoAction, { id: paid.ticketId })).status).toBe(409)
  })

  test('an unpaid ticket expires after 15 minutes; the shopper can join again, and a late payment is refunded', async () => {
    const shopper = await verifiedShopper(app.address)
    const ticketId = await join(app.address, shopper, cafe)
    const paymentId = await order(app.address, shopper, ticketId)
    await later(16 * MINUTE)
    await stateIs(ticketId, shopper, 'expired')
    expect((await as(shopper, createPayment, { body: { ticketId } })).body.code).toBe('ticket_lapsed')
    expect((await as(shopper, confirmPayment, { id: paymentId })).body.code).toBe('payment_late')
    await eventually(async () => (await as(shopper, readPayment, { id: paymentId })).body.payment?.state === 'refunded' || undefined)
    expect(await join(app.address, shopper, cafe)).not.toBe(ticketId)
  })

  test('a call by mobile number is refused if it is empty, unknown or at two shops; a ticket id chooses between shops', async () => {
    expect((await as(staff, callByNumber, { body: { number: '' } })).body).toMatchObject({
      error: 'Please enter a number!',
      code: 'empty_number',
    })
    expect((await as(staff, callByNumber, { body: { number: '6999999999' } })).body.code).toBe('ticket_not_found')
    const paid = await paidShopper(app.address, cafe)
    const other = await join(app.address, paid, 'lotus-books')
    const owner = await ownerOf(app.address)
    expect((await as(owner, callByNumber, { body: { number: paid.mobile } })).body.code).toBe('ambiguous_ticket')
    expect((await as(owner, callByNumber, { body: { number: paid.mobile, ticketId: other } })).body).toMatchObject({
      ticket: { _id: other, state: 'called' },
    })
    expect((await as(staff, callByNumber, { body: { number: paid.mobile } })).body).toMatchObject({ ticket: { _id: paid.ticketId } })
  })

  test('start-countdown restarts the countdown with another duration, and is refused if no one was called', async () => {
    const paid = await paidShopper(app.address, cafe)
    const start = (duration: number | undefined) =>
      as(staff, startCountdown, { body: { duration, phoneNumber: paid.mobile, shopId: cafe } })
    expect((await start(180)).body.code).toBe('not_called')
    await as(staff, callTicket, { id: paid.ticketId })
    const first = await start(180)
    expect((await start(undefined)).body.startTime).toBe(first.body.startTime)
    const again = await start(60)
    expect(again.body).toMatchObject({ duration: 60 })
    expect(Number(again.body.startTime)).toBeGreaterThanOrEqual(Number(first.body.startTime))
    expect(await rowOf(paid.ticketId), 'the call can still be undone').toMatchObject({ undoable: 'call' })
    expect((await start(0)).status).toBe(400)
    expect((await start(3601)).status).toBe(400)
  })

  test('the storefront shows everyone the price, the lanes and the state of the queue, but no name or mobile number', async () => {
    const paid = await paidShopper(app.address, cafe)
    const front = await done(as({}, readStorefront, { id: cafe }))
    expect(front.body).toMatchObject({
      shop: { id: cafe, mallTitle: 'Phoenix Mall', timeZone: 'Asia/Kolkata' },
      fee: { totalPaise: 14_160, taxBasisPoints: 1800 },
      open: { isOpen: true },
    })
    expect(numbersOf(front.body.queue.order)).toContain(paid.number)
    expect(JSON.stringify(front.body)).not.toMatch(/Asha|example\.in|(?<!\d)\d{10}(?!\d)/)
    expect((await as({}, readStorefront, { id: 'phoenix-mall' })).body.code).toBe('is_a_mall')
    expect((await as({}, readMall, { id: 'phoenix-cafe' })).body.code).toBe('is_a_shop')
    expect((await as(staff, listTickets, { id: 'phoenix-mall' })).body.code).toBe('is_a_mall')
  })

  test('at the end of the day a shopper who was never called gets the fee back, and the next day starts at 1', async () => {
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
