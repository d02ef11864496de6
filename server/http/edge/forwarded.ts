import type { FastifyInstance } from 'fastify'
import type { Log } from '#server/kit/log.ts'

/**
 * Behind a proxy that is not trusted, all visitors would share one rate limit. A visitor can send `X-Forwarded-For` too, so the one warning
 * says what to check and names no address.
 */
export function warnOfUnknownProxy(app: FastifyInstance, log: Pick<Log, 'warn'>): void {
  let warned = false
  app.addHook('onRequest', async (request) => {
    if (warned || request.headers['x-forwarded-for'] === undefined) return
    warned = true
    log.warn('a request came with X-Forwarded-For, but TRUST_PROXY is not set: behind a balancer all visitors share one rate limit')
  })
}
