import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE, SECOND } from '#contract/base/time.ts'
import { addMall, addShop, changeShop } from '#contract/office/form-calls.ts'
import { removeOwnersSecondFactor } from '#contract/office/mall-calls.ts'
import { checkUser, login, resetPassword, signUp, totp, me as whoAmI } from '#contract/sign-in/calls.ts'
import {
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  endOthers,
  endSession,
  listSessions,
  prove,
  readSecondFactor,
  removeSecondFactor,
} from '#contract/sign-in/own-account-calls.ts'
import { listStaff, removeStaffSecondFactor } from '#contract/staff/calls.ts'
import { openScreen } from '#tests/support/browser/screens.ts'
import { type Credentials, clientOf, done, send } from '#tests/support/calls/client.ts'
import { freshMall, freshStaff, PASSWORD } from '#tests/support/people/place-rows.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'
import { operator, type ProductionApp, productionApp } from '#tests/support/server/production.ts'

const NEW = 'a quiet evening'
const CHROME = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const as = clientOf(() => app.address)
const logIn = (email: string, password = PASSWORD, userAgent = 'node') =>
  as({ headers: { 'user-agent': userAgent } }, login, { body: { email, password } })
const isIn = async (who: Credentials) => (await as(who, whoAmI)).status === 200
async function enter(email: string, password = PASSWORD, userAgent = 'node'): Promise<Credentials & { bearer: string }> {
  const { status, body } = await logIn(email, password, userAgent)
  expect(status, JSON.stringify(body)).toBe(200)
  return { bearer: String(body.token) }
}
const changed = (who: Credentials, currentPassword: string, newPassword: string, confirmPassword = newPassword) =>
  as(who, changePassword, { body: { currentPassword, newPassword, confirmPassword } })
const sessionsOf = async (who: Credentials) => (await done(as(who, listSessions))).body.sessions
/** The audit entries about an account, without its sign-ins. */
async function auditOf(accountId: string) {
  const { db } = app.database
  const rows = await db.selectFrom('audit').select(['action', 'fromHash']).where('subject', '=', accountId).orderBy('id').execute()
  return rows.filter(({ action, fromHash }) => fromHash !== null && !/^sign-in\.(?:succeeded|new-device)$/.test(action))
}
/** A demo has no mailboxes, so these are the alerts that production would send by mail. */
async function alertsTo(email: string) {
  const rows = await app.database.db.selectFrom('outbox').select('payload').where('kind', '=', 'account.alert').orderBy('id').execute()
  const alerts = rows.map(({ payload }) => payload as { email: string; alert: string })
  return alerts.filter((one) => one.email === email && one.alert !== 'device').map(({ alert }) => alert)
}
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now().getTime() })
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

