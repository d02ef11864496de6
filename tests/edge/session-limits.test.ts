import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#contract/base/time.ts'
import { reportCsp } from '#contract/http/calls.ts'
import { changeMallDetails } from '#contract/office/mall-calls.ts'
import { createPayment } from '#contract/payments/calls.ts'
import { joinQueue } from '#contract/queue/calls.ts'
import { checkUser, login, logout, me, signUp, totp } from '#contract/sign-in/calls.ts'
import { sendOtp, verifyOtp } from '#contract/verification/calls.ts'
import { createAccount } from '#server/accounts/service.ts'
import { transaction } from '#server/db/transaction.ts'
import { hashPassword } from '#server/kit/hash.ts'
import { createMall } from '#server/malls/service.ts'
import { type AnyReply, type Credentials, clientOf, send, sendLoosely } from '#tests/support/calls/client.ts'
import { newMobile } from '#tests/support/people/people.ts'
import { type ProductionApp, productionApp } from '#tests/support/server/production.ts'

/** The limits of one network address in production, which a desk shares with all guests of its mall. */

const PASSWORD = 'a quiet evening at home'
const OWNER = 'owner@example.in'
let app: ProductionApp
let mallId: string
beforeAll(async () => {
  app = await productionApp({ env: { TRUST_PROXY: 'loopback', LOG_LEVEL: 'silent' } })
  app.clock.stop()
  const passwordHash = await hashPassword(PASSWORD)
  mallId = await transaction(app.database.db, async (tx) => {
    const now = app.clock.now()
    const ownerAccountId = await createAccount(tx, now, { name: 'Omkar', email: OWNER, role: 'owner', passwordHash })
    return createMall(tx, now, { ownerAccountId, title: 'Mall', description: '', address: '', legalName: '', gstin: null })
  })
})
afterAll(() => app.stop())

let people = 0
async function newStaff(count: number): Promise<string[]> {
  const passwordHash = await hashPassword(PASSWORD)
  const emails = Array.from({ length: count }, () => `staff${++people}@example.in`)
  for (const email of emails)
    await transaction(app.database.db, (tx) => createAccount(tx, app.clock.now(), { name: 'Priya', email, role: 'staff', passwordHash }))
  return emails
}

let malls = 0
/** The Wi-Fi of a mall that no other test uses. */
const newWifi = () => `198.18.${Math.floor(++malls / 250)}.${(malls % 250) + 1}`
const at = (wifi: string, who: Credentials = {}): Credentials => ({ ...who, headers: { 'x-forwarded-for': wifi } })
const as = clientOf(() => app.address)
const logIn = (wifi: string, who: Credentials = {}, password = PASSWORD) => as(at(wifi, who), login, { body: { email: OWNER, password } })
const deviceOf = (answer: AnyReply) => /rc_device=[^;]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? ''

/** Calls once more than the limit allows, as a stranger on the Wi-Fi does. */
async function flood(times: number, make: () => Promise<AnyReply>): Promise<void> {
  for (let i = 0; i <= times; i += 50) await Promise.all(Array.from({ length: Math.min(50, times + 1 - i) }, make))
  expect((await make()).body.code).toBe('rate_limited')
}

