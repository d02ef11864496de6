import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoAccounts } from '#contract/base/demo.ts'
import { listTickets } from '#contract/desk/calls.ts'
import { addMall, addShop, changeMall, changeShop } from '#contract/office/form-calls.ts'
import { removeMall } from '#contract/office/mall-calls.ts'
import { firstPassword, login, me, signUp } from '#contract/sign-in/calls.ts'
import { addStaff, disableStaff, enableStaff, listStaff, renameStaff, resetStaff } from '#contract/staff/calls.ts'
import { DEMO_MALL } from '#server/demo/seed.ts'
import { openScreen } from '#tests/support/browser/screens.ts'
import { type Credentials, clientOf, done, send } from '#tests/support/calls/client.ts'
import { addRivals, RIVAL_SHOP, SHOP } from '#tests/support/people/callers.ts'
import { ownerOf, signIn, staffOf } from '#tests/support/people/people.ts'
import { freshEmail, freshShop, freshStaff, mallForm, PASSWORD } from '#tests/support/people/place-rows.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

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

const as = clientOf(() => app.address)
const logIn = (email: string, password: string) => send(app.address, login, { body: { email, password } })
const actions = { disable: disableStaff, enable: enableStaff, reset: resetStaff }
const act = (action: keyof typeof actions, id: string, shopId: string = SHOP, who = owner) =>
  as(who, actions[action], { id, body: { shopId } })
const list = async (shopId: string) => (await done(as(owner, listStaff, { query: { shopId } }))).body.staff

/** Returns the account with its one-use first password. */
async function added(shopId: string = SHOP) {
  const { status, body } = await done(as(owner, addStaff, { body: { shopId, name: 'Neel Joshi', email: freshEmail('staff') } }))
  expect(status).toBe(201)
  return { member: body.member, firstPassword: body.firstPassword }
}
const replace = async (email: string, first: string, password = PASSWORD) => {
  const entered = await logIn(email, first)
  expect([entered.status, entered.body.code]).toEqual([401, 'password_change_required'])
  return as({}, firstPassword, { body: { challenge: String(entered.body.challenge), newPassword: password, confirmPassword: password } })
}

/** A super administrator adds the mall with a form that names this email. */
async function mallOf(email: string): Promise<{ id: string; owner: Credentials }> {
  const superadmin = await signIn(app.address, demoAccounts.superadmin.email)
  const { body } = await done(as(superadmin, addMall, { body: mallForm(email) }))
  return { id: String(body._id), owner: await signIn(app.address, email, PASSWORD) }
}

describe('a new member of staff', () => {
  test('gets a first password that can only be used to choose their own password', async () => {
    const { member, firstPassword } = await added()
    expect(firstPassword).toMatch(/^[a-z2-9]{4}(?:-[a-z2-9]{4}){3}$/)
    expect(member).toMatchObject({ disabled: false, firstPasswordPending: true, lastSeenAt: null })
    const entered = await replace(member.email, firstPassword)
    expect(entered.status).toBe(200)
    expect((await as({ bearer: String(entered.body.token) }, listTickets, { id: SHOP })).status).toBe(200)
    expect((await logIn(member.email, firstPassword)).status, 'it works once').toBe(401)
    expect((await list(SHOP)).find(({ id }) => id === member.id)).toMatchObject({
      firstPasswordPending: false,
      lastSeenAt: expect.any(String),
    })
  })

  test('sees the first password once: no later answer and no row contains it', async () => {
    const { member, firstPassword } = await added()
    expect(JSON.stringify(await list(SHOP))).not.toContain(firstPassword)
    const rows = await app.database.db.selectFrom('account').selectAll().where('id', '=', member.id).execute()
    const notes = await app.database.db.selectFrom('audit').selectAll().execute()
    expect(JSON.stringify([rows, notes])).not.toContain(firstPassword)
  })

  test('has a day to use the first password', async () => {
    const { member, firstPassword } = await added()
    app.clock.advance(25 * 3_600_000)
    expect((await logIn(member.email, firstPassword)).body.code).toBe('bad_credentials')
    owner = await ownerOf(app.address)
    rival = await signIn(app.address, 'owner@rival.test')
    const again = await act('reset', member.id)
    expect(again.body.firstPassword).not.toBe(firstPassword)
    expect((await replace(member.email, String(again.body.firstPassword))).status).toBe(200)
  })

  test('needs an email that no account has', async () => {
    const { status, body } = await as(owner, addStaff, {
      body: {
        shopId: SHOP,
        name: 'Neel Joshi',
        email: demoAccounts.staff.email.toUpperCase(),
      },
    })
    expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([409, 'email_taken', ['email']])
  })

  test('is listed after the account of the shop’s form, which is the first', async () => {
    const shop = await freshShop(app)
    const first = await freshStaff(app, shop.id)
    const { member } = await added(shop.id)
    expect((await list(shop.id)).map(({ id }) => id)).toEqual([first.id, member.id])
  })
})

