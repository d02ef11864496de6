import type { FastifyRequest } from 'fastify'
import type { Deps } from './deps.ts'
import { SHOPPER_COOKIE } from './http/edge/credentials.ts'
import { localeOf } from './http/edge/locale.ts'
import type { CallerLookup } from './http/edge/policy.ts'
import type { Pages, WebAssets } from './http/pages/page.ts'
import { idOfSegment } from './malls/slugs.ts'
import { printPaper } from './payments/receipts/print/press.ts'
import { paperByCode } from './payments/receipts/public-paper.ts'
import { firstDataFor } from './storefront/service.ts'

export const openPages = (deps: Deps, callers: CallerLookup, web: WebAssets): Pages => ({
  web,
  demo: deps.config.mode === 'demo',
  publicUrl: deps.config.publicUrl.origin,
  // Only the payment page opens a checkout: the screens load its document for that.
  checkouts: ({ screen, storefront }) =>
    screen === 'payment' && storefront !== null
      ? storefront.gateways.flatMap((name) => deps.gateways.get(name)?.checkoutSources ?? [])
      : [],
  receipts: {
    read: (code) => paperByCode(deps, code),
    draw: (paper, print, asker) => printPaper(deps, paper, print, asker),
  },
  async consolePath(path) {
    const [, segment = '', ...rest] = path.split('/')
    return ['', await idOfSegment(deps.db, segment), ...rest].join('/')
  },
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
