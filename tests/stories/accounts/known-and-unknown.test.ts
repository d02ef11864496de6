import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { readMall } from '#contract/office/form-calls.ts'
import { checkUser, confirmSignUp, login, resetPassword, signUp } from '#contract/sign-in/calls.ts'
import { sendOtp } from '#contract/verification/calls.ts'
import { disableAccount } from '#server/accounts/manage-accounts.ts'
import { createAccount } from '#server/accounts/service.ts'
import { transaction } from '#server/db/transaction.ts'
import { hashPassword } from '#server/kit/hash.ts'
import { newId } from '#server/kit/ids.ts'
import { clientOf, send } from '#tests/support/calls/client.ts'
import { newMobile, signIn } from '#tests/support/people/people.ts'
import { type ProductionApp, productionApp } from '#tests/support/server/production.ts'
import { markRequests, overhear } from '#tests/support/server/statements.ts'
import { type Mailbox, openMailbox } from '#tests/support/vendors/mailbox.ts'

const PASSWORD = 'a quiet evening at home'
const known = 'known@example.in'
let mailbox: Mailbox
let app: ProductionApp
beforeAll(async () => {
  mailbox = await openMailbox()
  app = await productionApp({ env: { SMTP_URL: mailbox.url, LOG_LEVEL: 'silent', SIGN_UPS_PER_ADDRESS_AND_DAY: '1000' } })
  markRequests(app.running.app.server)
  const passwordHash = await hashPassword(PASSWORD)
  await transaction(app.database.db, (tx) =>
    createAccount(tx, app.clock.now(), { name: 'Omkar', email: known, role: 'owner', passwordHash }),
  )
  app.clock.stop()
})
afterAll(async () => {
  await app.stop()
  await mailbox.close()
})
const as = clientOf(() => app.address)
const register = (email: string, password = PASSWORD, name = 'Nisha') => as({}, signUp, { body: { name, email, password, role: 'owner' } })
const confirm = (code: string, password = PASSWORD) => as({}, confirmSignUp, { body: { code, password } })
const linkIn = (text: string) => /#confirm=(\S+)/.exec(text)?.[1] ?? ''
const accounts = (email: string) => app.database.db.selectFrom('account').select('id').where('email', '=', email).execute()
describe('known and unknown accounts get the same answer and cause the same work', () => {
  const newPassword = 'another quiet evening'
  const calls: [string, Call, (email: string) => unknown][] = [
    ['login', login, (email) => ({ email, password: 'not this one' })],
    ['sign-up', signUp, (email) => ({ name: 'Nisha', email, password: PASSWORD, role: 'owner' })],
    ['the first step of a reset', checkUser, (email) => ({ email, role: 'owner' })],
    [
      'the second step of a reset',
      resetPassword,
      (email) => ({ email, role: 'owner', newPassword, confirmPassword: newPassword, resetCode: 'aaaa-bbbb-cccc-dddd' }),
    ],
  ]

  test.each(calls)('by %s', async (_, { path }, body) => {
    const said = async (email: string) => {
      // The caller does not see what the relay and the workers do afterwards.
      await app.running.tick()
      const heard = overhear(app.database.db)
      const answer = await fetch(app.address + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body(email)),
      })
      // The relay may begin before the answer has arrived: its transactions are those that ask for what is not relayed yet.
      const relays = new Set(heard().flatMap(({ text, transaction }) => (/relayed/.test(text) ? [transaction] : [])))
      const statements = heard().filter(
        ({ text, transaction, inRequest }) =>
          inRequest && /account|sign_in_failure|sign_up|address_use|reset_code|outbox" \("kind/.test(text) && !relays.has(transaction),
      )
      const { requestId, ...told } = (await answer.json()) as Record<string, unknown>
      const headers = [...answer.headers].filter(([name]) => !['x-request-id', 'date'].includes(name))
      return { status: answer.status, told, headers, statements: statements.map(({ text }) => text) }
    }
    for (let round = 0; round < 6; round += 1) {
      // The same two emails in each round: failures count for an email whether or not it has an account.
      const [one, other] = [await said(known), await said('nobody@xample.in')]
      expect(one, `round ${round}`).toEqual(other)
      expect(one.statements.length).toBeGreaterThan(0)
    }
  })
})

