import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, demoAccounts } from '#contract/base/demo.ts'
import { DAY, MINUTE, SECOND } from '#contract/base/time.ts'
import { callsByName } from '#contract/calls.ts'
import { addCounter } from '#contract/counters/calls.ts'
import { listTickets, pauseShop } from '#contract/desk/calls.ts'
import { callTicket, extendCountdown, recallTicket } from '#contract/desk/ticket-calls.ts'
import { keepsResponse } from '#contract/http/idempotency.ts'
import { listMalls } from '#contract/office/form-calls.ts'
import { readSettings } from '#contract/office/settings-calls.ts'
import { confirmPayment, createPayment } from '#contract/payments/calls.ts'
import { joinQueue } from '#contract/queue/calls.ts'
import { login } from '#contract/sign-in/calls.ts'
import { addStaff } from '#contract/staff/calls.ts'
import { readPass } from '#contract/storefront/calls.ts'
import { sendOtp, verifyOtp } from '#contract/verification/calls.ts'
import { openVault } from '#server/kit/hash.ts'
import type { Gateway } from '#server/payments/gateway.ts'
import { cashGateway } from '#server/payments/gateways/cash.ts'
import { demoGateway } from '#server/payments/gateways/demo.ts'
import { ask, type Credentials, clientOf, raw, send } from '#tests/support/calls/client.ts'
import { addRivals, introductions } from '#tests/support/people/callers.ts'
import {
  information,
  join,
  newMobile,
  ownerOf,
  paidShopper,
  removeCounters,
  staffOf,
  superOf,
  verifiedShopper,
} from '#tests/support/people/people.ts'
import { freshEmail } from '#tests/support/people/place-rows.ts'
import { eventually, startApp, type TestApp } from '#tests/support/server/app.ts'
import { overhear } from '#tests/support/server/statements.ts'

const shop = 'phoenix-cafe'
let app: TestApp
let owner: Credentials
const gateway: Gateway = { ...demoGateway }
beforeAll(async () => {
  app = await startApp({
    gateways: [gateway, cashGateway],
    env: { TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'silent' },
  })
  owner = await ownerOf(app.address)
})
afterAll(() => app.stop())

const as = clientOf(() => app.address)
let keys = 0
const newKey = () => `a key of the tests, ${++keys}`
const under = (who: Credentials, key: string, headers: Record<string, string> = {}): Credentials => ({
  ...who,
  headers: { 'idempotency-key': key, ...headers },
})
let names = 0
const newName = () => `Window ${++names}`
const counterNames = async () => (await ask(app.address, readSettings, { id: shop }, owner)).body.counters.map(({ name }) => name)
const isReplay = ({ headers }: { headers: Headers }) => headers.get('idempotent-replayed') === 'true'
const rows = async () => (await sql<Record<string, unknown>>`select * from idempotency_key`.execute(app.database.db)).rows
/** The key of `who` must be new: each test makes its own. */
const addAs = (who: Credentials, name: string) => as(who, addCounter, { body: { shopId: shop, name } })

/** The vendor waits until `answer`, which is for this and all later orders. */
function holdGateway() {
  const held = Promise.withResolvers<void>()
  let asked = 0
  gateway.open = async (...order) => {
    asked += 1
    await held.promise
    return demoGateway.open(...order)
  }
  return { asked: () => asked, answer: held.resolve }
}

