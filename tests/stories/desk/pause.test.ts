import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#contract/base/time.ts'
import { changeCounter } from '#contract/counters/calls.ts'
import { counterSession, pauseShop, readDeskState } from '#contract/desk/calls.ts'
import { callTicket } from '#contract/desk/ticket-calls.ts'
import { confirmPayment, createPayment } from '#contract/payments/calls.ts'
import { joinQueue } from '#contract/queue/calls.ts'
import type { Paused } from '#contract/queue/queue.ts'
import { readStorefront } from '#contract/storefront/calls.ts'
import { DEMO_MALL } from '#server/demo/seed.ts'
import { openScreen } from '#tests/support/browser/screens.ts'
import { type BodyOf, type Credentials, clientOf, sendLoosely } from '#tests/support/calls/client.ts'
import { information, join, order, ownerOf, paidShopper, type Shopper, verifiedShopper } from '#tests/support/people/people.ts'
import { freshCounter, freshShop } from '#tests/support/people/place-rows.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
let owner: Credentials
beforeAll(async () => {
  app = await startApp()
  owner = await ownerOf(app.address)
})
afterAll(() => app.stop())

const as = clientOf(() => app.address)
const pause = (shopId: string, body: BodyOf<typeof pauseShop>) => as(owner, pauseShop, { id: shopId, body })
const counter = (counterId: string, body: BodyOf<typeof counterSession>) => as(owner, counterSession, { id: counterId, body })
const inAnHour = () => new Date(app.clock.now().getTime() + HOUR).toISOString()
const pausedOf = async (shopId: string) => (await as({}, readStorefront, { id: shopId })).body.queue?.paused
const tryToJoin = (shopper: Shopper, shopId: string) => as(shopper, joinQueue, { body: information(shopper, shopId) })
const refused = { status: 409, body: { code: 'shop_paused' } }

