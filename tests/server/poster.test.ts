import QRCode from 'qrcode'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../../server/shops/poster-code.ts'
import { eventually, startApp, type TestApp } from '../support/app.ts'
import { addRivals, introductions } from '../support/callers.ts'
import { type Credentials, call, ownerOf, staffOf, superOf } from '../support/people.ts'
import { hasPrinter, print, scan } from '../support/scan.ts'

let app: TestApp
let owner: Credentials
let origin: string
beforeAll(async () => {
  app = await startApp({ env: { PUBLIC_URL: 'http://redcarpet.test' } })
  await addRivals(app)
  owner = await ownerOf(app.address)
  origin = 'http://redcarpet.test'
})
afterAll(() => app.stop())

async function poster(query = '', { shop = 'phoenix-cafe', who = owner }: { shop?: string; who?: Credentials } = {}) {
  const answer = await fetch(`${app.address}/api/poster/${shop}${query}`, {
    headers: who.bearer ? { authorization: `Bearer ${who.bearer}` } : {},
  })
  return { status: answer.status, headers: answer.headers, pdf: Buffer.from(await answer.arrayBuffer()) }
}
const refusal = (query: string, shop = 'phoenix-cafe', who = owner) =>
  call(app.address, 'GET', `/api/poster/${shop}${query}`, undefined, who)
const pages = (pdf: Buffer) => [...pdf.toString('latin1').matchAll(/\/Type \/Page\b[^s]/g)].length
/** In points. */
const sheet = (pdf: Buffer) => /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1'))?.slice(1).map(Number)
const madeAt = async (shop: string) =>
  (await app.database.db.selectFrom('shop').select('qr_made_at').where('id', '=', shop).executeTakeFirstOrThrow()).qr_made_at
const rename = (shop: string, name: string) => app.database.db.updateTable('shop').set({ name }).where('id', '=', shop).execute()

