import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callByNumber } from '#contract/desk/calls.ts'
import { changeDisplay } from '#contract/displays/calls.ts'
import { type BodyOf, type Credentials, send } from '#tests/support/calls/client.ts'
import { staffOf } from '#tests/support/people/people.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
let staff: Credentials
beforeAll(async () => {
  app = await startApp()
  staff = await staffOf(app.address)
})
afterAll(() => app.stop())

const save = (body: BodyOf<typeof changeDisplay>) => send(app.address, changeDisplay, { id: 'phoenix-cafe', body }, staff)
const get = (path: string, headers: Record<string, string> = {}) => fetch(app.address + path, { headers })
const dataUrl = (type: string, bytes: Uint8Array) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
const rows = () => app.database.db.selectFrom('media').selectAll().execute()

const painted = (width: number, height: number, background = '#b02a3c') => sharp({ create: { width, height, channels: 3, background } })

/** A second of silence as MP3 frames of 417 bytes (128 kbit/s, 44.1 kHz). */
const mp3 = Buffer.concat(Array.from({ length: 38 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(413)])))
const wav = Buffer.concat([Buffer.from('RIFF'), Buffer.from([36, 0, 0, 0]), Buffer.from('WAVEfmt '), Buffer.alloc(28)])
/** As a phone's recorder writes it: two other chunks come first, one of an odd size. */
const chunk = (name: string, size: number) =>
  Buffer.concat([Buffer.from(name), Buffer.from([size, 0, 0, 0]), Buffer.alloc(size + (size % 2))])
const recorded = Buffer.concat([
  Buffer.from('RIFF'),
  Buffer.from([99, 0, 0, 0]),
  Buffer.from('WAVE'),
  chunk('JUNK', 28),
  chunk('LIST', 7),
  wav.subarray(12),
])
const ogg = Buffer.concat([Buffer.from('OggS\0'), Buffer.alloc(60)])
const m4a = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypM4A '), Buffer.alloc(40)])

async function savedPicture(bytes: Uint8Array, type = 'image/jpeg'): Promise<string> {
  const answer = await save({ backgroundImage: dataUrl(type, bytes) })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return String(answer.body.backgroundImage)
}
async function refusedPicture(bytes: Uint8Array, type = 'image/jpeg'): Promise<void> {
  const before = (await rows()).length
  const answer = await save({ backgroundImage: dataUrl(type, bytes) })
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ code: 'bad_picture', fields: { backgroundImage: expect.any(String) } })
  expect(await rows()).toHaveLength(before)
}

