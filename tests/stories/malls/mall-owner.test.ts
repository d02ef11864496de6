import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { addMall, changeMall } from '#contract/office/form-calls.ts'
import { checkUser, login, me, resetPassword, signUp } from '#contract/sign-in/calls.ts'
import { type Credentials, clientOf, send } from '#tests/support/calls/client.ts'
import { signIn, superOf } from '#tests/support/people/people.ts'
import { freshEmail, mallForm, PASSWORD } from '#tests/support/people/place-rows.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'
import { hold } from '#tests/support/server/held-rows.ts'

/** The form of a mall can name an email that already has an account. */

let app: TestApp
let operator: Credentials
beforeAll(async () => {
  app = await startApp()
  operator = await superOf(app.address)
})
afterAll(() => app.stop())

const as = clientOf(() => app.address)
const newMall = (email: string) => as(operator, addMall, { body: { ...mallForm(email), title: 'Big Mall' } })

test('a mall form with the email of an owner says since when the account exists, and the owner keeps the password', async () => {
  const email = freshEmail('owner')
  const own = 'a password of the owner'
  await as({}, signUp, { body: { name: 'Nisha', email, password: own, role: 'owner' } })
  const fresh = await newMall(freshEmail('owner'))
  expect(fresh.body.ownerSince, 'a new account has no past').toBeUndefined()
  const given = await newMall(email)
  expect(given.status).toBe(201)
  expect(Math.abs(Date.parse(String(given.body.ownerSince)) - app.clock.now().getTime())).toBeLessThan(60_000)
  expect((await as({}, login, { body: { email, password: PASSWORD } })).body.code).toBe('bad_credentials')
  const owner = await signIn(app.address, email, own)
  expect((await send(app.address, me, {}, owner)).body.shopIds).toContain(given.body._id)
})

test('an owner who changes to another person’s email gets no mall for that person before the mailbox is proved', async () => {
  const form = mallForm(freshEmail('owner'))
  const mall = await as(operator, addMall, { body: form })
  const stranger = await signIn(app.address, form.email, PASSWORD)
  const boss = freshEmail('boss')
  const renamed = await as(stranger, changeMall, { id: mall.body._id, body: { ...form, email: boss, password: '', mallconpassword: '' } })
  expect(renamed.status).toBe(200)
  const refused = await newMall(boss)
  expect([refused.status, refused.body.code, refused.body.fields]).toEqual([
    409,
    'email_unconfirmed',
    { email: 'This account has not proved its address.' },
  ])
  const { resetCode } = (await as({}, checkUser, { body: { email: boss, role: 'owner' } })).body
  const password = 'the choice of the boss'
  const reset = { email: boss, role: 'owner' as const, newPassword: password, confirmPassword: password, resetCode: String(resetCode) }
  expect((await as({}, resetPassword, { body: reset })).status).toBe(200)
  expect((await newMall(boss)).status).toBe(201)
  expect((await send(app.address, me, {}, stranger)).status, 'the stranger is signed out').toBe(401)
})

describe.skipIf(inject('engine') !== 'postgres')('an owner is refused as anyone else, if a moment before the change', () => {
  async function ownedMall() {
    const form = mallForm(freshEmail('owner'))
    const mall = await as(operator, addMall, { body: form })
    return { id: String(mall.body._id), form, owner: await signIn(app.address, form.email, PASSWORD) }
  }

  test('the mall was given to another person', async () => {
    const { id, form, owner } = await ownedMall()
    const next = freshEmail('owner')
    await as({}, signUp, { body: { name: 'Nisha', email: next, password: PASSWORD, role: 'owner' } })
    const giving = 'update mall set owner_account_id = (select id from account where email = $1) where id = $2'
    const row = await hold(app.url, giving, [next, id])
    const changed = as(owner, changeMall, { id, body: { ...form, password: '', mallconpassword: '' } })
    await row.isWaitedFor()
    await row.commit()
    expect((await changed).body.code).toBe('forbidden')
  })

  test('the owner was given a second mall, which opens with the same login', async () => {
    const { id, form, owner } = await ownedMall()
    const row = await hold(app.url, 'select from mall where id = $1 for update', [id])
    const password = 'another password of the owner'
    const changed = as(owner, changeMall, { id, body: { ...form, password, mallconpassword: password } })
    await row.isWaitedFor()
    expect((await newMall(form.email)).status).toBe(201)
    await row.letGo()
    expect((await changed).body.code).toBe('forbidden')
    expect((await as({}, login, { body: { email: form.email, password: PASSWORD } })).status).toBe(200)
  })
})
