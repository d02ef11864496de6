import { readPass as passCall, readStorefront as storefrontCall } from '../../contract/storefront.wire.ts'
import { type App, answers } from '../http/app.ts'
import type { DepsOf } from '../http/deps-of.ts'
import type { PaymentDeps } from '../payments/capture.ts'
import { readPass, type readStorefront } from './service.ts'

const ok = { success: true as const }

/** What a shopper's screen reads: the shop in public, and the own ticket. */
export function storefrontRoutes(
  app: App,
  depsOf: DepsOf<PaymentDeps>,
  storefrontOf: (shopId: string) => ReturnType<typeof readStorefront>,
): void {
  app.get(
    '/api/storefront/:id',
    { schema: { params: storefrontCall.params, response: answers(storefrontCall.answer) } },
    async (request) => ({
      ...ok,
      ...(await storefrontOf(request.params.id)),
    }),
  )
  app.get('/api/tickets/:id', { schema: { params: passCall.params, response: answers(passCall.answer) } }, async (request) => ({
    ...ok,
    ...(await readPass(depsOf(request), request.caller, request.params.id)),
  }))
}
