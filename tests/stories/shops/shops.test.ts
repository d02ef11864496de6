import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoAccounts } from '#contract/base/demo.ts'
import { callTicket, completeTicket, undoAction } from '#contract/desk/ticket-calls.ts'
import { addShop, changeShop, readMall } from '#contract/office/form-calls.ts'
import { removeShop } from '#contract/office/mall-calls.ts'
import { readSettings } from '#contract/office/settings-calls.ts'
import { cancelTicket, readReceipt } from '#contract/payments/calls.ts'
import { login, me } from '#contract/sign-in/calls.ts'
import { readStorefront } from '#contract/storefront/calls.ts'
import { DEMO_MALL } from '#server/demo/seed.ts'
import { openScreen } from '#tests/support/browser/screens.ts'
import { type BodyOf, type Credentials, clientOf, refusal, send, sendLoosely } from '#tests/support/calls/client.ts'
import { ownerOf, paidShopper, signIn, staffOf, superOf } from '#tests/support/people/people.ts'
import { freshEmail, freshMall, freshShop, freshStaff, PASSWORD, shopForm } from '#tests/support/people/place-rows.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
let owner: Credentials
beforeAll(async () => {
  app = await startApp()
  owner = await ownerOf(app.address)
})
afterAll(() => app.stop())

const as = clientOf(() => app.address)
const logIn = (email: string, password: string) => send(app.address, login, { body: { email, password } })
const add = (form: BodyOf<typeof addShop>, mallId: string = DEMO_MALL) => as(owner, addShop, { id: mallId, body: form })
const change = (name: string, form: BodyOf<typeof changeShop>) => as(owner, changeShop, { shopId: DEMO_MALL, itemName: name, body: form })
const remove = (name: string) => as(owner, removeShop, { shopId: DEMO_MALL, itemName: name })

/** The owner adds the shop; its staff are signed in. */
async function newShop() {
  const form = shopForm()
  const { body } = await add(form)
  return { id: String(body._id), form, staff: await signIn(app.address, form.email, PASSWORD) }
}

