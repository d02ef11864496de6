import fastify, { type FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, demoAccounts } from '#contract/base/demo.ts'
import { Refusal } from '#contract/base/errors.ts'
import { listMalls } from '#contract/office/form-calls.ts'
import { changeGateway } from '#contract/payments/gateway-calls.ts'
import { login } from '#contract/sign-in/calls.ts'
import { sendOtp, verifyOtp } from '#contract/verification/calls.ts'
import { createAccount } from '#server/accounts/service.ts'
import { handleErrors } from '#server/http/edge/errors.ts'
import { limitRates, limitsByClass, tellLimits } from '#server/http/edge/rate-limit.ts'
import { newCredential } from '#server/kit/credentials.ts'
import { openVault } from '#server/kit/hash.ts'
import { send } from '#tests/support/calls/client.ts'
import { newMobile, signIn } from '#tests/support/people/people.ts'
import { freshEmail, freshMall, make, PASSWORD } from '#tests/support/people/place-rows.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'
import { operator, type ProductionApp, productionApp } from '#tests/support/server/production.ts'

let app: ProductionApp
beforeAll(async () => {
  app = await productionApp()
})
afterAll(() => app.stop())

const asha = () => ({ mobile: newMobile(), name: 'Asha Verma', email: 'asha@example.in' })

