import type { FastifyRequest } from 'fastify'
import type { Deps } from './deps.ts'
import { SHOPPER_COOKIE } from './http/edge/credentials.ts'
import { localeOf } from './http/edge/locale.ts'
import type { CallerLookup } from './http/edge/policy.ts'
import type { Pages, WebAssets } from './http/pages/page.ts'
import { firstDataFor } from './storefront/service.ts'

/** Connects the pages to the web's files and to the first data of a shopper's screen. */
export const openPages = (deps: Deps, callers: CallerLookup, web: WebAssets): Pages => ({
  web,
  demo: deps.config.mode === 'demo',
  publicUrl: deps.config.publicUrl.origin,
  async firstData(request: FastifyRequest) {
    const cookie = request.cookies[SHOPPER_COOKIE]
    const url = new URL(request.url, 'http://page')
    return firstDataFor(deps, {
      path: url.pathname,
      query: url.searchParams,
      locale: localeOf(request),
      shopper: cookie ? await callers.shopper(cookie) : null,
    })
  },
})
