import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '#contract/base/time.ts'
import { checkUser, resetPassword, totp } from '#contract/sign-in/calls.ts'
import { codesOf, deviceOf, guesserAt, PASSWORD } from '#tests/support/people/guessing.ts'
import { eventually } from '#tests/support/server/app.ts'
import { hold } from '#tests/support/server/held-rows.ts'
import { operator, type ProductionApp, productionApp } from '#tests/support/server/production.ts'
import { type Mailbox, openMailbox } from '#tests/support/vendors/mailbox.ts'

/** The guesses come from many addresses and in parallel. */

let mailbox: Mailbox
let app: ProductionApp

beforeAll(async () => {
  mailbox = await openMailbox()
  app = await productionApp({ env: { TRUST_PROXY: 'loopback', SMTP_URL: mailbox.url, LOG_LEVEL: 'silent' } })
  app.clock.stop()
})
afterAll(async () => {
  await app.stop()
  await mailbox.close()
})

const { forgetLimits, login, newAddress, newOwner, from } = guesserAt(() => app)
const many = <T>(times: number, make: (i: number) => Promise<T>) => Promise.all(Array.from({ length: times }, (_, i) => make(i)))
const noted = (action: string) => app.database.db.selectFrom('audit').selectAll().where('action', '=', action).execute()

describe('wrong passwords', () => {
  test('of 25 at once from one address five are judged, and of 40 at once from 40 addresses twenty are judged', async () => {
    const one = newAddress()
    const email = await newOwner()
    expect(codesOf(await many(25, () => login(email, 'not this one', one)))).toEqual({ bad_credentials: 5, too_many_sign_ins: 20 })
    const other = await newOwner()
    expect(codesOf(await many(40, () => login(other, 'not this one')))).toEqual({ bad_credentials: 20, too_many_sign_ins: 20 })
    expect(codesOf(await many(25, () => login('nobody@example.in', 'not this one', one))), 'the same for an unknown email').toEqual({
      bad_credentials: 5,
      too_many_sign_ins: 20,
    })
  })

  test('count together for all addresses of one IPv6 network, and for an email in upper or lower case', async () => {
    const email = await newOwner()
    for (let i = 0; i < 5; i += 1)
      expect((await login(i % 2 ? email.toUpperCase() : email, 'wrong', `2001:db8:7:7::${i + 1}`)).body.code).toBe('bad_credentials')
    expect((await login(email, PASSWORD, '2001:db8:7:7:ffff::9')).body.code).toBe('too_many_sign_ins')
    expect((await login(email, PASSWORD, '2001:db8:7:8::1')).status, 'the next network counts separately').toBe(200)
  })

  test('of strangers never hold back a browser that has signed in before, which has its own tries', async () => {
    const email = await newOwner()
    const wifi = newAddress()
    const device = deviceOf(await login(email, PASSWORD, wifi))
    expect(device).toMatch(/^rc_device=/)
    await many(25, () => login(email, 'not this one', wifi))
    await many(30, () => login(email, 'not this one'))
    expect((await login(email, PASSWORD, wifi)).body.code, 'another browser must wait').toBe('too_many_sign_ins')
    expect((await login(email, PASSWORD, wifi, device)).status).toBe(200)
    expect(codesOf(await many(8, () => login(email, 'not this one', newAddress(), device)))).toEqual({
      bad_credentials: 5,
      too_many_sign_ins: 3,
    })
  })

  test('of strangers keep counting, even if the owner signs in from a known browser', async () => {
    const email = await newOwner()
    const device = deviceOf(await login(email, PASSWORD))
    await many(20, () => login(email, 'not this one'))
    expect((await login(email, PASSWORD, newAddress(), device)).status).toBe(200)
    expect((await login(email, 'not this one')).body.code).toBe('too_many_sign_ins')
  })

  test('count even with a device cookie of another account or a made-up one', async () => {
    const [email, other] = [await newOwner(), await newOwner()]
    const foreign = deviceOf(await login(other, PASSWORD))
    await many(20, () => login(email, 'not this one'))
    for (const cookie of [foreign, 'rc_device=made.up~one', `${foreign}~0000000000000000000000`])
      expect((await login(email, PASSWORD, newAddress(), cookie)).body.code).toBe('too_many_sign_ins')
  })

  test('in a known browser are limited over the day as well', async () => {
    const email = await newOwner()
    const device = deviceOf(await login(email, PASSWORD))
    let judged = 0
    for (let at = 0; at < DAY; at += 10 * MINUTE) {
      const { code } = (await login(email, 'not this one', newAddress(), device)).body
      if (code === 'bad_credentials') judged += 1
      forgetLimits()
      app.clock.advance(10 * MINUTE)
    }
    expect(judged).toBeGreaterThan(20)
    expect(judged).toBeLessThanOrEqual(125)
    app.clock.advance(15 * MINUTE)
    expect((await login(email, PASSWORD, newAddress(), device)).status).toBe(200)
  })

  test('are the only tries that count: right passwords at the same moment all sign in', async () => {
    const email = await newOwner()
    const wifi = newAddress()
    expect(codesOf(await many(12, () => login(email, PASSWORD, wifi)))).toEqual({ right: 12 })
  })

  test('in a row are in the audit once, with a mail to the account; a new browser causes a mail too', async () => {
    const email = await newOwner()
    await login(email, PASSWORD)
    const before = (await noted('sign-in.failed')).length
    for (let i = 0; i < 7; i += 1) await login(email, 'not this one')
    await mailbox.mailTo(email, /tried several times/)
    expect((await noted('sign-in.failed')).length).toBe(before + 1)
    app.clock.advance(HOUR)
    for (let i = 0; i < 4; i += 1) await login(email, 'not this one')
    await login(email, PASSWORD)
    await mailbox.mailTo(email, /from a new browser/)
    expect(
      mailbox.mails.filter((mail) => mail.to === email && /several times/.test(mail.text)),
      'one mail an hour',
    ).toHaveLength(2)
  })

  test.skipIf(inject('engine') !== 'postgres')('that are judged at the same moment are in the audit as one entry, too', async () => {
    const email = await newOwner()
    const before = (await noted('sign-in.failed')).length
    const { db } = app.database
    const pending = () => db.selectFrom('signInFailure').select('id').where('pending', '=', true).execute()
    // No judgement can be written before all five are on record; then they continue together.
    await sql`create function wait_to_judge() returns trigger language plpgsql as $$ begin
        perform pg_advisory_xact_lock_shared(77);
        return new; end $$`.execute(db)
    await sql`create trigger wait before update on sign_in_failure for each row execute function wait_to_judge()`.execute(db)
    const judging = await hold(app.url, 'select pg_advisory_xact_lock(77)')
    const five = many(5, () => login(email, 'not this one'))
    await expect.poll(async () => (await pending()).length).toBe(10)
    await judging.isWaitedFor()
    await judging.letGo()
    expect(codesOf(await five)).toEqual({ bad_credentials: 5 })
    await sql`drop function wait_to_judge cascade`.execute(db)
    await app.running.tick()
    expect((await noted('sign-in.failed')).length).toBe(before + 1)
  })
})

