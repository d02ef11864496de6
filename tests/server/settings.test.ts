import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_MALL } from '../../server/demo/seed.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type Credentials, call, information, ownerOf, paidShopper, staffOf, verifiedShopper } from '../support/people.ts'
import { freshCounter, freshMall, freshShop } from '../support/place-rows.ts'
import { openScreen } from '../support/screens.ts'

let app: TestApp
let owner: Credentials
beforeAll(async () => {
  app = await startApp()
  owner = await ownerOf(app.address)
})
afterAll(() => app.stop())

const as = (who: Credentials, method: string, path: string, body?: unknown) => call(app.address, method, path, body, who)
const set = (shopId: string, settings: unknown) => as(owner, 'PUT', `/api/settings/${shopId}`, settings)
const settings = async (shopId: string) => (await as(owner, 'GET', `/api/settings/${shopId}`)).body
const front = async (shopId: string) => (await as({}, 'GET', `/api/storefront/${shopId}`)).body
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(app.clock.now())

// First: what the others set would tick it as well.
test('the demo mall has its owner’s first steps done', async () => {
  const { body } = await as(owner, 'GET', `/api/malls/${DEMO_MALL}/overview`)
  expect(body.checklist).toEqual({ hasShop: true, hasFee: true, hasQr: true, hasToken: true })
})

describe('the settings of a shop', () => {
  test('are what a new shop has until its owner changes them; what is absent stays', async () => {
    const { id } = await freshShop(app)
    expect(await settings(id)).toMatchObject({
      success: true,
      shopId: id,
      mallId: DEMO_MALL,
      baseFeePaise: 12_000,
      taxBasisPoints: 1800,
      totalPaise: 14_160,
      countdownSeconds: 180,
      refundOnLeave: true,
      openingHours: null,
      exceptions: [],
      editor: null,
      counters: [],
    })
    const editor = { name: 'Devi Pillai', mobile: '9812345678', email: 'devi@example.in' }
    const { status, body } = await set(id, { baseFeePaise: 5000, place: 'level 3', supportContact: '022 1234', editor })
    expect([status, body.baseFeePaise, body.totalPaise, body.place, body.minutesPerTicket]).toEqual([200, 5000, 5900, 'level 3', 4])
    expect(body.editor).toEqual(editor)
    expect((await set(id, { editor: null, supportContact: null })).body).toMatchObject({
      editor: null,
      supportContact: null,
      place: 'level 3',
    })
  })

  test('change the storefront at once, and open screens hear of it', async () => {
    const { id } = await freshShop(app)
    const screen = await openScreen(app.address, {})
    await screen.watch({ shopId: id })
    await set(id, { baseFeePaise: 0, refundOnLeave: false })
    await expect.poll(() => screen.heard).toContain('display')
    expect((await front(id)).fee).toMatchObject({ totalPaise: 0, refundOnLeave: false })
    const shopper = await verifiedShopper(app.address)
    const joined = await as(shopper, 'POST', '/api/information', information(shopper, id))
    expect(joined.body.next, 'a free shop asks for no payment').toBe('token')
    screen.socket.disconnect()
  })

  test('leave an order that is open its price', async () => {
    const { id } = await freshShop(app)
    const shopper = await verifiedShopper(app.address)
    const joined = await as(shopper, 'POST', '/api/information', information(shopper, id))
    const ticketId = (joined.body.newInfo as unknown as { _id: string })._id
    const order = await as(shopper, 'POST', '/api/payments', { ticketId })
    await set(id, { baseFeePaise: 99_900 })
    const paid = await as(shopper, 'POST', `/api/payments/${(order.body.payment as unknown as { id: string }).id}/confirm`, {})
    expect(paid.body.payment).toMatchObject({ amountPaise: 14_160 })
  })

  test('decide whether anybody may join: closed today by an exception, open by another', async () => {
    const { id } = await freshShop(app)
    await set(id, { exceptions: [{ day: today(), spans: [] }] })
    expect((await front(id)).open).toMatchObject({ isOpen: false, opensAt: expect.any(String) })
    const shopper = await verifiedShopper(app.address)
    expect((await as(shopper, 'POST', '/api/information', information(shopper, id))).body.code).toBe('shop_closed')
    await set(id, { openingHours: Array.from({ length: 7 }, () => []), exceptions: [{ day: today(), spans: [['00:00', '24:00']] }] })
    expect((await front(id)).open).toMatchObject({ isOpen: true })
    expect((await as(shopper, 'POST', '/api/information', information(shopper, id))).status).toBe(201)
  })

  test.each([
    ['a fee below nothing', { baseFeePaise: -1 }],
    ['a fee with half a paisa', { baseFeePaise: 0.5 }],
    ['a countdown of nothing', { countdownSeconds: 0 }],
    ['a week of six days', { openingHours: [[], [], [], [], [], []] }],
    ['a time that no clock shows', { openingHours: [[['25:00', '26:00']], [], [], [], [], [], []] }],
    ['a day that no calendar has', { exceptions: [{ day: '2026-02-30', spans: [] }] }],
    [
      'a day that stands there twice',
      {
        exceptions: [
          { day: '2026-11-30', spans: [] },
          { day: '2026-11-30', spans: [] },
        ],
      },
    ],
    ['an editor without a mobile', { editor: { name: 'Devi', mobile: '', email: 'devi@example.in' } }],
  ])('refuse %s and stay as they were', async (_what, wrong) => {
    const before = await settings('royal-sarees')
    const { status, body } = await set('royal-sarees', wrong)
    expect([status, body.code]).toEqual([400, 'invalid_input'])
    expect(await settings('royal-sarees')).toEqual(before)
  })
})

