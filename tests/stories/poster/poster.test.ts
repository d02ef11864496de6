import QRCode from 'qrcode'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noteCode, readEntrancePoster, readPoster } from '#contract/poster/calls.ts'
import { codeOf } from '#server/print/qr-code.ts'
import { addressOf, type Credentials, raw, send } from '#tests/support/calls/client.ts'
import { hasPrinter, print, scan } from '#tests/support/calls/scan.ts'
import { addRivals, introductions } from '#tests/support/people/callers.ts'
import { ownerOf, staffOf, superOf } from '#tests/support/people/people.ts'
import { eventually, startApp, type TestApp } from '#tests/support/server/app.ts'

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
  const answer = await fetch(app.address + addressOf(readPoster, { id: shop }) + query, {
    headers: who.bearer ? { authorization: `Bearer ${who.bearer}` } : {},
  })
  return { status: answer.status, headers: answer.headers, pdf: Buffer.from(await answer.arrayBuffer()) }
}
const refusal = (query: string, shop = 'phoenix-cafe', who = owner) =>
  raw(app.address, 'GET', addressOf(readPoster, { id: shop }) + query, undefined, who)
const pages = (pdf: Buffer) => [...pdf.toString('latin1').matchAll(/\/Type \/Page\b[^s]/g)].length
/** In points. */
const sheet = (pdf: Buffer) => /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1'))?.slice(1).map(Number)
const madeAt = async (shop: string) =>
  (await app.database.db.selectFrom('shop').select('qrMadeAt').where('id', '=', shop).executeTakeFirstOrThrow()).qrMadeAt
const rename = (shop: string, name: string) => app.database.db.updateTable('shop').set({ name }).where('id', '=', shop).execute()

