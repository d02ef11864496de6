import { SECOND } from '#contract/base/time.ts'
import * as calls from '#contract/counters/calls.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/http/app.ts'
import type { DepsOf } from '#server/http/edge/deps-of.ts'
import { accountOf } from '#server/http/edge/policy.ts'
import { serve } from '#server/http/serve.ts'
import type { Slice } from '#server/slice.ts'
import type { Worker } from '#server/workers.ts'
import { addCounter, changeCounter, endPauses } from './manage-counters.ts'

function counterRoutes(app: App, depsOf: DepsOf): void {
  serve(app, calls.addCounter, (request) => addCounter(depsOf(request), accountOf(request), request.body.shopId, request.body.name))
  serve(app, calls.changeCounter, (request) => changeCounter(depsOf(request), accountOf(request), request.params.id, request.body))
}

const counterJobs = (deps: Deps): Worker[] => [{ name: 'ending pauses', everyMs: SECOND, run: () => endPauses(deps), endsByTime: true }]

export const counters: Slice = { routes: [counterRoutes], workers: counterJobs }
