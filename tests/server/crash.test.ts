import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../support/app.ts'
import { type Answer, type Credentials, call, join, order, ownerOf, paidShopper, type Shopper, verifiedShopper } from '../support/people.ts'
import { killableProduct, type Product } from '../support/product.ts'

/** Charges a fee, and nobody stands in its queue at first. */
const shop = 'royal-sarees'
/** A machine with other work starts a server slowly; alone the whole file takes half a minute. */
const LONG = 120_000
const oneTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

let product: Product
beforeAll(async () => {
  product = await killableProduct()
  await product.start()
}, LONG)
afterAll(() => product.cleanUp())

/** A shopper as far as the server has acknowledged the way: each field is there once its answer has come. */
interface Progress {
  shopper?: Shopper
  ticketId?: string
  paymentId?: string
  captured?: { token: unknown; receiptId: unknown }
}

const confirm = (paymentId: string, shopper: Shopper) => call(product.address, 'POST', `/api/payments/${paymentId}/confirm`, {}, shopper)

/** Goes on from where this shopper stands until the fee is captured, or the server dies; notes what was acknowledged. */
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

/** One who has an order and only has to confirm it. */
async function aboutToPay(): Promise<Progress> {
  const shopper = await verifiedShopper(product.address)
  const ticketId = await join(product.address, shopper, shop)
  return { shopper, ticketId, paymentId: await order(product.address, shopper, ticketId) }
}

/** Lets all go on at once and kills the server when so many captures are acknowledged. Who was cut off is left as far as they got. */
async function killAfter(many: number, people: Progress[]): Promise<void> {
  let captures = 0
  let killed: Promise<void> | undefined
  const noted = () => {
    captures += 1
    if (captures === many) killed = product.kill()
  }
  await Promise.allSettled(people.map((person) => goOn(person, noted)))
  expect(killed, 'so many captures were acknowledged').toBeDefined()
  await killed
}

/** What the server knows of a shopper now, without changing anything. */
async function seen({ shopper, ticketId, paymentId }: Progress) {
  const read = async (path: string): Promise<Answer['body'] | null> => {
    const answer = await call(product.address, 'GET', path, undefined, shopper)
    expect(answer.status, `${path} was acknowledged`).toBe(200)
    return answer.body
  }
  return {
    pass: ticketId ? await read(`/api/tickets/${ticketId}`) : null,
    order: paymentId ? await read(`/api/payments/${paymentId}`) : null,
  }
}

/** Checks that what was acknowledged is there, and that nothing is half done. */
async function expectWhole(person: Progress): Promise<void> {
  const { pass, order } = await seen(person)
  if (!pass || !order) return
  const state = (order.payment as unknown as { state: string }).state
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
  const { body } = await call(product.address, 'GET', `/api/tickets/${ticketId}`, undefined, shopper)
  return (body.messages as unknown as { kind: string; state: string }[]).filter((message) => message.kind === kind)
}

