import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#contract/base/time.ts'
import { addCounter, changeCounter } from '#contract/counters/calls.ts'
import { listTickets, pauseShop } from '#contract/desk/calls.ts'
import { callTicket, completeTicket, undoAction } from '#contract/desk/ticket-calls.ts'
import { changeSettings, readSettings } from '#contract/office/settings-calls.ts'
import { cancelTicket, confirmPayment, handBack, listHandBacks } from '#contract/payments/calls.ts'
import { readPass, readStorefront } from '#contract/storefront/calls.ts'
import { type BodyOf, type Credentials, clientOf, done, sendLoosely } from '#tests/support/calls/client.ts'
import { cashShopper, join, order, ownerOf, paidShopper, type Shopper, verifiedShopper } from '#tests/support/people/people.ts'
import { freshShop } from '#tests/support/people/place-rows.ts'
import { eventually, startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
let owner: Credentials
beforeAll(async () => {
  app = await startApp()
  owner = await ownerOf(app.address)
})
afterAll(() => app.stop())

const as = clientOf(() => app.address)
const set = (id: string, settings: BodyOf<typeof changeSettings>) => as(owner, changeSettings, { id, body: settings })
const PROMISE = { minutes: 20, refund: true } as const
const FEE = 14_160

/** A shop that promises a call within 20 minutes. */
async function promisingShop(more: BodyOf<typeof changeSettings> = {}): Promise<string> {
  const { id } = await freshShop(app)
  expect((await set(id, { promise: PROMISE, ...more })).status).toBe(200)
  return id
}

const passOf = async ({ ticketId, ...who }: Shopper & { ticketId: string }) => (await done(as(who, readPass, { id: ticketId }))).body
const rowOf = async (shop: string, ticketId: string) =>
  (await done(as(owner, listTickets, { id: shop }))).body.find(({ _id }) => _id === ticketId)
const call = (ticketId: string) => as(owner, callTicket, { id: ticketId })
/** The payments of a ticket, and how often each was given back. */
const moneyOf = async (ticketId: string) => {
  const { db } = app.database
  const payments = await db.selectFrom('payment').selectAll().where('ticketId', '=', ticketId).execute()
  const ids = payments.map(({ id }) => id)
  const refunds = await db.selectFrom('paymentAttempt').select('id').where('paymentId', 'in', ids).where('kind', '=', 'refund').execute()
  return { states: payments.map(({ state }) => state), refunds: refunds.length }
}
const messagesOf = async (person: Shopper & { ticketId: string }, kind: string) =>
  (await passOf(person)).messages.filter((message) => message.kind === kind).map(({ text }) => text)
/** Lets the time of the promise pass, with everything that it causes. */
async function letPass(ms = 20 * MINUTE + SECOND): Promise<void> {
  app.clock.advance(ms)
  await app.running.tick()
  await app.running.tick()
}
/** From now to midnight in India, in ms. */
const untilMidnight = (now: Date) => 24 * HOUR - ((now.getTime() + 5.5 * HOUR) % (24 * HOUR))
const paidInCash = async (shop: string) => {
  const payer = await cashShopper(app.address, shop)
  expect((await as(owner, confirmPayment, { id: payer.paymentId })).status).toBe(200)
  return payer
}

describe('the setting', () => {
  test('is off until the owner makes a promise, and shoppers read it before they pay', async () => {
    const { id } = await freshShop(app)
    expect((await as(owner, readSettings, { id })).body.promise).toBeNull()
    expect((await done(as({}, readStorefront, { id }))).body.promise).toBeNull()
    expect((await set(id, { promise: PROMISE })).body.promise).toEqual(PROMISE)
    expect((await done(as({}, readStorefront, { id }))).body.promise).toEqual(PROMISE)
    expect((await set(id, { promise: null })).body.promise).toBeNull()
  })

  test.each([{ minutes: 0, refund: true }, { minutes: 241, refund: true }, { minutes: 20, refund: false }, { minutes: 20 }, 20])(
    'refuses %j',
    async (promise) => {
      const { id } = await freshShop(app)
      expect((await sendLoosely(app.address, changeSettings, { id, body: { promise } }, owner)).status).toBe(400)
    },
  )

  test('promises nothing at a shop that costs nothing, since there is nothing to give back', async () => {
    const shop = await promisingShop({ baseFeePaise: 0 })
    expect((await done(as({}, readStorefront, { id: shop }))).body.promise).toBeNull()
    const shopper = await verifiedShopper(app.address)
    const ticketId = await join(app.address, shopper, shop)
    expect((await passOf({ ...shopper, ticketId })).promise).toBeNull()
    expect((await rowOf(shop, ticketId))?.promise).toBeNull()
  })
})

describe('a ticket', () => {
  test('has the promise of its order, from the time of joining, whatever the owner sets later', async () => {
    const shop = await promisingShop()
    const shopper = await verifiedShopper(app.address)
    const ticketId = await join(app.address, shopper, shop)
    const person = { ...shopper, ticketId }
    expect((await passOf(person)).promise).toBeNull()
    const paymentId = await order(app.address, shopper, ticketId)
    expect((await passOf(person)).promise).toEqual({ minutes: 20, until: null, state: null })
    await set(shop, { promise: null })
    app.clock.advance(3 * MINUTE)
    await done(as(shopper, confirmPayment, { id: paymentId }))
    const { joinedAt, promise } = await passOf(person)
    expect(promise).toEqual({ minutes: 20, until: Date.parse(String(joinedAt)) + 20 * MINUTE, state: 'open' })
    expect((await rowOf(shop, ticketId))?.promise).toEqual({ until: promise?.until, state: 'open' })
    const later = await paidShopper(app.address, shop)
    expect((await passOf(later)).promise, 'the next shopper was promised nothing').toBeNull()
  })

  test('of an order that costs nothing any more has no promise', async () => {
    const shop = await promisingShop()
    const shopper = await verifiedShopper(app.address)
    const ticketId = await join(app.address, shopper, shop)
    await order(app.address, shopper, ticketId, 'cash')
    await set(shop, { baseFeePaise: 0 })
    await expect(order(app.address, shopper, ticketId, 'demo')).rejects.toThrow(/nothing_to_pay/)
    expect(await passOf({ ...shopper, ticketId })).toMatchObject({ state: 'waiting', promise: null })
  })
})

describe('a promise', () => {
  test('that a call keeps in time costs nothing', async () => {
    const shop = await promisingShop()
    const person = await paidShopper(app.address, shop)
    app.clock.advance(19 * MINUTE)
    expect((await call(person.ticketId)).body.ticket?.promise?.state).toBe('kept')
    await letPass()
    expect((await passOf(person)).promise?.state).toBe('kept')
    expect(await moneyOf(person.ticketId)).toEqual({ states: ['captured'], refunds: 0 })
    expect(await messagesOf(person, 'promise')).toEqual([])
  })

  test('that runs out gives the fee back without a press; the ticket keeps its place, is called and is served', async () => {
    const shop = await promisingShop()
    const [first, person, last] = [
      await paidShopper(app.address, shop),
      await paidShopper(app.address, shop),
      await paidShopper(app.address, shop),
    ]
    await call(first.ticketId)
    await call(last.ticketId)
    await letPass()
    const pass = await eventually(async () => {
      const read = await passOf(person)
      return read.payment?.state === 'refunded' && read.messages.some(({ kind }) => kind === 'refund') ? read : undefined
    })
    expect(pass).toMatchObject({ state: 'waiting', number: 2, promise: { state: 'broken' } })
    expect(await messagesOf(person, 'promise')).toEqual([
      'We did not call token 2 in time, so your fee of ₹141.60 comes back. You keep your place in the queue.',
    ])
    expect(await messagesOf(person, 'refund')).toHaveLength(1)
    expect(await moneyOf(person.ticketId)).toEqual({ states: ['refunded'], refunds: 1 })
    const rows = await app.database.db.selectFrom('refund').selectAll().where('paymentId', '=', person.paymentId).execute()
    expect(rows).toMatchObject([{ kind: 'promise', state: 'processed', amountPaise: FEE, actorKind: 'system' }])
    expect((await rowOf(shop, person.ticketId))?.promise?.state, 'staff see it').toBe('broken')
    expect((await call(person.ticketId)).body.ticket).toMatchObject({ state: 'called', promise: { state: 'broken' } })
    const undone = await as(owner, undoAction, { id: person.ticketId })
    expect([undone.body.ticket?.state, undone.body.ticket?.promise?.state]).toEqual(['waiting', 'broken'])
    await call(person.ticketId)
    expect((await as(owner, completeTicket, { id: person.ticketId })).body.ticket?.state).toBe('served')
    await letPass(MINUTE)
    expect(await moneyOf(person.ticketId), 'once').toEqual({ states: ['refunded'], refunds: 1 })
    expect(await messagesOf(person, 'promise')).toHaveLength(1)
    expect(await moneyOf(first.ticketId)).toEqual({ states: ['captured'], refunds: 0 })
    const again = await as(person, confirmPayment, { id: person.paymentId })
    expect([again.status, again.body.token], 'a repeated confirmation still returns the token').toEqual([200, 2])
  })

  test('paid in cash is listed for staff to hand back while the shopper still waits', async () => {
    const shop = await promisingShop()
    const person = await paidInCash(shop)
    await letPass()
    const listed = async () => (await done(as(owner, listHandBacks, { id: shop }))).body.handBacks
    expect(await listed()).toEqual([
      expect.objectContaining({ paymentId: person.paymentId, number: 1, amountPaise: 14_200, since: expect.any(String) }),
    ])
    expect(await passOf(person)).toMatchObject({ state: 'waiting', payment: { state: 'refund_pending' }, promise: { state: 'broken' } })
    expect((await as(owner, handBack, { id: person.paymentId })).status).toBe(200)
    expect(await listed()).toEqual([])
    expect(await passOf(person)).toMatchObject({ state: 'waiting', payment: { state: 'refunded' } })
  })

  test.each(['a pause', 'closed counters'])('is not moved by %s', async (reason) => {
    const shop = await promisingShop()
    const { body } = await done(as(owner, addCounter, { body: { shopId: shop, name: 'Counter 1' } }))
    const person = await paidShopper(app.address, shop)
    await done(
      reason === 'a pause'
        ? as(owner, pauseShop, { id: shop, body: { reason: 'technical' } })
        : as(owner, changeCounter, { id: body.id, body: { isOpen: false } }),
    )
    await letPass()
    expect((await passOf(person)).promise?.state).toBe('broken')
    expect((await moneyOf(person.ticketId)).states).toEqual(['refunded'])
  })

  test('is broken by a call that comes too late, even before the worker has looked', async () => {
    const shop = await promisingShop()
    const person = await paidShopper(app.address, shop)
    app.clock.advance(20 * MINUTE + SECOND)
    expect((await call(person.ticketId)).body.ticket?.state).toBe('called')
    await letPass(SECOND)
    expect(await passOf(person)).toMatchObject({ state: 'called', promise: { state: 'broken' }, payment: { state: 'refunded' } })
  })

  test('is broken if the call in time was a mistake that staff have taken back', async () => {
    const shop = await promisingShop()
    const person = await paidShopper(app.address, shop)
    app.clock.advance(19 * MINUTE)
    await call(person.ticketId)
    app.clock.advance(2 * MINUTE)
    await as(owner, undoAction, { id: person.ticketId })
    await letPass(SECOND)
    expect(await passOf(person)).toMatchObject({ state: 'waiting', promise: { state: 'broken' }, payment: { state: 'refunded' } })
  })

  test('ends when the shopper leaves in time: then only the rule of leaving decides about the fee', async () => {
    const shop = await promisingShop({ refundOnLeave: false })
    const person = await paidShopper(app.address, shop)
    expect((await as(person, cancelTicket, { id: person.ticketId })).body.refundPaise).toBe(0)
    await letPass()
    expect(await moneyOf(person.ticketId)).toEqual({ states: ['captured'], refunds: 0 })
    expect((await passOf(person)).promise?.state).toBe('ended')
  })

  test('that was broken still counts for a shopper who leaves afterwards, and the fee goes back only once', async () => {
    const shop = await promisingShop({ refundOnLeave: true })
    const [told, quick] = [await paidShopper(app.address, shop), await paidShopper(app.address, shop)]
    app.clock.advance(20 * MINUTE + SECOND)
    await as(quick, cancelTicket, { id: quick.ticketId })
    await letPass(SECOND)
    expect((await as(told, cancelTicket, { id: told.ticketId })).body.refundPaise).toBe(0)
    await letPass(MINUTE)
    for (const person of [told, quick]) expect(await moneyOf(person.ticketId)).toEqual({ states: ['refunded'], refunds: 1 })
  })

  test('that was broken gives the fee back to a shopper who has left although leaving costs the fee', async () => {
    const shop = await promisingShop({ refundOnLeave: false })
    const person = await paidShopper(app.address, shop)
    app.clock.advance(20 * MINUTE + SECOND)
    await as(person, cancelTicket, { id: person.ticketId })
    await letPass(SECOND)
    expect(await moneyOf(person.ticketId)).toEqual({ states: ['refunded'], refunds: 1 })
    expect((await passOf(person)).payment?.amountPaise).toBe(FEE)
  })

  test('ends with the service day, and the fee of a person who was never called goes back once', async () => {
    const shop = await promisingShop({ promise: { minutes: 240, refund: true } })
    app.clock.advance(untilMidnight(app.clock.now()) - 10 * MINUTE)
    const person = await paidShopper(app.address, shop)
    await letPass(11 * MINUTE)
    expect(await passOf(person)).toMatchObject({ state: 'expired', promise: { state: 'ended' } })
    await letPass(240 * MINUTE)
    expect(await moneyOf(person.ticketId)).toEqual({ states: ['refunded'], refunds: 1 })
  })
})
