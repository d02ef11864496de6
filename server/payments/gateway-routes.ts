import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as gatewayCalls from '#contract/payments/gateway-calls.ts'
import type { VendorName } from '#contract/payments/payments.ts'
import * as vendorBooksCalls from '#contract/payments/vendor-books-calls.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/http/app.ts'
import { asEither, type DepsOf } from '#server/http/edge/deps-of.ts'
import { accountOf } from '#server/http/edge/policy.ts'
import { type RequestOf, serve } from '#server/http/serve.ts'
import { changeAccount, readAccounts, testAccount } from './accounts/manage-accounts.ts'
import { returnFromVendor } from './capture/return-from-vendor.ts'
import { checkPayment } from './checks/check-order.ts'
import { decideOrphan, readMatters } from './orphans/read-matters.ts'
import { readSettlements } from './settlements/import-settlements.ts'
import { takeEvent } from './webhooks/take-event.ts'

/** In bytes. */
const [FORM_LIMIT, EVENT_LIMIT] = [8 * 1024, 256 * 1024]

export function gatewayRoutes(app: App, depsOf: DepsOf, deps: Deps): void {
  serve(app, gatewayCalls.readGateways, async (request) => readAccounts(depsOf(request), accountOf(request), request.params.id))
  serve(app, gatewayCalls.changeGateway, async (request) =>
    changeAccount(depsOf(request), accountOf(request), request.params.id, request.body),
  )
  serve(app, gatewayCalls.testGateway, async (request) => ({
    accepted: await testAccount(depsOf(request), accountOf(request), request.params.id, request.body.name),
  }))
  serve(app, gatewayCalls.checkPayment, (request) => asEither(depsOf, request, (own, who) => checkPayment(own, who, request.params.id)))
  serve(app, vendorBooksCalls.readVendorMatters, (request) => readMatters(depsOf(request), accountOf(request), request.params.id))
  serve(app, vendorBooksCalls.decideOrphan, async (request) => ({
    orphan: await decideOrphan(depsOf(request), accountOf(request), request.params.id, request.body.note),
  }))
  serve(app, vendorBooksCalls.readSettlements, async (request) => ({
    settlements: await readSettlements(depsOf(request), accountOf(request), request.params.id, request.query),
  }))
  serveWebhooks(app, deps)
  serveReturn(app, deps)
}

/** In a separate scope: these calls need the bytes of their body as they came. */
function serveWebhooks(app: App, deps: Deps): void {
  app.register(async (own: App) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const take = async (
      name: VendorName,
      request: RequestOf<typeof gatewayCalls.razorpayWebhook | typeof gatewayCalls.cashfreeWebhook>,
    ) => {
      await takeEvent(deps, name, request.params.id, bytesOf(request.body), headersOf(request))
    }
    serve(own, gatewayCalls.razorpayWebhook, (request) => take('razorpay', request), { bodyLimit: EVENT_LIMIT })
    serve(own, gatewayCalls.cashfreeWebhook, (request) => take('cashfree', request), { bodyLimit: EVENT_LIMIT })
  })
}

/** In a separate scope: no other call accepts a form. */
function serveReturn(app: App, deps: Deps): void {
  app.register(async (own: App) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    const { method, path: url, params, body } = gatewayCalls.returnFromVendor
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const { id } = request.params as RequestOf<typeof gatewayCalls.returnFromVendor>['params']
      return reply.redirect(await returnFromVendor(deps, id, (request.body ?? {}) as Readonly<Record<string, unknown>>), 303)
    }
    const untyped = own as FastifyInstance
    untyped.route({ method, url, schema: { params, body }, bodyLimit: FORM_LIMIT, handler })
  })
}

const bytesOf = (body: unknown): Uint8Array => (body instanceof Uint8Array ? body : new Uint8Array())

const headersOf = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