describe('a server that is killed', () => {
  const everybody: Progress[] = []

  test(
    'in a stream of captures by many shoppers keeps every one it acknowledged, and the numbers go on without gap or duplicate',
    async () => {
      let cutOff = 0
      for (const many of [1, 4, 8]) {
        const people = [...(await Promise.all(Array.from({ length: 12 }, aboutToPay))), ...Array.from({ length: 4 }, (): Progress => ({}))]
        everybody.push(...people)
        await killAfter(many, people)
        cutOff += people.filter((person) => !person.captured).length

        await product.start()
        await Promise.all(everybody.map(expectWhole))
        // everybody presses again: who had been captured gets the same number, the others the next ones
        await Promise.all(everybody.map((person) => goOn(person)))
        const numbers = everybody.map((person) => Number(person.captured?.token)).sort((a, b) => a - b)
        expect(numbers).toEqual(oneTo(everybody.length))
        expect(new Set(everybody.map((person) => person.captured?.receiptId)).size).toBe(everybody.length)
      }
      expect(cutOff, 'some were cut off in the middle').toBeGreaterThan(0)
      const desk = await call(product.address, 'GET', `/api/get-data/${shop}`, undefined, await ownerOf(product.address))
      expect(desk.list.map((row) => row.token)).toEqual(oneTo(everybody.length))
    },
    LONG,
  )

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

  test(
    'lets a running countdown run on; one that ended meanwhile makes its ticket missed',
    async () => {
      const owner = await ownerOf(product.address)
      const [stays, ends] = [await paidShopper(product.address, shop), await paidShopper(product.address, shop)]
      for (const { ticketId } of [stays, ends])
        expect((await call(product.address, 'POST', `/api/tickets/${ticketId}/call`, {}, owner)).status).toBe(200)
      const countdowns = async () =>
        (await call(product.address, 'GET', `/api/get-countdown?shopId=${shop}`)).body.countdowns as unknown as object[]
      const running = (await countdowns()).find((countdown) => 'token' in countdown && countdown.token === stays.number)
      expect(running).toMatchObject({ duration: 180 })

      const short = await call(
        product.address,
        'POST',
        '/api/start-countdown',
        { duration: 2, phoneNumber: ends.mobile, shopId: shop },
        owner,
      )
      expect(short.body).toMatchObject({ success: true, duration: 2 })
      await product.kill()
      const over = Number(short.body.startTime) + 2000
      expect(Date.now(), 'the server was down before the countdown was over').toBeLessThan(over)
      await eventually(() => (Date.now() > over ? true : undefined))
      await product.start()

      expect(await countdowns()).toContainEqual(running)
      const state = async (shopper: Credentials & { ticketId: string }) =>
        (await call(product.address, 'GET', `/api/tickets/${shopper.ticketId}`, undefined, shopper)).body.state as unknown
      await eventually(async () => ((await state(ends)) === 'missed' ? true : undefined))
      expect(await state(stays)).toBe('called')
      expect(await countdowns()).toEqual([running])
    },
    LONG,
  )

  test(
    'between a call and the relay sends the message of the call exactly once',
    async () => {
      const { address } = product
      const person = await paidShopper(address, shop)
      const owner = await ownerOf(address)
      const press = () => call(address, 'POST', '/api/send-message', { number: person.mobile }, owner)
      await product.kill()

      await product.start('stand-by')
      const first = await press()
      expect(first).toMatchObject({ status: 200, body: { alreadyCalled: false } })
      expect(await messagesOf(person, person.ticketId, 'call'), 'nobody has been told yet').toEqual([])
      await product.kill()

      await product.start()
      await eventually(async () => ((await messagesOf(person, person.ticketId, 'call'))[0]?.state === 'delivered' ? true : undefined))
      expect((await press()).body).toMatchObject({ alreadyCalled: true, ticket: { notice: 'delivered' } })
      expect(await messagesOf(person, person.ticketId, 'call')).toMatchObject([{ state: 'delivered' }])
    },
    LONG,
  )

  test(
    'in a stream of calls has called each person it said it had, and tells each once',
    async () => {
      const { address } = product
      const owner = await ownerOf(address)
      const people = await Promise.all(Array.from({ length: 12 }, () => paidShopper(address, shop)))
      const press = (mobile: string) => call(address, 'POST', '/api/send-message', { number: mobile }, owner)
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
    },
    LONG,
  )

  test(
    'leaves books that agree: captures, attempts, receipts, history, messages and counters',
    async () => {
      expect(await product.stop(), 'a gentle stop ends well').toBe(0)
      await product.look(async ({ db }) => {
        const tickets = await db.selectFrom('ticket').selectAll().where('shop_id', '=', shop).execute()
        const payments = await db.selectFrom('payment').selectAll().where('shop_id', '=', shop).execute()
        const receipts = await db.selectFrom('receipt').selectAll().where('shop_id', '=', shop).orderBy('serial').execute()
        const attempts = await db.selectFrom('payment_attempt').select('payment_id').where('kind', '=', 'capture').execute()
        const issues = await db
          .selectFrom('ticket_event')
          .select('ticket_id')
          .where('shop_id', '=', shop)
          .where('action', '=', 'issue')
          .execute()
        const messages = await db.selectFrom('message').select(['ticket_id', 'kind', 'state']).where('shop_id', '=', shop).execute()

        const captured = payments.filter((payment) => payment.state === 'captured')
        const numbered = tickets.filter((ticket) => ticket.number !== null)
        const n = numbered.length
        expect(n).toBeGreaterThan(everybody.length)
        expect(captured.map((payment) => payment.ticket_id).sort()).toEqual(numbered.map((ticket) => ticket.id).sort())
        expect(numbered.map((ticket) => ticket.number ?? 0).sort((a, b) => a - b)).toEqual(oneTo(n))
        expect(issues.map((event) => event.ticket_id).sort()).toEqual(numbered.map((ticket) => ticket.id).sort())
        expect(receipts.map((receipt) => receipt.serial)).toEqual(oneTo(n))
        expect(receipts.map((receipt) => receipt.payment_id).sort()).toEqual(captured.map((payment) => payment.id).sort())
        expect(
          receipts.filter((receipt) => tickets.find((ticket) => ticket.id === receipt.ticket_id)?.number !== receipt.token_number),
        ).toEqual([])
        for (const { id } of numbered)
          expect(messages.filter(({ ticket_id, kind }) => ticket_id === id && kind === 'token')).toHaveLength(1)
        for (const { id, call_count } of numbered)
          expect(messages.filter(({ ticket_id, kind }) => ticket_id === id && kind === 'call')).toHaveLength(call_count)
        for (const { id } of captured) expect(attempts.filter((attempt) => attempt.payment_id === id)).toHaveLength(1)

        const counter = await db.selectFrom('day_counter').select('last_number').where('shop_id', '=', shop).executeTakeFirstOrThrow()
        const series = await db.selectFrom('receipt_series').select('last_serial').where('shop_id', '=', shop).executeTakeFirstOrThrow()
        expect([counter.last_number, series.last_serial]).toEqual([n, n])
      })
    },
    LONG,
  )
})
