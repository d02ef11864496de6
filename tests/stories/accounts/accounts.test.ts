import { Secret, TOTP } from 'otpauth'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, demoAccounts } from '#contract/base/demo.ts'
import { MINUTE, SECOND } from '#contract/base/time.ts'
import { readMall } from '#contract/office/form-calls.ts'
import { checkUser, firstPassword, login, me, resetPassword, signUp, totp } from '#contract/sign-in/calls.ts'
import { hashPassword } from '#server/kit/hash.ts'
import { clientOf, send, sendLoosely } from '#tests/support/calls/client.ts'
import { ownerOf } from '#tests/support/people/people.ts'
import { eventually, startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
const logIn = (email: string, password: string, on = app) => send(on.address, login, { body: { email, password } })
const as = clientOf(() => app.address)

describe('accounts in demo mode', () => {
  beforeAll(async () => {
    app = await startApp()
    app.clock.stop()
  })
  afterAll(() => app.stop())

  test('a sign-up makes an owner and a mall; the owner can log in and starts at that mall', async () => {
    const made = await as({}, signUp, {
      body: {
        name: 'Nisha Owner',
        email: 'Nisha@Example.in',
        password: 'a good long one',
        role: 'owner',
      },
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ success: true, message: 'Signup successful, please login.' })
    const entered = await logIn('nisha@example.in', 'a good long one')
    expect(entered.body).toMatchObject({
      shopId: made.body.shopId,
      shopIds: [made.body.shopId],
      user: { name: 'Nisha Owner', role: 'owner' },
    })
    expect((await send(app.address, readMall, { id: made.body.shopId })).body).toMatchObject({
      title: 'Nisha Owner’s mall',
      menuItems: [],
    })
  })

  test('sign-up refuses a second account for an email, any other role, and passwords that are short, long or common', async () => {
    const body = { name: 'X', email: 'x@example.in', password: 'a good long one', role: 'owner' as const }
    expect((await as({}, signUp, { body: { ...body, email: 'OWNER@demo.test' } })).body).toMatchObject({
      code: 'email_taken',
    })
    for (const role of ['superadmin', 'shop', 'user', ''])
      expect((await sendLoosely(app.address, signUp, { body: { ...body, role } })).status, role).toBe(400)
    for (const password of ['short', 'x'.repeat(129)]) {
      expect((await as({}, signUp, { body: { ...body, password } })).body, password).toMatchObject({
        code: 'invalid_input',
        fields: { password: expect.any(String) },
      })
    }
    for (const password of ['password123', 'aaaaaaaaaaa', 'Red-Carpet-1', 'x-1234567']) {
      expect((await as({}, signUp, { body: { ...body, password } })).body, password).toMatchObject({
        code: 'common_password',
        fields: { password: 'This password is too common' },
      })
    }
  })

  test('twenty sign-ups with one email at once make one account and one mall', async () => {
    const twenty = await Promise.all(
      Array.from({ length: 20 }, () => as({}, signUp, { body: { name: 'Rush', email: 'rush@example.in', password: 'a good long one' } })),
    )
    expect(twenty.map((a) => a.status).sort()).toEqual([201, ...Array(19).fill(409)])
    const malls = await app.database.db.selectFrom('mall').select('id').where('title', 'like', 'Rush%').execute()
    expect(malls).toHaveLength(1)
  })

  test('the code for a forgotten password sets a new password once and ends all sessions', async () => {
    const owner = await ownerOf(app.address)
    expect((await as({}, checkUser, { body: { email: 'nobody@example.in', role: 'owner' } })).body).toMatchObject({
      error: 'User not found or server issue!',
      code: 'account_unknown',
    })
    expect((await as({}, checkUser, { body: { email: demoAccounts.owner.email, role: 'shop' } })).status, 'the role must match').toBe(404)
    const sent = await as({}, checkUser, { body: { email: demoAccounts.owner.email, role: 'owner' } })
    expect(sent.body).toMatchObject({
      success: true,
      message: expect.any(String),
      resetCode: expect.stringMatching(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}$/),
    })
    const reset = (resetCode: string, newPassword = 'an entirely new one', confirmPassword = newPassword) =>
      as({}, resetPassword, { body: { email: demoAccounts.owner.email, role: 'owner', newPassword, confirmPassword, resetCode } })
    const right = String(sent.body.resetCode)
    expect((await reset(right, 'one password', 'another password')).body).toMatchObject({
      fields: { confirmPassword: 'The passwords do not match' },
    })
    expect((await reset('aaaa-bbbb-cccc-dddd')).body.code).toBe('invalid_reset_code')
    expect((await reset(right)).body).toEqual({ success: true, message: 'Password updated successfully.' })
    expect((await reset(right)).body.code).toBe('invalid_reset_code')
    expect((await send(app.address, me, {}, owner)).status).toBe(401)
    expect((await logIn(demoAccounts.owner.email, DEMO_PASSWORD)).status).toBe(401)
    expect((await logIn(demoAccounts.owner.email, 'an entirely new one')).status).toBe(200)
  })

  test('after five failed sign-ins each next one must wait longer, and a successful sign-in resets the wait', async () => {
    const wrong = () => logIn(demoAccounts.staff.email, 'not this one')
    for (let i = 0; i < 5; i += 1) expect((await wrong()).body.code).toBe('bad_credentials')
    const waits = await logIn(demoAccounts.staff.email, DEMO_PASSWORD)
    expect(waits.body.code).toBe('too_many_sign_ins')
    expect(waits.headers.get('retry-after')).toBe('1')
    app.clock.advance(2 * SECOND)
    expect((await wrong()).body.code).toBe('bad_credentials')
    expect((await wrong()).headers.get('retry-after')).toBe('2')
    app.clock.advance(3 * SECOND)
    expect((await logIn(demoAccounts.staff.email, DEMO_PASSWORD)).status).toBe(200)
    expect((await wrong()).body.code).toBe('bad_credentials')
  })

  test('a first password works once, within a day, and only to choose a new password', async () => {
    const db = app.database.db
    const giveFirst = async () =>
      db
        .updateTable('account')
        .set({
          passwordHash: await hashPassword('first-word-once'),
          firstPasswordUntil: new Date(app.clock.now().getTime() + 24 * 60 * MINUTE),
        })
        .where('email', '=', demoAccounts.staff.email)
        .execute()
    await giveFirst()
    const asked = await logIn(demoAccounts.staff.email, 'first-word-once')
    expect(asked.body).toMatchObject({ code: 'password_change_required', challenge: expect.any(String) })
    const newPassword = 'my very own words'
    const change = (challenge: string | undefined) =>
      as({}, firstPassword, { body: { challenge: String(challenge), newPassword, confirmPassword: newPassword } })
    expect((await change(asked.body.challenge)).body).toMatchObject({ token: expect.any(String), user: { role: 'shop' } })
    expect((await change(asked.body.challenge)).body.code).toBe('challenge_over')
    expect((await logIn(demoAccounts.staff.email, 'first-word-once')).status).toBe(401)
    expect((await logIn(demoAccounts.staff.email, 'my very own words')).status).toBe(200)
    await giveFirst()
    app.clock.advance(25 * 60 * MINUTE)
    expect((await logIn(demoAccounts.staff.email, 'first-word-once')).body.code).toBe('bad_credentials')
  })
})

