import { SECOND } from '#contract/base/time.ts'
import * as calls from '#contract/slots/calls.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/http/app.ts'
import type { DepsOf } from '#server/http/edge/deps-of.ts'
import { localeOf } from '#server/http/edge/locale.ts'
import { shopperOf } from '#server/http/edge/policy.ts'
import { serve } from '#server/http/serve.ts'
import type { Slice } from '#server/slice.ts'
import { causedByEvents, type Worker } from '#server/workers.ts'
import { forgetPastSlots, readSlots } from './service.ts'
import { joinWaitlist, tellWaitlists } from './waitlist.ts'

function slotRoutes(app: App, depsOf: DepsOf, deps: Deps): void {
  serve(app, calls.readSlots, (request) => readSlots(deps, request.caller.shopper, request.params.id, request.query.day))
  serve(app, calls.joinWaitlist, (request) =>
    joinWaitlist(depsOf(request), shopperOf(request), { ...request.body, locale: localeOf(request) }),
  )
}

const slotJobs = (deps: Deps): Worker[] => [
  causedByEvents(deps.log, {
    name: 'telling waitlists',
    everyMs: 10 * SECOND,
    work: () => tellWaitlists(deps),
    isCause: ({ kind }) => kind === 'slot.freed',
  }),
]

/** The slots of a shop, how many of their places are taken, and the waitlists of full ones. */
export const slots: Slice = { routes: [slotRoutes], workers: slotJobs, forget: forgetPastSlots }