describe('a POST with an Idempotency-Key', () => {
  test('that is sent again gets the first response again, and has its effect once', async () => {
    const [who, name] = [under(owner, newKey()), newName()]
    const first = await addAs(who, name)
    const again = await addAs(who, name)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    expect([isReplay(first), isReplay(again)]).toEqual([false, true])
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    expect((await counterNames()).filter((one) => one === name)).toHaveLength(1)
    expect((await addAs(owner, name)).body.code, 'without the key it is another request').toBe('name_taken')
  })

  test('that comes with another body is refused, whatever became of the first one', async () => {
    const who = under(owner, newKey())
    const [first, second] = [newName(), newName()]
    await addAs(who, first)
    const other = await addAs(who, second)
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch'])
    expect(await counterNames()).not.toContain(second)
    expect((await addAs(who, first)).status, 'the first one is still kept').toBe(201)
  })

  test('has the same body if its fields come in another order, or with fields that the call does not know', async () => {
    const [who, name] = [under(owner, newKey()), newName()]
    const first = await raw(app.address, addCounter.method, addCounter.path, { shopId: shop, name, random: 1 }, who)
    const again = await raw(
      app.address,
      addCounter.method,
      addCounter.path,
      `{ "random": 2, "name": " ${name}",\n"shopId": "${shop}" }`,
      who,
    )
    expect([first.status, again.status, isReplay(again)]).toEqual([201, 201, true])
  })

  test('keeps a refusal that its story decided, also when the reason has gone', async () => {
    const [staff, shopper] = [await staffOf(app.address), await verifiedShopper(app.address)]
    const who = under(shopper, newKey())
    const joins = (by: Credentials) => as(by, joinQueue, { body: information(shopper, shop) })
    await ask(app.address, pauseShop, { id: shop, body: { reason: 'busy' } }, staff)
    const refused = await joins(who)
    await ask(app.address, pauseShop, { id: shop, body: { resume: true } }, staff)
    const again = await joins(who)
    expect([refused.status, refused.body.code]).toEqual([409, 'shop_paused'])
    expect([again.status, again.body, isReplay(again)]).toEqual([409, refused.body, true])
    expect((await joins(under(shopper, newKey()))).status, 'a new key is a new request').toBe(201)
  })

  test('keeps nothing of a request that was refused before its story, or that may succeed later', async () => {
    const [who, name] = [under(owner, newKey()), newName()]
    expect((await as({ headers: who.headers ?? {} }, addCounter, { body: { shopId: shop, name } })).status).toBe(401)
    expect((await addAs(who, '')).status, 'a wrong field').toBe(400)
    expect([(await addAs(who, name)).status, await counterNames()]).toEqual([201, expect.arrayContaining([name])])

    const shopper = await verifiedShopper(app.address)
    const ticketId = await join(app.address, shopper, shop)
    const orders = async (by = under(shopper, 'one order')) => (await as(by, createPayment, { body: { ticketId } })).status
    gateway.open = async () => {
      throw new Error('a fault of the vendor')
    }
    expect(await orders()).toBe(502)
    gateway.open = demoGateway.open
    expect(await orders()).toBeLessThan(300)

    const mobile = newMobile()
    const asks = (key: string) => as(under({}, key), sendOtp, { body: { mobile, name: 'Asha', email: 'asha@example.in' } })
    const [first, second] = [newKey(), newKey()]
    const [sent, tooSoon, repeated] = [await asks(first), await asks(second), await asks(first)]
    expect([sent.status, tooSoon.status, tooSoon.body.code, repeated.status]).toEqual([200, 429, 'otp_wait', 200])
    expect(repeated.body, 'no other passcode is sent').toEqual(sent.body)
    app.clock.advance(31 * SECOND)
    const later = await asks(second)
    expect([later.status, isReplay(later)]).toEqual([200, false])
    expect(later.body.otp).not.toBe(sent.body.otp)
  })

  test.each([
    ['empty', ''],
    ['too long', 'x'.repeat(256)],
    ['with a control character', 'a\tb'],
  ])('is refused if the key is %s, also for a call that keeps no response', async (_what, key) => {
    const name = newName()
    expect(await addAs(under(owner, key), name)).toMatchObject({ status: 400, body: { code: 'idempotency_key_invalid' } })
    expect(await counterNames()).not.toContain(name)
    const { email } = demoAccounts.staff
    expect(await as(under({}, key), login, { body: { email, password: DEMO_PASSWORD } })).toMatchObject({
      status: 400,
      body: { code: 'idempotency_key_invalid' },
    })
    expect((await raw(app.address, 'GET', listMalls.path, undefined, under({}, key))).status, 'a GET does not read it').toBe(200)
  })

  test('may have a key of 255 characters of any language', async () => {
    const [who, name] = [under(owner, Buffer.from('टोकन', 'utf8').toString('latin1').padEnd(255, 'é')), newName()]
    expect([(await addAs(who, name)).status, isReplay(await addAs(who, name))]).toEqual([201, true])
  })

  test('is forgotten after 24 hours', async () => {
    const [who, name, shopper] = [newKey(), newName(), await verifiedShopper(app.address)]
    const tries = async () => addAs(under(await ownerOf(app.address), who), name)
    await tries()
    await as(under(shopper, newKey()), joinQueue, { body: information(shopper, shop) })
    app.clock.advance(DAY - MINUTE)
    expect([(await tries()).status, isReplay(await tries())], 'a day is not over').toEqual([201, true])
    app.clock.advance(2 * MINUTE)
    const late = await tries()
    expect([late.status, late.body.code, isReplay(late)], 'it runs again').toEqual([409, 'name_taken', false])
    expect(isReplay(await tries()), 'and its new response is kept').toBe(true)
    await app.running.tick()
    expect(await rows(), 'the old ones are deleted').toHaveLength(1)
    owner = await ownerOf(app.address)
  })
})

