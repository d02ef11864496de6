import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoAccounts } from '#contract/base/demo.ts'
import { SECOND } from '#contract/base/time.ts'
import { callTicket, completeTicket } from '#contract/desk/ticket-calls.ts'
import { addMall, addShop, changeMall, listMalls, readMall } from '#contract/office/form-calls.ts'
import { mallOverview, removeMall } from '#contract/office/mall-calls.ts'
import { readReceipt } from '#contract/payments/calls.ts'
import { login, me } from '#contract/sign-in/calls.ts'
import { readStorefront } from '#contract/storefront/calls.ts'
import { DEMO_MALL } from '#server/demo/seed.ts'
import { openScreen } from '#tests/support/browser/screens.ts'
import { type BodyOf, type Credentials, clientOf, send, sendLoosely } from '#tests/support/calls/client.ts'
import { join, ownerOf, paidShopper, signIn, superOf, verifiedShopper } from '#tests/support/people/people.ts'
import { freshEmail, freshShop, freshStaff, mallForm, PASSWORD, shopForm } from '#tests/support/people/place-rows.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
let operator: Credentials
beforeAll(async () => {
  app = await startApp()
  operator = await superOf(app.address)
})
afterAll(() => app.stop())

const as = clientOf(() => app.address)
const logIn = (email: string, password: string) => send(app.address, login, { body: { email, password } })
const add = (form: BodyOf<typeof addMall>) => as(operator, addMall, { body: form })
const edit = (form: ReturnType<typeof mallForm>) => ({ ...form, password: '', mallconpassword: '' })
const audited = (subject: string) =>
  app.database.db.selectFrom('audit').select(['action', 'mallId', 'actorAccountId']).where('subject', '=', subject).orderBy('id').execute()

/** A super administrator adds the mall; its owner is signed in. */
async function newMall() {
  const form = mallForm(freshEmail('owner'))
  const { body } = await add(form)
  return { id: String(body._id), form, owner: await signIn(app.address, form.email, PASSWORD) }
}