describe('accounts in production', () => {
  const mails: string[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString('utf8')
      })
      stream.on('end', () => {
        mails.push(text)
        done()
      })
    },
  })
  let live: TestApp
  beforeAll(async () => {
    await new Promise<void>((ready) => smtp.listen(0, '127.0.0.1', ready))
    const bound = smtp.server.address()
    if (bound === null || typeof bound === 'string') throw new Error('no port')
    live = await startApp({
      env: {
        NODE_ENV: 'production',
        DATABASE_URL: 'postgres://unused/here',
        PUBLIC_URL: 'https://queue.example.in',
        SMTP_URL: `smtp://127.0.0.1:${bound.port}`,
        MAIL_FROM: 'Red Carpet <queue@example.in>',
        MSG91_AUTH_KEY: 'x',
        MSG91_TEMPLATE_OTP: '1',
        MSG91_TEMPLATE_TOKEN: '2',
        MSG91_TEMPLATE_CALL: '3',
        MSG91_TEMPLATE_REFUND: '4',
        MSG91_URL: 'http://127.0.0.1:9',
        SUPERADMIN_EMAIL: 'root@example.in',
        SUPERADMIN_PASSWORD: 'a super long password',
      },
    })
  })
  afterAll(async () => {
    await live.stop()
    await new Promise<void>((closed) => smtp.close(() => closed()))
  })

  test('a super administrator enrols a second factor at the first sign-in and needs a fresh code at each further one', async () => {
    const first = await logIn('root@example.in', 'a super long password', live)
    expect(first.status).toBe(401)
    expect(first.body).toMatchObject({
      code: 'totp_required',
      challenge: expect.any(String),
      enrol: { secret: expect.any(String), url: expect.stringMatching(/^otpauth:\/\/totp\//) },
    })
    const secret = first.body.enrol?.secret ?? ''
    const codeNow = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: live.clock.now().getTime() })
    const second = (challenge: string | undefined, code: string) =>
      send(live.address, totp, { body: { challenge: String(challenge), code } })
    expect((await second(first.body.challenge, '000000')).body.code).toBe('invalid_totp')
    const used = codeNow()
    expect((await second(first.body.challenge, used)).body).toMatchObject({ token: expect.any(String), user: { role: 'superadmin' } })
    const again = await logIn('root@example.in', 'a super long password', live)
    expect(again.body.enrol, 'the secret is shown once').toBeUndefined()
    expect((await second(again.body.challenge, used)).body.code, 'a code works once').toBe('invalid_totp')
    live.clock.advance(31 * SECOND)
    expect((await second(again.body.challenge, codeNow())).status).toBe(200)
    expect((await second(again.body.challenge, codeNow())).body.code).toBe('challenge_over')
  })

  test('check-user gives the same answer for known and unknown accounts, and mails the code only to the known one', async () => {
    const known = await send(live.address, checkUser, { body: { email: 'root@example.in', role: 'superadmin' } })
    const unknown = await send(live.address, checkUser, { body: { email: 'nobody@example.in', role: 'superadmin' } })
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    const mail = await eventually(() => mails.find((text) => text.includes('Your code to set')))
    const code = /password: (\S{19})/.exec(mail)?.[1] ?? ''
    expect(mail).toContain('To: root@example.in')
    const body = {
      email: 'root@example.in',
      role: 'superadmin' as const,
      newPassword: 'another super long one',
      confirmPassword: 'another super long one',
      resetCode: code,
    }
    expect((await send(live.address, resetPassword, { body })).status).toBe(200)
    expect((await logIn('root@example.in', 'another super long one', live)).body.code, 'the second factor stays').toBe('totp_required')
    expect(
      mails.filter((text) => text.includes('Your code to set')),
      'the unknown account got no mail',
    ).toHaveLength(1)
  })
})