describe('a key', () => {
  test('belongs to its caller: two accounts and two shoppers with one key get their own responses', async () => {
    const key = newKey()
    const [one, two] = [await verifiedShopper(app.address), await verifiedShopper(app.address)]
    const joins = (shopper: typeof one) => as(under(shopper, key), joinQueue, { body: information(shopper, shop) })
    const [first, second] = [await joins(one), await joins(two)]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.newInfo?._id).not.toBe(first.body.newInfo?._id)

    await addRivals(app)
    const rival = await introductions(app.address)('the owner of another mall')
    const name = newName()
    const body = { shopId: shop, name }
    const own = await as(under(owner, key), addCounter, { body })
    const foreign = await as(under(rival, key), addCounter, { body })
    const operator = await as(under(await superOf(app.address), key), addCounter, { body })
    expect([own.status, foreign.status, foreign.body.code, operator.status, operator.body.code]).toEqual([
      ...[201, 403, 'forbidden'],
      ...[409, 'name_taken'],
    ])
    expect((await as({ headers: { 'idempotency-key': key } }, addCounter, { body })).status, 'a stranger').toBe(401)
  })

  test('is the same in every session of an account', async () => {
    const [key, name] = [newKey(), newName()]
    await addAs(under(owner, key), name)
    expect(isReplay(await addAs(under(await ownerOf(app.address), key), name))).toBe(true)
  })

  test('belongs to the network address if the call does not ask who calls', async () => {
    const [key, mobile] = [newKey(), newMobile()]
    const from = (address: string) =>
      as(under({}, key, { 'x-forwarded-for': address }), sendOtp, { body: { mobile, name: 'Asha', email: 'asha@example.in' } })
    expect((await from('203.0.113.7')).status).toBe(200)
    expect(isReplay(await from('203.0.113.7'))).toBe(true)
    expect((await from('203.0.113.8')).body.code, 'from there it runs, and is too soon').toBe('otp_wait')
  })

  test('belongs to the method and the path: another ticket or another call can have the same', async () => {
    const key = newKey()
    const staff = await staffOf(app.address)
    await removeCounters(app.address, owner, shop)
    const [one, two] = [await paidShopper(app.address, shop), await paidShopper(app.address, shop)]
    const calls = [one, two, one].map(
      ({ ticketId }) =>
        () =>
          as(under(staff, key), callTicket, { id: ticketId }),
    )
    const answers = []
    for (const make of calls) answers.push(await make())
    expect(answers.map((answer) => [answer.status, isReplay(answer)])).toEqual([
      [200, false],
      [200, false],
      [200, true],
    ])
    const extended = await as(under(staff, key), extendCountdown, { id: one.ticketId, body: { minutes: 2 } })
    expect([extended.status, isReplay(extended)]).toEqual([200, false])
  })
})

describe('requests with one key at the same time', () => {
  test('have one effect: of a hundred one runs, and the others get its response or are told to wait', async () => {
    const staff = await staffOf(app.address)
    const { ticketId } = await paidShopper(app.address, shop)
    await ask(app.address, callTicket, { id: ticketId }, staff)
    const who = under(staff, newKey())
    const recalls = () => as(who, recallTicket, { id: ticketId })
    const answers = await Promise.all(Array.from({ length: 100 }, recalls))
    const events = await app.database.db.selectFrom('ticketEvent').select('action').where('ticketId', '=', ticketId).execute()
    expect(events.filter(({ action }) => action === 'recall')).toHaveLength(1)
    const ran = answers.filter((answer) => answer.status === 200 && !isReplay(answer))
    expect(ran).toHaveLength(1)
    for (const answer of answers.filter((one) => one !== ran[0])) {
      if (answer.status === 409) {
        expect([answer.body.code, answer.headers.get('retry-after')]).toEqual(['idempotency_in_progress', '1'])
      } else expect([answer.status, isReplay(answer), answer.body]).toEqual([200, true, ran[0]?.body])
    }
    expect((await recalls()).body).toEqual(ran[0]?.body)
  })

  test('wait for the first one on every node, and get its response when its caller has hung up', async () => {
    const other = await startApp({ beside: app, gateways: [gateway, cashGateway], env: { LOG_LEVEL: 'silent' } })
    try {
      const shopper = await verifiedShopper(app.address)
      const ticketId = await join(app.address, shopper, shop)
      const who = under(shopper, newKey())
      const vendor = holdGateway()
      const phone = new AbortController()
      const lost = fetch(app.address + createPayment.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: shopper.cookie, ...who.headers },
        body: JSON.stringify({ ticketId }),
        signal: phone.signal,
      }).catch(() => 'lost')
      await eventually(() => (vendor.asked() === 1 ? true : undefined))
      const orders = (address: string, body = { ticketId }) => send(address, createPayment, { body }, who)
      for (const node of [app, other]) {
        expect(await orders(node.address)).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' } })
        expect(await orders(node.address, { ticketId: 'another' })).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } })
      }
      phone.abort()
      expect(await lost).toBe('lost')
      vendor.answer()
      const again = await eventually(async () => {
        const answer = await orders(other.address)
        return answer.status === 409 ? undefined : answer
      })
      expect([again.status, isReplay(again), vendor.asked()]).toEqual([201, true, 1])
      expect((await orders(app.address)).body).toEqual(again.body)
      const paid = await as(shopper, confirmPayment, { id: again.body.payment?.id })
      expect(paid.status, 'it is the order that was opened').toBe(200)
    } finally {
      gateway.open = demoGateway.open
      await other.stop()
    }
  })

  test('are free again when the first one has not ended after a minute; its late response replaces nothing', async () => {
    const shopper = await verifiedShopper(app.address)
    const ticketId = await join(app.address, shopper, shop)
    const who = under(shopper, newKey())
    const orders = (body = { ticketId }) => as(who, createPayment, { body })
    try {
      const vendor = holdGateway()
      const slow = orders()
      await eventually(() => (vendor.asked() === 1 ? true : undefined))
      app.clock.advance(MINUTE - SECOND)
      expect((await orders()).body.code).toBe('idempotency_in_progress')
      app.clock.advance(2 * SECOND)
      expect((await orders({ ticketId: 'another' })).body.code, 'it is still that request').toBe('idempotency_mismatch')
      gateway.open = demoGateway.open
      const second = await orders()
      expect([second.status, isReplay(second)]).toEqual([expect.any(Number), false])
      vendor.answer()
      const first = await slow
      expect(first.body.payment?.id, 'both are the same order').toBe(second.body.payment?.id)
      const again = await orders()
      expect([again.status, isReplay(again), again.body]).toEqual([second.status, true, second.body])
    } finally {
      gateway.open = demoGateway.open
    }
  })
})

