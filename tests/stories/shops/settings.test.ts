import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCounter, changeCounter } from '#contract/counters/calls.ts'
import { listTickets } from '#contract/desk/calls.ts'
import { callTicket, completeTicket, undoAction } from '#contract/desk/ticket-calls.ts'
import { changeMallDetails, confirmGstin, mallOverview, removeCounter } from '#contract/office/mall-calls.ts'
import { changeSettings, readSettings } from '#contract/office/settings-calls.ts'
import { cancelTicket, confirmPayment } from '#contract/payments/calls.ts'
import { noteCode, readPoster } from '#contract/poster/calls.ts'
import { joinQueue } from '#contract/queue/calls.ts'
import { readStorefront } from '#contract/storefront/calls.ts'
import { DEMO_MALL } from '#server/demo/seed.ts'
import { openScreen } from '#tests/support/browser/screens.ts'
import { type BodyOf, type Credentials, clientOf, done, sendLoosely } from '#tests/support/calls/client.ts'
import { information, join, order, ownerOf, paidShopper, staffOf, superOf, verifiedShopper } from '#tests/support/people/people.ts'
import { freshCounter, freshMall, freshShop } from '#tests/support/people/place-rows.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
let owner: Credentials
beforeAll(async () => {
  app = await startApp()
  owner = await ownerOf(app.address)
})
afterAll(() => app.stop())

const as = clientOf(() => app.address)
const set = (shopId: string, settings: BodyOf<typeof changeSettings>) => as(owner, changeSettings, { id: shopId, body: settings })
const settings = async (shopId: string) => (await as(owner, readSettings, { id: shopId })).body
const front = async (shopId: string) => (await done(as({}, readStorefront, { id: shopId }))).body
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(app.clock.now())

// First, because the settings of the other tests would complete the first steps as well.
test('the first steps of an owner are done for the demo mall', async () => {
  const { body } = await as(owner, mallOverview, { id: DEMO_MALL })
  expect(body.checklist).toEqual({ hasShop: true, hasFee: true, hasQr: true, hasContact: true, hasToken: true })
})

