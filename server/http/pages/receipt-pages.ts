import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/base/errors.ts'
import { type Locale, locales } from '#contract/base/locale.ts'
import { type PaperPage, type PaperSize, type PublicPaper, paperSizes } from '#contract/payments/paper.ts'
import { localeOf } from '#server/http/edge/locale.ts'
import { limitsByClass } from '#server/http/edge/rate-limit.ts'
import { addressKey } from '#server/kit/address-key.ts'
import { type RenderedPaper, receiptDocument } from './page-document.ts'
import { scriptlessPolicy } from './page-policy.ts'
import { sendHtml } from './send-html.ts'

export interface ReceiptPages {
  /** Null if no paper has this code. */
  read(code: string): Promise<PublicPaper | null>
  /** Returns a PDF. `asker` is the network address: too many drawings of one are refused with `rate_limited`. */
  draw(paper: PublicPaper, print: { size: PaperSize; locale: Locale }, asker: string): Promise<Buffer>
}

interface Parts {
  web: { renderPaper(page: PaperPage): Promise<RenderedPaper> }
  receipts: ReceiptPages
  demo: boolean
  publicUrl: string
}

/** `/r/{code}`: the page of a paper. `/r/{code}.pdf`: its print. An unknown code gets a page that says so. */
export function serveReceipts(scope: FastifyInstance, pages: Parts): void {
  const limits = limitsByClass(scope, { demo: pages.demo, purpose: 'receipts' })
  scope.route<{ Params: { name: string }; Querystring: Record<string, unknown> }>({
    method: ['GET', 'HEAD'],
    url: '/r/:name',
    // Drawing costs a processor a good part of a second, so it has the smallest limit.
    onRequest: async (request, reply) => limits[request.params.name.endsWith('.pdf') ? 'report' : 'read'](request, reply),
    handler: async (request, reply) => {
      // A person who has the address has the paper: it must not be indexed, and links must not give it away.
      reply.header('x-robots-tag', 'noindex, nofollow').header('referrer-policy', 'no-referrer')
      const [, code, ending] = /^([a-z0-9]{25,32})(\.pdf)?$/.exec(request.params.name) ?? []
      const paper = code === undefined ? null : await pages.receipts.read(code)
      const locale = oneOf(request.query.lang, locales, 'lang') ?? localeOf(request)
      if (paper === null || ending === undefined) return sendPaper(pages, { paper, locale }, request, reply)
      const size = oneOf(request.query.paper, paperSizes, 'paper') ?? 'a4'
      const pdf = await pages.receipts.draw(paper, { size, locale }, addressKey(request.ip))
      const name = `${paper.number.replaceAll('/', '-')}.pdf`
      return reply.type('application/pdf').header('content-disposition', `inline; filename="${name}"`).send(pdf)
    },
  })
}

/** Undefined without a value. Refuses a value outside the list with `invalid_input`. */
function oneOf<T extends string>(value: unknown, values: readonly T[], field: string): T | undefined {
  if (value === undefined) return undefined
  const found = values.find((one) => one === value)
  if (found === undefined) throw new Refusal('invalid_input', { fields: { [field]: `Please use one of: ${values.join(', ')}` } })
  return found
}

async function sendPaper(
  pages: Parts,
  { paper, locale }: { paper: PublicPaper | null; locale: Locale },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString('base64')
  const rendered = await pages.web.renderPaper({ paper, locale, demo: pages.demo })
  reply.code(paper === null ? 404 : 200)
  reply.header('content-security-policy', scriptlessPolicy(nonce, pages.publicUrl.startsWith('https:')))
  // A refund shows on the page, so the Back button must not show an old one.
  reply.header('cache-control', 'no-store')
  reply.header('vary', 'Accept-Encoding, Accept-Language, Cookie')
  return sendHtml(request, reply, receiptDocument({ locale, rendered, nonce }))
}
