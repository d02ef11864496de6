import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoAccounts } from '#contract/base/demo.ts'
import { DAY, HOUR, MINUTE } from '#contract/base/time.ts'
import { addCounter, changeCounter } from '#contract/counters/calls.ts'
import { counterSession, pauseShop } from '#contract/desk/calls.ts'
import { changeDisplay } from '#contract/displays/calls.ts'
import { exportAudit, exportMallAudit, readAudit, readMallAudit } from '#contract/office/audit-calls.ts'
import { changeSettings, readSettings } from '#contract/office/settings-calls.ts'
import { cancelTicket, confirmPayment, handBack } from '#contract/payments/calls.ts'
import { noteCode } from '#contract/poster/calls.ts'
import { checkUser, login } from '#contract/sign-in/calls.ts'
import { addStaff } from '#contract/staff/calls.ts'
import { transaction } from '#server/db/transaction.ts'
import { DEMO_MALL } from '#server/demo/seed.ts'
import { addStaff as addToStaff } from '#server/staff/service.ts'
import { addressOf, type BodyOf, type Credentials, clientOf, done, type Parts, send, sendLoosely } from '#tests/support/calls/client.ts'
import { addRivals, RIVAL_SHOP, SHOP } from '#tests/support/people/callers.ts'
import { cashShopper, ownerOf, signIn, staffOf, superOf } from '#tests/support/people/people.ts'
import { freshShop, freshStaff, PASSWORD } from '#tests/support/people/place-rows.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
let owner: Credentials
let rival: Credentials
let operator: Credentials
beforeAll(async () => {
  app = await startApp()
  await addRivals(app)
  owner = await ownerOf(app.address)
  rival = await signIn(app.address, 'owner@rival.test')
  operator = await superOf(app.address)
})
afterAll(() => app.stop())

const as = clientOf(() => app.address)
type Filters = Parts<typeof readMallAudit>['query']
/** Reads a page of the audit of a mall, or of all malls if `mall` is null. */
const read = async (query: Filters = {}, who = owner, mall: string | null = DEMO_MALL) =>
  (await (mall === null ? done(as(who, readAudit, { query })) : done(as(who, readMallAudit, { id: mall, query })))).body
const newest = async () => (await read()).entries[0]
const set = (body: BodyOf<typeof changeSettings>, who = owner) =>
  as(who, changeSettings, { id: SHOP, body }).then(({ status }) => expect(status).toBe(200))