describe('the own password', () => {
  test('is changed with the current one; all other sessions and sockets end, and this one continues with a new token', async () => {
    const { id, email } = await freshStaff(app)
    const [me, elsewhere] = [await enter(email), await enter(email)]
    const screen = await openScreen(app.address, elsewhere)
    const mine = await openScreen(app.address, me)
    const answer = await changed(me, PASSWORD, NEW)
    expect([answer.status, answer.body]).toEqual([200, { success: true, token: expect.any(String) }])
    expect(await isIn(elsewhere)).toBe(false)
    expect(await isIn(me), 'the old token is void').toBe(false)
    expect(await isIn({ bearer: String(answer.body.token) })).toBe(true)
    await screen.ended
    expect(screen.heard).toContain('session-ended')
    expect(mine.socket.connected, 'the own screen stays').toBe(true)
    mine.socket.disconnect()
    expect((await logIn(email, PASSWORD)).status).toBe(401)
    expect((await logIn(email, NEW)).status).toBe(200)
    expect(await auditOf(id)).toEqual([{ action: 'password.changed', fromHash: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    expect(await alertsTo(email)).toEqual(['password'])
  })

  test('stays if the current one is wrong; wrong ones make the account wait over all its sessions, also at the same time', async () => {
    const { id, email } = await freshStaff(app)
    const [me, too] = [await enter(email), await enter(email)]
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => changed(i % 2 === 0 ? me : too, 'not this one', NEW)))
    const codes = answers.map(({ body }) => String(body.code))
    // Five are judged without a wait. One that comes a second after the last wrong one can be judged too.
    expect(codes.filter((code) => code === 'too_many_sign_ins').length).toBeGreaterThanOrEqual(5)
    expect(codes.filter((code) => code === 'wrong_password').length).toBeGreaterThanOrEqual(5)
    app.clock.advance(MINUTE)
    for (let i = 0; i < 2; i += 1) await changed(i === 0 ? me : too, 'not this one', NEW)
    const waits = await changed(me, PASSWORD, NEW)
    expect([waits.status, waits.body.code]).toEqual([429, 'too_many_sign_ins'])
    expect(Number(waits.headers.get('retry-after'))).toBeGreaterThan(0)
    // The relay finds out whether an account has this email.
    await app.running.tick()
    expect((await auditOf(id)).map(({ action }) => action)).toContain('sign-in.failed')
    expect(await alertsTo(email)).toContain('failures')
    expect((await logIn(email)).status, 'sign-ins are counted separately').toBe(200)
    app.clock.advance(MINUTE)
    expect((await changed(me, 'not this one', NEW)).body).toMatchObject({
      code: 'wrong_password',
      fields: { currentPassword: 'This is not your current password' },
    })
    app.clock.advance(MINUTE)
    expect((await changed(me, PASSWORD, NEW)).status).toBe(200)
  })

  test('is refused if it is common, only a name of the person, the mall or the shop, too short, or not repeated exactly', async () => {
    const { email } = await freshStaff(app)
    const me = await enter(email)
    for (const common of [
      '1q2w3e4r5t',
      'Neel.Joshi.1',
      'redcarpet99',
      `${email.split('@')[0]}-2026`,
      'Phoenix.Cafe.1',
      'phoenixmall2026',
    ]) {
      expect((await changed(me, PASSWORD, common)).body, common).toMatchObject({
        code: 'common_password',
        fields: { newPassword: 'This password is too common' },
      })
    }
    expect((await changed(me, PASSWORD, 'short')).body).toMatchObject({
      code: 'invalid_input',
      fields: { newPassword: expect.any(String) },
    })
    expect((await changed(me, PASSWORD, NEW, 'another evening')).body).toMatchObject({
      fields: { confirmPassword: 'The passwords do not match' },
    })
    expect(await isIn(me)).toBe(true)
  })

  test('is refused for the same reasons in a sign-up, a reset and the forms of malls and shops', async () => {
    const owner = { name: 'Gulmohar Traders', email: 'gulmohar@places.test', password: 'gulmohar-2026', role: 'owner' as const }
    expect((await as({}, signUp, { body: owner })).body.code).toBe('common_password')
    const { email } = await freshStaff(app)
    const { body } = await as({}, checkUser, { body: { email, role: 'shop' } })
    const reset = (newPassword: string) =>
      as({}, resetPassword, { body: { email, role: 'shop', newPassword, confirmPassword: newPassword, resetCode: String(body.resetCode) } })
    for (const common of ['password123', 'phoenix-cafe-7']) expect((await reset(common)).body.code).toBe('common_password')
    const operator = await enter('superadmin@demo.test', 'red-carpet-demo')
    const mall = { title: 'Gulmohar', description: '', image: '', email: 'g@places.test', role: 'owner' as const }
    const added = await as(operator, addMall, { body: { ...mall, password: 'gulmohar!!', mallconpassword: 'gulmohar!!' } })
    expect(added.body).toMatchObject({ code: 'common_password', fields: { password: 'This password is too common' } })
    const shop = { name: 'Jamun', description: '', image: '', link: '', email: 'jamun@places.test', role: 'shop' as const }
    const newShop = (password: string) =>
      as(operator, addShop, { id: 'phoenix-mall', body: { ...shop, password, shopconpassword: password } })
    expect((await newShop('jamun-1234')).body.code).toBe('common_password')
    expect((await newShop(PASSWORD)).status).toBe(201)
    const change = { newName: 'Jamun', newPassword: 'jamun-1234', newShopConPassword: 'jamun-1234' }
    const item = await as(operator, changeShop, { shopId: 'phoenix-mall', itemName: 'Jamun', body: change })
    expect(item.body).toMatchObject({ code: 'common_password', fields: { newPassword: 'This password is too common' } })
  })
})

describe('the own sessions', () => {
  test('are listed with their device, this one first, without those of other people', async () => {
    const [{ email }, other] = [await freshStaff(app), await freshStaff(app)]
    const me = await enter(email, PASSWORD, 'curl/8')
    await enter(email, PASSWORD, CHROME)
    await enter(other.email)
    const sessions = await sessionsOf(me)
    expect(sessions.map(({ browser, system, current }) => [browser, system, current])).toEqual([
      [null, null, true],
      ['Chrome', 'Android', false],
    ])
    expect(new Date(sessions[0]?.createdAt ?? 0).getTime()).toBeGreaterThan(app.clock.now().getTime() - MINUTE)
    expect(JSON.stringify(sessions)).not.toMatch(/token|hash|Mozilla/)
  })

  test('can be ended one by one with their sockets; a session of another person is not found', async () => {
    const [{ id, email }, other] = [await freshStaff(app), await freshStaff(app)]
    const [me, phone, stranger] = [await enter(email), await enter(email), await enter(other.email)]
    const screen = await openScreen(app.address, phone)
    const [foreign] = await sessionsOf(stranger)
    expect((await as(me, endSession, { id: foreign?.id })).body.code).toBe('session_not_found')
    expect(await isIn(stranger)).toBe(true)
    const phones = (await sessionsOf(me)).find(({ current }) => !current)
    expect((await as(me, endSession, { id: phones?.id })).body).toEqual({ success: true })
    await screen.ended
    expect(await isIn(phone)).toBe(false)
    expect((await as(me, endSession, { id: phones?.id })).status).toBe(404)
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['sign-in.ended'])
  })

  test('can end others only if the password was given in the last five minutes; giving it again replaces the token', async () => {
    const { email } = await freshStaff(app)
    const [me, phone] = [await enter(email), await enter(email)]
    app.clock.advance(5 * MINUTE + SECOND)
    const [own, phones] = await sessionsOf(me)
    for (const ask of [() => as(me, endSession, { id: phones?.id }), () => as(me, endOthers)])
      expect((await ask()).body.code).toBe('proof_required')
    expect((await as(me, prove, { body: { currentPassword: 'not this one' } })).body.code).toBe('wrong_password')
    const proven = await as(me, prove, { body: { currentPassword: PASSWORD } })
    expect(await isIn(me), 'the earlier token is void').toBe(false)
    const again = { bearer: String(proven.body.token) }
    expect(
      (await sessionsOf(again)).map(({ id }) => id),
      'the session is the same one',
    ).toContain(own?.id)
    expect((await as(again, endOthers)).body).toEqual({ success: true, ended: 1 })
    expect([await isIn(phone), await isIn(again)]).toEqual([false, true])
    app.clock.advance(5 * MINUTE + SECOND)
    const itself = await as(again, endSession, { id: own?.id })
    expect(itself.status, 'to end the own session needs no password').toBe(200)
    expect(await isIn(again)).toBe(false)
  })
})

