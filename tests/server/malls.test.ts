import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoAccounts } from '../../contract/demo.ts'
import { DEMO_MALL } from '../../server/demo/seed.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type Credentials, call, join, ownerOf, paidShopper, signIn, superOf, verifiedShopper } from '../support/people.ts'
import { freshEmail, freshShop, freshStaff, mallForm, PASSWORD, shopForm } from '../support/place-rows.ts'
import { openScreen } from '../support/screens.ts'

let app: TestApp
let operator: Credentials
beforeAll(async () => {
  app = await startApp()
  operator = await superOf(app.address)
})
afterAll(() => app.stop())

const as = (who: Credentials, method: string, path: string, body?: unknown) => call(app.address, method, path, body, who)
const login = (email: string, password: string) => call(app.address, 'POST', '/api/auth/login', { email, password })
const add = (form: unknown) => as(operator, 'POST', '/api/shops', form)
const edit = (form: Record<string, unknown>) => ({ ...form, password: '', mallconpassword: '' })
const audited = (subject: string) =>
  app.database.db
    .selectFrom('audit')
    .select(['action', 'mall_id', 'actor_account_id'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()

/** A mall that a super administrator added, and its owner signed in. */
async function newMall() {
  const form = mallForm(freshEmail('owner'))
  const { body } = await add(form)
  return { id: String(body._id), form, owner: await signIn(app.address, form.email, PASSWORD) }
}

describe('a super administrator adds a mall', () => {
  test('with its owner’s account, in one step; the owner signs in and lands on it', async () => {
    const form = mallForm(freshEmail('owner'))
    const { status, body } = await add(form)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      success: true,
      message: 'Mall added successfully!',
      title: form.title,
      name: form.title,
      email: form.email,
      menuItems: [],
    })
    const entered = await login(form.email, PASSWORD)
    expect(entered.status).toBe(200)
    expect(entered.body).toMatchObject({ shopId: body._id, user: { role: 'owner', email: form.email } })
    expect((await audited(String(body._id))).map(({ action }) => action)).toEqual(['mall.added'])
  })

  test('and no half of it stays where the other is refused', async () => {
    const malls = (await as({}, 'GET', '/api/shops')).list.length
    const { status, body } = await add(mallForm(demoAccounts.staff.email))
    expect([status, body.code, body.fields]).toEqual([409, 'email_taken', { email: 'There is an account with this email already.' }])
    expect((await add({ ...mallForm(freshEmail()), image: `/images/${'a'.repeat(64)}.jpg` })).body.code).toBe('bad_picture')
    expect((await as({}, 'GET', '/api/shops')).list).toHaveLength(malls)
  })

  test('under an owner’s email: that owner has one mall more and the password stays theirs', async () => {
    const first = await newMall()
    const second = await add({
      ...mallForm(first.form.email.toUpperCase()),
      password: 'another long word',
      mallconpassword: 'another long word',
    })
    expect(second.status).toBe(201)
    expect((await login(first.form.email, 'another long word')).status).toBe(401)
    expect((await login(first.form.email, PASSWORD)).body).toMatchObject({ shopId: first.id, shopIds: [first.id, second.body._id] })
    expect((await as(first.owner, 'GET', '/api/auth/me')).status, 'nobody was signed out').toBe(200)
  })

  test.each([
    ['a pair of passwords that differs', { mallconpassword: 'not the same at all' }, 'mallconpassword'],
    ['a common password', { password: 'password123', mallconpassword: 'password123' }, 'password'],
    ['no password', { password: '', mallconpassword: '' }, 'password'],
    ['the role of a super administrator', { role: 'superadmin' }, 'role'],
    ['the role of staff', { role: 'shop' }, 'role'],
    ['no title', { title: '  ' }, 'title'],
    ['a picture that is none', { image: 'javascript:alert(1)' }, 'image'],
    ['an email that is none', { email: 'nobody' }, 'email'],
  ])('and is refused with %s', async (_what, wrong, field) => {
    const { status, body } = await add({ ...mallForm(freshEmail()), ...wrong })
    expect(status).toBe(400)
    expect(Object.keys(body.fields as unknown as object)).toEqual([field])
  })

  test('with a picture of its own, which is kept under its content’s address', async () => {
    const jpeg = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#745216' } })
      .jpeg()
      .toBuffer()
    const { body } = await add({ ...mallForm(freshEmail()), image: `data:image/jpeg;base64,${jpeg.toString('base64')}` })
    expect(body.image).toMatch(/^\/images\/[a-f0-9]{64}\.jpg$/)
    expect(body.imageUrl).toBe(body.image)
    expect((await fetch(app.address + String(body.image))).headers.get('content-type')).toBe('image/jpeg')
  })
})

