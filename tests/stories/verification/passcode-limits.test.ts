import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#contract/base/time.ts'
import { createPayment } from '#contract/payments/calls.ts'
import { forgetShopper, sendOtp, verifyOtp } from '#contract/verification/calls.ts'
import { openLog } from '#server/kit/log.ts'
import { clientOf, send } from '#tests/support/calls/client.ts'
import { newMobile } from '#tests/support/people/people.ts'
import { type ProductionApp, productionApp } from '#tests/support/server/production.ts'

/** One-time passcodes under attack: many guesses, many requests, many mobiles. */

let app: ProductionApp
const lines: string[] = []
let networks = 0

beforeAll(async () => {
  const log = openLog('error', { write: (line) => void lines.push(line) })
  app = await productionApp({
    log,
    env: {
      TRUST_PROXY: 'loopback',
      OTP_MOBILES_PER_ADDRESS: '20',
      OTP_PER_HOUR: '600',
      OTP_PER_MALL_AND_HOUR: '300',
      METRICS_TOKEN: 'a token of sixteen',
    },
  })
  app.clock.stop()
})
afterAll(() => app.stop())

const newAddress = () => `198.19.${Math.floor(++networks / 250)}.${(networks % 250) + 1}`
const as = clientOf(() => app.address)
const askCode = (mobile: string, address = newAddress()) =>
  as({ headers: { 'x-forwarded-for': address } }, sendOtp, { body: { mobile, name: 'Asha', email: 'a@example.in' } })
const prove = (mobile: string, otp: string, address: string) =>
  as({ headers: { 'x-forwarded-for': address } }, verifyOtp, { body: { mobile, otp } })
const codeOf = async (mobile: string): Promise<string> => {
  await app.running.tick()
  return app.codeOf(mobile) ?? ''
}
const wrongOf = (otp: string) => (otp === '000000' ? '000001' : '000000')
const many = <T>(times: number, make: (i: number) => Promise<T>) => Promise.all(Array.from({ length: times }, (_, i) => make(i)))
const judged = (mobile: string) => app.database.db.selectFrom('otpTry').select('id').where('mobile', '=', mobile).execute()

describe('of 200 wrong guesses at once at one mobile', () => {
  test('five are judged, if they come from the address that asked', async () => {
    const mobile = newMobile()
    const home = newAddress()
    await askCode(mobile, home)
    const right = await codeOf(mobile)
    const answers = await many(200, () => prove(mobile, wrongOf(right), home))
    expect(answers.every(({ status }) => status >= 400)).toBe(true)
    expect(await judged(mobile)).toHaveLength(5)
    expect((await prove(mobile, right, home)).body.code, 'the right one is refused now').toBe('invalid_otp')
  })

  test('five are judged, if they come from 200 addresses, and the shopper who asked can still verify', async () => {
    const mobile = newMobile()
    const home = newAddress()
    await askCode(mobile, home)
    const right = await codeOf(mobile)
    await many(200, () => prove(mobile, wrongOf(right), newAddress()))
    expect(await judged(mobile)).toHaveLength(5)
    expect((await prove(mobile, right, newAddress())).body.code, 'a stranger is refused even with the right one').toBe('invalid_otp')
    expect((await prove(mobile, right, home)).status).toBe(200)
  })
})

describe('asking for codes', () => {
  test('200 times at once sends one message, from one address and from 200', async () => {
    for (const address of [() => '203.0.113.5', newAddress]) {
      const mobile = newMobile()
      const answers = await many(200, () => askCode(mobile, address()))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      await app.running.tick()
      const sent = await app.database.db.selectFrom('message').select('id').where('mobile', '=', mobile).execute()
      expect(sent).toHaveLength(1)
      app.clock.advance(MINUTE)
    }
  })

  test('as a stranger does not end the code of the person who asked before, and does not lock the mobile', async () => {
    const mobile = newMobile()
    const [home, stranger] = [newAddress(), newAddress()]
    await askCode(mobile, home)
    const right = await codeOf(mobile)
    app.clock.advance(31 * SECOND)
    expect((await askCode(mobile, stranger)).status).toBe(200)
    expect(await codeOf(mobile)).toMatch(/^\d{6}$/)
    expect((await prove(mobile, right, home)).status).toBe(200)

    const victim = newMobile()
    for (let i = 0; i < 9; i += 1) {
      await askCode(victim, stranger)
      app.clock.advance(16 * MINUTE)
    }
    expect((await askCode(victim, stranger)).body.code).toBe('otp_limit')
    expect((await askCode(victim, newAddress())).status).toBe(200)
  })

  test('from one network and proving the code from another one works', async () => {
    const mobile = newMobile()
    await askCode(mobile)
    expect((await prove(mobile, await codeOf(mobile), newAddress())).status).toBe(200)
  })

  test('for many mobiles from one address is refused after the limit of the hour, and other addresses can go on', async () => {
    const flood = newAddress()
    const answers = await many(30, () => askCode(newMobile(), flood))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    const refused = answers.find(({ status }) => status !== 200)
    expect(refused?.body).toMatchObject({ code: 'otp_address', message: expect.stringContaining('mobile data') })
    expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(3600)
    expect((await askCode(newMobile())).status).toBe(200)
    app.clock.advance(HOUR)
    expect((await askCode(newMobile(), flood)).status).toBe(200)
  })

  test('is refused when the budget of a mall or of the product is used up, with one line at error and a metric', async () => {
    app.clock.advance(HOUR)
    lines.length = 0
    const answers = []
    for (let i = 0; i < 310; i += 10) answers.push(...(await many(10, () => askCode(newMobile()))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(300)
    expect(answers.at(-1)?.body).toMatchObject({ code: 'otp_budget', message: expect.stringContaining('at the counter') })
    const alarms = lines.filter((line) => line.includes('budget of one-time passcodes'))
    expect(alarms).toHaveLength(1)
    expect(alarms[0]).not.toMatch(/\d{10}"/)
    const metrics = await fetch(`${app.address}/metrics`, { headers: { authorization: 'Bearer a token of sixteen' } })
    expect(await metrics.text()).toContain('passcodes_refused_by_budget{budget="mall"} 10')
    app.clock.advance(HOUR)
    expect((await askCode(newMobile())).status).toBe(200)
  })
})

describe('a shopper’s session', () => {
  const proved = async (cookie?: string): Promise<string> => {
    const mobile = newMobile()
    const home = newAddress()
    await askCode(mobile, home)
    const code = await codeOf(mobile)
    const headers = { 'x-forwarded-for': home }
    const answer = await send(app.address, verifyOtp, { body: { mobile, otp: code } }, { headers, ...(cookie ? { cookie } : {}) })
    return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  }
  const status = async (cookie: string) => (await send(app.address, createPayment, { body: { ticketId: 'none' } }, { cookie })).body.code

  test('ends when the shopper asks for it on a shared phone', async () => {
    const cookie = await proved()
    expect(await status(cookie)).not.toBe('not_verified')
    const ended = await send(app.address, forgetShopper, {}, { cookie })
    expect([ended.status, ended.headers.get('set-cookie')]).toEqual([200, expect.stringContaining('rc_shopper=;')])
    expect(await status(cookie)).toBe('not_verified')
  })

  test('ends when another mobile is proved in the same browser', async () => {
    const first = await proved()
    const second = await proved(first)
    expect(await status(first)).toBe('not_verified')
    expect(await status(second)).not.toBe('not_verified')
  })
})
