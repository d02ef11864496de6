/** Files are recognized by their bytes only: a name or a declared type proves nothing. */

export interface Format {
  extension: string
  contentType: string
}
export interface PictureFormat extends Format {
  extension: 'jpg' | 'png' | 'webp'
}

/** 24 megapixels are more than phones take. Decoding one takes some 100 MB. */
export const MOST_PIXELS = 24_000_000

const ascii = (bytes: Uint8Array, at: number, length: number): string => String.fromCharCode(...bytes.subarray(at, at + length))
const startsWith = (bytes: Uint8Array, ...head: number[]): boolean => head.every((byte, i) => bytes[i] === byte)

/** Null for everything that is not JPEG, PNG or WebP. */
export function pictureFormat(bytes: Uint8Array): PictureFormat | null {
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return { extension: 'jpg', contentType: 'image/jpeg' }
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return { extension: 'png', contentType: 'image/png' }
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP') return { extension: 'webp', contentType: 'image/webp' }
  return null
}

/** Null for everything that is not MP3, Ogg, M4A or WAV. */
export function soundFormat(bytes: Uint8Array): Format | null {
  if (isMp3(bytes)) return { extension: 'mp3', contentType: 'audio/mpeg' }
  if (ascii(bytes, 0, 5) === 'OggS\0') return { extension: 'ogg', contentType: 'audio/ogg' }
  if (ascii(bytes, 4, 4) === 'ftyp' && /^(?:M4A |M4B |mp4[12]|iso[m2-6]|dash)$/.test(ascii(bytes, 8, 4)))
    return { extension: 'm4a', contentType: 'audio/mp4' }
  if (isWav(bytes)) return { extension: 'wav', contentType: 'audio/wav' }
  return null
}

/** True if the format comes before the sound. Recorders of phones put other chunks (`JUNK`, `bext`, `LIST`) before the format. */
function isWav(bytes: Uint8Array): boolean {
  if (ascii(bytes, 0, 4) !== 'RIFF' || ascii(bytes, 8, 4) !== 'WAVE') return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 12; at + 8 <= bytes.length; ) {
    const chunk = ascii(bytes, at, 4)
    if (chunk === 'fmt ' || chunk === 'data') return chunk === 'fmt '
    const size = view.getUint32(at + 4, true)
    // A chunk of an odd size has one more byte.
    at += 8 + size + (size % 2)
  }
  return false
}

/** True for an ID3v2 tag that a frame follows, or for a frame at the start. */
function isMp3(bytes: Uint8Array): boolean {
  if (ascii(bytes, 0, 3) !== 'ID3') return isMp3Frame(bytes, 0)
  // Only seven bits of each byte count, so that a size never looks like the start of a frame.
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((bytes[at] ?? 0) & 0x7f), 0)
  const end = 10 + size
  // Some programs write zeros between the tag and the sound.
  for (let at = end; at < Math.min(end + 4096, bytes.length); at += 1) {
    if (isMp3Frame(bytes, at)) return true
    if (bytes[at] !== 0) return false
  }
  return false
}

/** True for a sync word, layer III, and no invalid values. */
function isMp3Frame(bytes: Uint8Array, at: number): boolean {
  const [sync, version = 0, rates = 0xff] = bytes.subarray(at, at + 3)
  const layerIii = (version & 0xe6) === 0xe2 && (version & 0x18) !== 0x08
  return sync === 0xff && layerIii && rates >> 4 !== 0xf && rates >> 4 !== 0 && (rates & 0x0c) !== 0x0c
}

/**
 * Returns the part that a `Range` header asks for, both ends included. `whole`: it asks for no part or for several. `beyond`: the file has
 * no such part.
 */
export function rangeOf(header: string | undefined, size: number): { from: number; to: number } | 'whole' | 'beyond' {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!asked || (asked[1] === '' && asked[2] === '')) return 'whole'
  const [first, last] = [asked[1] === '' ? null : Number(asked[1]), asked[2] === '' ? null : Number(asked[2])]
  // `-500` is the last 500 bytes.
  const from = first ?? Math.max(0, size - (last ?? 0))
  const to = first === null ? size - 1 : Math.min(last ?? size - 1, size - 1)
  if (first !== null && last !== null && last < first) return 'whole'
  return from >= size || from > to ? 'beyond' : { from, to }
}
