import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoAccounts } from '../../contract/demo.ts'
import { DEMO_MALL } from '../../server/demo/seed.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { addRivals, RIVAL_SHOP, SHOP } from '../support/callers.ts'
import { type Credentials, call, ownerOf, signIn, staffOf } from '../support/people.ts'
import { freshEmail, freshShop, freshStaff, PASSWORD } from '../support/place-rows.ts'
import { openScreen } from '../support/screens.ts'

let app: TestApp
let owner: Credentials
let rival: Credentials
beforeAll(async () => {
  app = await startApp()
  await addRivals(app)
  owner = await ownerOf(app.address)
  rival = await signIn(app.address, 'owner@rival.test')
})
afterAll(() => app.stop())

interface Member {
  id: string
  email: string
  disabled: boolean
  firstPasswordPending: boolean
  lastSeenAt: string | null
}
const as = (who: Credentials, method: string, path: string, body?: unknown) => call(app.address, method, path, body, who)
const login = (email: string, password: string) => call(app.address, 'POST', '/api/auth/login', { email, password })
const act = (action: 'disable' | 'enable' | 'reset', id: string, shopId: string = SHOP, who = owner) =>
  as(who, 'POST', `/api/staff/${id}/${action}`, { shopId })
const list = async (shopId: string) => (await as(owner, 'GET', `/api/staff?shopId=${shopId}`)).body.staff as unknown as Member[]

/** A staff account that the owner added, with its one-use first password. */
async function added(shopId: string = SHOP) {
  const { status, body } = await as(owner, 'POST', '/api/staff', { shopId, name: 'Neel Joshi', email: freshEmail('staff') })
  expect(status).toBe(201)
  return { member: body.member as unknown as Member, firstPassword: String(body.firstPassword) }
}
const replace = async (email: string, firstPassword: string, password = PASSWORD) => {
  const entered = await login(email, firstPassword)
  expect([entered.status, entered.body.code]).toEqual([401, 'password_change_required'])
  return as({}, 'POST', '/api/auth/first-password', { challenge: entered.body.challenge, newPassword: password, confirmPassword: password })
}

describe('a new member of the staff', () => {
  test('gets a first password that lets in nowhere but to a password of their own', async () => {
    const { member, firstPassword } = await added()
    expect(firstPassword).toMatch(/^[a-z2-9]{4}(?:-[a-z2-9]{4}){3}$/)
    expect(member).toMatchObject({ disabled: false, firstPasswordPending: true, lastSeenAt: null })
    const entered = await replace(member.email, firstPassword)
    expect(entered.status).toBe(200)
    expect((await as({ bearer: String(entered.body.token) }, 'GET', `/api/get-data/${SHOP}`)).status).toBe(200)
    expect((await login(member.email, firstPassword)).status, 'it was good once').toBe(401)
    expect((await list(SHOP)).find(({ id }) => id === member.id)).toMatchObject({
      firstPasswordPending: false,
      lastSeenAt: expect.any(String),
    })
  })

  test('is told it once: no answer and no row has it again', async () => {
    const { member, firstPassword } = await added()
    expect(JSON.stringify(await list(SHOP))).not.toContain(firstPassword)
    const rows = await app.database.db.selectFrom('account').selectAll().where('id', '=', member.id).execute()
    const notes = await app.database.db.selectFrom('audit').selectAll().execute()
    expect(JSON.stringify([rows, notes])).not.toContain(firstPassword)
  })

  test('has a day to use it', async () => {
    const { member, firstPassword } = await added()
    app.clock.advance(25 * 3_600_000)
    expect((await login(member.email, firstPassword)).body.code).toBe('bad_credentials')
    owner = await ownerOf(app.address)
    rival = await signIn(app.address, 'owner@rival.test')
    const again = await act('reset', member.id)
    expect(again.body.firstPassword).not.toBe(firstPassword)
    expect((await replace(member.email, String(again.body.firstPassword))).status).toBe(200)
  })

  test('needs an email that nobody has', async () => {
    const { status, body } = await as(owner, 'POST', '/api/staff', {
      shopId: SHOP,
      name: 'Neel Joshi',
      email: demoAccounts.staff.email.toUpperCase(),
    })
    expect([status, body.code, Object.keys(body.fields as unknown as object)]).toEqual([409, 'email_taken', ['email']])
  })

  test('stands behind the account of the shop’s form, which is the first', async () => {
    const shop = await freshShop(app)
    const first = await freshStaff(app, shop.id)
    const { member } = await added(shop.id)
    expect((await list(shop.id)).map(({ id }) => id)).toEqual([first.id, member.id])
  })
})

