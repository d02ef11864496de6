import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '#contract/base/time.ts'
import { addCounter } from '#contract/counters/calls.ts'
import { saveDisplay } from '#contract/displays/calls.ts'
import { addMall, addShop, listMalls } from '#contract/office/form-calls.ts'
import { signUp } from '#contract/sign-in/calls.ts'
import { addStaff } from '#contract/staff/calls.ts'
import { COUNTERS_PER_SHOP } from '#server/limits.ts'
import { addressOf, type Credentials, clientOf, raw, send } from '#tests/support/calls/client.ts'
import { ownerOf, signIn, superOf } from '#tests/support/people/people.ts'
import { freshEmail, freshMall, freshShop, mallForm, PASSWORD } from '#tests/support/people/place-rows.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'
import { productionApp, operator as superadmin } from '#tests/support/server/production.ts'

const env = {
  TRUST_PROXY: 'loopback',
  MEDIA_MB_PER_MALL_AND_DAY: '1',
  MEDIA_FILES_PER_MALL_AND_DAY: '4',
  MALLS_PER_ACCOUNT: '2',
  SHOPS_PER_MALL: '2',
  STAFF_PER_MALL: '3',
  SIGN_UPS_PER_ADDRESS_AND_DAY: '3',
}
let app: TestApp
beforeAll(async () => {
  app = await startApp({ env })
})
afterAll(() => app.stop())

/** Signs in at each use: the clock goes forward by days, which ends sessions. */
const operator = () => superOf(app.address)
const as = clientOf(() => app.address)

/** Each sound is one that was never sent before. */
let sounds = 0
function sound(bytes: number): string {
  sounds += 1
  const content = Buffer.alloc(bytes)
  content.write('OggS\0')
  content.writeUInt32LE(sounds, 8)
  return `data:audio/ogg;base64,${content.toString('base64')}`
}

const register = (address: string, email = freshEmail('quota'), at = app.address) =>
  send(at, signUp, { body: { name: 'Quota Owner', email, password: PASSWORD, role: 'owner' } }, { headers: { 'x-forwarded-for': address } })

async function tenant() {
  const email = freshEmail('tenant')
  const added = await as(await operator(), addMall, { body: mallForm(email) })
  expect(added.status, JSON.stringify(added.body)).toBe(201)
  const mallId = String(added.body._id)
  const shop = await freshShop(app, mallId)
  return { email, mallId, shop, owner: await signIn(app.address, email, PASSWORD) }
}
const play = (owner: Credentials, shopId: string, audio: string) => as(owner, saveDisplay, { body: { displayid: shopId, audio } })
const refused = (code: string, status: number) => ({ status, body: { code } })

