import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#contract/base/time.ts'
import { checkUser, resetPassword, totp } from '#contract/sign-in/calls.ts'
import { beginSecondFactor, confirmSecondFactor } from '#contract/sign-in/own-account-calls.ts'
import { type AnyReply, clientOf } from '#tests/support/calls/client.ts'
import { codesOf, deviceOf, guesserAt, PASSWORD } from '#tests/support/people/guessing.ts'
import { type ProductionApp, productionApp } from '#tests/support/server/production.ts'
import { type Mailbox, openMailbox } from '#tests/support/vendors/mailbox.ts'

let mailbox: Mailbox
let app: ProductionApp

beforeAll(async () => {
  mailbox = await openMailbox()
  app = await productionApp({ env: { TRUST_PROXY: 'loopback', SMTP_URL: mailbox.url, LOG_LEVEL: 'silent' } })
})
afterAll(async () => {
  await app.stop()
  await mailbox.close()
})

const { forgetLimits, login, newAddress, newOwner, from } = guesserAt(() => app)

describe('the second factor of an owner', () => {
  const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now().getTime() })
  const wrongCode = (secret: string) => (codeOf(secret) === '000000' ? '000001' : '000000')

  async function newGuardedOwner() {
    const email = await newOwner()
    const bearer = String((await login(email, PASSWORD)).body.token)
    const as = clientOf(() => app.address)
    const { body } = await as({ bearer }, beginSecondFactor, { body: { currentPassword: PASSWORD } })
    const secret = String(body.secret)
    expect((await as({ bearer }, confirmSecondFactor, { body: { code: codeOf(secret) } })).status).toBe(200)
    return { email, secret }
  }
  async function enter(email: string, password: string, code: () => string, cookie?: string): Promise<AnyReply> {
    const { body } = await login(email, password, newAddress(), cookie)
    return from(totp, { body: { challenge: String(body.challenge), code: code() } }, newAddress(), cookie)
  }
  async function reset(email: string, newPassword: string, cookie?: string): Promise<AnyReply> {
    app.clock.advance(HOUR)
    const count = mailbox.mails.length
    await from(checkUser, { body: { email, role: 'owner' } })
    await app.running.tick()
    const mail = mailbox.mails.slice(count).find(({ to, text }) => to === email && /Your code to set/.test(text))
    const resetCode = /password: (\S{19})/.exec(mail?.text ?? '')?.[1]
    const body = { email, role: 'owner' as const, newPassword, confirmPassword: newPassword, resetCode: String(resetCode) }
    const answer = await from(resetPassword, { body }, newAddress(), cookie)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer
  }

  test('cannot be bypassed by password resets: they give a browser no tries of its own, unless it was known', async () => {
    const { email, secret } = await newGuardedOwner()
    app.clock.advance(MINUTE)
    const device = deviceOf(await enter(email, PASSWORD, () => codeOf(secret)))
    expect(device).toMatch(/^rc_device=/)
    const again = deviceOf(await reset(email, 'a password of the owner', device))
    expect((await enter(email, 'a password of the owner', () => codeOf(secret), again)).status, 'it keeps its own tries').toBe(200)
    const first = await reset(email, 'the mailbox is read')
    expect(deviceOf(first), 'a person who reads the mailbox has given no second factor').toBe('')
    for (let i = 0; i < 10; i += 1)
      expect((await enter(email, 'the mailbox is read', () => wrongCode(secret))).body.code).toBe('invalid_totp')
    await reset(email, 'the mailbox is read once more')
    for (let i = 0; i < 3; i += 1) await enter(email, 'the mailbox is read once more', () => wrongCode(secret))
    const beyond = await enter(email, 'the mailbox is read once more', () => codeOf(secret))
    expect(beyond.body.code).toBe('too_many_sign_ins')
  })

  test('that is wrong counts for the account over all known browsers, too', async () => {
    const { email, secret } = await newGuardedOwner()
    const devices: string[] = []
    for (let i = 0; i < 7; i += 1) {
      app.clock.advance(MINUTE)
      devices.push(deviceOf(await enter(email, PASSWORD, () => codeOf(secret))))
    }
    const codes: AnyReply[] = []
    for (const device of devices.slice(0, 6)) {
      for (let i = 0; i < 10; i += 1) codes.push(await enter(email, PASSWORD, () => wrongCode(secret), device))
      forgetLimits()
    }
    expect(codesOf(codes)).toEqual({ invalid_totp: 60 })
    expect((await enter(email, PASSWORD, () => wrongCode(secret), devices[6])).body.code).toBe('too_many_sign_ins')
  })
})