describe('secrets', () => {
  test('in a kept response, in a body or in a key cannot be read from the database, not even with the server’s key', async () => {
    const [key, email] = ['a key that someone else could guess', freshEmail()]
    const adds = () => as(under(owner, key), addStaff, { body: { shopId: shop, name: 'Devika', email } })
    const [first, again] = [await adds(), await adds()]
    const { firstPassword = '' } = first.body
    expect(firstPassword).toMatch(/^[\w-]{19}$/)
    expect(again.body.firstPassword, 'the owner gets it again').toBe(firstPassword)
    const stored = await rows()
    expect(stored.length).toBeGreaterThan(0)
    const text = JSON.stringify(stored)
    for (const secret of [firstPassword, email, key, 'Devika', shop]) expect(text).not.toContain(secret)
    const vault = openVault('a key for tests, not for anybody else')
    for (const { response } of stored) expect(vault.unseal(String(response))).toBeNull()
  })

  test('are in no kept response of a call that checks or gives a credential: it runs again', async () => {
    const before = (await rows()).length
    const { email } = demoAccounts.staff
    const signs = (key: string) => as(under({}, key), login, { body: { email, password: DEMO_PASSWORD } })
    const key = newKey()
    const [one, two] = [await signs(key), await signs(key)]
    expect([one.status, two.status]).toEqual([200, 200])
    expect(two.body.token).not.toBe(one.body.token)

    const mobile = newMobile()
    const { body } = await ask(app.address, sendOtp, { body: { mobile, name: 'Asha', email: 'asha@example.in' } })
    const proves = () => as(under({}, key), verifyOtp, { body: { mobile, otp: String(body.otp) } })
    const [proved, again] = [await proves(), await proves()]
    expect([proved.status, again.status, again.body.code, again.headers.get('set-cookie')]).toEqual([200, 400, 'invalid_otp', null])
    expect(await rows()).toHaveLength(before)
  })

  test('that a session is opened with are the answer of no call that keeps its response', () => {
    const kept = Object.values(callsByName).filter(keepsResponse)
    expect(kept.length).toBeGreaterThan(20)
    const tokenOf = ({ answer }: { answer?: unknown }) => (answer as { shape?: { token?: { type?: string } } }).shape?.token?.type
    expect(tokenOf(login), 'this is how one looks').toBe('string')
    expect(kept.filter((call) => tokenOf(call) === 'string').map(({ name }) => name)).toEqual([])
  })
})

test('a request without a key costs no statement; one with a key costs a claim and a response to keep', async () => {
  const heard = overhear(app.database.db)
  const asked = () => heard().filter(({ text }) => text.includes('idempotency_key')).length
  const shopper = await paidShopper(app.address, shop)
  expect((await as(await staffOf(app.address), listTickets, { id: shop })).status).toBe(200)
  expect((await as(shopper, readPass, { id: shopper.ticketId })).status).toBe(200)
  expect([heard().length > 0, asked()]).toEqual([true, 0])
  await addAs(under(owner, newKey()), newName())
  expect(asked()).toBe(2)
})
