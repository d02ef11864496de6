import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../contract/demo.ts'
import { type Policy, policies } from '../../contract/permissions.ts'
import { DEMO_MALL } from '../../server/demo/seed.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type Asked, askedBesideWall, callsBehindWall, tenantCalls, writeDownWhatIsAsked } from '../support/asked.ts'
import { type CallRow, callRows, doorOf } from '../support/call-rows.ts'
import {
  addRivals,
  type CallerName,
  callerNames,
  introductions,
  RIVAL_SHOP,
  SHOP,
  type Stage,
  type Subject,
  subjectAt,
} from '../support/callers.ts'
import { type Answer, type Credentials, call } from '../support/people.ts'
import { placeRows } from '../support/place-rows.ts'

/** The authorisation matrix over HTTP: every call × every caller. */

let app: TestApp
let asked: Asked[]
let introduce: (name: CallerName, subject?: Subject) => Promise<Credentials>
const standing = new Map<string, Promise<Credentials>>()
const sights = new Map<Stage, Promise<Subject>>()
beforeAll(async () => {
  app = await startApp()
  await addRivals(app)
  introduce = introductions(app.address)
  asked = writeDownWhatIsAsked(app)
})
afterAll(() => app.stop())

const changes = (row: CallRow) => row.call.startsWith('POST')
const spoken = (row: CallRow) => row.call.replace(':id', '{id}') + (row.note ?? '')

/** A call that only looks shares the person it looks at; one that changes has a person of its own. */
function subjectOf(row: CallRow): Promise<Subject> {
  const stage = row.stage ?? 'nothing'
  if (changes(row)) return subjectAt(app.address, stage)
  const known = sights.get(stage) ?? subjectAt(app.address, stage)
  sights.set(stage, known)
  return known
}

/** The session of an account is shared, except where the call ends it. */
function credentialsOf(row: CallRow, caller: CallerName, subject: Subject): Promise<Credentials> {
  if (caller === 'the shopper' || row.call === 'POST /api/auth/logout') return introduce(caller, subject)
  const known = standing.get(caller) ?? introduce(caller)
  standing.set(caller, known)
  return known
}

function make(row: CallRow, subject: Subject, who: Credentials): Promise<Answer> {
  const { method, path } = doorOf(row, subject)
  return call(app.address, method, path, row.body?.(subject), who)
}

/** What a refused call must leave as it was. */
async function stateOf({ ticketId, paymentId, mobile }: Subject) {
  const { db } = app.database
  return {
    // Not the version: the notice of a call counts it up by itself.
    tickets: await db.selectFrom('ticket').select(['id', 'state', 'number', 'call_seconds']).where('mobile', '=', mobile).execute(),
    history: await db.selectFrom('ticket_event').select('id').where('ticket_id', '=', ticketId).execute(),
    payments: await db.selectFrom('payment').select(['id', 'state']).where('ticket_id', '=', ticketId).execute(),
    attempts: await db.selectFrom('payment_attempt').select('id').where('payment_id', '=', paymentId).execute(),
  }
}

describe('the matrix', () => {
  for (const row of callRows) {
    for (const [i, caller] of callerNames.entries()) {
      const status = row.answers[i] ?? 0
      test(`${spoken(row)}: ${caller} → ${status}`, async () => {
        const subject = await subjectOf(row)
        const who = await credentialsOf(row, caller, subject)
        const before = await stateOf(subject)
        const answer = await make(row, subject, who)
        expect(answer.status, JSON.stringify(answer.body)).toBe(status)
        if (status < 400) return
        expect(answer.body).toMatchObject({ success: false, code: expect.any(String), message: expect.any(String) })
        expect(JSON.stringify(answer.body), 'a refusal tells nothing of the person').not.toContain(subject.mobile)
        if (changes(row)) expect(await stateOf(subject), 'a refused call changes nothing').toEqual(before)
      })
    }
  }

  test('has a row for every call that the server knows', () => {
    expect([...new Set([...callRows, ...placeRows].map((row) => row.call))].sort()).toEqual(Object.keys(policies).sort())
  })
})

describe('the wall', () => {
  test('stands before every story of staff and owners', () => {
    expect(callsBehindWall(asked)).toEqual(tenantCalls(callRows.map((row) => row.call)))
    expect(askedBesideWall(asked)).toEqual([])
  })
})