describe('files', () => {
  test('are limited in bytes per mall and day; other malls and the next day are not affected', async () => {
    const { owner, shop, email } = await tenant()
    const other = await tenant()
    expect((await play(owner, shop.id, sound(600_000))).status).toBe(200)
    const beyond = await play(owner, shop.id, sound(600_000))
    expect(beyond).toMatchObject(refused('quota_media', 429))
    expect(Number(beyond.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await play(other.owner, other.shop.id, sound(600_000))).status).toBe(200)
    expect((await play(owner, shop.id, sound(300_000))).status, 'what still fits').toBe(200)
    app.clock.advance(DAY)
    expect((await play(await signIn(app.address, email, PASSWORD), shop.id, sound(600_000))).status, 'the next day').toBe(200)
  })

  test('are limited in number per mall and day, and the same file counts once', async () => {
    const { owner, shop } = await tenant()
    const same = sound(100)
    for (let times = 0; times < 6; times += 1) expect((await play(owner, shop.id, same)).status).toBe(200)
    for (let files = 0; files < 3; files += 1) expect((await play(owner, shop.id, sound(100))).status).toBe(200)
    expect(await play(owner, shop.id, sound(100))).toMatchObject(refused('quota_media', 429))
  })

  test('of parallel uploads are kept only up to the limit', async () => {
    const { owner, shop } = await tenant()
    const statuses = await Promise.all(Array.from({ length: 12 }, () => play(owner, shop.id, sound(100)).then(({ status }) => status)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(4)
  })

  test('that are no longer in use are deleted a day later, and those in use stay', async () => {
    const { owner, shop, email } = await tenant()
    const kept = async (address: string) => (await raw(app.address, 'GET', address)).status === 200
    const inDatabase = async (address: string) =>
      (await app.database.db.selectFrom('media').select('hash').where('hash', '=', address.slice(8, 72)).execute()).length === 1
    const first = String((await play(owner, shop.id, sound(200))).body.audio)
    const second = String((await play(owner, shop.id, sound(200))).body.audio)
    expect([await kept(first), await kept(second)]).toEqual([true, true])
    await app.running.tick()
    expect([await inDatabase(first), await inDatabase(second)], 'a form can still name it').toEqual([true, true])
    app.clock.advance(DAY + 1000)
    await app.running.tick()
    expect([await inDatabase(first), await inDatabase(second)]).toEqual([false, true])
    const back = await signIn(app.address, email, PASSWORD)
    expect(await play(back, shop.id, first), 'a deleted file cannot be named').toMatchObject(refused('bad_sound', 400))
    expect((await play(back, shop.id, second)).status).toBe(200)
  })
})

describe('places and people', () => {
  test('an account cannot have more malls than its quota', async () => {
    const email = freshEmail('many')
    for (let malls = 0; malls < 2; malls += 1) expect((await as(await operator(), addMall, { body: mallForm(email) })).status).toBe(201)
    expect(await as(await operator(), addMall, { body: mallForm(email) })).toMatchObject(refused('quota_malls', 409))
  })

  const shopForm = () => ({
    name: `Shop ${freshEmail()}`,
    description: '',
    image: '',
    link: '',
    email: freshEmail('staff'),
    password: PASSWORD,
    shopconpassword: PASSWORD,
    role: 'shop' as const,
  })

  test('a mall cannot have more shops or staff accounts than its quota', async () => {
    const { owner, mallId, shop } = await tenant()
    const added = await as(owner, addShop, { id: mallId, body: shopForm() })
    expect(added.status, JSON.stringify(added.body)).toBe(201)
    expect(await as(owner, addShop, { id: mallId, body: shopForm() })).toMatchObject(refused('quota_shops', 409))
    const person = () => as(owner, addStaff, { body: { shopId: shop.id, name: 'Neel Joshi', email: freshEmail('staff') } })
    for (let people = 0; people < 2; people += 1) expect((await person()).status).toBe(201)
    expect(await person()).toMatchObject(refused('quota_staff', 409))
  })

  test('a shop has at most two hundred counters', async () => {
    const { owner, shop, mallId } = await tenant()
    const rows = Array.from({ length: COUNTERS_PER_SHOP }, (_, i) => ({
      ...{ id: `${shop.id}${i}`, mallId, shopId: shop.id, name: `Row ${i}`, createdAt: new Date() },
    }))
    await app.database.db.insertInto('counter').values(rows).execute()
    expect(await as(owner, addCounter, { body: { shopId: shop.id, name: 'One more' } })).toMatchObject(refused('quota_counters', 409))
  })

  test('an address cannot make more accounts in a day than its quota, counted over its whole IPv6 network', async () => {
    for (const end of ['1', '2', 'ffff:1']) expect((await register(`2001:db8:7:7::${end}`)).status).toBe(201)
    expect(await register('2001:db8:7:7::9')).toMatchObject(refused('quota_sign_ups', 429))
    expect((await register('2001:db8:7:8::9')).status, 'another network').toBe(201)
    app.clock.advance(DAY)
    expect((await register('2001:db8:7:7::9')).status, 'another day').toBe(201)
  })

  test('in production an address cannot ask for more accounts in a day than its quota, whether or not the email has one', async () => {
    const production = await productionApp({ env: { ...env, LOG_LEVEL: 'silent' } })
    try {
      const ask = (address: string, email?: string) => register(address, email, production.address)
      expect((await ask('2001:db8:7:7::1')).status).toBe(202)
      expect((await ask('2001:db8:7:7::2', superadmin.email)).status, 'an email that has an account').toBe(202)
      expect((await ask('2001:db8:7:7::3')).status).toBe(202)
      for (const email of [freshEmail('quota'), superadmin.email]) {
        const beyond = await ask('2001:db8:7:7::4', email)
        expect(beyond).toMatchObject(refused('quota_sign_ups', 429))
        expect(Number(beyond.headers.get('retry-after'))).toBeGreaterThan(0)
      }
      expect(await production.database.db.selectFrom('signUp').select('id').execute(), 'nothing is kept of the refused ones').toHaveLength(
        3,
      )
      expect((await ask('2001:db8:7:8::1')).status, 'another network').toBe(202)
      production.clock.advance(DAY)
      expect((await ask('2001:db8:7:7::5')).status, 'another day').toBe(202)
    } finally {
      await production.stop()
    }
  })
})

describe('the list of malls', () => {
  test('shows a mall without a shop only to accounts that manage it', async () => {
    const empty = await freshMall(app)
    const titles = async (who: Credentials) => (await as(who, listMalls)).body.map((mall) => mall._id)
    app.clock.advance(2000)
    expect(await titles({})).not.toContain(empty)
    expect(await titles(await ownerOf(app.address))).toContain(empty)
    expect(await titles(await superOf(app.address))).toContain(empty)
    await freshShop(app, empty)
    app.clock.advance(2000)
    expect(await titles({})).toContain(empty)
  })

  test('has pages of a hundred with each mall once, and can be searched by title', async () => {
    const malls = Array.from({ length: 230 }, (_, i) => ({ id: `paged${i}`, title: `Paged ${i % 7} 100%`, createdAt: new Date() }))
    await app.database.db.insertInto('mall').values(malls).execute()
    const who = await superOf(app.address)
    const seen: unknown[] = []
    const sizes: number[] = []
    for (let path: string | null = addressOf(listMalls, { query: { search: 'paged' } }); path !== null; ) {
      const page = await raw(app.address, 'GET', path, undefined, who)
      expect(page.status).toBe(200)
      const found = Array.isArray(page.body) ? page.body : []
      sizes.push(found.length)
      seen.push(...found.map((mall) => mall._id))
      const link = /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')
      expect(page.headers.get('x-next-cursor') === null).toBe(link === null)
      path = link?.[1] ?? null
    }
    expect(sizes).toEqual([100, 100, 30])
    expect(new Set(seen).size).toBe(230)
    expect((await as(who, listMalls, { query: { search: '3 100%' } })).body.length).toBe(33)
    expect((await as(who, listMalls, { query: { search: '%_' } })).body).toEqual([])
    expect(await as(who, listMalls, { query: { cursor: 'nonsense' } })).toMatchObject(refused('invalid_input', 400))
  })

  test('ends a page when its malls have a thousand shops together', async () => {
    const malls = ['one', 'two', 'three'].map((name, i) => ({ id: `wide-${name}`, title: `Wide ${i}`, createdAt: new Date() }))
    await app.database.db.insertInto('mall').values(malls).execute()
    const shops = malls.flatMap(({ id }) =>
      Array.from({ length: 600 }, (_, i) => ({
        id: `${id}-${i}`,
        mallId: id,
        name: `S${i}`,
        receiptCode: `C${i}`,
        createdAt: new Date(),
      })),
    )
    await app.database.db.insertInto('shop').values(shops).execute()
    const page = await as({}, listMalls, { query: { search: 'wide' } })
    expect(page.body.map((mall) => mall._id)).toEqual(['wide-one'])
    expect(page.headers.get('x-next-cursor')).not.toBe(null)
  })

  test('is read at most once a second for all strangers together', async () => {
    const mall = await freshMall(app)
    await freshShop(app, mall)
    app.clock.advance(2000)
    const before = (await as({}, listMalls, { query: { search: 'mall' } })).body.length
    await app.database.db.updateTable('mall').set({ archivedAt: new Date() }).where('id', '=', mall).execute()
    expect((await as({}, listMalls, { query: { search: 'mall' } })).body.length).toBe(before)
    app.clock.advance(1500)
    expect((await as({}, listMalls, { query: { search: 'mall' } })).body.length).toBe(before - 1)
  })
})
