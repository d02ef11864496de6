import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoAccounts } from '../../contract/demo.ts'
import { DEMO_MALL } from '../../server/demo/seed.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type Credentials, call, ownerOf, paidShopper, signIn, staffOf, superOf } from '../support/people.ts'
import { freshEmail, freshMall, freshShop, freshStaff, PASSWORD, shopForm } from '../support/place-rows.ts'
import { openScreen } from '../support/screens.ts'

let app: TestApp
let owner: Credentials
beforeAll(async () => {
  app = await startApp()
  owner = await ownerOf(app.address)
})
afterAll(() => app.stop())

const as = (who: Credentials, method: string, path: string, body?: unknown) => call(app.address, method, path, body, who)
const login = (email: string, password: string) => call(app.address, 'POST', '/api/auth/login', { email, password })
const add = (form: unknown, mallId: string = DEMO_MALL) => as(owner, 'POST', `/api/shops/${mallId}/menu`, form)
const item = (verb: 'update' | 'delete', name: string, mallId: string = DEMO_MALL) =>
  `/api/shops/${verb}-menu-item/${mallId}/${encodeURIComponent(name)}`
const change = (name: string, form: unknown) => as(owner, 'PUT', item('update', name), form)
const remove = (name: string) => as(owner, 'DELETE', item('delete', name))

/** A shop that the owner added, and its staff signed in. */
async function newShop() {
  const form = shopForm()
  const { body } = await add(form)
  return { id: String(body._id), form, staff: await signIn(app.address, form.email, PASSWORD) }
}