describe('a picture', () => {
  test.each([
    ['jpeg', 'jpg', 'image/jpeg'],
    ['png', 'png', 'image/png'],
    ['webp', 'webp', 'image/webp'],
  ] as const)('as %s is served under the hash of its stored content', async (format, extension, type) => {
    const address = await savedPicture(await painted(300, 200).toFormat(format).toBuffer(), type)
    expect(address).toMatch(new RegExp(`^/images/[a-f0-9]{64}\\.${extension}$`))
    const answer = await get(address)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe(type)
    expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ format, width: 300, height: 200 })
  })

  test('is known by its content, whatever its name says', async () => {
    const address = await savedPicture(await painted(20, 20, '#123456').png().toBuffer(), 'image/jpeg')
    expect(address).toMatch(/\.png$/)
    expect((await get(address)).headers.get('content-type')).toBe('image/png')
  })

  test('is made smaller: the longest side has at most 800 px, the shape stays, and small ones are not enlarged', async () => {
    const sizeOf = async (address: string) => sharp(await (await get(address)).arrayBuffer()).metadata()
    expect(await sizeOf(await savedPicture(await painted(1600, 400).jpeg().toBuffer()))).toMatchObject({ width: 800, height: 200 })
    expect(await sizeOf(await savedPicture(await painted(300, 1200).jpeg().toBuffer()))).toMatchObject({ width: 200, height: 800 })
    expect(await sizeOf(await savedPicture(await painted(64, 48).jpeg().toBuffer()))).toMatchObject({ width: 64, height: 48 })
  })

  test('loses the place and the camera of its EXIF data, and is turned upright', async () => {
    const photo = await painted(400, 300)
      .withExif({ IFD0: { Make: 'SecretCamera', Copyright: 'Asha Verma' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '19/1 0/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(photo).metadata()).orientation).toBe(6)
    const kept = Buffer.from(await (await get(await savedPicture(photo))).arrayBuffer())
    const { exif, orientation, icc, xmp, width, height } = await sharp(kept).metadata()
    expect({ exif, orientation, icc, xmp, width, height }).toEqual({ width: 300, height: 400 })
    expect(kept.toString('latin1')).not.toMatch(/SecretCamera|Asha/)
  })

  test('that is sent twice is kept once', async () => {
    const bytes = await painted(90, 90, '#e7c677').jpeg().toBuffer()
    const first = await savedPicture(bytes)
    const count = (await rows()).length
    expect(await savedPicture(bytes)).toBe(first)
    const many = await Promise.all(Array.from({ length: 8 }, () => savedPicture(bytes)))
    expect(new Set(many)).toEqual(new Set([first]))
    expect(await rows()).toHaveLength(count)
  })

  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['only the first bytes of a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['the first bytes of a PNG before a page', Buffer.from('\x89PNG\r\n\x1a\n<html><script>alert(1)</script>', 'latin1')],
    ['a single zero byte', Buffer.from([0])],
  ])('is refused if it is %s', async (_what, bytes) => {
    for (const type of ['image/jpeg', 'image/png', 'image/webp']) await refusedPicture(bytes, type)
  })

  test('is refused if its file is incomplete', async () => {
    const noise = {
      create: {
        width: 400,
        height: 400,
        channels: 3 as const,
        background: '#000',
        noise: { type: 'gaussian' as const, mean: 128, sigma: 40 },
      },
    }
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const whole = await sharp(noise).toFormat(format).toBuffer()
      await refusedPicture(whole.subarray(0, Math.floor(whole.length * 0.6)), `image/${format}`)
    }
  })

  test('is refused if a small file has a huge number of pixels', async () => {
    const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    await refusedPicture(bomb, 'image/png')
  })

  test('is refused if its address is unknown here; a known address and an https address stay as they are', async () => {
    expect((await save({ backgroundImage: `/images/${'0'.repeat(64)}.jpg` })).body.code).toBe('bad_picture')
    const address = await savedPicture(await painted(30, 30).webp().toBuffer(), 'image/webp')
    expect((await save({ backgroundImage: address })).body.backgroundImage).toBe(address)
    expect((await save({ backgroundImage: address.replace('.webp', '.png') })).status).toBe(400)
    expect((await save({ backgroundImage: 'https://example.in/shop.jpg' })).body.backgroundImage).toBe('https://example.in/shop.jpg')
    for (const bad of ['http://example.in/shop.jpg', 'javascript:alert(1)', 'data:image/svg+xml;base64,PHN2Zy8+', '/images/../secret'])
      expect((await save({ backgroundImage: bad })).body).toMatchObject({
        code: 'invalid_input',
        fields: { backgroundImage: expect.any(String) },
      })
  })

  test('is refused with 413, before any of it is read, if it has more than a form may carry', async () => {
    const answer = await save({ backgroundImage: `data:image/jpeg;base64,${'A'.repeat(3_200_000)}` })
    expect(answer.status).toBe(413)
    expect(answer.body.code).toBe('too_large')
    const small = await send(app.address, callByNumber, { body: { number: 'A'.repeat(70_000) } }, staff)
    expect(small.status, 'other calls keep their own limit').toBe(413)
    const stranger = await send(app.address, changeDisplay, {
      id: 'phoenix-cafe',
      body: { backgroundImage: 'A'.repeat(3_200_000) },
    })
    expect(stranger.status, 'a stranger is told nothing of limits').toBe(401)
  })
})

