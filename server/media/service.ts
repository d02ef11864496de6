import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import { Refusal } from '#contract/base/errors.ts'
import { PICTURE_MAX_SIDE, SOUND_MOST_BYTES } from '#contract/media/media.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'
import { lazily } from '#server/kit/lazily.ts'
import { limit } from '#server/kit/limit.ts'
import { countFile, type Quota } from '#server/quotas/service.ts'
import { MOST_PIXELS, type PictureFormat, pictureFormat, soundFormat } from './rules.ts'
import * as store from './store.ts'

/** Either bytes to store, or an address (null for none) that stays as it is. */
interface Prepared {
  /** The field of the form, for a refusal. */
  field: string
  address: string | null
  content: store.MediaRow | null
}
export interface PreparedPicture extends Prepared {
  refusal: 'bad_picture'
}
export interface PreparedSound extends Prepared {
  refusal: 'bad_sound'
}

/** A decoded picture may take 100 MB. */
const decoding = limit(2)

/** Loaded with the first picture: most servers see none for days. One picture must not use all cores. */
const openSharp = lazily(async () => {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
})

/**
 * Call it before the transaction that stores the picture. Recognizes the content of a data URL and encodes it again without metadata, with
 * the longest side at most 800 px. Addresses stay as they are. Refuses with `bad_picture`, naming `field`.
 */
export async function preparePicture(text: string | null, field = 'image'): Promise<PreparedPicture> {
  const prepared = { refusal: 'bad_picture', field } as const
  if (text === null || !text.startsWith('data:')) return { ...prepared, address: text, content: null }
  const bytes = bytesOf(text)
  const format = pictureFormat(bytes)
  const encoded = format && (await decoding(() => encodeAnew(bytes, format)).catch(() => null))
  if (!encoded) throw refusalOf(prepared)
  return {
    ...prepared,
    address: null,
    content: { kind: 'image', hash: hashOf(encoded), extension: format.extension, contentType: format.contentType, bytes: encoded },
  }
}

/**
 * Call it before the transaction that stores the sound. Recognizes the content of a data URL, at most 1 MB. Our own addresses stay as they
 * are. Refuses with `bad_sound`, naming `field`.
 */
export function prepareSound(text: string | null, field = 'audio'): PreparedSound {
  const prepared = { refusal: 'bad_sound', field } as const
  if (text === null || !text.startsWith('data:')) return { ...prepared, address: text, content: null }
  const bytes = bytesOf(text)
  const format = bytes.length > SOUND_MOST_BYTES ? null : soundFormat(bytes)
  if (!format) throw refusalOf(prepared)
  return { ...prepared, address: null, content: { kind: 'sound', hash: hashOf(bytes), ...format, bytes } }
}

/**
 * Stores a picture, equal ones only once. Returns its address (`/images/…`, or the unchanged https address), null for none. New bytes count
 * against the mall's quota; refuses with `quota_media`. Refuses with `bad_picture` if one of our own addresses does not exist.
 */
export const keepPicture = (tx: Tx, now: Date, picture: PreparedPicture, quota: Quota): Promise<string | null> =>
  keep(tx, now, picture, quota, '/images/')

/** As `keepPicture`, with `/sounds/…` and `bad_sound`. */
export const keepSound = (tx: Tx, now: Date, sound: PreparedSound, quota: Quota): Promise<string | null> =>
  keep(tx, now, sound, quota, '/sounds/')

async function keep(
  tx: Tx,
  now: Date,
  prepared: PreparedPicture | PreparedSound,
  quota: Quota,
  folder: '/images/' | '/sounds/',
): Promise<string | null> {
  const { content, address } = prepared
  if (content) {
    if (await store.insertMediaOnce(tx, now, content)) await countFile(tx, now, quota, content.bytes.length)
    return `${folder}${content.hash}.${content.extension}`
  }
  if (address?.startsWith('/') && !(await isKept(tx, now, address))) throw refusalOf(prepared)
  return address
}

async function isKept(tx: Tx, now: Date, address: string): Promise<boolean> {
  const [, kind, hash = '', extension = ''] = /^\/(image|sound)s\/([a-f0-9]{64})\.(\w+)$/.exec(address) ?? []
  return kind !== undefined && store.touchMedia(tx, now, { kind: kind as 'image' | 'sound', hash, extension })
}

/** `file` is the name in `/images/{file}` or `/sounds/{file}`. Null if the file does not exist. */
export async function readMedia(
  db: Reader,
  kind: 'image' | 'sound',
  file: string,
): Promise<{ hash: string; contentType: string; bytes: Buffer } | null> {
  const name = /^([a-f0-9]{64})\.(\w{3,4})$/.exec(file)
  const row = name && (await store.mediaByName(db, kind, name[1] ?? '', name[2] ?? ''))
  return row
    ? { hash: row.hash, contentType: row.contentType, bytes: Buffer.from(row.bytes.buffer, row.bytes.byteOffset, row.bytes.length) }
    : null
}

const bytesOf = (dataUrl: string): Buffer => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

function refusalOf({ refusal, field }: Pick<PreparedPicture | PreparedSound, 'refusal' | 'field'>): Refusal {
  const { message } = new Refusal(refusal)
  return new Refusal(refusal, { fields: { [field]: message } })
}

/**
 * Keeps only the pixels: upright by their Exif orientation, in sRGB, without metadata, without a second frame. Throws for a damaged file.
 */
async function encodeAnew(bytes: Uint8Array, { extension }: PictureFormat): Promise<Buffer> {
  const sharp = await openSharp()
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: MOST_PIXELS, sequentialRead: true })
    .autoOrient()
    .resize({ width: PICTURE_MAX_SIDE, height: PICTURE_MAX_SIDE, fit: 'inside', withoutEnlargement: true })
  return inFormat(picture, extension).toBuffer()
}

function inFormat(picture: Sharp, extension: PictureFormat['extension']): Sharp {
  if (extension === 'png') return picture.png({ compressionLevel: 9 })
  return extension === 'webp' ? picture.webp({ quality: 84 }) : picture.jpeg({ quality: 84, mozjpeg: true })
}
