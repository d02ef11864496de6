import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localDateOf, MINUTE } from '#contract/base/time.ts'
import { readInsights } from '#contract/office/insights-calls.ts'
import { cancelTicket } from '#contract/payments/calls.ts'
import { readDay } from '#contract/payments/day-calls.ts'
import { refundPayment } from '#contract/payments/refund-calls.ts'
import type { Action } from '#server/queue/rules.ts'
import { ask, type Credentials, type Parts, send, sendLoosely } from '#tests/support/calls/client.ts'
import { rowOf, type TicketAction, ticketActions } from '#tests/support/calls/ticket-actions.ts'
import { addRivals, RIVAL_SHOP, SHOP } from '#tests/support/people/callers.ts'
import { join, ownerOf, paidShopper, staffOf, superOf, verifiedShopper } from '#tests/support/people/people.ts'
import { freshCounter, freshShop } from '#tests/support/people/place-rows.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'
import { en } from '#texts/en/console-day.ts'

const MALL = 'phoenix-mall'
type Shopper = Awaited<ReturnType<typeof paidShopper>>

let app: TestApp
let owner: Credentials
let shopId: string
let otherShopId: string
const people = {} as Record<'served' | 'refunded' | 'left' | 'waiting', Shopper>

const read = async (query: Parts<typeof readDay>['query'] = {}, id = shopId) => (await ask(app.address, readDay, { id, query }, owner)).body
const ticketOf = async ({ ticketId }: Shopper) => {
  const found = (await read()).tickets.find(({ id }) => id === ticketId)
  if (!found) throw new Error('the day does not have this ticket')
  return found
}
const shiftedBy = (days: number) => localDateOf(new Date(app.clock.now().getTime() + days * 24 * 60 * MINUTE), 'Asia/Kolkata')

beforeAll(async () => {
  app = await startApp()
  await addRivals(app)
  const { address } = app
  owner = await ownerOf(address)
  const admin = await superOf(address)
  ;[shopId, otherShopId] = [(await freshShop(app)).id, (await freshShop(app)).id]
  await freshCounter(app, shopId)
  const act = async (ticketId: string, action: TicketAction, who = owner) =>
    rowOf(await send(address, ticketActions[action], { id: ticketId }, who))

  people.served = await paidShopper(address, shopId)
  app.clock.advance(6 * MINUTE)
  await act(people.served.ticketId, 'call')
  await act(people.served.ticketId, 'undo')
  await act(people.served.ticketId, 'call', admin)
  await act(people.served.ticketId, 'arrive')
  await act(people.served.ticketId, 'complete')
  people.refunded = await paidShopper(address, shopId)
  await ask(address, refundPayment, { id: people.refunded.paymentId, body: { amountPaise: 6000, reason: 'The printer was broken' } }, owner)
  people.left = await paidShopper(address, shopId)
  await ask(address, cancelTicket, { id: people.left.ticketId }, people.left)
  people.waiting = await paidShopper(address, otherShopId)
  // This one does not pay and so has no number: the day does not list it.
  await join(address, await verifiedShopper(address), shopId)
  await app.running.tick()
})
afterAll(() => app.stop())