describe('the counters of a shop', () => {
  test('are added, renamed, closed and removed, and the storefront counts the open ones', async () => {
    const { id } = await freshShop(app)
    const first = await as(owner, 'POST', '/api/counters', { shopId: id, name: ' Till 1 ' })
    expect([first.status, first.body.name, first.body.isOpen]).toEqual([201, 'Till 1', true])
    const second = await as(owner, 'POST', '/api/counters', { shopId: id, name: 'Till 2' })
    const openCounters = async () => ((await front(id)).queue as unknown as { openCounters: number }).openCounters
    expect(await openCounters()).toBe(2)
    const closed = await as(owner, 'PUT', `/api/counters/${second.body.id}`, { name: 'Express', isOpen: false })
    expect(closed.body).toMatchObject({ name: 'Express', isOpen: false })
    expect(await openCounters()).toBe(1)
    await as(owner, 'PUT', `/api/counters/${first.body.id}`, { isOpen: false })
    expect(await openCounters(), 'all are closed').toBe(0)
    await as(owner, 'PUT', `/api/counters/${first.body.id}`, { isOpen: true })
    expect((await as(owner, 'DELETE', `/api/counters/${second.body.id}`)).body).toMatchObject({ success: true })
    expect((await as(owner, 'PUT', `/api/counters/${second.body.id}`, { isOpen: true })).body.code).toBe('counter_not_found')
    expect((await settings(id)).counters).toEqual([{ id: first.body.id, name: 'Till 1', isOpen: true }])
    expect((await as(owner, 'POST', '/api/counters', { shopId: id, name: 'express' })).status, 'the name is free again').toBe(201)
  })

  test('have names of their own, case ignored', async () => {
    const { id } = await freshShop(app)
    await as(owner, 'POST', '/api/counters', { shopId: id, name: 'Till' })
    const other = await as(owner, 'POST', '/api/counters', { shopId: id, name: 'Desk' })
    for (const answer of [
      await as(owner, 'POST', '/api/counters', { shopId: id, name: 'TILL' }),
      await as(owner, 'PUT', `/api/counters/${other.body.id}`, { name: 'till' }),
    ]) {
      expect([answer.status, answer.body.code, answer.body.fields]).toEqual([
        409,
        'name_taken',
        { name: 'There is one with this name already.' },
      ])
    }
    expect((await as(owner, 'PUT', `/api/counters/${other.body.id}`, { name: 'DESK' })).status).toBe(200)
  })

  test('cannot be removed while somebody is called there; what was served there keeps its name', async () => {
    const { id } = await freshShop(app)
    const counter = await freshCounter(app, id)
    const { ticketId } = await paidShopper(app.address, id)
    const called = await as(owner, 'POST', `/api/tickets/${ticketId}/call`, {})
    const at = (called.body.ticket as unknown as { counter: string }).counter
    const refused = await as(owner, 'DELETE', `/api/counters/${counter}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'tickets_live'])
    await as(owner, 'POST', `/api/tickets/${ticketId}/complete`, {})
    expect((await as(owner, 'DELETE', `/api/counters/${counter}`)).status).toBe(200)
    const undone = await as(owner, 'POST', `/api/tickets/${ticketId}/undo`, {})
    expect(undone.body.ticket).toMatchObject({ state: 'called', counter: at })
    const table = await as(owner, 'GET', `/api/get-data/${id}`)
    expect(table.list[0]).toMatchObject({ counter: at })
  })
})

describe('a mall at a glance', () => {
  const overview = async (mallId: string) => (await as(owner, 'GET', `/api/malls/${mallId}/overview`)).body
  const checklist = async (mallId: string) => (await overview(mallId)).checklist

  test('ticks a new owner’s first steps as they are done', async () => {
    const mall = await freshMall(app)
    expect(await checklist(mall)).toEqual({ hasShop: false, hasFee: false, hasQr: false, hasToken: false })
    const { id } = await freshShop(app, mall)
    expect(await checklist(mall)).toEqual({ hasShop: true, hasFee: false, hasQr: false, hasToken: false })
    await set(id, { place: 'level 1' })
    expect((await checklist(mall)) as unknown).toMatchObject({ hasFee: false })
    await set(id, { baseFeePaise: 0 })
    expect((await checklist(mall)) as unknown).toMatchObject({ hasFee: true })
    expect((await as(owner, 'GET', `/api/poster/${id}`)).status).toBe(200)
    expect((await checklist(mall)) as unknown).toMatchObject({ hasQr: true })
    const shopper = await verifiedShopper(app.address)
    await as(shopper, 'POST', '/api/information', information(shopper, id))
    expect(await checklist(mall)).toEqual({ hasShop: true, hasFee: true, hasQr: true, hasToken: true })
  })

  test('ticks the code of a shop that was saved as a picture, for who asks for no poster', async () => {
    const mall = await freshMall(app)
    const { id } = await freshShop(app, mall)
    expect((await as(owner, 'POST', `/api/qrcode/${id}/made`, {})).status).toBe(200)
    expect(await checklist(mall)).toEqual({ hasShop: true, hasFee: false, hasQr: true, hasToken: false })
  })

  test('counts who waits and who was served today, shop by shop', async () => {
    const mall = await freshMall(app)
    const [busy, quiet] = [await freshShop(app, mall), await freshShop(app, mall)]
    await freshCounter(app, busy.id, mall)
    const people = [
      await paidShopper(app.address, busy.id),
      await paidShopper(app.address, busy.id),
      await paidShopper(app.address, busy.id),
    ]
    await as(owner, 'POST', `/api/tickets/${people[0]?.ticketId}/call`, {})
    await as(owner, 'POST', `/api/tickets/${people[0]?.ticketId}/complete`, {})
    expect((await overview(mall)).shops).toEqual([
      { id: busy.id, name: busy.name, waiting: 2, servedToday: 1, isOpen: true, totalPaise: 12_000, counters: 1 },
      { id: quiet.id, name: quiet.name, waiting: 0, servedToday: 0, isOpen: true, totalPaise: 12_000, counters: 0 },
    ])
  })

  test('is what its owner says of it: with a GSTIN the fee carries GST from then on', async () => {
    const mall = await freshMall(app)
    const { id } = await freshShop(app, mall)
    await set(id, { extraPaise: 2160 })
    expect((await front(id)).fee).toMatchObject({ extraPaise: 2160, taxBasisPoints: null })
    const details = { legalName: 'Sunrise Retail LLP', address: 'MG Road, Pune', gstin: '27abcde1234f1z5' }
    const { status, body } = await as(owner, 'PUT', `/api/malls/${mall}`, details)
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...details, gstin: '27ABCDE1234F1Z5', timeZone: 'Asia/Kolkata' })
    expect((await front(id)).fee).toMatchObject({ extraPaise: 2160, taxBasisPoints: 1800 })
    expect((await as(owner, 'PUT', `/api/malls/${mall}`, { gstin: '' })).body.gstin).toBeNull()
    expect((await as(owner, 'PUT', `/api/malls/${mall}`, { gstin: '27ABC' })).status).toBe(400)
  })

  test('the demo mall’s own details can be saved as they stand', async () => {
    const { gstin, legalName, address, timeZone } = await overview(DEMO_MALL)
    expect((await as(owner, 'PUT', `/api/malls/${DEMO_MALL}`, { gstin, legalName, address, timeZone })).status).toBe(200)
  })

  test('keeps its time zone while people wait: their day would change under them', async () => {
    const mall = await freshMall(app)
    const { id } = await freshShop(app, mall)
    const zone = (timeZone: string) => as(owner, 'PUT', `/api/malls/${mall}`, { timeZone })
    const wrong = await zone('Mars/Olympus')
    expect([wrong.status, Object.keys(wrong.body.fields as unknown as object)]).toEqual([400, ['timeZone']])
    const paid = await paidShopper(app.address, id)
    expect((await zone('Asia/Dubai')).body.code).toBe('tickets_live')
    expect((await zone('Asia/Kolkata')).status, 'the same one is no change').toBe(200)
    await as({ cookie: paid.cookie }, 'POST', `/api/tickets/${paid.ticketId}/cancel`, {})
    expect((await zone('Asia/Dubai')).body.timeZone).toBe('Asia/Dubai')
    expect((await front(id)).shop, 'its shops go by it').toMatchObject({ timeZone: 'Asia/Dubai' })
  })

  test('is not for staff', async () => {
    expect((await as(await staffOf(app.address), 'GET', `/api/malls/${DEMO_MALL}/overview`)).status).toBe(403)
  })
})