describe('a second factor', () => {
  test('that is wrong counts for the account over all challenges and addresses, also after a right password', async () => {
    const signUp = await login(operator.email, operator.password)
    const secret = signUp.body.enrol?.secret ?? ''
    const late = await login(operator.email, operator.password)
    const codeNow = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now().getTime() })
    const prove = (challenge: string | undefined, code: string, cookie?: string) =>
      from(totp, { body: { challenge: String(challenge), code } }, newAddress(), cookie)
    const entered = await prove(signUp.body.challenge, codeNow())
    expect(entered.status).toBe(200)
    const device = deviceOf(entered)
    await mailbox.mailTo(operator.email, /authenticator app/)
    const stale = new TOTP({ secret: Secret.fromBase32(late.body.enrol?.secret ?? '') })
    const over = await prove(late.body.challenge, stale.generate({ timestamp: app.clock.now().getTime() }))
    expect(over.body.code, 'an enrolment that was offered before another one was used').toBe('challenge_over')

    app.clock.advance(MINUTE)
    const judged = await many(25, async () => {
      const { body } = await login(operator.email, operator.password)
      return prove(body.challenge, codeNow() === '000000' ? '000001' : '000000')
    })
    expect(codesOf(judged)).toEqual({ invalid_totp: 10, too_many_sign_ins: 15 })
    const again = await login(operator.email, operator.password)
    const waits = await prove(again.body.challenge, codeNow())
    expect(waits.body.code, 'even the right code must wait').toBe('too_many_sign_ins')
    expect(Number(waits.headers.get('retry-after'))).toBeGreaterThan(50)
    const known = await login(operator.email, operator.password, newAddress(), device)
    expect((await prove(known.body.challenge, codeNow(), device)).status, 'a known browser has its own tries').toBe(200)
    await mailbox.mailTo(operator.email, /tried several times/)
    // The tries were judged at the same moment, so their entries have no order.
    const entries = (await noted('second-factor.failed')).map((entry) => entry.detail)
    expect(entries).toHaveLength(2)
    expect(entries).toEqual(expect.arrayContaining([{ failures: 5 }, { failures: 10 }]))
  })
})

