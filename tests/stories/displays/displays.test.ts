import sharp from 'sharp'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeDisplay, readDisplay, saveDisplay } from '#contract/displays/calls.ts'
import { readStorefront } from '#contract/storefront/calls.ts'
import { type Credentials, send } from '#tests/support/calls/client.ts'
import { addRivals, RIVAL_SHOP } from '#tests/support/people/callers.ts'
import { ownerOf, signIn, staffOf, superOf } from '#tests/support/people/people.ts'
import { eventually, startApp, type TestApp } from '#tests/support/server/app.ts'

const SHOP = 'phoenix-cafe'
const texts = { phoenixText: 'PHOENIX', pText: 'P', royalPassText: 'ROYAL PASS' }

let app: TestApp
let staff: Credentials
beforeAll(async () => {
  app = await startApp()
  await addRivals(app)
  staff = await staffOf(app.address)
})
afterAll(() => app.stop())
beforeEach(async () => {
  expect((await put({ backgroundImage: '', imageAlt: '', audio: '', ...texts })).status).toBe(200)
})

const post = (body: object, who = staff) => send(app.address, saveDisplay, { body }, who)
const put = (body: object, who = staff, id = SHOP) => send(app.address, changeDisplay, { id, body }, who)
const read = async (id = SHOP) => (await send(app.address, readDisplay, { id })).body
const picture = async () =>
  `data:image/jpeg;base64,${(
    await sharp({ create: { width: 60, height: 60, channels: 3, background: '#745216' } })
      .jpeg()
      .toBuffer()
  ).toString('base64')}`

describe('changing a display', () => {
  test('returns the whole display with the sentence that the screen shows, and everyone can read it', async () => {
    const answer = await post({
      displayid: SHOP,
      phoenixText: '  Fresh  coffee ',
      backgroundImage: await picture(),
      imageAlt: 'A steaming cup',
    })
    expect(answer.status).toBe(200)
    const { success, message, ...display } = answer.body as Record<string, unknown>
    expect({ success, message }).toEqual({ success: true, message: 'Updated Successfully!' })
    expect(display).toEqual({
      displayid: SHOP,
      backgroundImage: expect.stringMatching(/^\/images\/[a-f0-9]{64}\.jpg$/),
      imageAlt: 'A steaming cup',
      phoenixText: 'Fresh  coffee',
      pText: 'P',
      royalPassText: 'ROYAL PASS',
      audio: '',
    })
    expect(await read()).toEqual({ success: true, ...display })
    const storefront = (await send(app.address, readStorefront, { id: SHOP })).body
    expect(storefront.display).toEqual({
      backgroundImage: display.backgroundImage,
      imageAlt: 'A steaming cup',
      slidingText: 'Fresh  coffee',
      largeLetter: 'P',
      passText: 'ROYAL PASS',
      audio: null,
    })
  })

  test('keeps absent fields and clears empty ones', async () => {
    await put({ pText: 'X' })
    expect(await read()).toMatchObject({ ...texts, pText: 'X' })
    await put({ pText: '', royalPassText: '' })
    expect(await read()).toMatchObject({ phoenixText: 'PHOENIX', pText: '', royalPassText: '' })
    await put({ backgroundImage: await picture() })
    await put({ phoenixText: 'again' })
    expect((await read()).backgroundImage).toMatch(/^\/images\//)
    await put({ backgroundImage: '' })
    expect((await read()).backgroundImage).toBe('')
    expect((await put({})).status).toBe(200)
    expect(await read()).toMatchObject({ phoenixText: 'again' })
  })

  test('by several people at the same moment keeps the fields of each', async () => {
    const owner = await ownerOf(app.address)
    await Promise.all([put({ phoenixText: 'one' }), put({ pText: 'two' }, owner), put({ royalPassText: 'three' })])
    expect(await read()).toMatchObject({ phoenixText: 'one', pText: 'two', royalPassText: 'three' })
  })

  test('of a shop that has none yet starts with what it showed before', async () => {
    const shown = await read(RIVAL_SHOP)
    expect(shown).toMatchObject({ phoenixText: 'Rival Books', pText: 'R' })
    const rival = await signIn(app.address, 'owner@rival.test')
    expect((await put({ royalPassText: 'Club' }, rival, RIVAL_SHOP)).status).toBe(200)
    expect(await read(RIVAL_SHOP)).toEqual({ ...shown, royalPassText: 'Club' })
  })

  test('counts characters of other scripts as a reader does; a text that is too long is refused with its field', async () => {
    expect((await put({ phoenixText: 'फीनिक्स कैफ़े में स्वागत है', pText: 'फ़ी' })).status).toBe(200)
    for (const [field, text] of [
      ['phoenixText', 'x'.repeat(41)],
      ['pText', 'FIVE5'],
      ['royalPassText', 'x'.repeat(41)],
      ['imageAlt', 'x'.repeat(161)],
    ] as const) {
      const answer = await put({ [field]: text })
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ code: 'invalid_input', fields: { [field]: expect.any(String) } })
    }
    expect((await put({ phoenixText: 7 })).status).toBe(400)
  })

  test('with a bad sound and a good picture changes nothing', async () => {
    const answer = await put({ backgroundImage: await picture(), audio: 'data:audio/mpeg;base64,AAAA', phoenixText: 'half' })
    expect(answer.body.code).toBe('bad_sound')
    expect(await read()).toMatchObject({ backgroundImage: '', phoenixText: 'PHOENIX' })
  })
})

