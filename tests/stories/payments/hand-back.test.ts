import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '#contract/base/time.ts'
import { cancelTicket, confirmPayment, handBack, listHandBacks, readPayment, readReceipt } from '#contract/payments/calls.ts'
import { me } from '#contract/sign-in/calls.ts'
import { readPass } from '#contract/storefront/calls.ts'
import type { Gateway } from '#server/payments/gateway.ts'
import { cashGateway } from '#server/payments/gateways/cash.ts'
import { demoGateway } from '#server/payments/gateways/demo.ts'
import { openScreen } from '#tests/support/browser/screens.ts'
import { type Credentials, clientOf, done } from '#tests/support/calls/client.ts'
import { SHOP, type Subject, subjectAt } from '#tests/support/people/callers.ts'
import { paidShopper, staffOf } from '#tests/support/people/people.ts'
import { eventually, startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
let staff: Credentials
/** The payments that the vendor was asked to refund, in this order. */
const asked: string[] = []
const stuck = new Set<string>()
const vendor: Gateway = {
  ...demoGateway,
  refund: async ({ order }) => {
    asked.push(order.id)
    if (stuck.has(order.id)) throw new Error('the vendor does not answer')
    return { state: 'processed' }
  },
}
beforeAll(async () => {
  app = await startApp({ gateways: [vendor, cashGateway], env: { LOG_LEVEL: 'silent' } })
  staff = await staffOf(app.address)
})
afterAll(() => app.stop())

const as = clientOf(() => app.address)
const giveBack = (paymentId: string, who = staff) => as(who, handBack, { id: paymentId })
const listed = async () => (await done(as(staff, listHandBacks, { id: SHOP }))).body.handBacks
const passOf = async ({ ticketId, shopper }: Subject) => (await done(as(shopper, readPass, { id: ticketId }))).body
/** What told the shopper to come for cash. */
const collectTexts = async (person: Subject) =>
  (await passOf(person)).messages.filter(({ kind }) => kind === 'collect').map(({ text }) => text)
const attemptsOf = (paymentId: string) =>
  app.database.db.selectFrom('paymentAttempt').selectAll().where('paymentId', '=', paymentId).where('kind', '=', 'refund').execute()

describe('cash of a shopper who leaves before being called', () => {
  test('is listed for the desk until staff have handed it back, and the shopper is told', async () => {
    const person = await subjectAt(app.address, 'cash to hand back')
    const [line] = (await listed()).filter(({ paymentId }) => paymentId === person.paymentId)
    expect(line).toMatchObject({
      ticketId: person.ticketId,
      name: 'Asha Verma',
      mobile: person.mobile,
      amountPaise: 14_200,
      number: expect.any(Number),
      since: expect.any(String),
    })
    await app.running.tick()
    expect((await passOf(person)).payment?.state, 'no worker hands cash back').toBe('refund_pending')

    const desk = await openScreen(app.address, staff)
    await desk.watch({ shopId: SHOP, staff: true })
    const heard = desk.heard.length
    const done = await giveBack(person.paymentId)
    expect([done.status, done.body]).toEqual([
      200,
      { success: true, alreadyDone: false, payment: expect.objectContaining({ id: person.paymentId, state: 'refunded' }) },
    ])
    await expect.poll(() => desk.heard.slice(heard), { message: 'the other desks are told' }).toContain('staff')
    desk.socket.disconnect()

    expect((await listed()).map(({ paymentId }) => paymentId)).not.toContain(person.paymentId)
    await app.running.tick()
    const pass = await passOf(person)
    expect(pass.payment?.state).toBe('refunded')
    expect(pass.messages.filter(({ kind }) => kind === 'refund').map(({ text }) => text)).toEqual([
      'Your fee of ₹142 at Phoenix Café has been refunded.',
    ])
    const myId = (await as(staff, me)).body.user?._id
    expect(await attemptsOf(person.paymentId)).toMatchObject([{ actorKind: 'account', actorId: myId }])
    const receiptId = (await as(staff, readPayment, { id: person.paymentId })).body.receiptId ?? undefined
    expect((await as(staff, readReceipt, { id: receiptId })).body.refunded).toBe(true)
  })

  test('is handed back once if twenty requests say so at once: the others are told, and one message is sent', async () => {
    const person = await subjectAt(app.address, 'cash to hand back')
    const answers = await Promise.all(Array.from({ length: 20 }, () => giveBack(person.paymentId)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(answers.filter(({ body }) => body.alreadyDone === false)).toHaveLength(1)
    expect(await attemptsOf(person.paymentId)).toHaveLength(1)
    await app.running.tick()
    expect((await passOf(person)).messages.filter(({ kind }) => kind === 'refund')).toHaveLength(1)
  })

  test('is still listed after its service day, and so is the cash of a shopper who was never called', async () => {
    const left = await subjectAt(app.address, 'cash to hand back')
    const waits = await subjectAt(app.address, 'ordered cash')
    await as(staff, confirmPayment, { id: waits.paymentId })
    expect((await listed()).map(({ paymentId }) => paymentId)).not.toContain(waits.paymentId)
    app.clock.advance(16 * HOUR)
    await app.running.tick()
    expect(await collectTexts(left), 'the page told it').toEqual([])
    expect(await collectTexts(waits)).toEqual([
      '₹142 of your fee at Phoenix Café waits for you in cash. Please collect it at the counter when the shop is open.',
    ])
    staff = await staffOf(app.address)
    const ids = (await listed()).map(({ paymentId }) => paymentId)
    expect(ids.indexOf(left.paymentId), 'the oldest one first').toBeLessThan(ids.indexOf(waits.paymentId))
    expect(ids).toContain(left.paymentId)
    expect((await giveBack(waits.paymentId)).body.alreadyDone).toBe(false)
  })

  test('cannot be handed back if none is owed: not taken yet, kept, or paid in another way', async () => {
    const ordered = await subjectAt(app.address, 'ordered cash')
    expect((await giveBack(ordered.paymentId)).body.code).toBe('nothing_to_hand_back')
    await as(staff, confirmPayment, { id: ordered.paymentId })
    expect((await giveBack(ordered.paymentId)).body.code, 'a waiting shopper has paid for the place').toBe('nothing_to_hand_back')
    const online = await paidShopper(app.address, SHOP)
    stuck.add(online.paymentId)
    await as(online, cancelTicket, { id: online.ticketId })
    expect((await giveBack(online.paymentId)).body.code).toBe('nothing_to_hand_back')
    expect((await listed()).map(({ paymentId }) => paymentId)).not.toContain(online.paymentId)
    expect((await giveBack('none')).body.code).toBe('payment_not_found')
  })
})

describe('a refund that its vendor does not pay', () => {
  test('is retried with growing pauses of up to an hour', async () => {
    const person = await paidShopper(app.address, SHOP)
    stuck.add(person.paymentId)
    await as(person, cancelTicket, { id: person.ticketId })
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

  test('does not delay a later refund, however many there are', async () => {
    const person = await paidShopper(app.address, SHOP)
    const { db } = app.database
    const payment = await db.selectFrom('payment').selectAll().where('id', '=', person.paymentId).executeTakeFirstOrThrow()
    const old = Array.from({ length: 250 }, (_, i) => ({
      ...payment,
      id: `stuck-${i}`,
      state: 'refund_pending' as const,
      createdAt: new Date(payment.createdAt.getTime() - DAY),
    }))
    for (const { id } of old) stuck.add(id)
    await db.insertInto('payment').values(old).execute()
    await as(person, cancelTicket, { id: person.ticketId })
    await app.running.tick()
    const { state } = await db.selectFrom('payment').select('state').where('id', '=', person.paymentId).executeTakeFirstOrThrow()
    expect(state).toBe('refunded')
    const before = asked.length
    await app.running.tick()
    expect(asked.length, 'no refund is retried at once').toBe(before)
  })
})
