import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMall, changeMall } from '#contract/office/form-calls.ts'
import { checkUser, login, me, resetPassword, signUp } from '#contract/sign-in/calls.ts'
import { type Credentials, clientOf, send } from '#tests/support/calls/client.ts'
import { signIn, superOf } from '#tests/support/people/people.ts'
import { freshEmail, mallForm, PASSWORD } from '#tests/support/people/place-rows.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

/** Who owns a mall when its form names an email that already has an account. */

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

test('an owner whose mall is given to another person at this moment changes it before that, or is refused as anyone else', async () => {
  const answers: string[] = []
  for (let round = 0; round < 12; round += 1) {
    const [form, next] = [mallForm(freshEmail('owner')), freshEmail('owner')]
    const mall = await as(operator, addMall, { body: form })
    const owner = await signIn(app.address, form.email, PASSWORD)
    await as({}, signUp, { body: { name: 'Nisha', email: next, password: PASSWORD, role: 'owner' } })
    const change = { ...form, password: '', mallconpassword: '' }
    const given = as(operator, changeMall, { id: mall.body._id, body: { ...change, email: next } })
    await pause(round)
    const changed = await as(owner, changeMall, { id: mall.body._id, body: { ...change, title: 'Still mine' } })
    expect((await given).status).toBe(200)
    answers.push(`${changed.status} ${changed.body.code ?? ''}`.trim())
  }
  expect(answers.filter((answer) => !['200', '403 forbidden', '401 not_signed_in'].includes(answer))).toEqual([])
})
