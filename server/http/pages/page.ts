import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/base/errors.ts'
import type { PaperPage } from '#contract/payments/paper.ts'
import { isConsoleScreen, isShopScreen } from '#contract/screens.ts'
import { type ShopperScreen, shopperScreenOf } from '#contract/shopper-screens.ts'
import type { FirstData } from '#contract/storefront/storefront.ts'
import { isAway } from '#server/db/errors.ts'
import { localeOf } from '#server/http/edge/locale.ts'
import { limitsByClass } from '#server/http/edge/rate-limit.ts'
import type { Opening } from './manifest.ts'
import { consoleDocument, failureDocument, type Rendered, type RenderedPaper, shopperDocument } from './page-document.ts'
import { checkoutHeaders, pagePolicy } from './page-policy.ts'
import { type ReceiptPages, serveReceipts } from './receipt-pages.ts'
import { sendHtml } from './send-html.ts'
import { screenMeant } from './typed-address.ts'

/** Built files (`built-web.ts`), or Vite in development (`server/dev.ts`). */
export interface WebAssets {
  render(data: FirstData): Promise<Rendered>
  /** Also renders the page for an unknown receipt. */
  renderPaper(page: PaperPage): Promise<RenderedPaper>
  /** The script, preload and style tags of a page. */
  head(opening: Opening, nonce: string): Promise<string>
  /** Adds the routes of the wing's files, in a separate scope, before the pages. */
  register(scope: FastifyInstance): Promise<void>
  /** True for a request that becomes a socket of the wing's own tools. */
  upgrades?(request: IncomingMessage): boolean
}

export interface Pages {
  web: WebAssets
  /** `screen` is `missing` for an unknown id. Can redirect the browser instead. */
  firstData(request: FastifyRequest, at: { id: string; screen: ShopperScreen }): Promise<FirstData | { redirect: string }>
  /** The path of a console screen of one shop, whose first segment may be a slug of the shop, with the id of the shop. */
  consolePath(path: string): Promise<string>
  /** What this screen may load from the payment vendors whose checkout it may open; nothing if it is left out. */
  checkouts?(data: FirstData): Parameters<typeof checkoutHeaders>[0]
  receipts: ReceiptPages
  demo: boolean
  publicUrl: string
}

/** Sends the HTML of the screen at the request's path, or the designed 404 page if the path is not a screen. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** True for a browser that opens a page. Programs that accept anything (curl, probes) get plain text if the route has it. */
export function wantsHtml(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('text/html')
}

const VARY = 'Accept, Accept-Encoding, Accept-Language, Cookie'

/** Routes that send either a page or plain text call it themselves. */
export function pageSender(pages: Pages): SendPage {
  const https = pages.publicUrl.startsWith('https:')
  return async (request, reply) => {
    const path = pathOf(request)
    const nonce = randomBytes(16).toString('base64')
    const at = shopperScreenOf(path)
    if (!at) {
      const meant = isShopScreen(path) ? await pages.consolePath(path) : path
      if (meant !== path) return reply.redirect(meant + request.url.slice(path.length), 303)
      reply.code(isConsoleScreen(path) ? 200 : 404).header('content-security-policy', pagePolicy(nonce, [], https))
      const locale = localeOf(request)
      reply.header('vary', VARY)
      return sendHtml(
        request,
        reply,
        consoleDocument({ locale, head: await pages.web.head({ wing: 'console', locale, screen: null }, nonce), nonce, demo: pages.demo }),
      )
    }
    const data = await pages.firstData(request, at)
    if ('redirect' in data) return reply.redirect(data.redirect, 303)
    const rendered = await pages.web.render(data)
    reply.code(data.screen === 'missing' ? 404 : 200)
    const checkouts = pages.checkouts?.(data) ?? []
    reply.header('content-security-policy', pagePolicy(nonce, checkouts, https)).headers(checkoutHeaders(checkouts))
    // The page holds data of one person. And the Back button must show the current state, not a cached one.
    reply.header('cache-control', 'no-store')
    reply.header('vary', VARY)
    const head = await pages.web.head({ wing: 'shopper', locale: data.locale, screen: data.screen }, nonce)
    return sendHtml(request, reply, shopperDocument({ data, rendered, head, nonce, publicUrl: pages.publicUrl }))
  }
}

/** Register it last: its `/*` takes all requests without a route. */
export function servePages(app: FastifyInstance, pages: Pages, send: SendPage = pageSender(pages)): void {
  app.register(async (scope) => {
    await pages.web.register(scope)
    serveAssets(scope)
    serveReceipts(scope, pages)
    scope.setErrorHandler((error: FastifyError | Refusal, request, reply) => sendFailure(error, request, reply))
    scope.route({
      method: ['GET', 'HEAD'],
      url: '/*',
      // A page costs queries, and without a limit anyone could guess addresses by their 404s.
      onRequest: limitsByClass(scope, { demo: pages.demo, purpose: 'pages' }).read,
      handler: async (request, reply) => {
        const path = pathOf(request)
        const meant = screenMeant(path)
        if (meant !== null) return reply.redirect(meant + request.url.slice(path.length), 303)
        if (isForPrograms(path) || (isFile(path) && !wantsHtml(request))) return reply.callNotFound()
        return send(request, reply)
      },
    })
  })
}

/** True for first path segments that have no pages. */
const isForPrograms = (path: string): boolean =>
  /^\/(?:api|static|assets|socket\.io|images|sounds|docs-assets|metrics|ready|\.well-known)(?:\/|$)/.test(path)

/** True for addresses of files (`/wp-login.php`): ids have no dot. A person may have typed one, and then sees the page for it. */
const isFile = (path: string): boolean => /^\/[^/]*\.[^/]*$/.test(path)

const webAssets = join(import.meta.dirname, '../../../web/assets')

/** Browsers ask for `/favicon.ico` when a response is not a page. */
function serveAssets(scope: FastifyInstance): void {
  const icon = readFileSync(join(webAssets, 'favicon.svg'))
  const robots = readFileSync(join(webAssets, 'robots.txt'))
  for (const [path, type, bytes] of [
    ['/favicon.svg', 'image/svg+xml', icon],
    ['/favicon.ico', 'image/svg+xml', icon],
    ['/robots.txt', 'text/plain; charset=utf-8', robots],
  ] as const) {
    scope.get(path, async (_request, reply) => reply.type(type).header('cache-control', 'public, max-age=86400').send(bytes))
  }
}

/** An error is a page too, never a stack. */
function sendFailure(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof Refusal) && isAway(error)) {
    request.log.error({ err: error }, 'the database is not responding')
    return sendFailure(new Refusal('unavailable', { retryAfterSeconds: 2 }), request, reply)
  }
  const [status, sentence] = error instanceof Refusal ? [error.status, error.message] : [error.statusCode ?? 500, 'Something went wrong']
  if (status >= 500 && !(error instanceof Refusal)) request.log.error({ err: error }, 'a page could not be rendered')
  const nonce = randomBytes(16).toString('base64')
  if (error instanceof Refusal && error.details.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(Math.max(1, Math.ceil(error.details.retryAfterSeconds))))
  }
  reply.code(status).header('content-security-policy', pagePolicy(nonce))
  return sendHtml(request, reply, failureDocument(nonce, sentence))
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/'
}