describe('an owner adds a shop', () => {
  test('with its staff account, which starts at the shop after sign-in; its first screen is open to anyone', async () => {
    const form = { ...shopForm(), link: 'https://tea.example.in/menu' }
    const { status, body } = await add(form)
    expect([status, body.message]).toEqual([201, 'Menu item added successfully!'])
    expect(body).toMatchObject({ success: true, name: form.name, link: form.link, email: form.email })
    expect((await logIn(form.email, PASSWORD)).body).toMatchObject({ user: { role: 'shop' }, shopId: body._id, shopIds: [body._id] })
    const front = await as({}, readStorefront, { id: body._id })
    expect(front.body).toMatchObject({ shop: { name: form.name, mallId: DEMO_MALL }, fee: { totalPaise: 14_160 }, open: { isOpen: true } })
  })

  test('and with a first counter, so that a called shopper is told where to come', async () => {
    const { id, staff } = await newShop()
    expect((await as(owner, readSettings, { id })).body.counters).toMatchObject([{ name: 'Counter 1', isOpen: true }])
    const { ticketId } = await paidShopper(app.address, id)
    const called = await as(staff, callTicket, { id: ticketId })
    expect(called.body.ticket).toMatchObject({ state: 'called', counter: 'Counter 1' })
  })

  test('and so can a super administrator', async () => {
    expect((await as(await superOf(app.address), addShop, { id: DEMO_MALL, body: shopForm() })).status).toBe(201)
  })

  test.each(['phoenix café', 'PHOENIX CAFÉ', '  Phoenix Cafe\u0301 '])('but not a second one called %j', async (name) => {
    const { status, body } = await add({ ...shopForm(), name })
    expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([409, 'name_taken', ['name']])
  })

  test('but of two with the same name at the same moment only one', async () => {
    const name = 'Twins'
    const both = await Promise.all([add({ ...shopForm(), name }), add({ ...shopForm(), name: 'twins' })])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  test('even if another mall has one of the same name', async () => {
    const mall = await freshMall(app)
    expect((await add({ ...shopForm(), name: 'Phoenix Café' }, mall)).status).toBe(201)
  })

  test.each([
    ['the email of any other account', { email: demoAccounts.owner.email }, 409, 'email'],
    ['the role of an owner', { role: 'owner' }, 400, 'role'],
    ['the role of a super administrator', { role: 'superadmin' }, 400, 'role'],
    ['two different passwords', { shopconpassword: 'not the same at all' }, 400, 'shopconpassword'],
    ['a link that is not an https address', { link: 'javascript:alert(1)' }, 400, 'link'],
    ['a name of two dots', { name: '..' }, 400, 'name'],
    ['a name of 81 letters', { name: 'x'.repeat(81) }, 400, 'name'],
    ['no name', { name: '   ' }, 400, 'name'],
  ])('and is refused with %s', async (_what, wrong, status, field) => {
    const before = (await as({}, readMall, { id: DEMO_MALL })).body.menuItems ?? []
    const form = { ...shopForm(), ...wrong }
    const answer = await sendLoosely(app.address, addShop, { id: DEMO_MALL, body: form }, owner)
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([status, [field]])
    expect((await as({}, readMall, { id: DEMO_MALL })).body.menuItems).toHaveLength(before.length)
  })

  test('but not with the id of a shop; the refusal says which kind an id is', async () => {
    expect((await add(shopForm(), 'phoenix-cafe')).body.code).toBe('is_a_shop')
    expect((await refusal(as({}, readMall, { id: 'phoenix-cafe' }))).code).toBe('is_a_shop')
    expect((await refusal(as(owner, readSettings, { id: DEMO_MALL }))).code).toBe('is_a_mall')
    expect((await refusal(as({}, readStorefront, { id: DEMO_MALL }))).code).toBe('is_a_mall')
  })
})

describe('a shop is found by its name in the address', () => {
  const names = [
    'A/B & C',
    '50% off',
    '%41pple',
    'What? #1',
    'Café ☕ “Đà Nẵng”',
    'चाय की दुकान',
    'x'.repeat(80),
    'क'.repeat(80),
    'a+b',
    '...',
    "O'Neil; drop",
  ]
  test.each(names)('%s', async (name) => {
    const added = await add({ ...shopForm(), name })
    expect(added.status).toBe(201)
    const changed = await change(name, { newName: name, newDescription: 'found' })
    expect([changed.status, changed.body.name, changed.body.description]).toEqual([200, name, 'found'])
    expect((await remove(name)).status).toBe(200)
  })

  test('case and Unicode composition make no difference', async () => {
    const { form } = await newShop()
    expect((await change(form.name.toUpperCase(), { newName: 'Crème Brûlée' })).status).toBe(200)
    expect((await change('CRE\u0300ME BRU\u0302LE\u0301E', { newName: form.name })).body.name).toBe(form.name)
  })

  test('an unknown name is 404, one that is too long 400', async () => {
    expect((await change('Nowhere', { newName: 'Somewhere' })).body.code).toBe('shop_not_found')
    expect((await change('x'.repeat(201), { newName: 'Somewhere' })).status).toBe(400)
  })
})

describe('a shop is changed', () => {
  test('absent fields stay, empty ones are cleared, and open screens are told', async () => {
    const shop = await newShop()
    const screen = await openScreen(app.address, {})
    await screen.watch({ shopId: shop.id })
    await change(shop.form.name, { newName: shop.form.name, newLink: 'https://tea.example.in', newImage: 'https://tea.example.in/a.jpg' })
    const { body } = await change(shop.form.name, { newName: 'Renamed', newImage: '' })
    expect(body).toMatchObject({
      message: 'Menu item updated successfully!',
      name: 'Renamed',
      description: 'Tea',
      link: 'https://tea.example.in',
      image: null,
      email: shop.form.email,
    })
    await expect.poll(() => screen.heard).toContain('display')
    expect((await as(shop.staff, me)).status, 'no one was signed out').toBe(200)
    screen.socket.disconnect()
  })

  test('but not to the name of another shop; its own name in another case is possible', async () => {
    const { form } = await newShop()
    const { status, body } = await change(form.name, { newName: 'lotus books' })
    expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([409, 'name_taken', ['newName']])
    expect((await change(form.name, { newName: form.name.toUpperCase() })).status).toBe(200)
  })

  test.each([
    ['email', () => ({ newEmail: freshEmail('renamed') })],
    ['password', () => ({ newPassword: 'quite another word', newShopConPassword: 'quite another word' })],
  ])('with the %s of its first account: the sessions and sockets of that account end at once, and no others', async (_what, changed) => {
    const shop = await newShop()
    const colleague = await freshStaff(app, shop.id)
    const other = await signIn(app.address, colleague.email, PASSWORD)
    const screen = await openScreen(app.address, shop.staff)
    const form: Record<string, string> = changed()
    expect((await change(shop.form.name, { newName: shop.form.name, ...form })).status).toBe(200)
    expect(await screen.ended).toBe('io server disconnect')
    expect((await as(shop.staff, me)).status).toBe(401)
    expect((await logIn(shop.form.email, PASSWORD)).status).toBe(401)
    expect((await logIn(form.newEmail ?? shop.form.email, form.newPassword ?? PASSWORD)).status).toBe(200)
    expect((await as(other, me)).status).toBe(200)
  })

  test('and refusals name the fields of this form', async () => {
    const { form } = await newShop()
    const taken = await change(form.name, { newName: form.name, newEmail: demoAccounts.staff.email })
    expect([taken.status, Object.keys(taken.body.fields ?? {})]).toEqual([409, ['newEmail']])
    const pair = await change(form.name, { newName: form.name, newPassword: PASSWORD })
    expect([pair.status, Object.keys(pair.body.fields ?? {})]).toEqual([400, ['newShopConPassword']])
    const wrong = { newName: form.name, newRole: 'owner' }
    const role = await sendLoosely(app.address, changeShop, { shopId: DEMO_MALL, itemName: form.name, body: wrong }, owner)
    expect([role.status, Object.keys(role.body.fields ?? {})]).toEqual([400, ['newRole']])
  })

  test('and gets an account if it has none', async () => {
    const shop = await freshShop(app)
    const email = freshEmail('late')
    expect(Object.keys((await change(shop.name, { newName: shop.name, newEmail: email })).body.fields ?? {})).toEqual(['newPassword'])
    const given = await change(shop.name, { newName: shop.name, newEmail: email, newPassword: PASSWORD, newShopConPassword: PASSWORD })
    expect(given.body.email).toBe(email)
    expect((await logIn(email, PASSWORD)).body.shopId).toBe(shop.id)
  })
})

describe('a shop is deleted', () => {
  test('not while a shopper is in its queue; later it is archived and the sessions of its staff end at once', async () => {
    const shop = await newShop()
    const paid = await paidShopper(app.address, shop.id)
    const refused = await remove(shop.form.name)
    expect([refused.status, refused.body.code]).toEqual([409, 'tickets_live'])
    await as(shop.staff, callTicket, { id: paid.ticketId })
    await as(shop.staff, completeTicket, { id: paid.ticketId })
    const screen = await openScreen(app.address, shop.staff)
    const { status, body } = await remove(shop.form.name)
    expect([status, body.message]).toEqual([200, 'Menu item deleted successfully!'])
    expect(await screen.ended).toBe('io server disconnect')
    expect((await as(shop.staff, me)).status).toBe(401)
    expect((await as({}, readStorefront, { id: shop.id })).status).toBe(404)
    expect((await as({ cookie: paid.cookie }, readReceipt, { id: paid.receiptId })).status).toBe(200)
    expect((await as(owner, undoAction, { id: paid.ticketId })).body.code, 'no ticket returns to it').toBe('shop_not_found')
  })

  test('and its name and the email of its staff are free again', async () => {
    const shop = await newShop()
    await remove(shop.form.name)
    const again = await add({ ...shop.form, password: 'a word of the second time', shopconpassword: 'a word of the second time' })
    expect(again.status).toBe(201)
    expect(again.body._id).not.toBe(shop.id)
    expect((await logIn(shop.form.email, PASSWORD)).status).toBe(401)
    expect((await logIn(shop.form.email, 'a word of the second time')).body.shopIds).toEqual([again.body._id])
  })

  test('and a shopper who left the queue just before still gets the fee back and a message', async () => {
    const shop = await newShop()
    const paid = await paidShopper(app.address, shop.id)
    await as({ cookie: paid.cookie }, cancelTicket, { id: paid.ticketId })
    expect((await remove(shop.form.name)).status).toBe(200)
    await app.running.tick()
    await app.running.tick()
    const payment = await app.database.db.selectFrom('payment').select('state').where('id', '=', paid.paymentId).executeTakeFirst()
    expect(payment?.state).toBe('refunded')
    const told = await app.database.db
      .selectFrom('message')
      .select(['kind', 'state'])
      .where('ticketId', '=', paid.ticketId)
      .where('kind', '=', 'refund')
      .execute()
    expect(told).toEqual([{ kind: 'refund', state: 'delivered' }])
  })

  test('and each change of it is in the audit with the person who made it', async () => {
    const shop = await newShop()
    await change(shop.form.name, { newName: shop.form.name, newPassword: 'quite another word', newShopConPassword: 'quite another word' })
    await remove(shop.form.name)
    const myId = (await as(owner, me)).body.user?._id
    const rows = await app.database.db.selectFrom('audit').selectAll().where('mallId', '=', DEMO_MALL).orderBy('id').execute()
    const mine = rows.filter((row) => row.subject === shop.id)
    expect(mine.map(({ action, actorAccountId }) => [action, actorAccountId])).toEqual([
      ['shop.added', myId],
      ['shop.changed', myId],
      ['shop.removed', myId],
    ])
    expect(JSON.stringify(rows)).not.toMatch(/argon|another word|@/)
  })
})

test('staff of a shop cannot manage it', async () => {
  const staff = await staffOf(app.address)
  expect((await as(staff, addShop, { id: DEMO_MALL, body: shopForm() })).status).toBe(403)
})