describe('an owner adds a shop', () => {
  test('with its staff account; who signs in there lands on it, and its first screen is open to anyone', async () => {
    const form = { ...shopForm(), link: 'https://tea.example.in/menu' }
    const { status, body } = await add(form)
    expect([status, body.message]).toEqual([201, 'Menu item added successfully!'])
    expect(body).toMatchObject({ success: true, name: form.name, link: form.link, email: form.email })
    expect((await login(form.email, PASSWORD)).body).toMatchObject({ user: { role: 'shop' }, shopId: body._id, shopIds: [body._id] })
    const front = await as({}, 'GET', `/api/storefront/${body._id}`)
    expect(front.body).toMatchObject({ shop: { name: form.name, mallId: DEMO_MALL }, fee: { totalPaise: 14_160 }, open: { isOpen: true } })
  })

  test('and with a counter from the first day on: whoever is called is told where to come', async () => {
    const { id, staff } = await newShop()
    expect((await as(owner, 'GET', `/api/settings/${id}`)).body.counters).toMatchObject([{ name: 'Counter 1', isOpen: true }])
    const { ticketId } = await paidShopper(app.address, id)
    const called = await as(staff, 'POST', `/api/tickets/${ticketId}/call`, {})
    expect(called.body.ticket).toMatchObject({ state: 'called', counter: 'Counter 1' })
  })

  test('so may a super administrator', async () => {
    expect((await as(await superOf(app.address), 'POST', `/api/shops/${DEMO_MALL}/menu`, shopForm())).status).toBe(201)
  })

  test.each(['phoenix café', 'PHOENIX CAFÉ', '  Phoenix Cafe\u0301 '])('but not a second one called %j', async (name) => {
    const { status, body } = await add({ ...shopForm(), name })
    expect([status, body.code, Object.keys(body.fields as unknown as object)]).toEqual([409, 'name_taken', ['name']])
  })

  test('of two who add the same name at the same moment one wins', async () => {
    const name = 'Twins'
    const both = await Promise.all([add({ ...shopForm(), name }), add({ ...shopForm(), name: 'twins' })])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  test('another mall may have one of the same name', async () => {
    const mall = await freshMall(app)
    expect((await add({ ...shopForm(), name: 'Phoenix Café' }, mall)).status).toBe(201)
  })

  test.each([
    ['the email of any other account', { email: demoAccounts.owner.email }, 409, 'email'],
    ['the role of an owner', { role: 'owner' }, 400, 'role'],
    ['the role of a super administrator', { role: 'superadmin' }, 400, 'role'],
    ['a pair of passwords that differs', { shopconpassword: 'not the same at all' }, 400, 'shopconpassword'],
    ['a link that is no https address', { link: 'javascript:alert(1)' }, 400, 'link'],
    ['the name of two dots', { name: '..' }, 400, 'name'],
    ['a name of 81 letters', { name: 'x'.repeat(81) }, 400, 'name'],
    ['no name', { name: '   ' }, 400, 'name'],
  ])('and is refused with %s', async (_what, wrong, status, field) => {
    const before = (await as({}, 'GET', `/api/shops/${DEMO_MALL}`)).body.menuItems as unknown as unknown[]
    const answer = await add({ ...shopForm(), ...wrong })
    expect([answer.status, Object.keys(answer.body.fields as unknown as object)]).toEqual([status, [field]])
    expect((await as({}, 'GET', `/api/shops/${DEMO_MALL}`)).body.menuItems).toHaveLength(before.length)
  })

  test('a shop’s id where a mall’s is meant is told apart', async () => {
    expect((await add(shopForm(), 'phoenix-cafe')).body.code).toBe('is_a_shop')
    expect((await as({}, 'GET', '/api/shops/phoenix-cafe')).body.code).toBe('is_a_shop')
    expect((await as(owner, 'GET', `/api/settings/${DEMO_MALL}`)).body.code).toBe('is_a_mall')
    expect((await as({}, 'GET', `/api/storefront/${DEMO_MALL}`)).body.code).toBe('is_a_mall')
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

  test('case and composition make no difference', async () => {
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
  test('absent fields stay, empty ones are cleared, and open screens hear of it', async () => {
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
    expect((await as(shop.staff, 'GET', '/api/auth/me')).status, 'nobody was signed out').toBe(200)
    screen.socket.disconnect()
  })

  test('not into another’s name, but into its own in other letters', async () => {
    const { form } = await newShop()
    const { status, body } = await change(form.name, { newName: 'lotus books' })
    expect([status, body.code, Object.keys(body.fields as unknown as object)]).toEqual([409, 'name_taken', ['newName']])
    expect((await change(form.name, { newName: form.name.toUpperCase() })).status).toBe(200)
  })

  test.each([
    ['email', () => ({ newEmail: freshEmail('renamed') })],
    ['password', () => ({ newPassword: 'quite another word', newShopConPassword: 'quite another word' })],
  ])('and the %s of its first account: its sessions and sockets end at once, nobody else’s', async (_what, changed) => {
    const shop = await newShop()
    const colleague = await freshStaff(app, shop.id)
    const other = await signIn(app.address, colleague.email, PASSWORD)
    const screen = await openScreen(app.address, shop.staff)
    const form: Record<string, string> = changed()
    expect((await change(shop.form.name, { newName: shop.form.name, ...form })).status).toBe(200)
    expect(await screen.ended).toBe('io server disconnect')
    expect((await as(shop.staff, 'GET', '/api/auth/me')).status).toBe(401)
    expect((await login(shop.form.email, PASSWORD)).status).toBe(401)
    expect((await login(form.newEmail ?? shop.form.email, form.newPassword ?? PASSWORD)).status).toBe(200)
    expect((await as(other, 'GET', '/api/auth/me')).status).toBe(200)
  })

  test('refusals name the fields as this form does', async () => {
    const { form } = await newShop()
    const taken = await change(form.name, { newName: form.name, newEmail: demoAccounts.staff.email })
    expect([taken.status, Object.keys(taken.body.fields as unknown as object)]).toEqual([409, ['newEmail']])
    const pair = await change(form.name, { newName: form.name, newPassword: PASSWORD })
    expect([pair.status, Object.keys(pair.body.fields as unknown as object)]).toEqual([400, ['newShopConPassword']])
    const role = await change(form.name, { newName: form.name, newRole: 'owner' })
    expect([role.status, Object.keys(role.body.fields as unknown as object)]).toEqual([400, ['newRole']])
  })

  test('a shop without an account gets one', async () => {
    const shop = await freshShop(app)
    const email = freshEmail('late')
    expect(Object.keys((await change(shop.name, { newName: shop.name, newEmail: email })).body.fields as unknown as object)).toEqual([
      'newPassword',
    ])
    const given = await change(shop.name, { newName: shop.name, newEmail: email, newPassword: PASSWORD, newShopConPassword: PASSWORD })
    expect(given.body.email).toBe(email)
    expect((await login(email, PASSWORD)).body.shopId).toBe(shop.id)
  })
})

describe('a shop is deleted', () => {
  test('not while somebody stands in line; then it is archived and its staff’s sessions end at once', async () => {
    const shop = await newShop()
    const paid = await paidShopper(app.address, shop.id)
    const refused = await remove(shop.form.name)
    expect([refused.status, refused.body.code]).toEqual([409, 'tickets_live'])
    await as(shop.staff, 'POST', `/api/tickets/${paid.ticketId}/call`, {})
    await as(shop.staff, 'POST', `/api/tickets/${paid.ticketId}/complete`, {})
    const screen = await openScreen(app.address, shop.staff)
    const { status, body } = await remove(shop.form.name)
    expect([status, body.message]).toEqual([200, 'Menu item deleted successfully!'])
    expect(await screen.ended).toBe('io server disconnect')
    expect((await as(shop.staff, 'GET', '/api/auth/me')).status).toBe(401)
    expect((await as({}, 'GET', `/api/storefront/${shop.id}`)).status).toBe(404)
    expect((await as({ cookie: paid.cookie }, 'GET', `/api/receipts/${paid.receiptId}`)).status).toBe(200)
    expect((await as(owner, 'POST', `/api/tickets/${paid.ticketId}/undo`, {})).body.code, 'nobody comes back to it').toBe('shop_not_found')
  })

  test('its name and its staff’s email are free again', async () => {
    const shop = await newShop()
    await remove(shop.form.name)
    const again = await add({ ...shop.form, password: 'a word of the second time', shopconpassword: 'a word of the second time' })
    expect(again.status).toBe(201)
    expect(again.body._id).not.toBe(shop.id)
    expect((await login(shop.form.email, PASSWORD)).status).toBe(401)
    expect((await login(shop.form.email, 'a word of the second time')).body.shopIds).toEqual([again.body._id])
  })

  test('who left the queue just before still gets the fee back, and is told', async () => {
    const shop = await newShop()
    const paid = await paidShopper(app.address, shop.id)
    await as({ cookie: paid.cookie }, 'POST', `/api/tickets/${paid.ticketId}/cancel`, {})
    expect((await remove(shop.form.name)).status).toBe(200)
    await app.running.tick()
    await app.running.tick()
    const payment = await app.database.db.selectFrom('payment').select('state').where('id', '=', paid.paymentId).executeTakeFirst()
    expect(payment?.state).toBe('refunded')
    const told = await app.database.db
      .selectFrom('message')
      .select(['kind', 'state'])
      .where('ticket_id', '=', paid.ticketId)
      .where('kind', '=', 'refund')
      .execute()
    expect(told).toEqual([{ kind: 'refund', state: 'delivered' }])
  })

  test('every change is on record with who made it', async () => {
    const shop = await newShop()
    await change(shop.form.name, { newName: shop.form.name, newPassword: 'quite another word', newShopConPassword: 'quite another word' })
    await remove(shop.form.name)
    const me = (await as(owner, 'GET', '/api/auth/me')).body.user as unknown as { _id: string }
    const rows = await app.database.db.selectFrom('audit').selectAll().where('mall_id', '=', DEMO_MALL).orderBy('id').execute()
    const mine = rows.filter((row) => row.subject === shop.id)
    expect(mine.map(({ action, actor_account_id }) => [action, actor_account_id])).toEqual([
      ['shop.added', me._id],
      ['shop.changed', me._id],
      ['shop.removed', me._id],
    ])
    expect(JSON.stringify(rows)).not.toMatch(/argon|another word|@/)
  })
})

test('staff of a shop cannot manage it', async () => {
  const staff = await staffOf(app.address)
  expect((await as(staff, 'POST', `/api/shops/${DEMO_MALL}/menu`, shopForm())).status).toBe(403)
})