describe('a stranger on the mall’s Wi-Fi', () => {
  test('who uses up the calls of the address stops neither the desk nor a verified shopper', async () => {
    const wifi = newWifi()
    const desk = { bearer: String((await logIn(wifi)).body.token) }
    const mobile = newMobile()
    await as(at(wifi), sendOtp, { body: { mobile, name: 'Asha', email: 'a@example.in' } })
    await app.running.tick()
    const proved = await as(at(wifi), verifyOtp, { body: { mobile, otp: String(app.codeOf(mobile)) } })
    const shopper = { cookie: proved.headers.get('set-cookie')?.split(';')[0] ?? '' }
    await flood(1200, () => sendLoosely(app.address, joinQueue, {}, at(wifi)))
    expect((await as(at(wifi, { bearer: 'made-up' }), logout)).body.code, 'a wrong bearer counts for the address').toBe('rate_limited')
    const renamed = await send(app.address, changeMallDetails, { id: mallId, body: { title: 'Big Mall' } }, at(wifi, desk))
    expect(renamed.status).toBe(200)
    expect((await as(at(wifi, shopper), createPayment, { body: { ticketId: 'none' } })).body.code).toBe('ticket_not_found')
    expect(
      (await as(at(wifi, desk), createPayment, { body: { ticketId: 'none' } })).body.code,
      'shopper calls do not count for a bearer',
    ).toBe('rate_limited')
  })

  test('who sends wrong second factors, passwords or reports stops no known browser', async () => {
    const wifi = newWifi()
    const device = { cookie: deviceOf(await logIn(wifi)) }
    await flood(30, () => sendLoosely(app.address, totp, {}, at(wifi)))
    expect((await logIn(wifi)).status, 'second steps are counted separately').toBe(200)
    await flood(30, () => sendLoosely(app.address, login, {}, at(wifi)))
    expect((await logIn(wifi)).body.code, 'an unknown browser must wait').toBe('rate_limited')
    expect((await logIn(wifi, device)).status).toBe(200)
    await flood(120, () => sendLoosely(app.address, reportCsp, {}, at(wifi)))
    await flood(30, () => sendLoosely(app.address, checkUser, {}, at(wifi)))
    await flood(30, () => sendLoosely(app.address, signUp, {}, at(wifi)))
    expect((await sendLoosely(app.address, checkUser, {}, at(wifi, device))).body.code, 'resets and sign-ups count for the address').toBe(
      'rate_limited',
    )
    expect((await sendLoosely(app.address, signUp, {}, at(wifi, device))).body.code).toBe('rate_limited')
    const desk = { bearer: String((await logIn(wifi, device)).body.token) }
    expect((await send(app.address, changeMallDetails, { id: mallId, body: { title: 'Mall' } }, at(wifi, desk))).status).toBe(200)
  })
})