describe('a sound', () => {
  test.each([
    ['mp3', mp3, 'audio/mpeg'],
    ['mp3', Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x0a', 'latin1'), Buffer.alloc(10), mp3]), 'audio/mpeg'],
    ['ogg', ogg, 'audio/ogg'],
    ['m4a', m4a, 'audio/mp4'],
    ['wav', wav, 'audio/wav'],
    ['wav', recorded, 'audio/wav'],
  ] as const)('as %s is served unchanged', async (extension, bytes, type) => {
    const answer = await save({ audio: dataUrl('audio/x-anything', bytes) })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const address = String(answer.body.audio)
    expect(address).toMatch(new RegExp(`^/sounds/[a-f0-9]{64}\\.${extension}$`))
    const served = await get(address)
    expect(served.headers.get('content-type')).toBe(type)
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test.each([
    ['a page', Buffer.from('<script>alert(1)</script>')],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['a tag without a sound after it', Buffer.from('ID3\x04\0\0\0\0\0\x04<svg onload=x>', 'latin1')],
    ['a film', Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypqt  '), Buffer.alloc(40)])],
  ])('is refused if it is %s', async (_what, bytes) => {
    const answer = await save({ audio: dataUrl('audio/mpeg', bytes) })
    expect(answer.body).toMatchObject({ code: 'bad_sound', fields: { audio: expect.any(String) } })
  })

  test('is refused if it has more than 1 MB or is the address of a picture', async () => {
    const long = Buffer.concat([wav, Buffer.alloc(1_048_577)])
    expect((await save({ audio: dataUrl('audio/wav', long) })).body).toMatchObject({ code: 'bad_sound' })
    const picture = await savedPicture(await painted(31, 31).png().toBuffer(), 'image/png')
    expect((await save({ audio: picture })).status).toBe(400)
    expect((await save({ audio: picture.replace('/images/', '/sounds/').replace('.png', '.mp3') })).body.code).toBe('bad_sound')
  })

  test('is sent in the parts that a player asks for', async () => {
    const address = String((await save({ audio: dataUrl('audio/mpeg', mp3) })).body.audio)
    const part = async (range: string, more: Record<string, string> = {}) => {
      const answer = await get(address, { range, ...more })
      return { status: answer.status, of: answer.headers.get('content-range'), bytes: Buffer.from(await answer.arrayBuffer()) }
    }
    const size = mp3.length
    expect((await get(address)).headers.get('accept-ranges')).toBe('bytes')
    expect(await part('bytes=0-1')).toEqual({ status: 206, of: `bytes 0-1/${size}`, bytes: mp3.subarray(0, 2) })
    expect(await part('bytes=100-')).toEqual({ status: 206, of: `bytes 100-${size - 1}/${size}`, bytes: mp3.subarray(100) })
    expect(await part('bytes=-50')).toEqual({ status: 206, of: `bytes ${size - 50}-${size - 1}/${size}`, bytes: mp3.subarray(-50) })
    expect(await part(`bytes=10-${size * 2}`)).toMatchObject({ status: 206, of: `bytes 10-${size - 1}/${size}` })
    expect(await part(`bytes=${size}-`)).toMatchObject({ status: 416, of: `bytes */${size}` })
    for (const odd of ['bytes=5-2', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=-']) expect((await part(odd)).status, odd).toBe(200)
    expect((await part('bytes=0-1', { 'if-range': '"another file"' })).status).toBe(200)
  })
})

describe('a stored file', () => {
  test('may be cached for ever, and nothing in it may run', async () => {
    const address = await savedPicture(await painted(40, 40).jpeg().toBuffer())
    const { headers } = await get(address)
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('set-cookie')).toBeNull()
    const again = await get(address, { 'if-none-match': String(headers.get('etag')) })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    const head = await fetch(app.address + address, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, 'image/jpeg', ''])
    expect(head.headers.get('content-length')).toBe(headers.get('content-length'))
  })

  test('that does not exist, or is asked for under another name, is a 404 that no cache keeps', async () => {
    const address = await savedPicture(await painted(41, 41).jpeg().toBuffer())
    const names = [
      `/images/${'f'.repeat(64)}.jpg`,
      address.replace('.jpg', '.png'),
      address.replace('/images/', '/sounds/'),
      '/images/x',
      '/images/',
      '/images',
      '/sounds/..%2fx',
    ]
    for (const name of names) {
      const answer = await get(name)
      expect(answer.status, name).toBe(404)
      expect(answer.headers.get('cache-control'), name).toBe('no-store')
    }
  })
})