describe('production', () => {
  test('never shows a code: it goes to the phone, and the answer is the same for every mobile', async () => {
    const [one, two] = [asha(), asha()]
    const answers = await Promise.all([one, two].map((person) => send(app.address, sendOtp, { body: person })))
    expect(answers.map(({ body }) => body)).toEqual(
      [one, two].map(({ mobile }) => ({ success: true, phone: mobile, expiresIn: 300, resendAfter: 30 })),
    )
    await expect.poll(() => app.codeOf(one.mobile)).toMatch(/^\d{6}$/)
    const code = app.codeOf(one.mobile)
    expect(code).not.toBe(app.codeOf(two.mobile))
    const proved = await send(app.address, verifyOtp, { body: { mobile: one.mobile, otp: String(code) } })
    expect(proved.body).toEqual({ success: true, phone: one.mobile })
    const again = await send(app.address, verifyOtp, { body: { mobile: one.mobile, otp: String(code) } })
    expect([again.status, again.body.code], 'a code is used once').toEqual([400, 'invalid_otp'])
  })

  test('has no demo mall, no demo account and no demo money', async () => {
    expect((await send(app.address, listMalls)).body).toEqual([])
    for (const email of ['superadmin@demo.test', 'owner@demo.test', 'staff@demo.test']) {
      const answer = await send(app.address, login, { body: { email, password: 'red-carpet-demo' } })
      expect([answer.status, answer.body.message]).toEqual([401, 'Invalid email or password'])
    }
    const page = await (await fetch(app.address, { headers: { accept: 'text/html' } })).text()
    expect(page).not.toContain('data-demo')
    const first = await send(app.address, login, { body: operator })
    expect([first.status, first.body.code], 'the operator’s account exists and must enrol a second factor').toEqual([401, 'totp_required'])
  })

  test('takes real money only, and a demo takes none', async () => {
    const owner = async (own: TestApp, mallId: string, email: string, password: string) => {
      const who = await signIn(own.address, email, password)
      return async (keyId: string) => {
        const body = { name: 'razorpay' as const, on: true, keyId, keySecret: 'of the key', webhookSecret: 'of the webhook' }
        return (await send(own.address, changeGateway, { id: mallId, body }, who)).body.code ?? 'switched on'
      }
    }
    const email = freshEmail('owner')
    const id = await make(app, (tx, now, passwordHash) =>
      createAccount(tx, now, { name: 'Meera Shah', email, role: 'owner', passwordHash }),
    )
    const sell = await owner(app, await freshMall(app, id ?? ''), email, PASSWORD)
    expect([await sell('rzp_test_1'), await sell('rzp_live_1')]).toEqual(['gateway_test_key', 'switched on'])
    const demo = await startApp()
    try {
      const sellIn = await owner(demo, 'phoenix-mall', demoAccounts.owner.email, DEMO_PASSWORD)
      expect(await sellIn('rzp_live_1')).toBe('gateway_not_in_demo')
    } finally {
      await demo.stop()
    }
  })

  test('refuses the 31st login in a minute from one address with 429 and Retry-After, but not other addresses', async () => {
    const own = await productionApp()
    let person = 0
    const from = (remoteAddress: string) =>
      own.running.app.inject({
        method: 'POST',
        url: login.path,
        remoteAddress,
        // Another email each time, so that the address reaches its limit and not one person’s failures.
        payload: { email: `person${++person}@example.in`, password: 'not the one' },
      })
    try {
      for (let i = 0; i < 30; i += 1) expect((await from('203.0.113.9')).statusCode).toBe(401)
      const refused = await from('203.0.113.9')
      expect(refused.statusCode).toBe(429)
      expect(refused.json()).toMatchObject({
        success: false,
        code: 'rate_limited',
        message: 'Too many attempts. Please wait a moment and try again.',
      })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
      expect(refused.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
      expect((await from('203.0.113.10')).statusCode).toBe(401)
    } finally {
      await own.stop()
    }
  })
})

describe('limits', () => {
  const perMinute = { read: 6000, write: 1200, otp: 240, 'sign-in': 30, 'second-step': 30, reset: 30, 'sign-up': 30, report: 120 } as const

  for (const [limit, most] of Object.entries(perMinute) as [keyof typeof perMinute, number][]) {
    test(`${limit}: ${most} calls a minute from one address, counted over all calls of this kind, then 429`, async () => {
      const own = await limitedApp(false)
      const status = ['sign-in', 'second-step'].includes(limit) ? 401 : 200
      const wrong = status === 401 ? '?wrong' : ''
      for (let i = 0; i < most; i += 1) expect((await own.inject(`/${limit}/${i % 2}${wrong}`)).statusCode).toBe(status)
      const refused = await own.inject(`/${limit}/0`)
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      const others = Object.keys(perMinute).filter((other) => other !== limit)
      for (const other of others) expect((await own.inject(`/${other}/0`)).statusCode, `${other} has its own count`).toBe(200)
      await own.close()
    })
  }

  test('of a session hold over all addresses, an account has five times as much, and an address has its own limit', async () => {
    const vault = openVault('a key for tests, not for anybody else')
    const own = await limitedApp(false)
    let hosts = 0
    const session = (account: string) => {
      const headers = { authorization: `Bearer ${newCredential(vault, 'account', account)}` }
      return async () => (await own.inject({ url: '/write/0', remoteAddress: `198.18.0.${++hosts % 250}`, headers })).statusCode
    }
    for (let sessions = 0; sessions < 5; sessions += 1) {
      const call = session('asha')
      for (let i = 0; i < 1200; i += 1) expect(await call()).toBe(200)
      expect(await call()).toBe(429)
    }
    expect(await session('asha')(), 'a sixth session').toBe(429)
    expect(await session('ravi')()).toBe(200)
    expect((await own.inject('/write/0')).statusCode).toBe(200)
    await own.close()
  })

  test('in demo mode let a hall of phones behind one address through', async () => {
    const own = await limitedApp(true)
    for (let i = 0; i < 1000; i += 1) {
      expect((await own.inject('/sign-in/0')).statusCode).toBe(200)
      expect((await own.inject('/otp/0')).statusCode).toBe(200)
    }
    await own.close()
  })

  /** Two calls of each kind, and only the limits in front of them. */
  async function limitedApp(demo: boolean) {
    const own = fastify()
    limitRates(own, null, openVault('a key for tests, not for anybody else'))
    handleErrors(own)
    const limits = limitsByClass(own, { demo, purpose: 'calls' })
    const found = (request: FastifyRequest) => tellLimits(request, { account: true, shopper: true })
    for (const [limit, onRequest] of Object.entries(limits)) {
      for (const call of [0, 1])
        own.get(`/${limit}/${call}`, { onRequest: [onRequest, found] }, async ({ url }) => {
          if (url.endsWith('?wrong')) throw new Refusal('bad_credentials')
          return 'OK'
        })
    }
    return own
  }
})

describe('a mobile’s own limits, which hold in both modes', () => {
  test('a second code within 30 seconds is refused with the seconds to wait', async () => {
    const person = asha()
    expect((await send(app.address, sendOtp, { body: person })).status).toBe(200)
    const second = await send(app.address, sendOtp, { body: person })
    expect([second.status, second.body.code]).toEqual([429, 'otp_wait'])
    const wait = Number(second.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(25)
    expect(wait).toBeLessThanOrEqual(30)
    app.clock.advance(31_000)
    expect((await send(app.address, sendOtp, { body: person })).status).toBe(200)
  })
})