describe('a super administrator adds a mall', () => {
  test('with its owner’s account in one step; the owner signs in and starts at it', async () => {
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
    const entered = await logIn(form.email, PASSWORD)
    expect(entered.status).toBe(200)
    expect(entered.body).toMatchObject({ shopId: body._id, user: { role: 'owner', email: form.email } })
    expect((await audited(String(body._id))).map(({ action }) => action)).toEqual(['mall.added'])
  })

  test('and nothing is kept if the account or the picture is refused', async () => {
    const malls = (await as({}, listMalls)).body.length
    const { status, body } = await add(mallForm(demoAccounts.staff.email))
    expect([status, body.code, body.fields]).toEqual([409, 'email_taken', { email: 'An account with this email already exists.' }])
    expect((await add({ ...mallForm(freshEmail()), image: `/images/${'a'.repeat(64)}.jpg` })).body.code).toBe('bad_picture')
    expect((await as({}, listMalls)).body).toHaveLength(malls)
  })

  test('with the email of an owner: the owner gets one more mall and keeps the password', async () => {
    const first = await newMall()
    const second = await add({
      ...mallForm(first.form.email.toUpperCase()),
      password: 'another long word',
      mallconpassword: 'another long word',
    })
    expect(second.status).toBe(201)
    expect((await logIn(first.form.email, 'another long word')).status).toBe(401)
    expect((await logIn(first.form.email, PASSWORD)).body).toMatchObject({ shopId: first.id, shopIds: [first.id, second.body._id] })
    expect((await as(first.owner, me)).status, 'no one was signed out').toBe(200)
  })

  test.each([
    ['two different passwords', { mallconpassword: 'not the same at all' }, 'mallconpassword'],
    ['a common password', { password: 'password123', mallconpassword: 'password123' }, 'password'],
    ['no password', { password: '', mallconpassword: '' }, 'password'],
    ['the role of a super administrator', { role: 'superadmin' }, 'role'],
    ['the role of staff', { role: 'shop' }, 'role'],
    ['no title', { title: '  ' }, 'title'],
    ['an invalid picture', { image: 'javascript:alert(1)' }, 'image'],
    ['an invalid email', { email: 'nobody' }, 'email'],
  ])('and is refused with %s', async (_what, wrong, field) => {
    const form = { ...mallForm(freshEmail()), ...wrong }
    const { status, body } = await sendLoosely(app.address, addMall, { body: form }, operator)
    expect(status).toBe(400)
    expect(Object.keys(body.fields ?? {})).toEqual([field])
  })

  test('with its own picture, which is kept under the hash of its content', async () => {
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
  test('by its owner with blank passwords: no one is signed out, and the storefronts of its shops are told', async () => {
    const mall = await newMall()
    const shop = await freshShop(app, mall.id)
    const screen = await openScreen(app.address, {})
    await screen.watch({ shopId: shop.id })
    const { status, body } = await as(mall.owner, changeMall, {
      id: mall.id,
      body: {
        ...edit(mall.form),
        title: 'Sunrise Mall',
        description: 'New words',
      },
    })
    expect([status, body.message, body.title, body.description]).toEqual([200, 'Mall updated successfully!', 'Sunrise Mall', 'New words'])
    expect((await as(mall.owner, me)).status).toBe(200)
    await expect.poll(() => screen.heard).toContain('display')
    expect((await as({}, readStorefront, { id: shop.id })).body.shop).toMatchObject({ mallTitle: 'Sunrise Mall' })
    screen.socket.disconnect()
  })

  test.each([
    ['email', () => ({ email: freshEmail('renamed') })],
    ['password', () => ({ password: 'quite another word', mallconpassword: 'quite another word' })],
  ])('with the %s of its owner: the login changes, and its sessions and sockets end at once', async (_what, change) => {
    const mall = await newMall()
    const screen = await openScreen(app.address, mall.owner)
    const changed = { ...edit(mall.form), ...change() } as ReturnType<typeof mallForm>
    expect((await as(operator, changeMall, { id: mall.id, body: changed })).status).toBe(200)
    expect(await screen.ended).toBe('io server disconnect')
    expect(screen.heard).toContain('session-ended')
    expect((await as(mall.owner, me)).status).toBe(401)
    expect((await logIn(mall.form.email, PASSWORD)).status).toBe(401)
    expect((await logIn(changed.email, changed.password || PASSWORD)).status).toBe(200)
  })

  test('but an owner cannot give it to the email of another owner; a super administrator can', async () => {
    const [from, to] = [await newMall(), await newMall()]
    const given = { ...edit(from.form), email: to.form.email }
    expect((await as(from.owner, changeMall, { id: from.id, body: given })).body.code).toBe('email_taken')
    expect((await as(operator, changeMall, { id: from.id, body: { ...given, email: demoAccounts.staff.email } })).body.code).toBe(
      'email_taken',
    )
    expect((await as(operator, changeMall, { id: from.id, body: given })).body.email).toBe(to.form.email)
    expect((await as(from.owner, me)).status, 'the permissions of open screens are decided again').toBe(401)
    expect((await as(to.owner, mallOverview, { id: from.id })).status).toBe(200)
    expect((await logIn(from.form.email, PASSWORD)).body).toMatchObject({ shopId: null, shopIds: [] })
  })

  test('only by the id of a mall: the id of a shop and an unknown id are refused', async () => {
    const form = edit(mallForm(freshEmail()))
    expect((await as(operator, changeMall, { id: 'phoenix-cafe', body: form })).body.code).toBe('is_a_shop')
    expect((await as(operator, changeMall, { id: 'nowhere', body: form })).body.code).toBe('mall_not_found')
    expect((await as(operator, removeMall, { id: 'phoenix-cafe' })).body.code).toBe('is_a_shop')
  })
})

describe('a person who may manage a mall sees more of it', () => {
  test('the emails of its accounts, and no one else does; no one sees passwords', async () => {
    const mall = await newMall()
    const form = shopForm()
    await as(mall.owner, addShop, { id: mall.id, body: form })
    for (const [who, sees] of [
      [operator, true],
      [mall.owner, true],
      [await ownerOf(app.address), false],
      [{}, false],
    ] as const) {
      const { body } = await as(who, readMall, { id: mall.id })
      const [shop] = body.menuItems ?? []
      expect([body.email, body.role, shop?.email]).toEqual(
        sees ? [mall.form.email, 'owner', form.email] : [undefined, undefined, undefined],
      )
      expect(JSON.stringify(body)).not.toMatch(/argon|hash|password/i)
      const listed = (await as(who, listMalls)).body.find((one) => one._id === mall.id)
      expect(listed?.email).toBe(sees ? mall.form.email : undefined)
    }
  })
})

describe('a mall is deleted', () => {
  test('not while a shopper is in a queue there; later it is archived and its records stay', async () => {
    const mall = await newMall()
    const added = await as(mall.owner, addShop, { id: mall.id, body: shopForm() })
    const shopId = String(added.body._id)
    const paid = await paidShopper(app.address, shopId)
    const refused = await as(operator, removeMall, { id: mall.id })
    expect([refused.status, refused.body.code]).toEqual([409, 'tickets_live'])

    await as(mall.owner, callTicket, { id: paid.ticketId })
    await as(mall.owner, completeTicket, { id: paid.ticketId })
    const { status, body } = await as(operator, removeMall, { id: mall.id })
    expect([status, body.message]).toEqual([200, 'Mall deleted successfully!'])
    expect((await as({}, readMall, { id: mall.id })).status).toBe(404)
    expect((await as({}, readStorefront, { id: shopId })).status).toBe(404)
    expect((await as({}, listMalls)).body.map((one) => one._id)).not.toContain(mall.id)
    expect((await as({ cookie: paid.cookie }, readReceipt, { id: paid.receiptId })).status, 'the receipt stays').toBe(200)
    expect((await audited(mall.id)).map(({ action }) => action)).toEqual(['mall.added', 'mall.removed'])
  })

  test('and the sessions and sockets of its people end at once, unless they also work elsewhere', async () => {
    const mall = await newMall()
    const shop = await freshShop(app, mall.id)
    const [leaving, staying] = [await freshStaff(app, shop.id, mall.id), await freshStaff(app, shop.id, mall.id)]
    const elsewhere = await freshShop(app)
    await app.database.db
      .insertInto('shopStaff')
      .values({ shopId: elsewhere.id, accountId: staying.id, mallId: DEMO_MALL, createdAt: app.clock.now() })
      .execute()
    const [gone, kept] = [await signIn(app.address, leaving.email, PASSWORD), await signIn(app.address, staying.email, PASSWORD)]
    const screens = [await openScreen(app.address, mall.owner), await openScreen(app.address, gone)]
    const other = await openScreen(app.address, kept)
    expect((await as(operator, removeMall, { id: mall.id })).status).toBe(200)
    expect(await Promise.all(screens.map(({ ended }) => ended))).toEqual(['io server disconnect', 'io server disconnect'])
    for (const who of [mall.owner, gone]) expect((await as(who, me)).status).toBe(401)
    for (const email of [mall.form.email, leaving.email]) expect((await logIn(email, PASSWORD)).status).toBe(401)
    expect((await as(kept, me)).body.shopIds).toEqual([elsewhere.id])
    expect(other.socket.connected).toBe(true)
    other.socket.disconnect()
  })

  test('and an owner who has no other mall can get a new one with a new password', async () => {
    const mall = await newMall()
    await as(operator, removeMall, { id: mall.id })
    const again = await add({
      ...mallForm(mall.form.email),
      password: 'a word of the second time',
      mallconpassword: 'a word of the second time',
    })
    expect(again.status).toBe(201)
    expect((await logIn(mall.form.email, PASSWORD)).status).toBe(401)
    expect((await logIn(mall.form.email, 'a word of the second time')).body).toMatchObject({
      shopId: again.body._id,
      shopIds: [again.body._id],
    })
  })

  test('or a shopper joins at the same moment, but not both: no one waits in a shop that is gone', async () => {
    for (let round = 0; round < 8; round += 1) {
      const mall = await newMall()
      const shop = await freshShop(app, mall.id)
      const shopper = await verifiedShopper(app.address)
      const [deleted, joined] = await Promise.all([
        as(operator, removeMall, { id: mall.id }),
        join(app.address, shopper, shop.id).then(
          () => 'in line',
          () => 'refused',
        ),
      ])
      expect([deleted.status, joined]).toEqual(deleted.status === 200 ? [200, 'refused'] : [409, 'in line'])
    }
  })

  test('even if a missed ticket has just left the staff table: it becomes a no-show', async () => {
    const mall = await newMall()
    const shop = await freshShop(app, mall.id)
    const paid = await paidShopper(app.address, shop.id)
    await as(mall.owner, callTicket, { id: paid.ticketId })
    const owner = mall.owner
    app.clock.advance(9 * 60_000)
    await app.running.tick()
    expect((await as(operator, removeMall, { id: mall.id })).status, 'still on the table').toBe(409)
    app.clock.advance(11 * 60_000)
    expect((await as(operator, removeMall, { id: mall.id })).status).toBe(200)
    const ticket = await app.database.db.selectFrom('ticket').select('state').where('id', '=', paid.ticketId).executeTakeFirst()
    expect(ticket?.state).toBe('no_show')
    expect((await as(owner, me)).status).toBe(401)
  })
})

test('the public list of malls is read once a second, however often it is asked for; an operator sees a new mall at once', async () => {
  const own = await startApp()
  try {
    own.clock.stop()
    const superadmin = await superOf(own.address)
    const asOwn = clientOf(() => own.address)
    const listed = async (who: Credentials) => (await asOwn(who, listMalls)).body.map((mall) => mall._id)
    await listed({})
    const { body } = await asOwn(superadmin, addMall, { body: mallForm(freshEmail('owner')) })
    await asOwn(superadmin, addShop, { id: String(body._id), body: shopForm() })
    expect(await listed(superadmin)).toContain(body._id)
    expect(await listed({})).not.toContain(body._id)
    own.clock.advance(SECOND + 1)
    expect(await listed({})).toContain(body._id)
  } finally {
    await own.stop()
  }
})