describe('the shop of a display', () => {
  test('is the only shop of the caller if the call names none', async () => {
    expect((await post({ pText: 'S' })).body.displayid).toBe(SHOP)
    const rival = await signIn(app.address, 'owner@rival.test')
    expect((await post({ pText: 'V' }, rival)).body.displayid).toBe(RIVAL_SHOP)
    for (const many of [await ownerOf(app.address), await superOf(app.address)]) {
      const answer = await post({ pText: 'M' }, many)
      expect([answer.status, answer.body.code]).toEqual([400, 'shop_required'])
    }
  })

  test('cannot be a mall or an unknown shop', async () => {
    const operator = await superOf(app.address)
    expect((await put(texts, operator, 'phoenix-mall')).body.code).toBe('is_a_mall')
    expect((await put(texts, operator, 'nobody-has-this')).body.code).toBe('shop_not_found')
    expect((await post({ displayid: 'phoenix-mall' }, operator)).body.code).toBe('is_a_mall')
  })

  test('must belong to the caller: others are refused in the path and in the body, and the attempt is in the audit', async () => {
    const rival = await signIn(app.address, 'staff@lotus.test')
    const tries = [
      await put({ pText: 'X' }, rival),
      await post({ displayid: SHOP, pText: 'X' }, rival),
      await put({ pText: 'X', displayid: SHOP }, rival, 'lotus-books'),
    ]
    expect(tries.map((answer) => [answer.status, answer.body.code])).toEqual(Array(3).fill([403, 'forbidden']))
    expect(await read()).toMatchObject(texts)
    const noted = await app.database.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'reach.refused')
      .where('subject', '=', SHOP)
      .execute()
    expect(noted).toHaveLength(3)
  })

  test('must be the same in the path and in the body, even if both belong to the caller', async () => {
    const owner = await ownerOf(app.address)
    const answer = await put({ pText: 'X', displayid: 'lotus-books' }, owner)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
    expect((await put({ pText: 'Y', displayid: SHOP }, owner)).status).toBe(200)
  })
})

test('every open display is told of a change when the change can be read', async () => {
  const phone = io(app.address, { transports: ['websocket'] })
  const heard: { shopId: string; seq: number }[] = []
  phone.on('display', (event) => heard.push(event))
  await phone.timeout(5000).emitWithAck('watch', { shopId: SHOP })
  await put({ phoenixText: 'Hear, hear' })
  const event = await eventually(() => heard.at(-1))
  expect(event).toMatchObject({ shopId: SHOP, seq: expect.any(Number) })
  expect(await read()).toMatchObject({ phoenixText: 'Hear, hear' })
  phone.close()
})