describe('a staff account', () => {
  test('that is disabled loses its sessions and sockets at once, and nobody else’s end', async () => {
    const [leaving, staying] = [await freshStaff(app), await freshStaff(app)]
    const [first, second, other] = [
      await signIn(app.address, leaving.email, PASSWORD),
      await signIn(app.address, leaving.email, PASSWORD),
      await signIn(app.address, staying.email, PASSWORD),
    ]
    const screens = [await openScreen(app.address, first), await openScreen(app.address, second)]
    const kept = await openScreen(app.address, other)
    const { status, body } = await act('disable', leaving.id)
    expect([status, body.member]).toEqual([200, expect.objectContaining({ disabled: true })])
    expect(await Promise.all(screens.map(({ ended }) => ended))).toEqual(['io server disconnect', 'io server disconnect'])
    expect(screens.map(({ heard }) => heard.includes('session-ended'))).toEqual([true, true])
    for (const who of [first, second]) expect((await as(who, 'GET', '/api/auth/me')).status).toBe(401)
    expect((await login(leaving.email, PASSWORD)).status).toBe(401)
    await expect(openScreen(app.address, first)).rejects.toMatchObject({ data: { code: 'not_signed_in' } })
    expect(await kept.watch({ shopId: SHOP, staff: true })).toMatchObject({ ok: true })
    kept.socket.disconnect()

    expect((await act('disable', leaving.id)).status, 'twice is no error').toBe(200)
    expect((await act('enable', leaving.id)).body.member).toMatchObject({ disabled: false })
    expect((await login(leaving.email, PASSWORD)).status).toBe(200)
    expect((await as(first, 'GET', '/api/auth/me')).status, 'the old sessions do not come back').toBe(401)
  })

  test('that is reset keeps nothing of the old password: not its sessions, not a sign-in half done', async () => {
    const { id, email } = await freshStaff(app)
    const session = await signIn(app.address, email, PASSWORD)
    const first = await act('reset', id)
    expect((await as(session, 'GET', '/api/auth/me')).status).toBe(401)
    expect((await login(email, PASSWORD)).status).toBe(401)
    const half = await login(email, String(first.body.firstPassword))
    const second = await act('reset', id)
    const late = { challenge: half.body.challenge, newPassword: PASSWORD, confirmPassword: PASSWORD }
    expect((await as({}, 'POST', '/api/auth/first-password', late)).body.code).toBe('challenge_over')
    expect((await replace(email, String(second.body.firstPassword))).status).toBe(200)
  })

  test('of a sign-in and a disabling at the same moment, no session is left', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id, email } = await freshStaff(app)
      const [entered] = await Promise.all([login(email, PASSWORD), act('disable', id)])
      if (entered.status === 200) expect((await as({ bearer: String(entered.body.token) }, 'GET', '/api/auth/me')).status).toBe(401)
      await act('enable', id)
      if (entered.status === 200) expect((await as({ bearer: String(entered.body.token) }, 'GET', '/api/auth/me')).status).toBe(401)
    }
  })

  test('of another shop or mall is not found, and the reach is on record', async () => {
    const foreign = await freshStaff(app, RIVAL_SHOP, 'rival-mall')
    const here = await freshStaff(app, 'lotus-books')
    expect((await act('disable', here.id)).body.code, 'the right mall, the wrong shop').toBe('staff_not_found')
    expect((await act('disable', foreign.id)).body.code).toBe('staff_not_found')
    expect((await act('disable', 'nobody')).body.code).toBe('staff_not_found')
    expect((await act('reset', here.id, 'lotus-books', rival)).body.code).toBe('forbidden')
    const notes = await app.database.db.selectFrom('audit').selectAll().where('action', '=', 'reach.refused').orderBy('id').execute()
    expect(notes.map(({ mall_id, subject, detail }) => [mall_id, subject, (detail as { call: string }).call])).toEqual([
      ['rival-mall', foreign.id, 'POST /api/staff/:id/disable'],
      [DEMO_MALL, 'lotus-books', 'POST /api/staff/:id/reset'],
    ])
  })

  test('that also works in a mall of somebody else is not theirs alone to shut out', async () => {
    const shared = await freshStaff(app)
    const link = { shop_id: RIVAL_SHOP, account_id: shared.id, mall_id: 'rival-mall', created_at: app.clock.now() }
    await app.database.db.insertInto('shop_staff').values(link).execute()
    for (const action of ['disable', 'reset'] as const) expect((await act(action, shared.id)).body.code).toBe('forbidden')
    expect((await login(shared.email, PASSWORD)).body.shopIds).toEqual([SHOP, RIVAL_SHOP])
  })

  test('every change is on record with who made it', async () => {
    const { member } = await added()
    await act('disable', member.id)
    await act('enable', member.id)
    await act('reset', member.id)
    const notes = await app.database.db
      .selectFrom('audit')
      .select(['action', 'mall_id'])
      .where('subject', '=', member.id)
      .orderBy('id')
      .execute()
    expect(notes).toEqual(
      ['account.added', 'account.disabled', 'account.enabled', 'account.first-password-given'].map((action) => ({
        action,
        mall_id: DEMO_MALL,
      })),
    )
  })

  test('cannot manage its colleagues', async () => {
    expect((await as(await staffOf(app.address), 'GET', `/api/staff?shopId=${SHOP}`)).status).toBe(403)
  })
})