describe('a mall is changed', () => {
  test('by its owner, passwords left blank: nobody is signed out, and the storefronts of its shops hear of it', async () => {
    const mall = await newMall()
    const shop = await freshShop(app, mall.id)
    const screen = await openScreen(app.address, {})
    await screen.watch({ shopId: shop.id })
    const { status, body } = await as(mall.owner, 'PUT', `/api/shops/${mall.id}`, {
      ...edit(mall.form),
      title: 'Sunrise Mall',
      description: 'New words',
    })
    expect([status, body.message, body.title, body.description]).toEqual([200, 'Mall updated successfully!', 'Sunrise Mall', 'New words'])
    expect((await as(mall.owner, 'GET', '/api/auth/me')).status).toBe(200)
    await expect.poll(() => screen.heard).toContain('display')
    expect((await as({}, 'GET', `/api/storefront/${shop.id}`)).body.shop).toMatchObject({ mallTitle: 'Sunrise Mall' })
    screen.socket.disconnect()
  })

  test.each([
    ['email', () => ({ email: freshEmail('renamed') })],
    ['password', () => ({ password: 'quite another word', mallconpassword: 'quite another word' })],
  ])('and its %s with it: that login changes, its sessions and sockets end at once', async (_what, change) => {
    const mall = await newMall()
    const screen = await openScreen(app.address, mall.owner)
    const changed = { ...edit(mall.form), ...change() } as ReturnType<typeof mallForm>
    expect((await as(operator, 'PUT', `/api/shops/${mall.id}`, changed)).status).toBe(200)
    expect(await screen.ended).toBe('io server disconnect')
    expect(screen.heard).toContain('session-ended')
    expect((await as(mall.owner, 'GET', '/api/auth/me')).status).toBe(401)
    expect((await login(mall.form.email, PASSWORD)).status).toBe(401)
    expect((await login(changed.email, changed.password || PASSWORD)).status).toBe(200)
  })

  test('an owner cannot take another’s email nor push the mall onto them; a super administrator gives it', async () => {
    const [from, to] = [await newMall(), await newMall()]
    const given = { ...edit(from.form), email: to.form.email }
    expect((await as(from.owner, 'PUT', `/api/shops/${from.id}`, given)).body.code).toBe('email_taken')
    expect((await as(operator, 'PUT', `/api/shops/${from.id}`, { ...given, email: demoAccounts.staff.email })).body.code).toBe(
      'email_taken',
    )
    expect((await as(operator, 'PUT', `/api/shops/${from.id}`, given)).body.email).toBe(to.form.email)
    expect((await as(from.owner, 'GET', '/api/auth/me')).status, 'what open screens may see is decided anew').toBe(401)
    expect((await as(to.owner, 'GET', `/api/malls/${from.id}/overview`)).status).toBe(200)
    expect((await login(from.form.email, PASSWORD)).body).toMatchObject({ shopId: null, shopIds: [] })
  })

  test('a shop’s id is no mall’s, and an unknown one nobody’s', async () => {
    const form = edit(mallForm(freshEmail()))
    expect((await as(operator, 'PUT', '/api/shops/phoenix-cafe', form)).body.code).toBe('is_a_shop')
    expect((await as(operator, 'PUT', '/api/shops/nowhere', form)).body.code).toBe('mall_not_found')
    expect((await as(operator, 'DELETE', '/api/shops/phoenix-cafe')).body.code).toBe('is_a_shop')
  })
})

describe('who may manage a mall sees more of it', () => {
  test('the emails of its accounts, and nobody else does; passwords nobody', async () => {
    const mall = await newMall()
    const form = shopForm()
    await as(mall.owner, 'POST', `/api/shops/${mall.id}/menu`, form)
    for (const [who, sees] of [
      [operator, true],
      [mall.owner, true],
      [await ownerOf(app.address), false],
      [{}, false],
    ] as const) {
      const { body } = await as(who, 'GET', `/api/shops/${mall.id}`)
      const [shop] = body.menuItems as unknown as Record<string, unknown>[]
      expect([body.email, body.role, shop?.email]).toEqual(
        sees ? [mall.form.email, 'owner', form.email] : [undefined, undefined, undefined],
      )
      expect(JSON.stringify(body)).not.toMatch(/argon|hash|password/i)
      const listed = (await as(who, 'GET', '/api/shops')).list.find((one) => one._id === mall.id)
      expect(listed?.email).toBe(sees ? mall.form.email : undefined)
    }
  })
})