describe('the day of a shop', () => {
  test('lists the tickets with a token number, the newest first, and says what became of them', async () => {
    const { day, today, timeZone, tickets, next } = await read()
    expect([day, today, timeZone, next]).toEqual([shiftedBy(0), shiftedBy(0), 'Asia/Kolkata', null])
    expect(tickets.map(({ id }) => id)).toEqual([people.left, people.refunded, people.served].map(({ ticketId }) => ticketId))
    expect(tickets.map(({ token }) => token)).toEqual([people.left, people.refunded, people.served].map(({ number }) => number))
  })

  test('shows what was paid, with the receipt and the papers of the refunds', async () => {
    const { payment, papers, mobile, name } = await ticketOf(people.refunded)
    expect([name, mobile]).toEqual(['Asha Verma', people.refunded.mobile])
    expect(payment).toEqual({ id: people.refunded.paymentId, gateway: 'demo', amountPaise: 14_160, refundedPaise: 6000, duePaise: 0 })
    expect(papers.map(({ kind, totalPaise }) => [kind, totalPaise])).toEqual([
      ['tax_invoice', 14_160],
      ['credit_note', 6000],
    ])
    expect(papers[0]?.id).toBe(people.refunded.receiptId)
    expect((await ticketOf(people.left)).payment).toMatchObject({ refundedPaise: 14_160, duePaise: 0 })
  })

  test('says who did what, with the steps that were taken back', async () => {
    const steps = (await ticketOf(people.served)).steps.map(({ action, by, undone }) => [action, by.kind, by.name, undone])
    expect(steps).toEqual([
      ['issue', 'shopper', null, false],
      ['call', 'person', 'Omkar Desai', true],
      ['undo', 'person', 'Omkar Desai', false],
      // The operator does not belong to this mall, so its owner does not learn the name.
      ['call', 'person', null, false],
      ['arrive', 'person', 'Omkar Desai', false],
      ['complete', 'person', 'Omkar Desai', false],
    ])
    expect((await ticketOf(people.left)).steps.at(-1)).toMatchObject({ action: 'cancel', by: { kind: 'shopper', name: null } })
  })

  test('has words for every step', () => {
    // A step without its words does not pass the type check.
    const words: Readonly<Record<`did_${Action['kind']}`, string>> = en
    expect(words.did_close).toBe('The shop is closed at the time of the slot')
  })

  test('is empty on a day without tickets, and refuses what is not a day', async () => {
    const yesterday = shiftedBy(-1)
    expect(await read({ day: yesterday })).toMatchObject({ day: yesterday, tickets: [], next: null })
    for (const query of [{ day: 'yesterday' }, { day: '2026-02-30' }, { cursor: 'x' }, { cursor: '' }])
      expect(await sendLoosely(app.address, readDay, { id: shopId, query }, owner)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input' },
      })
  })
})

describe('the day of a mall', () => {
  test('has the tickets of all of its shops, and of no other mall', async () => {
    await paidShopper(app.address, RIVAL_SHOP)
    const { tickets } = await read({}, MALL)
    const found = new Set(tickets.map(({ id }) => id))
    expect(Object.values(people).filter(({ ticketId }) => !found.has(ticketId))).toEqual([])
    expect(tickets.map((one) => one.shopId)).not.toContain(RIVAL_SHOP)
    expect(await sendLoosely(app.address, readDay, { id: RIVAL_SHOP }, owner)).toMatchObject({ status: 403 })
    expect(await sendLoosely(app.address, readDay, { id: MALL }, await staffOf(app.address))).toMatchObject({ status: 403 })
    expect(await sendLoosely(app.address, readDay, { id: 'nowhere' }, owner)).toMatchObject({
      status: 404,
      body: { code: 'mall_not_found' },
    })
  })

  test('comes in pages that miss nothing and repeat nothing', async () => {
    const { db } = app.database
    const row = await db.selectFrom('ticket').selectAll().where('id', '=', people.left.ticketId).executeTakeFirstOrThrow()
    const more = (shop: string, from: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({ ...row, id: `more-${shop}-${n}`, shopId: shop, number: from + n }))
    const before = (await read({}, MALL)).tickets.length
    const added = [...more(shopId, 100, 60), ...more(otherShopId, 100, 30), ...more(SHOP, 500, 20)]
    await db.insertInto('ticket').values(added).execute()
    for (const [shop, last] of [
      [shopId, 159],
      [otherShopId, 129],
      [SHOP, 519],
    ] as const)
      await db
        .updateTable('dayCounter')
        .set({ lastNumber: last })
        .where('shopId', '=', shop)
        .where('serviceDay', '=', row.serviceDay)
        .execute()
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await read(cursor === undefined ? {} : { cursor }, MALL)
      expect(page.tickets.length).toBeLessThanOrEqual(50)
      seen.push(...page.tickets.map(({ id }) => id))
      if (page.next === null) break
      cursor = page.next
    }
    expect(seen).toHaveLength(added.length + before)
    expect(new Set(seen).size).toBe(seen.length)
    expect((await ask(app.address, readInsights, { id: MALL, query: {} }, owner)).body.total.day.tokens).toBe(seen.length)
  })
})
