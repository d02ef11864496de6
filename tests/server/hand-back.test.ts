import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '../../contract/time.ts'
import type { Gateway } from '../../server/payments/gateway.ts'
import { cashGateway } from '../../server/payments/gateways/cash.ts'
import { demoGateway } from '../../server/payments/gateways/demo.ts'
import { eventually, startApp, type TestApp } from '../support/app.ts'
import { SHOP, type Subject, subjectAt } from '../support/callers.ts'
import { type Credentials, call, paidShopper, staffOf } from '../support/people.ts'
import { openScreen } from '../support/screens.ts'

/** Money that goes back: cash by hand, the rest by its gateway. */

let app: TestApp
let staff: Credentials
/** The orders that the vendor was asked to pay back, in the order it was asked. */
const asked: string[] = []
/** The vendor pays back what is not among these. */
const stuck = new Set<string>()
const vendor: Gateway = {
  ...demoGateway,
  refund: async (order) => {
    asked.push(order.id)
    if (stuck.has(order.id)) throw new Error('the vendor does not answer')
    return 'refunded'
  },
}
beforeAll(async () => {
  app = await startApp({ gateways: [vendor, cashGateway], env: { LOG_LEVEL: 'silent' } })
  staff = await staffOf(app.address)
})
afterAll(() => app.stop())

const post = (path: string, who: Credentials) => call(app.address, 'POST', path, {}, who)
const get = (path: string, who: Credentials) => call(app.address, 'GET', path, undefined, who)
const handBack = (paymentId: string, who = staff) => post(`/api/payments/${paymentId}/hand-back`, who)
const listed = async () =>
  (await get(`/api/hand-backs/${SHOP}`, staff)).body.handBacks as unknown as { paymentId: string; number: number; since: string }[]
const passOf = async ({ ticketId, shopper }: Subject) =>
  (await get(`/api/tickets/${ticketId}`, shopper)).body as unknown as {
    payment: { state: string }
    messages: { kind: string; text: string }[]
  }
const attemptsOf = (paymentId: string) =>
  app.database.db.selectFrom('payment_attempt').selectAll().where('payment_id', '=', paymentId).where('kind', '=', 'refund').execute()