describe('a password reset', () => {
  const ask = (email: string, address?: string) => from(checkUser, { body: { email, role: 'owner' } }, address)
  const finish = (email: string, resetCode: string, address?: string) =>
    from(
      resetPassword,
      { body: { email, role: 'owner', newPassword: 'another evening', confirmPassword: 'another evening', resetCode } },
      address,
    )
  const codeIn = (text: string) => /password: (\S{19})/.exec(text)?.[1] ?? ''

  test('works for the owner even if a stranger asks for codes and tries them', async () => {
    const email = await newOwner()
    await ask(email)
    const own = await mailbox.mailTo(email, /Your code to set/)
    for (let i = 0; i < 3; i += 1) await ask(email)
    const wrong = await many(25, () => finish(email, 'aaaa-bbbb-cccc-dddd', '203.0.113.77'))
    expect(codesOf(wrong), 'from one address five are judged').toEqual({ invalid_reset_code: 5, too_many_sign_ins: 20 })
    await many(40, () => finish(email, 'aaaa-bbbb-cccc-dddd'))
    const reset = await finish(email, codeIn(own.text))
    expect(reset.body).toEqual({ success: true, message: 'Password updated successfully.' })
    await mailbox.mailTo(email, /was just changed/)
    await many(25, () => login(email, 'not this one'))
    expect((await login(email, 'another evening')).body.code).toBe('too_many_sign_ins')
    expect((await login(email, 'another evening', newAddress(), deviceOf(reset))).status, 'the mailbox proved this browser').toBe(200)
  })

  test('always works for the owner who asks, however many codes a stranger asks for', async () => {
    const email = await newOwner()
    for (let i = 0; i < 24; i += 1) {
      await ask(email)
      // A mail that could not leave for minutes is not sent any more, and here ten minutes pass in an instant.
      await app.running.tick()
      app.clock.advance(10 * MINUTE)
    }
    // If a code of the last hour still works, no new one is sent.
    await ask(email)
    const mailsNow = () => mailbox.mails.filter(({ to, text }) => to === email && /Your code to set/.test(text))
    // A mail may still be on its way, and one that was sent again may come last. So the owner tries each, the newest first.
    const tried = new Set<string>()
    const works = async () => {
      await app.running.tick()
      const codes = mailsNow().map(({ text }) => codeIn(text))
      for (const code of codes.toReversed()) {
        if (tried.has(code)) continue
        tried.add(code)
        if ((await finish(email, code)).status === 200) return true
      }
      return undefined
    }
    expect(await eventually(works)).toBe(true)
    // Each mail has a code of its own. One that was being sent when the clock moved on by ten minutes is sent twice.
    expect(new Set(mailsNow().map(({ text }) => text)).size).toBeLessThan(15)
  })

  test('code ends after an hour, works once, and may be typed in any case and without dashes', async () => {
    const email = await newOwner()
    await ask(email)
    const code = codeIn((await mailbox.mailTo(email, /Your code to set/)).text)
    expect((await finish(email, code.replaceAll('-', '').toUpperCase())).status).toBe(200)
    expect((await finish(email, code)).body.code).toBe('invalid_reset_code')
    app.clock.advance(HOUR)
    await ask(email)
    await app.running.tick()
    const late = mailbox.mails.findLast((mail) => mail.to === email && /Your code to set/.test(mail.text))
    app.clock.advance(HOUR + SECOND)
    expect((await finish(email, codeIn(late?.text ?? ''))).body.code).toBe('invalid_reset_code')
    app.clock.advance(DAY)
  })
})