describe('a change', () => {
  test('of the fee says who made it, for which shop, the old and the new amount, and the hash of the address', async () => {
    await set({ baseFeePaise: 15_000 })
    expect(await newest()).toMatchObject({
      action: 'shop.settings-changed',
      group: 'settings',
      actor: { kind: 'owner', name: demoAccounts.owner.name },
      subject: { id: SHOP, name: 'Phoenix Café' },
      mall: { id: DEMO_MALL, name: 'Phoenix Mall' },
      from: expect.stringMatching(/^[0-9a-f]{8}$/),
      changes: [{ field: 'baseFeePaise', before: '₹120', after: '₹150' }],
    })
  })

  test('of a display, a counter, a printed code or an account is in the audit, also when staff made it', async () => {
    const staff = await staffOf(app.address)
    expect((await as(staff, changeDisplay, { id: SHOP, body: { pText: 'Q' } })).status).toBe(200)
    expect(await newest()).toMatchObject({ action: 'display.changed', actor: { kind: 'staff' }, fields: ['largeLetter'] })
    const counter = await as(owner, addCounter, { body: { shopId: SHOP, name: 'Express' } })
    await as(owner, changeCounter, { id: String(counter.body.id), body: { name: 'Express 2' } })
    expect(await newest()).toMatchObject({
      action: 'counter.changed',
      subject: { name: 'Express' },
      changes: [{ field: 'name', before: 'Express', after: 'Express 2' }],
    })
    const id = String(counter.body.id)
    expect((await as(staff, counterSession, { id, body: { open: true } })).status).toBe(200)
    expect(await newest()).toMatchObject({ action: 'counter.opened', actor: { kind: 'staff' }, subject: { name: 'Express 2' } })
    expect((await as(staff, counterSession, { id, body: { open: false } })).status).toBe(200)
    expect(await newest()).toMatchObject({ action: 'counter.closed', subject: { name: 'Express 2' } })
    await as(staff, noteCode, { id: SHOP })
    expect(await newest()).toMatchObject({ action: 'code.printed', subject: { name: 'Phoenix Café' } })
    await as(owner, addStaff, { body: { shopId: SHOP, name: 'Neel Joshi', email: 'neel@audit.test' } })
    expect(await newest()).toMatchObject({ action: 'account.added', group: 'people', subject: { name: 'Neel Joshi' } })
  })

  test('that pauses a queue or a counter says why and until when, also in the file', async () => {
    const { id } = await freshShop(app)
    const until = new Date(app.clock.now().getTime() + HOUR)
    await done(as(owner, pauseShop, { id, body: { reason: 'busy', until: until.toISOString() } }))
    expect(await newest()).toMatchObject({ action: 'shop.paused', pause: { reason: 'busy', until: until.toISOString() } })
    const { lines } = await file(addressOf(exportMallAudit, { id: DEMO_MALL, query: { group: 'settings' } }), owner)
    expect(lines[1]).toContain(`reason: busy; until: ${until.toISOString()}`)
    const counter = String((await as(owner, addCounter, { body: { shopId: SHOP, name: 'Slow' } })).body.id)
    await done(as(owner, counterSession, { id: counter, body: { open: true, pausedFor: 15 } }))
    const noted = await newest()
    const end = new Date(Date.parse(String(noted?.at)) + 15 * MINUTE).toISOString()
    expect(noted).toMatchObject({ action: 'counter.paused', pause: { reason: null, until: end } })
  })

  test('of money is in the audit: cash that staff took and cash that staff handed back', async () => {
    const staff = await staffOf(app.address)
    const { ticketId: ticket, paymentId: payment, ...shopper } = await cashShopper(app.address, SHOP)
    for (let times = 0; times < 2; times += 1) expect((await as(staff, confirmPayment, { id: payment })).status).toBe(200)
    expect((await read({ group: 'money' })).entries).toMatchObject([
      { action: 'cash.taken', actor: { kind: 'staff' }, subject: { id: payment } },
    ])
    await as(shopper, cancelTicket, { id: ticket })
    expect((await as(staff, handBack, { id: payment })).status).toBe(200)
    const [back] = (await read({ group: 'money' })).entries
    expect(back).toMatchObject({ action: 'cash.handed-back', changes: [{ field: 'amountPaise', after: '₹177' }] })
    expect(JSON.stringify(await read()), 'no mobile number of a shopper').not.toContain(shopper.mobile)
  })
})