describe('the poster of a shop', () => {
  test('is one page of A4 or A5, in English unless asked otherwise', async () => {
    const plain = await poster()
    expect(plain.status).toBe(200)
    expect(plain.headers.get('content-type')).toBe('application/pdf')
    expect(plain.headers.get('content-disposition')).toBe(
      `inline; filename="poster.pdf"; filename*=UTF-8''Phoenix%20Caf%C3%A9%20poster%20A4.pdf`,
    )
    expect(plain.pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pages(plain.pdf)).toBe(1)
    expect(sheet(plain.pdf)).toEqual([595.28, 841.89])
    const small = await poster('?size=A5')
    expect(sheet(small.pdf)).toEqual([419.53, 595.28])
    expect(pages(small.pdf)).toBe(1)
  })

  test.each(['hi', 'en,hi', 'hi,en'])('has its texts in %s on one page', async (lang) => {
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

  test('is refused if the name has letters that cannot be printed', async () => {
    await rename('royal-sarees', 'ಚಹಾ ಅಂಗಡಿ')
    expect(await refusal('', 'royal-sarees')).toMatchObject({ status: 409, body: { code: 'unprintable_name' } })
    await rename('royal-sarees', 'Royal Sarees')
  })

  test('is only for the owner of its mall and super administrators', async () => {
    const introduce = introductions(app.address)
    expect((await poster('', { who: await superOf(app.address) })).status).toBe(200)
    expect(await refusal('', 'phoenix-cafe', {})).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
    expect(await refusal('', 'phoenix-cafe', await staffOf(app.address))).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await refusal('', 'phoenix-cafe', await introduce('the owner of another mall'))).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    expect(await refusal('', 'rival-books')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await madeAt('rival-books'), 'a refused poster is not noted at the shop').toBeNull()
    const reaches = app.database.db.selectFrom('audit').select(['mallId', 'action']).where('subject', '=', 'rival-books')
    expect(await eventually(() => reaches.executeTakeFirst())).toEqual({ mallId: 'rival-mall', action: 'reach.refused' })
  })

  test('is refused for a mall and for an unknown shop', async () => {
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

  test('can be for a counter of the shop, but not for one of another shop', async () => {
    const { id } = await app.database.db
      .selectFrom('counter')
      .select('id')
      .where('shopId', '=', 'phoenix-cafe')
      .orderBy('name')
      .executeTakeFirstOrThrow()
    expect((await poster(`?counter=${id}`)).status).toBe(200)
    const other = await app.database.db.selectFrom('counter').select('id').where('shopId', '=', 'lotus-books').executeTakeFirstOrThrow()
    expect(await refusal(`?counter=${other.id}`)).toMatchObject({ status: 404, body: { code: 'counter_not_found' } })
  })

  test('notes at its shop when the code was made, and so does a code that is saved as a picture', async () => {
    const rival = await introductions(app.address)('the owner of another mall')
    const forget = () => app.database.db.updateTable('shop').set({ qrMadeAt: null }).where('id', '=', 'rival-books').execute()
    expect(await madeAt('rival-books')).toBeNull()
    await poster('?lang=hi', { shop: 'rival-books', who: rival })
    expect(await madeAt('rival-books')).toBeInstanceOf(Date)
    await forget()
    const noted = await send(app.address, noteCode, { id: 'rival-books' }, rival)
    expect([noted.status, noted.body]).toEqual([200, { success: true }])
    expect(await madeAt('rival-books')).toBeInstanceOf(Date)
  })

  test('is refused to an account that already waits for several, while another mall waits for at most one', async () => {
    const other = await introductions(app.address)('the owner of another mall')
    const paths = ['en', 'hi', 'en,hi', 'hi,en'].flatMap((lang) => ['A4', 'A5'].map((size) => `?lang=${lang}&size=${size}`))
    await rename('lotus-books', 'Lotus Books of the Queue')
    let drawnBefore = 0
    const mine = paths.map(async (query) => {
      const answer = await refusal(query, 'lotus-books')
      if (answer.status === 200) drawnBefore += 1
      return answer
    })
    const theirs = refusal('?lang=hi', 'rival-books', other).then(({ status }) => ({ status, drawnBefore }))
    const answers = await Promise.all(mine)
    const drawn = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 429)
    expect([drawn.length, refused.length]).toEqual([4, 4])
    for (const { body, headers } of refused) {
      expect(body.code).toBe('quota_posters')
      expect(headers.get('retry-after')).toBe('5')
    }
    const their = await theirs
    expect(their.status).toBe(200)
    expect(their.drawnBefore, 'before the last of the other mall').toBeLessThan(drawn.length)
  })

  test('is in the audit once per hour, shop and account, however often it is requested; so is that of an entrance', async () => {
    app.clock.advance(61 * 60_000)
    const printed = () => app.database.db.selectFrom('audit').select('subject').where('action', '=', 'code.printed').execute()
    const before = (await printed()).length
    const since = async () => (await printed()).slice(before).map(({ subject }) => subject)
    const entrance = () => send(app.address, readEntrancePoster, { id: 'phoenix-mall' }, owner)
    for (let times = 0; times < 3; times += 1) {
      await poster()
      await entrance()
    }
    expect(await since()).toEqual(['phoenix-cafe', 'phoenix-mall'])
    await poster('', { who: await superOf(app.address) })
    await poster('', { shop: 'royal-sarees' })
    expect(await since()).toEqual(['phoenix-cafe', 'phoenix-mall', 'phoenix-cafe', 'royal-sarees'])
    app.clock.advance(61 * 60_000)
    await poster()
    expect(await since()).toHaveLength(5)
  })

  test('is drawn once for the same shop, size, language and day', async () => {
    await rename('lotus-books', 'Lotus Books drawn once')
    const first = await poster('?lang=hi', { shop: 'lotus-books' })
    app.clock.advance(60_000)
    const again = await poster('?lang=hi', { shop: 'lotus-books' })
    expect(again.pdf.equals(first.pdf), 'the PDF contains the time when it was made').toBe(true)
    await rename('lotus-books', 'Lotus Books renamed')
    expect((await poster('?lang=hi', { shop: 'lotus-books' })).pdf.equals(first.pdf)).toBe(false)
  })

  test('is complete for each of several requests at the same moment', async () => {
    const all = await Promise.all(['?size=A4', '?size=A5', '?lang=hi'].map((query) => poster(query)))
    expect(all.map(({ status, pdf }) => [status, pages(pdf)])).toEqual([
      [200, 1],
      [200, 1],
      [200, 1],
    ])
  })
})

describe('the poster of a mall’s entrance', () => {
  const entrance = async (query = '', mall = 'phoenix-mall', who = owner) => {
    const answer = await fetch(app.address + addressOf(readEntrancePoster, { id: mall }) + query, {
      headers: who.bearer ? { authorization: `Bearer ${who.bearer}` } : {},
    })
    return { status: answer.status, headers: answer.headers, pdf: Buffer.from(await answer.arrayBuffer()) }
  }

  test.each(['?size=A4', '?size=A5&lang=hi', '?lang=en,hi'])('is one page: %s', async (query) => {
    const made = await entrance(query)
    expect(made.status).toBe(200)
    expect(made.headers.get('content-disposition')).toContain(`filename*=UTF-8''Phoenix%20Mall%20poster%20A`)
    expect(pages(made.pdf)).toBe(1)
  })

  test('is only for the owner and super administrators, and only for a mall', async () => {
    const introduce = introductions(app.address)
    expect((await entrance('', 'phoenix-mall', await superOf(app.address))).status).toBe(200)
    const refused = (mall: string, who: Credentials) => send(app.address, readEntrancePoster, { id: mall }, who)
    expect((await refused('phoenix-mall', {})).body.code).toBe('not_signed_in')
    expect((await refused('phoenix-mall', await staffOf(app.address))).body.code).toBe('forbidden')
    expect((await refused('phoenix-mall', await introduce('the owner of another mall'))).body.code).toBe('forbidden')
    expect(await refused('phoenix-cafe', owner)).toMatchObject({ status: 404, body: { code: 'is_a_shop' } })
    expect(await refused('no-such-mall', owner)).toMatchObject({ status: 404, body: { code: 'mall_not_found' } })
  })

  test.runIf(hasPrinter)('opens the mall’s entrance when it is printed and scanned', async () => {
    expect(scan(print((await entrance('?lang=en,hi')).pdf)).text).toBe(`${origin}/phoenix-mall`)
  })
})

describe('the code on a poster', () => {
  test('has the same modules as the QR code of its text', () => {
    const text = 'https://redcarpet.example/phoenix-cafe?counter=abcdefghij0123456789'
    const { size, runs } = codeOf(text)
    const { modules } = QRCode.create(text, { errorCorrectionLevel: 'H' })
    const drawn = new Uint8Array(size * size)
    for (const { x, y, length } of runs) drawn.fill(1, y * size + x, y * size + x + length)
    expect(size).toBe(modules.size)
    expect([...drawn]).toEqual([...modules.data].map(Number))
  })

  // Poppler replaces a printer. If it is not installed, the test of the modules above must be enough.
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
      .where('shopId', '=', 'phoenix-cafe')
      .orderBy('name')
      .executeTakeFirstOrThrow()
    expect(scan(print((await poster(`?counter=${id}`)).pdf)).text).toBe(`${origin}/phoenix-cafe?counter=${id}`)
  })
})