describe('a second factor of staff and owners', () => {
  async function enrol(who: Credentials) {
    const begun = await as(who, beginSecondFactor, { body: { currentPassword: PASSWORD } })
    expect(begun.status, JSON.stringify(begun.body)).toBe(200)
    const secret = String(begun.body.secret)
    const confirmed = await as(who, confirmSecondFactor, { body: { code: codeOf(secret) } })
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200)
    return { secret, me: { bearer: String(confirmed.body.token) } }
  }

  test('is asked for at each sign-in after it was confirmed with a code, and each code works once', async () => {
    const { id, email } = await freshStaff(app)
    const [first, elsewhere] = [await enter(email), await enter(email)]
    expect((await as(first, readSecondFactor)).body).toEqual({ success: true, on: false, required: false })
    expect((await as(first, beginSecondFactor, { body: { currentPassword: 'not this one' } })).body.code).toBe('wrong_password')
    const begun = await as(first, beginSecondFactor, { body: { currentPassword: PASSWORD } })
    const secret = String(begun.body.secret)
    expect(begun.body.url).toMatch(/^otpauth:\/\/totp\/Red%20Carpet/)
    expect((await logIn(email)).status, 'it is not on before it is confirmed').toBe(200)
    const confirm = (who: Credentials, code: string) => as(who, confirmSecondFactor, { body: { code } })
    expect((await confirm(elsewhere, codeOf(secret))).body.code, 'another session cannot confirm it').toBe('enrolment_over')
    expect((await confirm(first, wrong(codeOf(secret)))).body.code).toBe('wrong_code')
    const used = codeOf(secret)
    const confirmed = await confirm(first, used)
    const me = { bearer: String(confirmed.body.token) }
    expect([await isIn(me), await isIn(first), await isIn(elsewhere)]).toEqual([true, false, false])
    expect((await as(me, readSecondFactor)).body).toMatchObject({ on: true })
    expect((await as(me, beginSecondFactor, { body: { currentPassword: PASSWORD } })).body.code).toBe('second_factor_on')

    const asked = await logIn(email)
    expect([asked.status, asked.body.code, asked.body.token, asked.body.enrol]).toEqual([401, 'totp_required', undefined, undefined])
    const second = (code: string) => as({}, totp, { body: { challenge: String(asked.body.challenge), code } })
    expect((await second(used)).body.code, 'the code that confirmed it is used up').toBe('invalid_totp')
    app.clock.advance(31 * SECOND)
    expect((await second(codeOf(secret))).body).toMatchObject({ token: expect.any(String), user: { role: 'shop' } })
    expect((await auditOf(id)).map(({ action }) => action)).toContain('second-factor.added')
    expect(await alertsTo(email)).toEqual(['factor'])
    const stored = await app.database.db.selectFrom('account').select('totpSecret').where('id', '=', id).executeTakeFirstOrThrow()
    expect(stored.totpSecret).not.toContain(secret)
  })

  test('is not added after ten minutes, or after five wrong codes', async () => {
    const { email } = await freshStaff(app)
    const me = await enter(email)
    const begin = async () => String((await as(me, beginSecondFactor, { body: { currentPassword: PASSWORD } })).body.secret)
    const confirm = async (code: string) => (await as(me, confirmSecondFactor, { body: { code } })).body.code
    const late = await begin()
    app.clock.advance(10 * MINUTE)
    expect(await confirm(codeOf(late))).toBe('enrolment_over')
    const guessed = await begin()
    for (let i = 0; i < 5; i += 1) expect(await confirm(wrong(codeOf(guessed)))).toBe('wrong_code')
    expect(await confirm(codeOf(guessed))).toBe('enrolment_over')
    const again = await begin()
    expect(await confirm(codeOf(guessed)), 'the first secret is void').toBe('wrong_code')
    expect(await confirm(codeOf(again))).toBeUndefined()
  })

  test('is removed with the password and a fresh code, and wrong codes make the account wait', async () => {
    const { id, email } = await freshStaff(app)
    const { secret, me } = await enrol(await enter(email))
    const remove = (currentPassword: string, code: string) => as(me, removeSecondFactor, { body: { currentPassword, code } })
    expect((await remove(PASSWORD, codeOf(secret))).body.code, 'the code that added it is used up').toBe('wrong_code')
    app.clock.advance(31 * SECOND)
    expect((await remove('not this one', codeOf(secret))).body.code).toBe('wrong_password')
    for (let i = 0; i < 9; i += 1) expect((await remove(PASSWORD, wrong(codeOf(secret)))).body.code).toBe('wrong_code')
    expect((await remove(PASSWORD, codeOf(secret))).body.code).toBe('too_many_sign_ins')
    app.clock.advance(MINUTE)
    const removed = await remove(PASSWORD, codeOf(secret))
    expect(removed.status).toBe(200)
    const now = { bearer: String(removed.body.token) }
    expect((await as(now, removeSecondFactor, { body: { currentPassword: PASSWORD, code: '123456' } })).body.code).toBe('second_factor_off')
    expect((await logIn(email)).status).toBe(200)
    const actions = (await auditOf(id)).map(({ action }) => action)
    expect([actions.at(-1), actions.filter((action) => action === 'second-factor.failed').length]).toEqual(['second-factor.removed', 2])
    expect((await alertsTo(email)).filter((alert) => alert === 'factor')).toHaveLength(2)
  })

  test('stays when the password is reset or changed', async () => {
    const { email } = await freshStaff(app)
    const { me } = await enrol(await enter(email))
    expect((await changed(me, PASSWORD, NEW)).status).toBe(200)
    expect((await logIn(email, NEW)).body.code).toBe('totp_required')
    const { body } = await as({}, checkUser, { body: { email, role: 'shop' } })
    const reset = { email, role: 'shop', newPassword: PASSWORD, confirmPassword: PASSWORD, resetCode: String(body.resetCode) } as const
    expect((await as({}, resetPassword, { body: reset })).status).toBe(200)
    expect((await logIn(email)).body.code).toBe('totp_required')
  })

  test('that staff have lost can be removed by their owner, which is in the audit, sends a mail and ends their sessions', async () => {
    const { id, email } = await freshStaff(app)
    const { me } = await enrol(await enter(email))
    const owner = await enter('owner@demo.test', 'red-carpet-demo')
    const members = async () => (await done(as(owner, listStaff, { query: { shopId: 'phoenix-cafe' } }))).body.staff
    expect((await members()).find((member) => member.id === id)?.hasSecondFactor).toBe(true)
    const remove = () => as(owner, removeStaffSecondFactor, { id, body: { shopId: 'phoenix-cafe' } })
    expect((await remove()).body).toMatchObject({ success: true, member: { id, hasSecondFactor: false } })
    expect((await remove()).body.code).toBe('second_factor_off')
    expect(await isIn(me)).toBe(false)
    expect((await logIn(email)).status).toBe(200)
    expect((await alertsTo(email)).filter((alert) => alert === 'factor')).toHaveLength(2)
    const lines = await app.database.db
      .selectFrom('audit')
      .select(['mallId', 'actorKind'])
      .where('action', '=', 'account.second-factor-removed')
      .where('subject', '=', id)
      .execute()
    expect(lines).toEqual([{ mallId: 'phoenix-mall', actorKind: 'owner' }])
  })

  test('that an owner has lost can be removed by a super administrator', async () => {
    const owner = { name: 'Ila Rao', email: 'ila@places.test', password: PASSWORD, role: 'owner' as const }
    expect((await as({}, signUp, { body: owner })).status).toBe(201)
    const entered = await enter(owner.email)
    const { me } = await enrol(entered)
    const [mallId] = (await done(as(me, whoAmI))).body.shopIds
    const operator = await enter('superadmin@demo.test', 'red-carpet-demo')
    const remove = (id: string | undefined, who: Credentials) => as(who, removeOwnersSecondFactor, { id })
    expect((await remove(mallId, me)).status, 'owners cannot remove their own this way').toBe(403)
    expect((await remove('no-such-mall', operator)).body.code).toBe('mall_not_found')
    expect((await remove(await freshMall(app), operator)).body.code).toBe('second_factor_off')
    expect((await remove(mallId, operator)).body).toEqual({ success: true })
    expect(await isIn(me)).toBe(false)
    expect((await logIn(owner.email)).status).toBe(200)
  })
})