describe('a staff account', () => {
  test('that is disabled loses its sessions and sockets at once, and those of others stay', async () => {
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
    for (const who of [first, second]) expect((await as(who, me)).status).toBe(401)
    expect((await logIn(leaving.email, PASSWORD)).status).toBe(401)
    await expect(openScreen(app.address, first)).rejects.toMatchObject({ data: { code: 'not_signed_in' } })
    expect(await kept.watch({ shopId: SHOP, staff: true })).toMatchObject({ ok: true })
    kept.socket.disconnect()

    expect((await act('disable', leaving.id)).status, 'a second time is not an error').toBe(200)
    expect((await act('enable', leaving.id)).body.member).toMatchObject({ disabled: false })
    expect((await logIn(leaving.email, PASSWORD)).status).toBe(200)
    expect((await as(first, me)).status, 'the old sessions do not come back').toBe(401)
  })

  test('that is reset loses its old password, its sessions and a sign-in that is half done', async () => {
    const { id, email } = await freshStaff(app)
    const session = await signIn(app.address, email, PASSWORD)
    const first = await act('reset', id)
    expect((await as(session, me)).status).toBe(401)
    expect((await logIn(email, PASSWORD)).status).toBe(401)
    const half = await logIn(email, String(first.body.firstPassword))
    const second = await act('reset', id)
    const late = { challenge: String(half.body.challenge), newPassword: PASSWORD, confirmPassword: PASSWORD }
    expect((await as({}, firstPassword, { body: late })).body.code).toBe('challenge_over')
    expect((await replace(email, String(second.body.firstPassword))).status).toBe(200)
  })

  test('that signs in and is disabled at the same moment has no session left', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id, email } = await freshStaff(app)
      const [entered] = await Promise.all([logIn(email, PASSWORD), act('disable', id)])
      if (entered.status === 200) expect((await as({ bearer: String(entered.body.token) }, me)).status).toBe(401)
      await act('enable', id)
      if (entered.status === 200) expect((await as({ bearer: String(entered.body.token) }, me)).status).toBe(401)
    }
  })

  test('of another shop or mall is not found, and the reach is in the audit', async () => {
    const foreign = await freshStaff(app, RIVAL_SHOP, 'rival-mall')
    const here = await freshStaff(app, 'lotus-books')
    expect((await act('disable', here.id)).body.code, 'the right mall, the wrong shop').toBe('staff_not_found')
    expect((await act('disable', foreign.id)).body.code).toBe('staff_not_found')
    expect((await act('disable', 'nobody')).body.code).toBe('staff_not_found')
    expect((await act('reset', here.id, 'lotus-books', rival)).body.code).toBe('forbidden')
    const notes = await app.database.db.selectFrom('audit').selectAll().where('action', '=', 'reach.refused').orderBy('id').execute()
    expect(notes.map(({ mallId, subject, detail }) => [mallId, subject, (detail as { call: string }).call])).toEqual([
      ['rival-mall', foreign.id, disableStaff.name],
      [DEMO_MALL, 'lotus-books', resetStaff.name],
    ])
  })

  test('that also works in the mall of another owner cannot be disabled or reset', async () => {
    const shared = await freshStaff(app)
    const link = { shopId: RIVAL_SHOP, accountId: shared.id, mallId: 'rival-mall', createdAt: app.clock.now() }
    await app.database.db.insertInto('shopStaff').values(link).execute()
    for (const action of ['disable', 'reset'] as const) expect((await act(action, shared.id)).body.code).toBe('forbidden')
    expect((await logIn(shared.email, PASSWORD)).body.shopIds).toEqual([SHOP, RIVAL_SHOP])
  })

  test('can be renamed, even the first account, which got the name of its shop', async () => {
    const form = {
      ...{ name: `Silks ${Date.now()}`, description: 'Silk', image: '', link: 'https://silks.example', role: 'shop' as const },
      ...{ email: freshEmail('staff'), password: PASSWORD, shopconpassword: PASSWORD },
    }
    const shop = { id: String((await as(owner, addShop, { id: DEMO_MALL, body: form })).body._id) }
    const [first] = await list(shop.id)
    expect(first).toMatchObject({ name: form.name })
    const renamed = await as(owner, renameStaff, { id: first?.id, body: { shopId: shop.id, name: ' Meera Iyer ' } })
    expect([renamed.status, renamed.body.member]).toEqual([200, expect.objectContaining({ id: first?.id, name: 'Meera Iyer' })])
    expect(await list(shop.id)).toMatchObject([{ name: 'Meera Iyer' }])
    expect((await as(owner, renameStaff, { id: first?.id, body: { shopId: shop.id, name: ' ' } })).body.fields).toHaveProperty('name')
    const foreign = await as(rival, renameStaff, { id: first?.id, body: { shopId: shop.id, name: 'Taken' } })
    expect(foreign.body.code).toBe('forbidden')
    const notes = app.database.db
      .selectFrom('audit')
      .select('action')
      .where('subject', '=', first?.id ?? '')
    expect((await notes.execute()).map(({ action }) => action)).toContain('account.renamed')
  })

  test('has every change of it in the audit of its mall', async () => {
    const { member } = await added()
    await act('disable', member.id)
    await act('enable', member.id)
    await act('reset', member.id)
    const notes = await app.database.db
      .selectFrom('audit')
      .select(['action', 'mallId'])
      .where('subject', '=', member.id)
      .orderBy('id')
      .execute()
    expect(notes).toEqual(
      ['account.added', 'account.disabled', 'account.enabled', 'account.first-password-given'].map((action) => ({
        action,
        mallId: DEMO_MALL,
      })),
    )
  })

  test('cannot manage its colleagues', async () => {
    expect((await as(await staffOf(app.address), listStaff, { query: { shopId: SHOP } })).status).toBe(403)
  })
})

