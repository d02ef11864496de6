import { readSlots as slotsCall, joinWaitlist as waitlistCall } from '#contract/slots/calls.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/http/app.ts'
import type { DepsOf } from '#server/http/edge/deps-of.ts'
import { localeOf } from '#server/http/edge/locale.ts'
import { shopperOf } from '#server/http/edge/policy.ts'
import { serve } from '#server/http/serve.ts'
import { readSlots } from './service.ts'
import { joinWaitlist } from './waitlist.ts'

const ok = { success: true as const }

/** The calls to read the slots of a shop, and to wait for a full one. */
export function slotRoutes(app: App, depsOf: DepsOf, deps: Deps): void {
  serve(app, slotsCall, async (request) => ({ ...ok, ...(await readSlots(deps, request.params.id, request.query.day)) }))
  serve(app, waitlistCall, async (request) => {
    await joinWaitlist(depsOf(request), shopperOf(request), { ...request.body, locale: localeOf(request) })
    return ok
  })
}