describe('a super administrator in production', () => {
  let live: ProductionApp
  beforeAll(async () => {
    live = await productionApp()
  })
  afterAll(() => live.stop())

  test('keeps the second factor, and a new password must have at least 15 characters', async () => {
    const asked = await send(live.address, login, { body: operator })
    const secret = asked.body.enrol?.secret ?? ''
    const codeNow = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: live.clock.now().getTime() })
    const entered = await send(live.address, totp, { body: { challenge: String(asked.body.challenge), code: codeNow() } })
    const me = { bearer: String(entered.body.token) }
    expect((await send(live.address, readSecondFactor, {}, me)).body).toMatchObject({ on: true, required: true })
    live.clock.advance(31 * SECOND)
    const removal = { currentPassword: operator.password, code: codeNow() }
    expect((await send(live.address, removeSecondFactor, { body: removal }, me)).body.code).toBe('second_factor_required')
    const change = (newPassword: string) =>
      send(live.address, changePassword, { body: { currentPassword: operator.password, newPassword, confirmPassword: newPassword } }, me)
    expect((await change('only 14 chars.')).body).toMatchObject({ fields: { newPassword: 'Please use at least 15 characters' } })
    expect((await change('quite a long quiet evening')).status).toBe(200)
    const again = await send(live.address, login, { body: { ...operator, password: 'quite a long quiet evening' } })
    expect([again.body.code, again.body.enrol]).toEqual(['totp_required', undefined])
  })
})
