import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { Refusal } from '../../contract/errors.ts'
import type { Policy } from '../../contract/permissions.ts'

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

/** One limiter per class, shared by all calls of the class (each made by `app.rateLimit` keeps its own count). */
export function limitsByClass(app: FastifyInstance, demo: boolean): Readonly<Record<Policy['limit'], onRequestHookHandler>> {
  const limiter = (limit: Policy['limit']) =>
    app.rateLimit({ max: perMinute[limit][demo ? 'demo' : 'production'], timeWindow: 60_000 }) as onRequestHookHandler
  return { read: limiter('read'), write: limiter('write'), 'sign-in': limiter('sign-in'), otp: limiter('otp') }
}

/** Registers the limiter: 429 with `Retry-After` in our envelope. Counts live in the memory of each node. */
export async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    hook: 'onRequest',
    cache: 50_000,
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false, 'retry-after': true },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (_request, context) => new Refusal('rate_limited', { retryAfterSeconds: Math.ceil(context.ttl / 1000) }),
  })
}
