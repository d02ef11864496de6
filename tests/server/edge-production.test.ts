import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handleErrors } from '../../server/http/errors.ts'
import { limitRates, limitsByClass } from '../../server/http/rate-limit.ts'
import { call, newMobile } from '../support/people.ts'
import { operator, type ProductionApp, productionApp } from '../support/production.ts'

/** What production does otherwise than the demo. */

let app: ProductionApp
beforeAll(async () => {
  app = await productionApp()
})
afterAll(() => app.stop())

const asha = () => ({ mobile: newMobile(), name: 'Asha Verma', email: 'asha@example.in' })

describe('production', () => {
  test('never shows a code: it goes to the phone, and the answer is the same for every mobile', async () => {
    const [one, two] = [asha(), asha()]
    const answers = await Promise.all([one, two].map((person) => call(app.address, 'POST', '/api/send-otp', person)))
    expect(answers.map(({ body }) => body)).toEqual(
      [one, two].map(({ mobile }) => ({ success: true, phone: mobile, expiresIn: 300, resendAfter: 30 })),
    )
    await expect.poll(() => app.codeOf(one.mobile)).toMatch(/^\d{6}$/)
    const code = app.codeOf(one.mobile)
    expect(code).not.toBe(app.codeOf(two.mobile))
    const proved = await call(app.address, 'POST', '/api/verify-otp', { mobile: one.mobile, otp: code })
    expect(proved.body).toEqual({ success: true, phone: one.mobile })
    const again = await call(app.address, 'POST', '/api/verify-otp', { mobile: one.mobile, otp: code })
    expect([again.status, again.body.code], 'a code is used once').toEqual([400, 'invalid_otp'])
  })

  test('has no demo mall, no demo account and no demo money', async () => {
    expect((await call(app.address, 'GET', '/api/shops')).list).toEqual([])
    for (const email of ['superadmin@demo.test', 'owner@demo.test', 'staff@demo.test']) {
      const answer = await call(app.address, 'POST', '/api/auth/login', { email, password: 'red-carpet-demo' })
      expect([answer.status, answer.body.message]).toEqual([401, 'Invalid email or password'])
    }
    const page = await (await fetch(app.address, { headers: { accept: 'text/html' } })).text()
    expect(page).not.toContain('data-demo')
    const first = await call(app.address, 'POST', '/api/auth/login', operator)
    expect([first.status, first.body.code], 'the operator’s account is there and has to enrol a second factor').toEqual([
      401,
      'totp_required',
    ])
  })

  test('the 31st login of a minute from one address waits: 429, with Retry-After, other addresses do not', async () => {
    const own = await productionApp()
    let person = 0
    const from = (remoteAddress: string) =>
      own.running.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        remoteAddress,
        // Each time another person, so that it is the address that is limited and not one person’s failures.
        payload: { email: `person${++person}@example.in`, password: 'not the one' },
      })
    try {
      for (let i = 0; i < 30; i += 1) expect((await from('203.0.113.9')).statusCode).toBe(401)
      const refused = await from('203.0.113.9')
      expect(refused.statusCode).toBe(429)
      expect(refused.json()).toMatchObject({
        success: false,
        code: 'rate_limited',
        message: 'Too many tries. Please wait a moment and try again.',
      })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
      expect(refused.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
      expect((await from('203.0.113.10')).statusCode).toBe(401)
    } finally {
      await own.stop()
    }
  }, 60_000)
})

describe('limits', () => {
  const perMinute = { read: 6000, write: 1200, 'sign-in': 30, otp: 240 } as const

  for (const [limit, most] of Object.entries(perMinute) as [keyof typeof perMinute, number][]) {
    test(`${limit}: ${most} a minute from one address, counted over all calls of its kind, then 429`, async () => {
      const own = await limitedApp(false)
      for (let i = 0; i < most; i += 1) expect((await own.inject(`/${limit}/${i % 2}`)).statusCode).toBe(200)
      const refused = await own.inject(`/${limit}/0`)
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      const others = Object.keys(perMinute).filter((other) => other !== limit)
      for (const other of others) expect((await own.inject(`/${other}/0`)).statusCode, `${other} has its own count`).toBe(200)
      await own.close()
    }, 30_000)
  }

  test('in demo mode a hall of phones behind one address comes through', async () => {
    const own = await limitedApp(true)
    for (let i = 0; i < 1000; i += 1) {
      expect((await own.inject('/sign-in/0')).statusCode).toBe(200)
      expect((await own.inject('/otp/0')).statusCode).toBe(200)
    }
    await own.close()
  }, 30_000)

  /** Two calls of each kind, behind the limits alone. */
  async function limitedApp(demo: boolean) {
    const own = fastify()
    await limitRates(own, null)
    handleErrors(own)
    const limits = limitsByClass(own, { demo, purpose: 'calls' })
    for (const [limit, onRequest] of Object.entries(limits)) {
      for (const call of [0, 1]) own.get(`/${limit}/${call}`, { onRequest }, async () => 'OK')
    }
    return own
  }
})

describe('a mobile’s own limits, which hold in both modes', () => {
  test('a second code within 30 seconds is refused with the seconds to wait', async () => {
    const person = asha()
    expect((await call(app.address, 'POST', '/api/send-otp', person)).status).toBe(200)
    const second = await call(app.address, 'POST', '/api/send-otp', person)
    expect([second.status, second.body.code]).toEqual([429, 'otp_wait'])
    const wait = Number(second.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(25)
    expect(wait).toBeLessThanOrEqual(30)
    app.clock.advance(31_000)
    expect((await call(app.address, 'POST', '/api/send-otp', person)).status).toBe(200)
  })
})
