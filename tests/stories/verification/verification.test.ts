import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE, SECOND } from '#contract/base/time.ts'
import { sendOtp, verifyOtp } from '#contract/verification/calls.ts'
import { send } from '#tests/support/calls/client.ts'
import { newMobile } from '#tests/support/people/people.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => app.stop())

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const ask = (mobile: string, address: string) =>
  send(app.address, sendOtp, { body: { mobile, name: 'Asha', email: 'a@example.in' } }, from(address))
const prove = (mobile: string, otp: string | undefined, address: string) =>
  send(app.address, verifyOtp, { body: { mobile, otp: String(otp) } }, from(address))
const wrongOf = (otp: string | undefined) => (otp === '000000' ? '000001' : '000000')

describe('verification', () => {
  test('a stranger who asks for codes of a mobile and enters wrong ones does not use up the tries of its owner', async () => {
    const mobile = newMobile()
    for (let round = 0; round < 2; round += 1) {
      const stolen = await ask(mobile, '203.0.113.9')
      expect(stolen.status).toBe(200)
      for (let i = 0; i < 5; i += 1) expect((await prove(mobile, wrongOf(stolen.body.otp), '203.0.113.9')).body.code).toBe('invalid_otp')
      app.clock.advance(61 * SECOND)
    }
    const own = await ask(mobile, '198.51.100.7')
    expect(own.status).toBe(200)
    expect((await prove(mobile, wrongOf(own.body.otp), '198.51.100.7')).body).toMatchObject({ fields: { otp: 'You have 4 tries left.' } })
    expect((await prove(mobile, own.body.otp, '198.51.100.7')).status).toBe(200)
  })

  test('a stranger’s tries at the owner’s code are counted separately, and end only for the stranger', async () => {
    const mobile = newMobile()
    const own = await ask(mobile, '198.51.100.7')
    for (let i = 0; i < 5; i += 1) await prove(mobile, wrongOf(own.body.otp), '203.0.113.9')
    expect((await prove(mobile, own.body.otp, '203.0.113.9')).status, 'even the right code is refused there').toBe(400)
    expect((await prove(mobile, own.body.otp, '198.51.100.7')).status).toBe(200)
  })

  test('a code works once, ends after five minutes, and a new code makes the old one invalid', async () => {
    const mobile = newMobile()
    const first = await ask(mobile, '198.51.100.7')
    expect((await ask(mobile, '198.51.100.7')).headers.get('retry-after')).toMatch(/^(29|30)$/)
    app.clock.advance(31 * SECOND)
    const second = await ask(mobile, '198.51.100.7')
    if (first.body.otp !== second.body.otp) expect((await prove(mobile, first.body.otp, '198.51.100.7')).status).toBe(400)
    expect((await prove(mobile, second.body.otp, '198.51.100.7')).status).toBe(200)
    expect((await prove(mobile, second.body.otp, '198.51.100.7')).status).toBe(400)
    app.clock.advance(16 * MINUTE)
    const third = await ask(mobile, '198.51.100.7')
    app.clock.advance(5 * MINUTE + SECOND)
    expect((await prove(mobile, third.body.otp, '198.51.100.7')).status).toBe(400)
  })
})