describe('a session that has ended', () => {
  test('uses up no calls of its account: its calls count for the address that they come from', async () => {
    const [shop, elsewhere] = [newWifi(), newWifi()]
    const desk = { bearer: String((await logIn(shop)).body.token) }
    const old = { bearer: String((await logIn(elsewhere)).body.token) }
    expect((await as(at(elsewhere, old), logout)).status).toBe(200)
    await flood(1200, () => as(at(elsewhere, old), logout))
    const renamed = await send(app.address, changeMallDetails, { id: mallId, body: { title: 'Mall' } }, at(shop, desk))
    expect(renamed.status).toBe(200)
    expect((await sendLoosely(app.address, joinQueue, {}, at(elsewhere))).body.code, 'the calls counted for the address').toBe(
      'rate_limited',
    )
  })

  test('of a shopper uses up no calls of the mobile', async () => {
    const [shop, elsewhere] = [newWifi(), newWifi()]
    const mobile = newMobile()
    const proved = async () => {
      await as(at(shop), sendOtp, { body: { mobile, name: 'Asha', email: 'a@example.in' } })
      await app.running.tick()
      const answer = await as(at(shop), verifyOtp, { body: { mobile, otp: String(app.codeOf(mobile)) } })
      app.clock.advance(MINUTE)
      return { cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' }
    }
    const old = await proved()
    await app.database.db.deleteFrom('shopperSession').execute()
    const shopper = await proved()
    await flood(1200, () => as(at(elsewhere, old), createPayment, { body: { ticketId: 'none' } }))
    expect((await as(at(shop, shopper), createPayment, { body: { ticketId: 'none' } })).body.code).toBe('ticket_not_found')
  })
})

describe('device cookies', () => {
  test('of one account share its failures, however many of them there are', async () => {
    const [home, wifi] = [newWifi(), newWifi()]
    const devices = [deviceOf(await logIn(home)), deviceOf(await logIn(home))]
    expect(new Set(devices).size).toBe(2)
    const [first = '', second = ''] = devices
    await flood(30, () => sendLoosely(app.address, login, {}, at(wifi, { cookie: first })))
    expect((await logIn(wifi, { cookie: second })).body.code).toBe('rate_limited')
    expect((await logIn(wifi)).status, 'the address has no failures yet').toBe(200)
  })

  test('of many accounts share a high limit of their address, after which each may still fail a few times', async () => {
    const wifi = newWifi()
    const emails = await newStaff(11)
    const devices: string[] = []
    for (const email of emails) devices.push(deviceOf(await as(at(newWifi()), login, { body: { email, password: PASSWORD } })))
    const [desk = '', ...strangers] = devices
    for (const cookie of strangers) await flood(30, () => sendLoosely(app.address, login, {}, at(wifi, { cookie })))
    const tries = []
    for (let i = 0; i < 4; i += 1) {
      const right = await as(at(wifi, { cookie: desk }), login, { body: { email: String(emails[0]), password: PASSWORD } })
      const wrong = await sendLoosely(app.address, login, {}, at(wifi, { cookie: desk }))
      tries.push([right.status, wrong.status])
    }
    expect(tries).toEqual([...Array(3).fill([200, 400]), [429, 429]])
  })
})

describe('complete sign-ins of one account', () => {
  test('are limited to sixty in an hour in unknown browsers; a known browser has a limit of its own', async () => {
    const [email = '', other = ''] = await newStaff(2)
    const signIn = (who: string, device = '') =>
      as(at(newWifi(), device ? { cookie: device } : {}), login, { body: { email: who, password: PASSWORD } })
    const first = await signIn(email)
    const device = deviceOf(first)
    for (let i = 1; i < 60; i += 1) expect((await signIn(email)).status).toBe(200)
    const beyond = await signIn(email)
    expect([beyond.status, beyond.body.code]).toEqual([429, 'too_many_sign_ins'])
    expect(Number(beyond.headers.get('retry-after'))).toBe(60)
    expect((await signIn(email, device)).status).toBe(200)
    expect((await signIn(other)).status, 'another account').toBe(200)
    app.clock.advance(MINUTE)
    expect((await signIn(email)).status, 'the right password was not a failure').toBe(200)
    expect((await signIn(email)).body.code, 'then the wait doubles').toBe('too_many_sign_ins')
    expect(await app.database.db.selectFrom('signInFailure').select('id').where('pending', '=', true).execute()).toEqual([])
    app.clock.advance(HOUR)
    for (let i = 0; i < 20; i += 1) expect((await signIn(email, device)).status).toBe(200)
    expect((await signIn(email, device)).body.code, 'a known browser has twenty').toBe('too_many_sign_ins')
  })

  test('leave an account fifty sessions: the one that was used longest ago ends', async () => {
    const [email = ''] = await newStaff(1)
    const tokens: string[] = []
    const known = async (bearer = '') => (await send(app.address, me, {}, { bearer })).status
    for (let i = 0; i < 51; i += 1) {
      tokens.push(String((await as(at(newWifi()), login, { body: { email, password: PASSWORD } })).body.token))
      app.clock.advance(SECOND)
      if (i === 49) {
        app.clock.advance(2 * MINUTE)
        // This uses the first session.
        expect(await known(tokens[0])).toBe(200)
      }
    }
    expect([await known(tokens[0]), await known(tokens[1]), await known(tokens[2]), await known(tokens[50])]).toEqual([200, 401, 200, 200])
  })
})

test('right sign-ins do not count for an address: fifty at once from one address succeed', async () => {
  const wifi = newWifi()
  const emails = await newStaff(10)
  const fifty = await Promise.all(
    Array.from({ length: 50 }, (_, i) => as(at(wifi), login, { body: { email: String(emails[i % 10]), password: PASSWORD } })),
  )
  expect(fifty.map(({ status }) => status)).toEqual(Array(50).fill(200))
})

test('the addresses of one IPv6 network share a limit', async () => {
  let host = 0
  await flood(30, () => sendLoosely(app.address, totp, {}, at(`2001:db8:5:5::${(++host).toString(16)}`)))
  expect((await sendLoosely(app.address, totp, {}, at('2001:db8:5:6::1'))).status).toBe(400)
})