describe('a paused shop', () => {
  test('lets no one join or order; existing tickets and orders stay, and staff can still call', async () => {
    const { id } = await freshShop(app)
    const waiting = await paidShopper(app.address, id)
    const held = await verifiedShopper(app.address)
    const heldTicket = await join(app.address, held, id)
    const ordered = await verifiedShopper(app.address)
    const orderedTicket = await join(app.address, ordered, id)
    const paymentId = await order(app.address, ordered, orderedTicket)

    expect((await pause(id, { reason: 'technical' })).body).toEqual({ success: true, paused: { reason: 'technical', until: null } })
    expect(await tryToJoin(await verifiedShopper(app.address), id)).toMatchObject(refused)
    expect(await as(held, createPayment, { body: { ticketId: heldTicket } })).toMatchObject(refused)
    expect(await tryToJoin(waiting, id), 'the same ticket again').toMatchObject({ status: 200, body: { next: 'token' } })
    expect((await as(ordered, createPayment, { body: { ticketId: orderedTicket } })).status, 'the open order').toBe(200)
    expect((await as(ordered, confirmPayment, { id: paymentId })).status, 'paid after the pause began').toBe(200)
    expect((await as(owner, callTicket, { id: waiting.ticketId })).status).toBe(200)

    expect((await pause(id, { resume: true })).body.paused).toBeNull()
    expect((await as(held, createPayment, { body: { ticketId: heldTicket } })).status).toBe(201)
  })

  test('is shown at once on every phone, the first screen, the entrance of the mall and the desk', async () => {
    const { id } = await freshShop(app)
    const phone = await openScreen(app.address, {})
    const digests: (Paused | null)[] = []
    phone.socket.on('shop-digest', ({ paused }) => digests.push(paused))
    await phone.watch({ shopId: id })
    const until = inAnHour()
    await pause(id, { reason: 'break', until })
    const paused = { reason: 'break', until }
    await expect.poll(() => digests.at(-1)).toEqual(paused)
    expect(await pausedOf(id)).toEqual(paused)
    expect((await as(owner, readDeskState, { id })).body.paused).toEqual(paused)
    const page = await fetch(`${app.address}/${DEMO_MALL}`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain(`"paused":{"reason":"break","until":"${until}"}`)
    app.clock.advance(HOUR + 1)
    await app.running.tick()
    await expect.poll(() => digests.at(-1)).toBeNull()
    expect(await pausedOf(id)).toBeNull()
    expect((await tryToJoin(await verifiedShopper(app.address), id)).status).toBe(201)
    phone.socket.disconnect()
  })

  test('has an end within a day, or none', async () => {
    const { id } = await freshShop(app)
    for (const ms of [-1, 24 * HOUR + MINUTE]) {
      const until = new Date(app.clock.now().getTime() + ms).toISOString()
      expect(await pause(id, { reason: 'busy', until })).toMatchObject({ status: 400, body: { fields: { until: expect.any(String) } } })
    }
    for (const body of [{}, { reason: 'lunch' }, { resume: false }])
      expect((await sendLoosely(app.address, pauseShop, { id, body }, owner)).body.code).toBe('invalid_input')
    expect(await pausedOf(id)).toBeNull()
  })

  test('is in the audit with its reason, and so is its end', async () => {
    const { id } = await freshShop(app)
    await pause(id, { reason: 'ask_staff' })
    await pause(id, { resume: true })
    const rows = await app.database.db.selectFrom('audit').select(['action', 'detail']).where('subject', '=', id).orderBy('id').execute()
    expect(rows).toEqual([
      { action: 'shop.paused', detail: { reason: 'ask_staff', until: null } },
      { action: 'shop.resumed', detail: {} },
    ])
  })

  test('sells nothing after the pause is acknowledged, however many shoppers join at that moment', async () => {
    const { id } = await freshShop(app)
    const crowd = await Promise.all(Array.from({ length: 40 }, () => verifiedShopper(app.address)))
    const joins = crowd.map(async (shopper, i) => {
      await new Promise((resolve) => setTimeout(resolve, i))
      return tryToJoin(shopper, id)
    })
    const paused = pause(id, { reason: 'busy' })
    expect((await paused).status).toBe(200)
    const count = async () => (await app.database.db.selectFrom('ticket').select('id').where('shopId', '=', id).execute()).length
    const sold = await count()
    const answers = await Promise.all(joins)
    expect(await count(), 'nothing was sold later').toBe(sold)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(sold)
    expect(answers.filter(({ body }) => body.code === 'shop_paused')).toHaveLength(crowd.length - sold)
  })
})

describe('a shop whose counters are all closed', () => {
  test('is paused automatically, and sells again when one opens', async () => {
    const { id } = await freshShop(app)
    expect(await pausedOf(id), 'without counters it sells').toBeNull()
    const [first, second] = [await freshCounter(app, id), await freshCounter(app, id)]
    await counter(first, { open: false })
    expect(await pausedOf(id)).toBeNull()
    await as(owner, changeCounter, { id: second, body: { isOpen: false } })
    expect(await pausedOf(id)).toEqual({ reason: 'counters_closed', until: null })
    const shopper = await verifiedShopper(app.address)
    expect(await tryToJoin(shopper, id)).toMatchObject(refused)
    expect((await pause(id, { resume: true })).body.paused, 'a resume has no effect while all counters are closed').toEqual({
      reason: 'counters_closed',
      until: null,
    })
    await counter(second, { open: true })
    expect((await tryToJoin(shopper, id)).status).toBe(201)
  })

  test('or paused sells again automatically when the first pause ends', async () => {
    const { id } = await freshShop(app)
    const [first, second] = [await freshCounter(app, id), await freshCounter(app, id)]
    await counter(first, { open: true, pausedFor: 30 })
    await counter(second, { open: true, pausedFor: 10 })
    const paused = await pausedOf(id)
    expect(paused?.reason).toBe('counters_closed')
    expect(Date.parse(paused?.until ?? '') - app.clock.now().getTime()).toBeLessThanOrEqual(10 * MINUTE)
    app.clock.advance(10 * MINUTE + 1)
    await app.running.tick()
    expect(await pausedOf(id)).toBeNull()
    expect((await tryToJoin(await verifiedShopper(app.address), id)).status).toBe(201)
  })
})