describe('the settings of a shop', () => {
  test('have defaults until the owner changes them; absent fields stay', async () => {
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
      staffRefundLimitPaise: 0,
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

  test('change the storefront at once, and open screens are told', async () => {
    const { id } = await freshShop(app)
    const screen = await openScreen(app.address, {})
    await screen.watch({ shopId: id })
    await set(id, { baseFeePaise: 0, refundOnLeave: false })
    await expect.poll(() => screen.heard).toContain('display')
    expect((await front(id)).fee).toMatchObject({ totalPaise: 0, refundOnLeave: false })
    const shopper = await verifiedShopper(app.address)
    const joined = await as(shopper, joinQueue, { body: information(shopper, id) })
    expect(joined.body.next, 'a free shop asks for no payment').toBe('token')
    screen.socket.disconnect()
  })

  test('name the contact of the shop, else of the mall, else none; never the owner’s sign-in email', async () => {
    const mall = await freshMall(app)
    const { id } = await freshShop(app, mall)
    const contact = async () => (await front(id)).shop.supportContact
    expect(await contact()).toBeNull()
    await as(owner, changeMallDetails, { id: mall, body: { supportContact: ' help@mall.example ' } })
    expect(await contact()).toBe('help@mall.example')
    await set(id, { supportContact: '022 1234' })
    expect(await contact()).toBe('022 1234')
    await set(id, { supportContact: '  ' })
    expect(await contact(), 'a blank contact counts as none').toBe('help@mall.example')
    await as(owner, changeMallDetails, { id: mall, body: { supportContact: '' } })
    expect(await contact()).toBeNull()
  })

  test('say how long the billing queue takes, so that shoppers can compare, but only if the shop states it', async () => {
    const { id } = await freshShop(app)
    expect((await front(id)).shop).toMatchObject({ usualWaitMinutes: null })
    expect((await set(id, { usualWaitMinutes: 40 })).body).toMatchObject({ usualWaitMinutes: 40 })
    expect((await front(id)).shop).toMatchObject({ usualWaitMinutes: 40 })
    expect((await set(id, { usualWaitMinutes: 0 })).status).toBe(400)
    expect((await set(id, { usualWaitMinutes: null })).body).toMatchObject({ usualWaitMinutes: null })
  })

  test('do not change the price of an open order', async () => {
    const { id } = await freshShop(app)
    const shopper = await verifiedShopper(app.address)
    const ticketId = await join(app.address, shopper, id)
    const paymentId = await order(app.address, shopper, ticketId)
    await set(id, { baseFeePaise: 99_900 })
    const paid = await as(shopper, confirmPayment, { id: paymentId })
    expect(paid.body.payment).toMatchObject({ amountPaise: 14_160 })
  })

  test('decide whether shoppers can join: one exception closes the shop today, another one opens it', async () => {
    const { id } = await freshShop(app)
    await set(id, { exceptions: [{ day: today(), spans: [] }] })
    expect((await front(id)).open).toMatchObject({ isOpen: false, opensAt: expect.any(String) })
    const shopper = await verifiedShopper(app.address)
    expect((await as(shopper, joinQueue, { body: information(shopper, id) })).body.code).toBe('shop_closed')
    await set(id, { openingHours: Array.from({ length: 7 }, () => []), exceptions: [{ day: today(), spans: [['00:00', '24:00']] }] })
    expect((await front(id)).open).toMatchObject({ isOpen: true })
    expect((await as(shopper, joinQueue, { body: information(shopper, id) })).status).toBe(201)
  })

  test.each([
    ['a negative fee', { baseFeePaise: -1 }],
    ['a fee with half a paisa', { baseFeePaise: 0.5 }],
    ['a countdown of zero seconds', { countdownSeconds: 0 }],
    ['a week of six days', { openingHours: [[], [], [], [], [], []] }],
    ['an invalid time', { openingHours: [[['25:00', '26:00']], [], [], [], [], [], []] }],
    ['an invalid day', { exceptions: [{ day: '2026-02-30', spans: [] }] }],
    [
      'a day that is listed twice',
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
    const { status, body } = await sendLoosely(app.address, changeSettings, { id: 'royal-sarees', body: wrong }, owner)
    expect([status, body.code]).toEqual([400, 'invalid_input'])
    expect(await settings('royal-sarees')).toEqual(before)
  })
})

describe('the counters of a shop', () => {
  test('are added, renamed, closed and removed, and the storefront counts the open ones', async () => {
    const { id } = await freshShop(app)
    const first = await as(owner, addCounter, { body: { shopId: id, name: ' Till 1 ' } })
    expect([first.status, first.body.name, first.body.isOpen]).toEqual([201, 'Till 1', true])
    const second = await as(owner, addCounter, { body: { shopId: id, name: 'Till 2' } })
    const openCounters = async () => (await front(id)).queue.openCounters
    expect(await openCounters()).toBe(2)
    const closed = await as(owner, changeCounter, { id: second.body.id, body: { name: 'Express', isOpen: false } })
    expect(closed.body).toMatchObject({ name: 'Express', isOpen: false })
    expect(await openCounters()).toBe(1)
    await as(owner, changeCounter, { id: first.body.id, body: { isOpen: false } })
    expect(await openCounters(), 'all are closed').toBe(0)
    await as(owner, changeCounter, { id: first.body.id, body: { isOpen: true } })
    expect((await as(owner, removeCounter, { id: second.body.id })).body).toMatchObject({ success: true })
    expect((await as(owner, changeCounter, { id: second.body.id, body: { isOpen: true } })).body.code).toBe('counter_not_found')
    expect((await settings(id)).counters).toEqual([{ id: first.body.id, name: 'Till 1', isOpen: true }])
    expect((await as(owner, addCounter, { body: { shopId: id, name: 'express' } })).status, 'the name is free again').toBe(201)
  })

  test('must have different names, case ignored', async () => {
    const { id } = await freshShop(app)
    await as(owner, addCounter, { body: { shopId: id, name: 'Till' } })
    const other = await as(owner, addCounter, { body: { shopId: id, name: 'Desk' } })
    for (const answer of [
      await as(owner, addCounter, { body: { shopId: id, name: 'TILL' } }),
      await as(owner, changeCounter, { id: other.body.id, body: { name: 'till' } }),
    ]) {
      expect([answer.status, answer.body.code, answer.body.fields]).toEqual([409, 'name_taken', { name: 'That name is already taken.' }])
    }
    expect((await as(owner, changeCounter, { id: other.body.id, body: { name: 'DESK' } })).status).toBe(200)
  })

  test('cannot be removed while a shopper is called there; earlier tickets keep the name of the counter', async () => {
    const { id } = await freshShop(app)
    const counter = await freshCounter(app, id)
    const { ticketId } = await paidShopper(app.address, id)
    const called = await as(owner, callTicket, { id: ticketId })
    const at = called.body.ticket?.counter
    const refused = await as(owner, removeCounter, { id: counter })
    expect([refused.status, refused.body.code]).toEqual([409, 'tickets_live'])
    await as(owner, completeTicket, { id: ticketId })
    expect((await as(owner, removeCounter, { id: counter })).status).toBe(200)
    const undone = await as(owner, undoAction, { id: ticketId })
    expect(undone.body.ticket).toMatchObject({ state: 'called', counter: at })
    const table = await as(owner, listTickets, { id })
    expect(table.body[0]).toMatchObject({ counter: at })
  })
})

describe('the overview of a mall', () => {
  const overview = async (mallId: string) => (await as(owner, mallOverview, { id: mallId })).body
  const checklist = async (mallId: string) => (await overview(mallId)).checklist

  test('ticks a new owner’s first steps as they are done', async () => {
    const mall = await freshMall(app)
    expect(await checklist(mall)).toEqual({ hasShop: false, hasFee: false, hasQr: false, hasContact: false, hasToken: false })
    const { id } = await freshShop(app, mall)
    expect(await checklist(mall)).toEqual({ hasShop: true, hasFee: false, hasQr: false, hasContact: false, hasToken: false })
    await set(id, { place: 'level 1' })
    expect((await checklist(mall)) as unknown).toMatchObject({ hasFee: false })
    await set(id, { baseFeePaise: 0 })
    expect((await checklist(mall)) as unknown).toMatchObject({ hasFee: true })
    expect((await as(owner, readPoster, { id })).status).toBe(200)
    expect((await checklist(mall)) as unknown).toMatchObject({ hasQr: true })
    const shopper = await verifiedShopper(app.address)
    await as(shopper, joinQueue, { body: information(shopper, id) })
    expect((await checklist(mall)) as unknown).toMatchObject({ hasContact: false, hasToken: true })
    expect((await as(owner, changeMallDetails, { id: mall, body: { supportContact: '022 1234' } })).status).toBe(200)
    expect(await checklist(mall)).toEqual({ hasShop: true, hasFee: true, hasQr: true, hasContact: true, hasToken: true })
  })

  test('ticks the code of a shop that was saved as a picture, without a poster', async () => {
    const mall = await freshMall(app)
    const { id } = await freshShop(app, mall)
    expect((await as(owner, noteCode, { id })).status).toBe(200)
    expect(await checklist(mall)).toEqual({ hasShop: true, hasFee: false, hasQr: true, hasContact: false, hasToken: false })
  })

  test('counts the waiting shoppers and those served today, shop by shop', async () => {
    const mall = await freshMall(app)
    const [busy, quiet] = [await freshShop(app, mall), await freshShop(app, mall)]
    await freshCounter(app, busy.id, mall)
    const people = [
      await paidShopper(app.address, busy.id),
      await paidShopper(app.address, busy.id),
      await paidShopper(app.address, busy.id),
    ]
    await as(owner, callTicket, { id: people[0]?.ticketId })
    await as(owner, completeTicket, { id: people[0]?.ticketId })
    expect((await overview(mall)).shops).toEqual([
      { id: busy.id, name: busy.name, waiting: 2, servedToday: 1, isOpen: true, totalPaise: 12_000, counters: 1 },
      { id: quiet.id, name: quiet.name, waiting: 0, servedToday: 0, isOpen: true, totalPaise: 12_000, counters: 0 },
    ])
  })

  test('has the details that its owner enters; when the GSTIN is confirmed the fee includes GST', async () => {
    const mall = await freshMall(app)
    const { id } = await freshShop(app, mall)
    await set(id, { extraPaise: 2160 })
    expect((await front(id)).fee).toMatchObject({ extraPaise: 2160, taxBasisPoints: null })
    const details = { legalName: 'Sunrise Retail LLP', address: 'MG Road, Pune', gstin: '27abcde1234f1z5' }
    const { status, body } = await as(owner, changeMallDetails, { id: mall, body: details })
    expect(status).toBe(200)
    const gstin = '27ABCDE1234F1Z5'
    expect(body).toMatchObject({ ...details, gstin: null, gstinWaiting: gstin, timeZone: 'Asia/Kolkata' })
    expect((await front(id)).fee, 'the GSTIN is not confirmed').toMatchObject({ extraPaise: 2160, taxBasisPoints: null })
    const superadmin = await superOf(app.address)
    const confirm = (named: string) => as(superadmin, confirmGstin, { id: mall, body: { gstin: named } })
    expect((await confirm('29ABCDE1234F1Z5')).body.code, 'another GSTIN does not wait for confirmation').toBe('nothing_to_confirm')
    expect((await confirm(gstin)).body).toMatchObject({ gstin, gstinWaiting: null })
    expect((await confirm(gstin)).body, 'a second time is not an error').toMatchObject({ gstin, gstinWaiting: null })
    expect((await front(id)).fee).toMatchObject({ extraPaise: 2160, taxBasisPoints: 1800 })
    const other = await as(owner, changeMallDetails, { id: mall, body: { gstin: '29ABCDE1234F1Z5' } })
    expect(other.body, 'the confirmed one is valid until the next is confirmed').toMatchObject({ gstin, gstinWaiting: '29ABCDE1234F1Z5' })
    expect((await as(owner, changeMallDetails, { id: mall, body: { gstin } })).body).toMatchObject({
      gstin,
      gstinWaiting: null,
    })
    expect((await as(owner, changeMallDetails, { id: mall, body: { gstin: '' } })).body.gstin).toBeNull()
    expect((await as(owner, changeMallDetails, { id: mall, body: { gstin: '27ABC' } })).status).toBe(400)
  })

  test('of the demo can be saved with unchanged details', async () => {
    const { gstin, legalName, address, timeZone } = await overview(DEMO_MALL)
    expect(
      (await as(owner, changeMallDetails, { id: DEMO_MALL, body: { gstin: String(gstin), legalName, address, timeZone } })).status,
    ).toBe(200)
  })

  test('keeps its time zone while people wait, because their service day would change', async () => {
    const mall = await freshMall(app)
    const { id } = await freshShop(app, mall)
    const zone = (timeZone: string) => as(owner, changeMallDetails, { id: mall, body: { timeZone } })
    const wrong = await zone('Mars/Olympus')
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['timeZone']])
    const paid = await paidShopper(app.address, id)
    expect((await zone('Asia/Dubai')).body.code).toBe('tickets_live')
    expect((await zone('Asia/Kolkata')).status, 'the same one is not a change').toBe(200)
    await as({ cookie: paid.cookie }, cancelTicket, { id: paid.ticketId })
    expect((await zone('Asia/Dubai')).body.timeZone).toBe('Asia/Dubai')
    expect((await front(id)).shop, 'its shops use it').toMatchObject({ timeZone: 'Asia/Dubai' })
  })

  test('is not for staff', async () => {
    expect((await as(await staffOf(app.address), mallOverview, { id: DEMO_MALL })).status).toBe(403)
  })
})