describe('a mall is deleted', () => {
  test('not while somebody stands in line there; then it is archived and what happened stays on record', async () => {
    const mall = await newMall()
    const added = await as(mall.owner, 'POST', `/api/shops/${mall.id}/menu`, shopForm())
    const shopId = String(added.body._id)
    const paid = await paidShopper(app.address, shopId)
    const refused = await as(operator, 'DELETE', `/api/shops/${mall.id}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'tickets_live'])

    await as(mall.owner, 'POST', `/api/tickets/${paid.ticketId}/call`, {})
    await as(mall.owner, 'POST', `/api/tickets/${paid.ticketId}/complete`, {})
    const { status, body } = await as(operator, 'DELETE', `/api/shops/${mall.id}`)
    expect([status, body.message]).toEqual([200, 'Mall deleted successfully!'])
    expect((await as({}, 'GET', `/api/shops/${mall.id}`)).status).toBe(404)
    expect((await as({}, 'GET', `/api/storefront/${shopId}`)).status).toBe(404)
    expect((await as({}, 'GET', '/api/shops')).list.map((one) => one._id)).not.toContain(mall.id)
    expect((await as({ cookie: paid.cookie }, 'GET', `/api/receipts/${paid.receiptId}`)).status, 'the receipt stays').toBe(200)
    expect((await audited(mall.id)).map(({ action }) => action)).toEqual(['mall.added', 'mall.removed'])
  })

  test('its people’s sessions and sockets end at once, except theirs who work elsewhere too', async () => {
    const mall = await newMall()
    const shop = await freshShop(app, mall.id)
    const [leaving, staying] = [await freshStaff(app, shop.id, mall.id), await freshStaff(app, shop.id, mall.id)]
    const elsewhere = await freshShop(app)
    await app.database.db
      .insertInto('shop_staff')
      .values({ shop_id: elsewhere.id, account_id: staying.id, mall_id: DEMO_MALL, created_at: app.clock.now() })
      .execute()
    const [gone, kept] = [await signIn(app.address, leaving.email, PASSWORD), await signIn(app.address, staying.email, PASSWORD)]
    const screens = [await openScreen(app.address, mall.owner), await openScreen(app.address, gone)]
    const other = await openScreen(app.address, kept)
    expect((await as(operator, 'DELETE', `/api/shops/${mall.id}`)).status).toBe(200)
    expect(await Promise.all(screens.map(({ ended }) => ended))).toEqual(['io server disconnect', 'io server disconnect'])
    for (const who of [mall.owner, gone]) expect((await as(who, 'GET', '/api/auth/me')).status).toBe(401)
    for (const email of [mall.form.email, leaving.email]) expect((await login(email, PASSWORD)).status).toBe(401)
    expect((await as(kept, 'GET', '/api/auth/me')).body.shopIds).toEqual([elsewhere.id])
    expect(other.socket.connected).toBe(true)
    other.socket.disconnect()
  })

  test('an owner whose last mall it was comes back with a new one, under the new password', async () => {
    const mall = await newMall()
    await as(operator, 'DELETE', `/api/shops/${mall.id}`)
    const again = await add({
      ...mallForm(mall.form.email),
      password: 'a word of the second time',
      mallconpassword: 'a word of the second time',
    })
    expect(again.status).toBe(201)
    expect((await login(mall.form.email, PASSWORD)).status).toBe(401)
    expect((await login(mall.form.email, 'a word of the second time')).body).toMatchObject({
      shopId: again.body._id,
      shopIds: [again.body._id],
    })
  })

  test('of a deletion and somebody who joins at the same moment, one wins: nobody waits in a shop that is gone', async () => {
    for (let round = 0; round < 8; round += 1) {
      const mall = await newMall()
      const shop = await freshShop(app, mall.id)
      const shopper = await verifiedShopper(app.address)
      const [deleted, joined] = await Promise.all([
        as(operator, 'DELETE', `/api/shops/${mall.id}`),
        join(app.address, shopper, shop.id).then(
          () => 'in line',
          () => 'refused',
        ),
      ])
      expect([deleted.status, joined]).toEqual(deleted.status === 200 ? [200, 'refused'] : [409, 'in line'])
    }
  })

  test('who was missed and left the staff table holds nothing up: they did not come', async () => {
    const mall = await newMall()
    const shop = await freshShop(app, mall.id)
    const paid = await paidShopper(app.address, shop.id)
    await as(mall.owner, 'POST', `/api/tickets/${paid.ticketId}/call`, {})
    const owner = mall.owner
    app.clock.advance(4 * 60_000)
    await app.running.tick()
    expect((await as(operator, 'DELETE', `/api/shops/${mall.id}`)).status, 'still on the table').toBe(409)
    app.clock.advance(11 * 60_000)
    expect((await as(operator, 'DELETE', `/api/shops/${mall.id}`)).status).toBe(200)
    const ticket = await app.database.db.selectFrom('ticket').select('state').where('id', '=', paid.ticketId).executeTakeFirst()
    expect(ticket?.state).toBe('no_show')
    expect((await as(owner, 'GET', '/api/auth/me')).status).toBe(401)
  })
})