describe('the email of a disabled staff account', () => {
  const elsewhere = (email: string) => as(rival, addStaff, { body: { shopId: RIVAL_SHOP, name: 'Neel Joshi', email } })
  const open = (email: string) => as({}, signUp, { body: { name: 'Neel Joshi', email, password: PASSWORD, role: 'owner' } })

  test('is free for the shop of another owner and for a sign-up; as long as the account is enabled it is taken', async () => {
    for (const needs of [elsewhere, open]) {
      const { id, email } = await freshStaff(app)
      expect((await needs(email)).body.code).toBe('email_taken')
      await act('disable', id)
      expect((await needs(email.toUpperCase())).status).toBe(201)
      expect((await needs(email)).body.code, 'it belongs to the new account').toBe('email_taken')
    }
  })

  test('is free for the form of a mall and for the account of another shop', async () => {
    const [first, second] = [await freshStaff(app), await freshStaff(app)]
    for (const { id } of [first, second]) await act('disable', id)
    const { id: mallId, owner: newOwner } = await mallOf(first.email)
    expect((await as(newOwner, me)).body.user).toMatchObject({ email: first.email, role: 'owner' })
    const shop = await freshShop(app, mallId)
    const login = { newEmail: second.email, newPassword: PASSWORD, newShopConPassword: PASSWORD }
    const changed = await as(newOwner, changeShop, { shopId: mallId, itemName: shop.name, body: { newName: shop.name, ...login } })
    expect(changed.body).toMatchObject({ email: second.email })
    expect((await logIn(second.email, PASSWORD)).body.shopIds).toEqual([shop.id])
  })

  test('stays on its list, but the account cannot be enabled as long as another one has the email', async () => {
    const { member } = await added()
    await act('disable', member.id)
    const other = await done(elsewhere(member.email))
    expect((await list(SHOP)).find(({ id }) => id === member.id)).toMatchObject({ email: member.email, disabled: true })
    const enabled = await act('enable', member.id)
    expect(enabled.body).toMatchObject({ code: 'email_taken', error: expect.stringMatching(/^The email of this account now belongs/) })
    await as(rival, disableStaff, { id: other.body.member.id, body: { shopId: RIVAL_SHOP } })
    expect((await act('enable', member.id)).body.member).toMatchObject({ email: member.email, disabled: false })
  })

  test('of a removed owner in the form of a mall gives that mall to a new account of the person, and changes no other login', async () => {
    const [gone, present] = [freshEmail('owner'), freshEmail('owner')]
    const superadmin = await signIn(app.address, demoAccounts.superadmin.email)
    const old = await mallOf(gone)
    await as(superadmin, removeMall, { id: old.id })
    const { id } = await mallOf(present)
    const form = { ...mallForm(gone), password: 'a word of the second time', mallconpassword: 'a word of the second time' }
    expect((await as(superadmin, changeMall, { id, body: { ...form, password: '', mallconpassword: '' } })).body.code).toBe('invalid_input')
    expect((await as(superadmin, changeMall, { id, body: form })).body).toMatchObject({ email: gone })
    expect((await logIn(gone, 'a word of the second time')).body.shopIds).toEqual([id])
    expect((await logIn(present, PASSWORD)).status).toBe(200)
  })
})
