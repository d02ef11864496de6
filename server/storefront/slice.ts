import * as calls from '#contract/storefront/calls.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/http/app.ts'
import { asEither, type DepsOf } from '#server/http/edge/deps-of.ts'
import { localeOf } from '#server/http/edge/locale.ts'
import { shopperOf } from '#server/http/edge/policy.ts'
import { serve } from '#server/http/serve.ts'
import { coalesceReads } from '#server/kit/coalesce.ts'
import type { Slice } from '#server/slice.ts'
import { calendarOf } from './calendar.ts'
import { readPass, readStorefront } from './service.ts'

function storefrontRoutes(app: App, depsOf: DepsOf, deps: Deps): void {
  // All phones in a hall ask for their shop at once when the display changes, and when they reconnect after an outage.
  const storefrontOf = coalesceReads((shopId) => readStorefront(deps, shopId))
  serve(app, calls.readStorefront, (request) => storefrontOf(request.params.id))
  serve(app, calls.readPass, (request) => asEither(depsOf, request, (deps, who) => readPass(deps, who, request.params.id)))
  serve(app, calls.readCalendar, async (request, reply) => {
    const file = await calendarOf(depsOf(request), shopperOf(request), request.params.id, localeOf(request))
    // `inline`, so that a phone offers to add the event instead of saving a file.
    return reply.type('text/calendar; charset=utf-8').header('content-disposition', 'inline; filename="red-carpet.ics"').send(file)
  })
}

export const storefront: Slice = { routes: [storefrontRoutes] }