describe('credentials', () => {
  const guarded = callRows.filter((row) => (policies[row.call] as Policy).by !== 'none')
  for (const row of guarded) {
    test(`${spoken(row)}: a bearer and a cookie that nobody was given → 401`, async () => {
      const subject = await subjectOf(row)
      const forged = { bearer: 'A'.repeat(43), cookie: `rc_shopper=${'A'.repeat(43)}` }
      expect((await make(row, subject, forged)).status).toBe(401)
    })
  }

  test('where either counts, one that does not fit takes nothing from one that does', async () => {
    const subject = await subjectAt(app.address, 'waiting')
    const [rival, other, staff] = await Promise.all([introduce('staff of another shop'), introduce('another shopper'), introduce('staff')])
    const read = (who: Credentials) => call(app.address, 'GET', `/api/tickets/${subject.ticketId}`, undefined, who)
    expect((await read({ ...rival, ...subject.shopper })).status, 'foreign staff with the own cookie').toBe(200)
    expect((await read({ ...staff, ...other })).status, 'staff with a foreign cookie').toBe(200)
    expect((await read({ ...rival, ...other })).status, 'two foreign ones').toBe(404)
  })

  test('a session that was signed out, is over or whose account is disabled is nobody’s', async () => {
    const me = (who: Credentials) => call(app.address, 'GET', '/api/auth/me', undefined, who)
    const left = await introduce('staff')
    expect((await me(left)).status).toBe(200)
    await call(app.address, 'POST', '/api/auth/logout', {}, left)
    expect((await me(left)).status).toBe(401)

    const rival = await introduce('the owner of another mall')
    const disabled = (at: Date | null) =>
      app.database.db.updateTable('account').set({ disabled_at: at }).where('email', '=', 'owner@rival.test').execute()
    await disabled(app.clock.now())
    expect((await me(rival)).status).toBe(401)
    expect((await call(app.address, 'POST', '/api/auth/login', { email: 'owner@rival.test', password: DEMO_PASSWORD })).status).toBe(401)
    await disabled(null)
  })
})

describe('who sees what', () => {
  const open: [string, string][] = [
    ['GET /api/shops', '/api/shops'],
    ['GET /api/shops/{id}', '/api/shops/phoenix-mall'],
    ['GET /api/display/{id}', `/api/display/${SHOP}`],
    ['GET /api/storefront/{id}', `/api/storefront/${SHOP}`],
  ]
  const strangers = ['nobody', 'another shopper', 'staff of another shop', 'the owner of another mall'] as const
  for (const [name, path] of open) {
    test(`${name}: whoever has no business there sees the same public fields, and no person`, async () => {
      const seen = await Promise.all(
        strangers.map(async (stranger) => call(app.address, 'GET', path, undefined, await introduce(stranger))),
      )
      // In the list of all malls, the other owner's own is another matter.
      const texts = seen.map(({ body, list }) =>
        JSON.stringify([body, list.filter((mall) => mall._id === DEMO_MALL)]).replace(/"serverTime":\d+/, ''),
      )
      expect(new Set(texts).size).toBe(1)
      expect(texts[0]).not.toMatch(/"(?:mobile|phone|e?mail\w*|password\w*|editor\w*|gstin|owner\w*|secret\w*)"/i)
      expect(texts[0]).not.toMatch(/@|\b\d{10}\b/)
    })
  }

  test('GET /api/get-countdown without shopId is the caller’s own shop', async () => {
    const of = async (name: CallerName) =>
      (await call(app.address, 'GET', '/api/get-countdown', undefined, await introduce(name))).body.shopId
    expect(await of('staff')).toBe(SHOP)
    expect(await of('staff of another shop')).toBe('lotus-books')
    expect(await of('the owner of another mall')).toBe(RIVAL_SHOP)
  })

  test('an account that the body names as another’s shop stays what its session says', async () => {
    const subject = await subjectAt(app.address, 'called')
    const rival = await introduce('staff of another shop')
    const body = { phoneNumber: subject.mobile, shopId: 'lotus-books', duration: 60 }
    expect((await call(app.address, 'POST', '/api/start-countdown', body, rival)).status, 'own shop, foreign person').toBe(404)
    expect(
      (await call(app.address, 'POST', '/api/send-message', { number: subject.mobile, ticketId: subject.ticketId }, rival)).status,
    ).toBe(404)
  })
})
