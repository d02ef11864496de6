import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hints } from '#server/kit/hints.ts'

/** `shared` is the style sheet of the shopper wing, the same for every visitor. It is four fifths of a page, and is compressed once. */
export interface Html {
  before: string
  shared: string
  after: string
}

/** Compressed: with its inline style sheet, a document has about 56 kB, which is most of what a phone waits for. */
export function sendHtml(request: FastifyRequest, reply: FastifyReply, html: Html): FastifyReply {
  reply.type('text/html; charset=utf-8')
  const accepted = request.headers['accept-encoding'] ?? ''
  if (!/\bgzip\b/.test(accepted)) return reply.send(html.before + html.shared + html.after)
  return reply.header('content-encoding', 'gzip').send(gzipped(html))
}

/** `end` is the end of its text, to which what follows may refer. */
interface Part {
  bytes: Buffer
  deflated: Buffer
  end: Buffer
}
/** A build has three: for the shopper wing, its papers and its failures. In development, each change of a style is another text. */
const known = hints<Part>(10)

/** As far back as a gzip stream may refer, in bytes (RFC 1951, 3.3). */
const WINDOW = 32_768
/** The header of a gzip file (RFC 1952, 2.3): no name, no time, an unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
/** The size is kept modulo 2³² (RFC 1952, 2.3.1). */
const TRAILER_BYTES = 8

/**
 * The stream of each part but the last ends at a byte without being the last block, so they can follow each other. The last one refers to
 * the end of the shared part, as if all had been compressed at once.
 */
export function gzipped({ before, shared, after }: Html): Buffer {
  const [head, tail] = [Buffer.from(before), Buffer.from(after)]
  const part = partOf(shared)
  const trailer = Buffer.allocUnsafe(TRAILER_BYTES)
  trailer.writeUInt32LE(crc32(tail, crc32(part.bytes, crc32(head))), 0)
  trailer.writeUInt32LE(head.length + part.bytes.length + tail.length, 4)
  const last = deflateRawSync(tail, part.end.length > 0 ? { dictionary: part.end } : {})
  return Buffer.concat([HEADER, unended(head), part.deflated, last, trailer])
}

function partOf(text: string): Part {
  const found = known.get(text)
  if (found) return found
  const bytes = Buffer.from(text)
  const part = { bytes, deflated: unended(bytes, constants.Z_BEST_COMPRESSION), end: bytes.subarray(-WINDOW) }
  known.set(text, part)
  return part
}

const unended = (bytes: Buffer, level: number = constants.Z_DEFAULT_COMPRESSION): Buffer =>
  deflateRawSync(bytes, { level, finishFlush: constants.Z_SYNC_FLUSH })