describe('cash of who leaves before being called', () => {
  test('is listed for the desk until staff have handed it back, and the shopper is told', async () => {
    const person = await subjectAt(app.address, 'cash to hand back')
    const [line] = (await listed()).filter(({ paymentId }) => paymentId === person.paymentId)
    expect(line).toMatchObject({
      ticketId: person.ticketId,
      name: 'Asha Verma',
      mobile: person.mobile,
      amountPaise: 14_160,
      number: expect.any(Number),
      since: expect.any(String),
    })
    await app.running.tick()
    expect((await passOf(person)).payment.state, 'no worker hands cash back').toBe('refund_pending')

    const desk = await openScreen(app.address, staff)
    await desk.watch({ shopId: SHOP, staff: true })
    const heard = desk.heard.length
    const done = await handBack(person.paymentId)
    expect([done.status, done.body]).toEqual([
      200,
      { success: true, alreadyDone: false, payment: expect.objectContaining({ id: person.paymentId, state: 'refunded' }) },
    ])
    await expect.poll(() => desk.heard.slice(heard), { message: 'the other desks hear of it' }).toContain('staff')
    desk.socket.disconnect()

    expect((await listed()).map(({ paymentId }) => paymentId)).not.toContain(person.paymentId)
    await app.running.tick()
    const pass = await passOf(person)
    expect(pass.payment.state).toBe('refunded')
    expect(pass.messages.filter(({ kind }) => kind === 'refund').map(({ text }) => text)).toEqual([
      'Your fee of ₹141.60 at Phoenix Café has been refunded.',
    ])
    const me = (await get('/api/auth/me', staff)).body.user as unknown as { _id: string }
    expect(await attemptsOf(person.paymentId)).toMatchObject([{ actor_kind: 'account', actor_id: me._id }])
    const receiptId = (await get(`/api/payments/${person.paymentId}`, staff)).body.receiptId as unknown as string
    expect((await get(`/api/receipts/${receiptId}`, staff)).body.refunded).toBe(true)
  })

  test('said to be handed back by twenty at once, was handed back by one: the others are told, and one message goes out', async () => {
    const person = await subjectAt(app.address, 'cash to hand back')
    const answers = await Promise.all(Array.from({ length: 20 }, () => handBack(person.paymentId)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(answers.filter(({ body }) => body.alreadyDone === (false as never))).toHaveLength(1)
    expect(await attemptsOf(person.paymentId)).toHaveLength(1)
    await app.running.tick()
    expect((await passOf(person)).messages.filter(({ kind }) => kind === 'refund')).toHaveLength(1)
  })

  test('is still listed when its service day is over, and so is that of who was never called', async () => {
    const left = await subjectAt(app.address, 'cash to hand back')
    const waits = await subjectAt(app.address, 'ordered cash')
    await post(`/api/payments/${waits.paymentId}/confirm`, staff)
    expect((await listed()).map(({ paymentId }) => paymentId)).not.toContain(waits.paymentId)
    app.clock.advance(DAY)
    await app.running.tick()
    staff = await staffOf(app.address)
    const ids = (await listed()).map(({ paymentId }) => paymentId)
    expect(ids.indexOf(left.paymentId), 'what is due longest first').toBeLessThan(ids.indexOf(waits.paymentId))
    expect(ids).toContain(left.paymentId)
    expect((await handBack(waits.paymentId)).body.alreadyDone).toBe(false)
  })

  test('cannot be handed back where none is owed: not taken yet, kept, or paid by another way', async () => {
    const ordered = await subjectAt(app.address, 'ordered cash')
    expect((await handBack(ordered.paymentId)).body.code).toBe('nothing_to_hand_back')
    await post(`/api/payments/${ordered.paymentId}/confirm`, staff)
    expect((await handBack(ordered.paymentId)).body.code, 'who waits has paid for it').toBe('nothing_to_hand_back')
    const online = await paidShopper(app.address, SHOP)
    stuck.add(online.paymentId)
    await post(`/api/tickets/${online.ticketId}/cancel`, online)
    expect((await handBack(online.paymentId)).body.code).toBe('nothing_to_hand_back')
    expect((await listed()).map(({ paymentId }) => paymentId)).not.toContain(online.paymentId)
    expect((await handBack('none')).body.code).toBe('payment_not_found')
  })
})

describe('a refund that its vendor does not pay', () => {
  test('is tried again with growing pauses, up to an hour', async () => {
    const person = await paidShopper(app.address, SHOP)
    stuck.add(person.paymentId)
    await post(`/api/tickets/${person.ticketId}/cancel`, person)
    const tries = () => asked.filter((id) => id === person.paymentId).length
    await eventually(() => tries() === 1 || undefined)
    for (const [pause, soFar] of [20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600].map((pause, i) => [pause, i + 1] as const)) {
      app.clock.advance((pause / 2) * SECOND)
      await app.running.tick()
      expect(tries(), `half of ${pause} s after try ${soFar}`).toBe(soFar)
      app.clock.advance((pause / 2 + 1) * SECOND)
      await app.running.tick()
      expect(tries(), `${pause} s after try ${soFar}`).toBe(soFar + 1)
    }
    stuck.delete(person.paymentId)
    app.clock.advance(HOUR + MINUTE)
    await app.running.tick()
    const { state } = await app.database.db
      .selectFrom('payment')
      .select('state')
      .where('id', '=', person.paymentId)
      .executeTakeFirstOrThrow()
    expect(state).toBe('refunded')
  })

  test('keeps no later one waiting, however many there are of it', async () => {
    const person = await paidShopper(app.address, SHOP)
    const { db } = app.database
    const payment = await db.selectFrom('payment').selectAll().where('id', '=', person.paymentId).executeTakeFirstOrThrow()
    const old = Array.from({ length: 250 }, (_, i) => ({
      ...payment,
      id: `stuck-${i}`,
      state: 'refund_pending' as const,
      created_at: new Date(payment.created_at.getTime() - DAY),
    }))
    for (const { id } of old) stuck.add(id)
    await db.insertInto('payment').values(old).execute()
    await post(`/api/tickets/${person.ticketId}/cancel`, person)
    await app.running.tick()
    const { state } = await db.selectFrom('payment').select('state').where('id', '=', person.paymentId).executeTakeFirstOrThrow()
    expect(state).toBe('refunded')
    const before = asked.length
    await app.running.tick()
    expect(asked.length, 'nobody is asked again at once').toBe(before)
  })
})
