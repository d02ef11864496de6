import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { Refusal } from '../../contract/errors.ts'
import { PICTURE_MAX_SIDE, SOUND_MOST_BYTES } from '../../contract/picture-limits.ts'
import type { Tx } from '../db/transaction.ts'
import { fewAtATime } from '../kit/few-at-a-time.ts'
import { MOST_PIXELS, type PictureFormat, pictureFormat, soundFormat } from './rules.ts'
import * as store from './store.ts'

/** A picture or sound of a form that was looked at: bytes to keep, or an address (null for none) that stays as it is. */
interface Prepared {
  /** What the form calls it, for a refusal. */
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

/** One picture is not worth all cores, and a decoded one may take 100 MB: further ones queue. */
sharp.concurrency(1)
sharp.cache(false)
const decoding = fewAtATime(2)

/**
 * Looks at a picture before the transaction that keeps it: a data URL is decoded, recognised by its content and encoded anew without
 * metadata, longest side 800 px; addresses pass through. Refuses with `bad_picture`, naming `field`.
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
 * Looks at a sound before the transaction that keeps it: a data URL is decoded and recognised by its content, at most 1 MB; our own
 * addresses pass through. Refuses with `bad_sound`, naming `field`.
 */
export function prepareSound(text: string | null, field = 'audio'): PreparedSound {
  const prepared = { refusal: 'bad_sound', field } as const
  if (text === null || !text.startsWith('data:')) return { ...prepared, address: text, content: null }
  const bytes = bytesOf(text)
  const format = bytes.length > SOUND_MOST_BYTES ? null : soundFormat(bytes)
  if (!format) throw refusalOf(prepared)
  return { ...prepared, address: null, content: { kind: 'sound', hash: hashOf(bytes), ...format, bytes } }
}

/** Keeps a prepared picture, equal ones once; answers its address (`/images/…`, or the https address as it came), null for none. */
export const keepPicture = (tx: Tx, now: Date, picture: PreparedPicture): Promise<string | null> => keep(tx, now, picture, '/images/')

/** Keeps a prepared sound, equal ones once; answers its address (`/sounds/…`), null for none. */
export const keepSound = (tx: Tx, now: Date, sound: PreparedSound): Promise<string | null> => keep(tx, now, sound, '/sounds/')

async function keep(tx: Tx, now: Date, prepared: PreparedPicture | PreparedSound, folder: '/images/' | '/sounds/'): Promise<string | null> {
  const { content, address } = prepared
  if (content) {
    await store.insertMediaOnce(tx, now, content)
    return `${folder}${content.hash}.${content.extension}`
  }
  // An address of ours has to lead somewhere.
  if (address?.startsWith('/') && !(await isKept(tx, address))) throw refusalOf(prepared)
  return address
}

async function isKept(tx: Tx, address: string): Promise<boolean> {
  const name = /^\/(image|sound)s\/([a-f0-9]{64})\.(\w+)$/.exec(address)
  return name !== null && store.hasMedia(tx, name[1] as 'image' | 'sound', name[2] ?? '', name[3] ?? '')
}

/** The bytes behind `/images/{file}` or `/sounds/{file}`; null where there are none. */
export async function readMedia(
  db: Pick<Tx, 'selectFrom'>,
  kind: 'image' | 'sound',
  file: string,
): Promise<{ hash: string; contentType: string; bytes: Buffer } | null> {
  const name = /^([a-f0-9]{64})\.(\w{3,4})$/.exec(file)
  const row = name && (await store.mediaByName(db, kind, name[1] ?? '', name[2] ?? ''))
  return row
    ? { hash: row.hash, contentType: row.content_type, bytes: Buffer.from(row.bytes.buffer, row.bytes.byteOffset, row.bytes.length) }
    : null
}

const bytesOf = (dataUrl: string): Buffer => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

function refusalOf({ refusal, field }: Pick<PreparedPicture | PreparedSound, 'refusal' | 'field'>): Refusal {
  const { message } = new Refusal(refusal)
  return new Refusal(refusal, { fields: { [field]: message } })
}

/** Only the pixels survive: upright by its Exif orientation, in sRGB, no metadata, no second frame. Throws for a damaged file. */
function encodeAnew(bytes: Uint8Array, { extension }: PictureFormat): Promise<Buffer> {
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: MOST_PIXELS, sequentialRead: true })
    .autoOrient()
    .resize({ width: PICTURE_MAX_SIDE, height: PICTURE_MAX_SIDE, fit: 'inside', withoutEnlargement: true })
  return inFormat(picture, extension).toBuffer()
}

function inFormat(picture: Sharp, extension: PictureFormat['extension']): Sharp {
  if (extension === 'png') return picture.png({ compressionLevel: 9 })
  return extension === 'webp' ? picture.webp({ quality: 84 }) : picture.jpeg({ quality: 84, mozjpeg: true })
}