describe('the poster of a shop', () => {
  test('is one page of A4 or A5, in English unless asked otherwise', async () => {
    const plain = await poster()
    expect(plain.status).toBe(200)
    expect(plain.headers.get('content-type')).toBe('application/pdf')
    expect(plain.headers.get('content-disposition')).toBe('inline; filename="poster-phoenix-cafe-A4.pdf"')
    expect(plain.pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pages(plain.pdf)).toBe(1)
    expect(sheet(plain.pdf)).toEqual([595.28, 841.89])
    const small = await poster('?size=A5')
    expect(sheet(small.pdf)).toEqual([419.53, 595.28])
    expect(pages(small.pdf)).toBe(1)
  })

  test.each(['hi', 'en,hi', 'hi,en'])('speaks %s on one page', async (lang) => {
    const { status, pdf } = await poster(`?lang=${lang}`)
    expect(status).toBe(200)
    expect(pages(pdf)).toBe(1)
    expect(pdf.toString('latin1')).toContain(`/Lang (${lang.slice(0, 2)})`)
  })

  test('stays on one page with the longest name a shop may have, and without its emoji', async () => {
    await rename('royal-sarees', `☕ ${'श्रीमती क्षत्रिय वस्त्र भंडार और साड़ी केन्द्र '.repeat(2)}`.slice(0, 80))
    expect(pages((await poster('?lang=hi,en&size=A5', { shop: 'royal-sarees' })).pdf)).toBe(1)
    await rename('royal-sarees', 'W'.repeat(80))
    expect(pages((await poster('', { shop: 'royal-sarees' })).pdf)).toBe(1)
  })

  test('is refused where the name has letters that cannot be printed', async () => {
    await rename('royal-sarees', 'ಚಹಾ ಅಂಗಡಿ')
    expect(await refusal('', 'royal-sarees')).toMatchObject({ status: 409, body: { code: 'unprintable_name' } })
    await rename('royal-sarees', 'Royal Sarees')
  })

  test('is for its mall’s owner and super administrators; to others the shop is foreign', async () => {
    const introduce = introductions(app.address)
    expect((await poster('', { who: await superOf(app.address) })).status).toBe(200)
    expect(await refusal('', 'phoenix-cafe', {})).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
    expect(await refusal('', 'phoenix-cafe', await staffOf(app.address))).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await refusal('', 'phoenix-cafe', await introduce('the owner of another mall'))).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    expect(await refusal('', 'rival-books')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await madeAt('rival-books'), 'a refused poster leaves no note').toBeNull()
    const reaches = app.database.db.selectFrom('audit').select(['mall_id', 'action']).where('subject', '=', 'rival-books')
    expect(await eventually(() => reaches.executeTakeFirst())).toEqual({ mall_id: 'rival-mall', action: 'reach.refused' })
  })

  test('is only of a shop', async () => {
    expect(await refusal('', 'phoenix-mall')).toMatchObject({ status: 404, body: { code: 'is_a_mall' } })
    expect(await refusal('', 'no-such-shop')).toMatchObject({ status: 404, body: { code: 'shop_not_found' } })
  })

  test.each([
    ['?size=A3', 'size'],
    ['?size=', 'size'],
    ['?lang=', 'lang.0'],
    ['?lang=fr', 'lang.0'],
    ['?lang=en,en', 'lang'],
    ['?lang=en,hi,en', 'lang'],
    ['?counter=', 'counter'],
  ])('with %s is refused, and the field is named', async (query, field) => {
    const { status, body } = await refusal(query)
    expect(status).toBe(400)
    expect(Object.keys(body.fields ?? {})).toContain(field)
  })

  test('may be for one of the shop’s counters, and for no other’s', async () => {
    const { id } = await app.database.db
      .selectFrom('counter')
      .select('id')
      .where('shop_id', '=', 'phoenix-cafe')
      .orderBy('name')
      .executeTakeFirstOrThrow()
    expect((await poster(`?counter=${id}`)).status).toBe(200)
    const other = await app.database.db.selectFrom('counter').select('id').where('shop_id', '=', 'lotus-books').executeTakeFirstOrThrow()
    expect(await refusal(`?counter=${other.id}`)).toMatchObject({ status: 404, body: { code: 'counter_not_found' } })
  })

  test('leaves a note at its shop that there is a code now, and so does a code saved as a picture', async () => {
    const rival = await introductions(app.address)('the owner of another mall')
    const forget = () => app.database.db.updateTable('shop').set({ qr_made_at: null }).where('id', '=', 'rival-books').execute()
    expect(await madeAt('rival-books')).toBeNull()
    await poster('?lang=hi', { shop: 'rival-books', who: rival })
    expect(await madeAt('rival-books')).toBeInstanceOf(Date)
    await forget()
    const noted = await call(app.address, 'POST', '/api/qrcode/rival-books/made', {}, rival)
    expect([noted.status, noted.body]).toEqual([200, { success: true }])
    expect(await madeAt('rival-books')).toBeInstanceOf(Date)
  })

  test('made many at a time, comes out for each', async () => {
    const all = await Promise.all(['?size=A4', '?size=A5', '?lang=hi'].map((query) => poster(query)))
    expect(all.map(({ status, pdf }) => [status, pages(pdf)])).toEqual([
      [200, 1],
      [200, 1],
      [200, 1],
    ])
  })
})

describe('the code on it', () => {
  test('has the modules of the code that it stands for', () => {
    const text = 'https://redcarpet.example/phoenix-cafe?counter=abcdefghij0123456789'
    const { size, runs } = codeOf(text)
    const { modules } = QRCode.create(text, { errorCorrectionLevel: 'H' })
    const drawn = new Uint8Array(size * size)
    for (const { x, y, length } of runs) drawn.fill(1, y * size + x, y * size + x + length)
    expect(size).toBe(modules.size)
    expect([...drawn]).toEqual([...modules.data].map(Number))
  })

  // Poppler stands in for a printer; where it is not installed, the modules above have to do.
  test.runIf(hasPrinter).each(['?size=A4&lang=en,hi', '?size=A5&lang=hi'])(
    'opens the shop when it is printed and scanned: %s',
    async (query) => {
      expect(scan(print((await poster(query)).pdf)).text).toBe(`${origin}/phoenix-cafe`)
    },
  )

  test.runIf(hasPrinter)('of a counter opens the shop at that counter', async () => {
    const { id } = await app.database.db
      .selectFrom('counter')
      .select('id')
      .where('shop_id', '=', 'phoenix-cafe')
      .orderBy('name')
      .executeTakeFirstOrThrow()
    expect(scan(print((await poster(`?counter=${id}`)).pdf)).text).toBe(`${origin}/phoenix-cafe?counter=${id}`)
  })
})