describe('a sign-up in production', () => {
  test('opens nothing before the link in the mail is used with the chosen password', async () => {
    const email = 'nisha@example.in'
    const asked = await register(email)
    expect([asked.status, asked.body]).toEqual([
      202,
      { success: true, message: 'Please open the link in the mail that is on its way to you.', next: 'confirm' },
    ])
    expect(await accounts(email)).toEqual([])
    expect((await as({}, login, { body: { email, password: PASSWORD } })).body.code).toBe('bad_credentials')
    const code = linkIn((await mailbox.mailTo(email, /confirm your email/)).text)
    expect((await confirm(code, 'the guess of a stranger')).body).toMatchObject({ code: 'not_sign_up_password' })
    expect((await confirm(`${code}x`)).body.code).toBe('sign_up_over')
    const entered = await confirm(code)
    expect(entered.body).toMatchObject({ user: { email, role: 'owner' }, shopId: expect.any(String), token: expect.any(String) })
    expect((await send(app.address, readMall, { id: String(entered.body.shopId) })).body.title).toBe('Nisha’s mall')
    expect((await confirm(code)).body.code, 'a link works once').toBe('sign_up_over')
    expect((await as({}, login, { body: { email, password: PASSWORD } })).status).toBe(200)
  })

  test('with the email of another person never opens with the password of the stranger who made it', async () => {
    const email = 'boss@bigmall.in'
    await register(email, 'the password of a stranger', 'Stranger')
    const first = linkIn((await mailbox.mailTo(email, /confirm your email/)).text)
    await register(email, PASSWORD, 'Boss')
    await app.running.tick()
    const codes = mailbox.mails.filter((mail) => mail.to === email).map((mail) => linkIn(mail.text))
    const [own = ''] = codes.filter((code) => code !== first)
    expect((await confirm(first)).body.code, 'the boss does not know the password of the stranger').toBe('not_sign_up_password')
    expect((await confirm(own)).status).toBe(200)
    expect((await confirm(first, 'the password of a stranger')).body.code, 'the other sign-ups end').toBe('sign_up_over')
    expect(await accounts(email)).toHaveLength(1)
  })

  test('with the email of an account tells its owner by mail, once an hour, and makes no second account', async () => {
    for (let i = 0; i < 3; i += 1) await register(known)
    await mailbox.mailTo(known, /you already have one/)
    await app.running.tick()
    expect(mailbox.mails.filter((mail) => mail.to === known && /already have one/.test(mail.text))).toHaveLength(1)
    expect(await accounts(known)).toHaveLength(1)
  })

  test('ends after a day, and limits wrong passwords at its link', async () => {
    const email = 'late@example.in'
    await register(email)
    const code = linkIn((await mailbox.mailTo(email, /confirm your email/)).text)
    for (let i = 0; i < 5; i += 1) expect((await confirm(code, 'the guess of a stranger')).body.code).toBe('not_sign_up_password')
    expect((await confirm(code)).body.code).toBe('too_many_sign_ins')
    app.clock.advance(24 * 3_600_000 + 1000)
    expect((await confirm(code)).body.code).toBe('sign_up_over')
  })
})

describe('a disabled account', () => {
  const newPassword = 'another quiet evening'
  let id = ''
  let email = ''
  beforeEach(async () => {
    email = `gone${app.clock.now().getTime()}@example.in`
    const passwordHash = await hashPassword(PASSWORD)
    const at = app.clock.now()
    id = newId()
    await transaction(app.database.db, async (tx) => {
      await createAccount(tx, at, { id, name: 'Gita', email, role: 'staff', passwordHash })
      await disableAccount(tx, at, id)
    })
  })
  afterEach(() => app.clock.advance(24 * 3_600_000))
  const texts = () => mailbox.mails.filter(({ to }) => to === email).map(({ text }) => text)

  test('whose person asks for a new password is told by mail what helps, once an hour, and gets no code', async () => {
    for (let i = 0; i < 3; i += 1) await as({}, checkUser, { body: { email, role: 'shop' } })
    await mailbox.mailTo(email, /this account is disabled/)
    await app.running.tick()
    expect(texts()).toEqual([expect.stringMatching(/ask your manager to enable it, or create a new account with this email/)])
    expect(await app.database.db.selectFrom('resetCode').select('id').where('accountId', '=', id).execute()).toEqual([])
  })

  test('does not stop its person from opening an own account with the email, as the mail says', async () => {
    await register(email)
    const code = linkIn((await mailbox.mailTo(email, /confirm your email/)).text)
    expect((await confirm(code)).body).toMatchObject({ user: { email, role: 'owner' } })
    expect((await as({}, login, { body: { email, password: PASSWORD } })).status).toBe(200)
    await as({}, checkUser, { body: { email, role: 'owner' } })
    const reset = /password: (\S{19})/.exec((await mailbox.mailTo(email, /Your code to set/)).text)?.[1] ?? ''
    const body = { email, role: 'owner' as const, newPassword, confirmPassword: newPassword, resetCode: reset }
    expect((await as({}, resetPassword, { body })).status).toBe(200)
  })

  test('gets no mail about failed sign-ins: what it advises would not help', async () => {
    for (let i = 0; i < 6; i += 1) await as({}, login, { body: { email, password: 'the guess of a stranger' } })
    await app.running.tick()
    expect(texts()).toEqual([])
  })

  test('of a super administrator keeps its email', async () => {
    await app.database.db.updateTable('account').set({ role: 'superadmin' }).where('id', '=', id).execute()
    await register(email)
    await mailbox.mailTo(email, /you already have one/)
    await app.running.tick()
    expect(texts()).toHaveLength(1)
  })
})

test('an email with characters of a mail header is refused', async () => {
  expect((await register('x<owner@corp.in>')).body).toMatchObject({ code: 'invalid_input', fields: { email: 'please insert valid email' } })
  const devanagari = await as({}, sendOtp, { body: { mobile: newMobile(), name: 'श्री\u200dमान', email: 'a@example.in' } })
  expect(devanagari.status).toBe(200)
})

test('an email whose lower case differs in JavaScript and the database can sign up and sign in with both spellings', async () => {
  for (const email of ['İpek@example.in', 'STRASSE@example.in']) {
    await register(email)
    const code = linkIn((await mailbox.mailTo(email.toLowerCase(), /confirm your email/)).text)
    expect((await confirm(code)).status).toBe(200)
    expect((await signIn(app.address, email, PASSWORD)).bearer).toBeTruthy()
    expect((await signIn(app.address, email.toLowerCase(), PASSWORD)).bearer).toBeTruthy()
  }
})
