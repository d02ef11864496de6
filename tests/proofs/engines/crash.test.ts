import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callByNumber, listTickets, startCountdown } from '#contract/desk/calls.ts'
import { callTicket } from '#contract/desk/ticket-calls.ts'
import { changeSettings } from '#contract/office/settings-calls.ts'
import { confirmPayment, readPayment } from '#contract/payments/calls.ts'
import { readCountdown } from '#contract/queue/calls.ts'
import { readPass } from '#contract/storefront/calls.ts'
import { ask, type Credentials, send } from '#tests/support/calls/client.ts'
import { join, order, ownerOf, paidShopper, removeCounters, type Shopper, verifiedShopper } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/server/app.ts'
import { killableProduct, type Product } from '#tests/support/server/product.ts'

/** A shop that charges a fee and whose queue is empty at first. */
const shop = 'royal-sarees'
const oneTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

let product: Product
beforeAll(async () => {
  product = await killableProduct()
  await product.start()
  await removeCounters(product.address, await ownerOf(product.address), shop)
})
afterAll(() => product.cleanUp())

/** The steps that the server has acknowledged: each field is set when its answer arrives. */
interface Progress {
  shopper?: Shopper
  ticketId?: string
  paymentId?: string
  captured?: { token: unknown; receiptId: unknown }
}

const confirm = (paymentId: string, shopper: Shopper) => send(product.address, confirmPayment, { id: paymentId }, shopper)

/** Continues this shopper's steps until the fee is captured or the server dies; records what was acknowledged. */
async function goOn(person: Progress, noted: () => void = () => {}): Promise<void> {
  const { address } = product
  person.shopper ??= await verifiedShopper(address)
  person.ticketId ??= await join(address, person.shopper, shop)
  person.paymentId ??= await order(address, person.shopper, person.ticketId)
  const paid = await confirm(person.paymentId, person.shopper)
  expect(paid.status).toBe(200)
  const { token, receiptId } = paid.body
  if (person.captured) expect({ token, receiptId }, 'confirming again gives the same number and receipt').toEqual(person.captured)
  person.captured = { token, receiptId }
  noted()
}

/** A shopper who only has to confirm an order. */
async function aboutToPay(): Promise<Progress> {
  const shopper = await verifiedShopper(product.address)
  const ticketId = await join(product.address, shopper, shop)
  return { shopper, ticketId, paymentId: await order(product.address, shopper, ticketId) }
}

/** Kills the server after `many` acknowledged captures of shoppers who continue at once. Interrupted shoppers keep their progress. */
async function killAfter(many: number, people: Progress[]): Promise<void> {
  let captures = 0
  let killed: Promise<void> | undefined
  const noted = () => {
    captures += 1
    if (captures === many) killed = product.kill()
  }
  await Promise.allSettled(people.map((person) => goOn(person, noted)))
  expect(killed, 'the number of acknowledged captures was reached').toBeDefined()
  await killed
}

async function seen({ shopper, ticketId, paymentId }: Progress) {
  return {
    pass: ticketId ? (await ask(product.address, readPass, { id: ticketId }, shopper)).body : null,
    order: paymentId ? (await ask(product.address, readPayment, { id: paymentId }, shopper)).body : null,
  }
}

/** What was acknowledged is there, and nothing is half done. */
async function expectWhole(person: Progress): Promise<void> {
  const { pass, order } = await seen(person)
  if (!pass || !order) return
  const state = order.payment.state
  if (person.captured) {
    expect({ token: pass.number, receiptId: order.receiptId }).toEqual(person.captured)
    expect(state).toBe('captured')
  }
  const all = [state === 'captured', pass.number !== null, order.receiptId !== null, pass.state === 'waiting']
  expect([[true, true, true, true].join(), [false, false, false, false].join()], `captured, number, receipt, waiting: ${all}`).toContain(
    all.join(),
  )
}

const messagesOf = async (shopper: Credentials, ticketId: string, kind: string) => {
  const { body } = await ask(product.address, readPass, { id: ticketId }, shopper)
  return body.messages.filter((message) => message.kind === kind)
}