describe('the audit page', () => {
  test('is filtered by group, person, days and text', async () => {
    await set({ place: 'level 9' })
    const groups = new Set((await read({ group: 'settings' })).entries.map((entry) => entry.group))
    expect([...groups]).toEqual(['settings'])
    const { people } = await read()
    const priya = people.find(({ name }) => name === demoAccounts.staff.name)?.id ?? ''
    const by = (await read({ person: priya })).entries
    expect(by.length).toBeGreaterThan(0)
    expect(by.every(({ actor, subject }) => actor.id === priya || subject.id === priya)).toBe(true)
    expect((await read({ text: 'level 9' })).entries).toMatchObject([{ changes: [{ field: 'place', after: 'level 9' }] }])
    expect(
      (await read({ text: 'neel' })).entries.map(({ action }) => action),
      'by the name of a person',
    ).toContain('account.added')
    expect((await read({ text: '100%' })).entries).toEqual([])
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(app.clock.now())
    expect((await read({ from: today, to: today })).entries.length).toBeGreaterThan(0)
    expect((await read({ to: '2020-01-01' })).entries).toEqual([])
    expect((await read({ from: '2099-01-01' })).entries).toEqual([])
    for (const query of [{ cursor: 'x' }, { group: 'nothing' }, { from: 'yesterday' }, { from: '2026-02-30' }])
      expect(await sendLoosely(app.address, readMallAudit, { id: DEMO_MALL, query }, owner), JSON.stringify(query)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input' },
      })
    const exported = await sendLoosely(app.address, exportMallAudit, { id: DEMO_MALL, query: { group: 'nothing' } }, owner)
    expect(exported).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  })

  test('continues after the previous page and shows each entry once, even if new entries arrive', async () => {
    for (let i = 0; i < 60; i += 1) await set({ place: `row ${i}` })
    const first = await read({ text: 'row' })
    expect(first.entries).toHaveLength(50)
    await set({ place: 'row new' })
    const second = await read({ text: 'row', cursor: String(first.next) })
    expect(second.next).toBe(null)
    const ids = [...first.entries, ...second.entries].map(({ id }) => id)
    expect(new Set(ids).size).toBe(60)
    const times = [...first.entries, ...second.entries].map(({ at }) => String(at))
    expect(times).toEqual(times.toSorted().reverse())
  })

  test('shows only the entries of its own mall, for every filter', async () => {
    await as(rival, changeSettings, { id: RIVAL_SHOP, body: { place: 'the rival’s row' } })
    await as(owner, readSettings, { id: RIVAL_SHOP })
    const people = new Set((await read()).people.map(({ id }) => id))
    for (const query of [{}, { text: 'rival' }, { group: 'security' }] as const) {
      const own = (await read(query)).entries
      expect(
        own.every(({ mall, subject }) => mall?.id === DEMO_MALL || (mall === null && people.has(subject.id))),
        JSON.stringify(query),
      ).toBe(true)
    }
    const theirs = (await read({}, rival, 'rival-mall')).entries
    expect(theirs.map(({ action }) => action)).toContain('reach.refused')
    const reach = theirs.find(({ action }) => action === 'reach.refused')
    expect(reach?.actor, 'a person of another mall is not named').toMatchObject({ kind: 'owner', name: null })
    const all = (await read({}, operator, null)).entries
    expect(new Set(all.map(({ mall }) => mall?.id)).size).toBeGreaterThan(1)
    expect(all.find(({ action }) => action === 'reach.refused')?.actor.name).toBe(demoAccounts.owner.name)
  })
})

const file = async (path: string, who: Credentials) => {
  const answer = await fetch(`${app.address}${path}`, { headers: { authorization: `Bearer ${who.bearer}` } })
  return { status: answer.status, headers: answer.headers, lines: (await answer.text()).trim().split('\r\n') }
}

