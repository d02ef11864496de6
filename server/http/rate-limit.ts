import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { Refusal } from '../../contract/errors.ts'
import type { Policy } from '../../contract/permissions.ts'
import type { SharedCounts } from './shared-counts.ts'

declare module 'fastify' {
  interface FastifyInstance {
    sharedCounts: SharedCounts | null
  }
}

/**
 * Requests a minute from one address. A mall's guests share one address (NAT), so production limits are wide and the fine ones are
 * per mobile (rows). In demo mode a hall of phones behind one address is the normal case.
 */
const perMinute: Readonly<Record<Policy['limit'], { demo: number; production: number }>> = {
  read: { demo: 120_000, production: 6000 },
  write: { demo: 120_000, production: 1200 },
  'sign-in': { demo: 1200, production: 30 },
  otp: { demo: 60_000, production: 240 },
}
const MINUTE_MS = 60_000

/** One limiter per class, shared by all calls of the class. Each `purpose` (calls, pages, pictures) has counts of its own. */
export function limitsByClass(
  app: FastifyInstance,
  { demo, purpose }: { demo: boolean; purpose: string },
): Readonly<Record<Policy['limit'], onRequestAsyncHookHandler>> {
  const limiter = (limit: Policy['limit']): onRequestAsyncHookHandler => {
    const max = perMinute[limit][demo ? 'demo' : 'production']
    const onThisNode = app.rateLimit({ max, timeWindow: MINUTE_MS }) as onRequestAsyncHookHandler
    return async function (request, reply) {
      await onThisNode.call(this, request, reply)
      await refuseBeyond(app.sharedCounts, `${purpose}:${limit}`, max, request)
    }
  }
  return { read: limiter('read'), write: limiter('write'), 'sign-in': limiter('sign-in'), otp: limiter('otp') }
}

/** What all nodes have counted together; without Redis each node's own count stands alone. */
async function refuseBeyond(counts: SharedCounts | null, name: string, max: number, request: FastifyRequest): Promise<void> {
  const counted = await counts?.count(`red-carpet:limit:${name}:${normalizeIP(request.ip)}`, MINUTE_MS)
  if (counted && counted.current > max) throw tooMany(counted.ttl)
}

const tooMany = (ttl: number) => new Refusal('rate_limited', { retryAfterSeconds: Math.ceil(ttl / 1000) })

/** Registers the limiter: 429 with `Retry-After` in our envelope. Each node counts in its memory, and with `counts` all of them together. */
export async function limitRates(app: FastifyInstance, counts: SharedCounts | null): Promise<void> {
  app.decorate('sharedCounts', counts)
  app.addHook('onClose', async () => counts?.close())
  await app.register(rateLimit, {
    global: false,
    hook: 'onRequest',
    cache: 50_000,
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false, 'retry-after': true },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (_request, context) => tooMany(context.ttl),
  })
}
