import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/http/app.ts'
import { limitsByClass } from '#server/http/edge/rate-limit.ts'
import { rangeOf } from './rules.ts'
import { readMedia } from './service.ts'

type MediaFile = NonNullable<Awaited<ReturnType<typeof readMedia>>>

/** Per kind and node: a hall full of phones asks for the same few pictures in the same minute. */
const MOST_BYTES = 16 * 1024 * 1024

/** A file's name is the hash of its content: it never changes, and scripts in it must not run. */
const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'accept-ranges': 'bytes',
} as const

/** Anyone may read what shops show and play. */
export function mediaRoutes(app: App, deps: Deps): void {
  const limit = limitsByClass(app as Parameters<typeof limitsByClass>[0], { demo: deps.config.mode === 'demo', purpose: 'media' }).read
  for (const [folder, kind] of [
    ['images', 'image'],
    ['sounds', 'sound'],
  ] as const) {
    const files = new LRUCache<string, MediaFile>({
      maxSize: MOST_BYTES,
      sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
      // A missing file is read again each time. A request gets its file even if it leaves the memory at once.
      ignoreFetchAbort: true,
      fetchMethod: async (file) => (await readMedia(deps.db, kind, file)) ?? undefined,
    })
    app.route<{ Params: { file: string } }>({
      method: ['GET', 'HEAD'],
      url: `/${folder}/:file`,
      schema: { hide: true },
      onRequest: limit,
      handler: async (request, reply) => {
        const found = await files.fetch(request.params.file)
        return found ? sendFile(request, reply, found) : reply.callNotFound()
      },
    })
  }
}

/** Sends parts too: Safari does not play sound from a server that cannot. */
function sendFile(request: FastifyRequest, reply: FastifyReply, { hash, contentType, bytes }: MediaFile): FastifyReply {
  const etag = `"${hash}"`
  reply.headers({ ...headers, etag })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const condition = request.headers['if-range']
  const part = condition === undefined || condition === etag ? rangeOf(request.headers.range, bytes.length) : 'whole'
  if (part === 'beyond')
    return reply.code(416).header('content-range', `bytes */${bytes.length}`).header('cache-control', 'no-store').send()
  reply.type(contentType)
  if (part === 'whole') return reply.send(bytes)
  reply.code(206).header('content-range', `bytes ${part.from}-${part.to}/${bytes.length}`)
  return reply.send(bytes.subarray(part.from, part.to + 1))
}