describe('sign-ins', () => {
  const signsIn = async (email: string, password = PASSWORD) => (await as({}, login, { body: { email, password } })).status
  const security = async (who: Credentials, mall: string, person: string) =>
    (await read({ group: 'security', person }, who, mall)).entries.map(({ action }) => action)
  const logins = async (who: Credentials, mall: string, person: string) =>
    (await read({ group: 'logins', person }, who, mall)).entries.map(({ action }) => action)

  test('of staff are shown only to the owner of their mall', async () => {
    const own = await freshStaff(app)
    const foreign = await freshStaff(app, RIVAL_SHOP, 'rival-mall')
    for (const { email } of [own, foreign]) {
      expect(await signsIn(email)).toBe(200)
      expect(await signsIn(email)).toBe(200)
      for (let tries = 0; tries < 5; tries += 1) expect(await signsIn(email, 'not this one')).toBe(401)
      expect((await send(app.address, checkUser, { body: { email, role: 'shop' } })).status).toBe(200)
    }
    await app.running.tick()
    const story = ['password.reset-requested', 'sign-in.failed']
    expect((await security(owner, DEMO_MALL, own.id)).toSorted()).toEqual(story)
    expect((await security(rival, 'rival-mall', foreign.id)).toSorted()).toEqual(story)
    expect(await security(owner, DEMO_MALL, foreign.id)).toEqual([])
    expect(await security(rival, 'rival-mall', own.id)).toEqual([])
    expect(await logins(owner, DEMO_MALL, own.id), 'each login once').toEqual(['sign-in.new-device', 'sign-in.succeeded'])
    expect(await logins(rival, 'rival-mall', own.id)).toEqual([])
    const { entries: others } = await read({ without: 'logins', person: own.id })
    expect(others.map(({ group }) => group).filter((group) => group === 'logins')).toEqual([])
    expect(others.map(({ action }) => action)).toEqual(expect.arrayContaining(story))
    expect((await read({ group: 'security', without: 'security' })).entries).toEqual([])
    expect(await security(operator, DEMO_MALL, foreign.id), 'the page of a mall is the same for a super administrator').toEqual([])
    const { entries, people } = await read({ group: 'logins' })
    const mine = entries.filter(({ mall }) => mall === null).map(({ subject }) => subject.id)
    expect(mine).toContain(own.id)
    expect(mine, 'the sign-ins of the owner too').toContain(people.find(({ name }) => name === demoAccounts.owner.name)?.id)
    expect(JSON.stringify(entries)).not.toContain(foreign.id)
    const { lines } = await file(addressOf(exportMallAudit, { id: DEMO_MALL, query: { group: 'logins' } }), owner)
    expect(lines.filter((line) => line.includes(own.id))).toHaveLength(2)
    expect(lines.join()).not.toContain(foreign.id)
  })

  test('belong to the mall where the person worked at that moment', async () => {
    const { id: shop } = await freshShop(app)
    const person = await freshStaff(app, shop)
    await signsIn(person.email)
    app.clock.advance(1000)
    const { db } = app.database
    await db.updateTable('shop').set({ archivedAt: app.clock.now() }).where('id', '=', shop).execute()
    app.clock.advance(1000)
    const hired = { shopId: RIVAL_SHOP, mallId: 'rival-mall', accountId: person.id }
    await transaction(db, (tx) => addToStaff(tx, app.clock.now(), hired))
    await signsIn(person.email)
    expect(await logins(owner, DEMO_MALL, person.id)).toEqual(['sign-in.succeeded'])
    expect(await logins(rival, 'rival-mall', person.id)).toEqual(['sign-in.new-device'])
  })
})

describe('the export', () => {
  test('is one file with all entries that match the filters, more than one page, and is itself in the audit', async () => {
    const { status, headers, lines } = await file(addressOf(exportMallAudit, { id: DEMO_MALL, query: { text: 'row' } }), owner)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="audit-mall.csv"')
    expect(lines[0]).toBe('time,who,role,action,place,subject,name,changes,from')
    expect(lines.length - 1).toBe(61)
    expect(lines[1]).toContain(`,${demoAccounts.owner.name},owner,shop.settings-changed,Phoenix Mall,`)
    expect(await newest()).toMatchObject({ action: 'audit.exported', group: 'exports', fields: ['text'] })
    const all = await file(exportAudit.path, operator)
    expect(all.lines.length).toBeGreaterThan(lines.length)
    expect(all.headers.get('content-disposition')).toContain('audit-all.csv')
  })

  test('is refused before its first line to an account without permission', async () => {
    expect((await file(addressOf(exportMallAudit, { id: DEMO_MALL }), rival)).status).toBe(403)
    expect((await file(exportAudit.path, owner)).status).toBe(403)
  })
})

test('refused attempts are deleted after 30 days, all other entries after 400 days', async () => {
  const left = async () => {
    const rows = await app.database.db.selectFrom('audit').select('action').execute()
    return { refused: rows.filter(({ action }) => action === 'reach.refused').length, all: rows.length }
  }
  const before = await left()
  expect(before.refused).toBeGreaterThan(0)
  app.clock.advance(31 * DAY)
  await app.running.tick()
  expect(await left()).toEqual({ refused: 0, all: before.all - before.refused })
  app.clock.advance(370 * DAY)
  await app.running.tick()
  expect(await left()).toEqual({ refused: 0, all: 0 })
})