describe('a server that is killed', () => {
  const everybody: Progress[] = []

  test('during many captures keeps each acknowledged one, and the numbers continue without gap or duplicate', async () => {
    let cutOff = 0
    for (const many of [1, 4, 8]) {
      const people = [...(await Promise.all(Array.from({ length: 12 }, aboutToPay))), ...Array.from({ length: 4 }, (): Progress => ({}))]
      everybody.push(...people)
      await killAfter(many, people)
      cutOff += people.filter((person) => !person.captured).length

      await product.start()
      await Promise.all(everybody.map(expectWhole))
      // Captured payments get the same number, the others get the next ones.
      await Promise.all(everybody.map((person) => goOn(person)))
      const numbers = everybody.map((person) => Number(person.captured?.token)).sort((a, b) => a - b)
      expect(numbers).toEqual(oneTo(everybody.length))
      expect(new Set(everybody.map((person) => person.captured?.receiptId)).size).toBe(everybody.length)
    }
    expect(cutOff, 'some shoppers were interrupted').toBeGreaterThan(0)
    const desk = await send(product.address, listTickets, { id: shop }, await ownerOf(product.address))
    expect(desk.body.map((row) => row.token)).toEqual(oneTo(everybody.length))
  })

  test('sends the message of each token number once', async () => {
    const counts = await Promise.all(
      everybody.map(({ shopper = {}, ticketId = '' }) =>
        eventually(async () => {
          const { length } = await messagesOf(shopper, ticketId, 'token')
          return length > 0 ? length : undefined
        }),
      ),
    )
    expect(counts).toEqual(everybody.map(() => 1))
  })

  test('continues a running countdown; a ticket whose countdown ended in the meantime is missed', async () => {
    const owner = await ownerOf(product.address)
    const noGrace = await send(product.address, changeSettings, { id: shop, body: { graceMinutes: 0 } }, owner)
    expect(noGrace.status).toBe(200)
    const [stays, ends] = [await paidShopper(product.address, shop), await paidShopper(product.address, shop)]
    for (const { ticketId } of [stays, ends]) expect((await send(product.address, callTicket, { id: ticketId }, owner)).status).toBe(200)
    const countdowns = async () => (await ask(product.address, readCountdown, { query: { shopId: shop } })).body.countdowns
    const running = (await countdowns()).find((countdown) => 'token' in countdown && countdown.token === stays.number)
    expect(running).toMatchObject({ duration: 180 })

    const short = await send(product.address, startCountdown, { body: { duration: 2, phoneNumber: ends.mobile, shopId: shop } }, owner)
    expect(short.body).toMatchObject({ success: true, duration: 2 })
    await product.kill()
    const over = Number(short.body.startTime) + 2000
    expect(Date.now(), 'the server was down before the countdown was over').toBeLessThan(over)
    await eventually(() => (Date.now() > over ? true : undefined))
    await product.start()

    expect(await countdowns()).toContainEqual(running)
    const state = async (shopper: Credentials & { ticketId: string }) =>
      (await send(product.address, readPass, { id: shopper.ticketId }, shopper)).body.state as unknown
    await eventually(async () => ((await state(ends)) === 'missed' ? true : undefined))
    expect(await state(stays)).toBe('called')
    expect(await countdowns()).toEqual([running])
  })

  test('between a call and the relay sends the message of the call exactly once', async () => {
    const { address } = product
    const person = await paidShopper(address, shop)
    const owner = await ownerOf(address)
    const press = () => send(address, callByNumber, { body: { number: person.mobile } }, owner)
    await product.kill()

    await product.start('stand-by')
    const first = await press()
    expect(first).toMatchObject({ status: 200, body: { alreadyCalled: false } })
    expect(await messagesOf(person, person.ticketId, 'call'), 'no message has been sent yet').toEqual([])
    await product.kill()

    await product.start()
    await eventually(async () => ((await messagesOf(person, person.ticketId, 'call'))[0]?.state === 'delivered' ? true : undefined))
    expect((await press()).body).toMatchObject({ alreadyCalled: true, ticket: { notice: 'delivered' } })
    expect(await messagesOf(person, person.ticketId, 'call')).toMatchObject([{ state: 'delivered' }])
  })

  test('during many calls keeps each acknowledged call and sends each shopper one message', async () => {
    const { address } = product
    const owner = await ownerOf(address)
    const people = await Promise.all(Array.from({ length: 12 }, () => paidShopper(address, shop)))
    const press = (mobile: string) => send(address, callByNumber, { body: { number: mobile } }, owner)
    const acknowledged = new Set<string>()
    let killed: Promise<void> | undefined
    await Promise.allSettled(
      people.map(async ({ mobile }) => {
        expect((await press(mobile)).body).toMatchObject({ alreadyCalled: false })
        acknowledged.add(mobile)
        if (acknowledged.size === 4) killed = product.kill()
      }),
    )
    await killed
    await product.start()
    for (const { mobile } of people) {
      const again = await press(mobile)
      expect(again.status).toBe(200)
      if (acknowledged.has(mobile)) expect(again.body.alreadyCalled).toBe(true)
    }
    const told = await Promise.all(
      people.map((person) =>
        eventually(async () => {
          const { length } = await messagesOf(person, person.ticketId, 'call')
          return length > 0 ? length : undefined
        }),
      ),
    )
    expect(told).toEqual(people.map(() => 1))
  })

  test('keeps captures, attempts, receipts, history, messages and counters consistent', async () => {
    expect(await product.stop(), 'a graceful stop exits with 0').toBe(0)
    await product.look(async ({ db }) => {
      const tickets = await db.selectFrom('ticket').selectAll().where('shopId', '=', shop).execute()
      const payments = await db.selectFrom('payment').selectAll().where('shopId', '=', shop).execute()
      const receipts = await db.selectFrom('receipt').selectAll().where('shopId', '=', shop).orderBy('serial').execute()
      const attempts = await db.selectFrom('paymentAttempt').select('paymentId').where('kind', '=', 'capture').execute()
      const issues = await db
        .selectFrom('ticketEvent')
        .select('ticketId')
        .where('shopId', '=', shop)
        .where('action', '=', 'issue')
        .execute()
      const messages = await db.selectFrom('message').select(['ticketId', 'kind', 'state']).where('shopId', '=', shop).execute()

      const captured = payments.filter((payment) => payment.state === 'captured')
      const numbered = tickets.filter((ticket) => ticket.number !== null)
      const n = numbered.length
      expect(n).toBeGreaterThan(everybody.length)
      expect(captured.map((payment) => payment.ticketId).sort()).toEqual(numbered.map((ticket) => ticket.id).sort())
      expect(numbered.map((ticket) => ticket.number ?? 0).sort((a, b) => a - b)).toEqual(oneTo(n))
      expect(issues.map((event) => event.ticketId).sort()).toEqual(numbered.map((ticket) => ticket.id).sort())
      expect(receipts.map((receipt) => receipt.serial)).toEqual(oneTo(n))
      expect(receipts.map((receipt) => receipt.paymentId).sort()).toEqual(captured.map((payment) => payment.id).sort())
      expect(
        receipts.filter((receipt) => tickets.find((ticket) => ticket.id === receipt.ticketId)?.number !== receipt.tokenNumber),
      ).toEqual([])
      for (const { id } of numbered) expect(messages.filter(({ ticketId, kind }) => ticketId === id && kind === 'token')).toHaveLength(1)
      for (const { id, callCount } of numbered)
        expect(messages.filter(({ ticketId, kind }) => ticketId === id && kind === 'call')).toHaveLength(callCount)
      for (const { id } of captured) expect(attempts.filter((attempt) => attempt.paymentId === id)).toHaveLength(1)

      const counter = await db.selectFrom('dayCounter').select('lastNumber').where('shopId', '=', shop).executeTakeFirstOrThrow()
      const series = await db.selectFrom('receiptSeries').select('lastSerial').where('shopId', '=', shop).executeTakeFirstOrThrow()
      expect([counter.lastNumber, series.lastSerial]).toEqual([n, n])
    })
  })
})
