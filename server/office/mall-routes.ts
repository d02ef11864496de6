import * as insightsCalls from '#contract/office/insights-calls.ts'
import * as mallCalls from '#contract/office/mall-calls.ts'
import { mallToday } from '#contract/office/today-calls.ts'
import type { App } from '#server/http/app.ts'
import type { DepsOf } from '#server/http/edge/deps-of.ts'
import { accountOf } from '#server/http/edge/policy.ts'
import { serve } from '#server/http/serve.ts'
import { readInsights } from './day-insights.ts'
import { removeOwnersSecondFactor } from './mall-forms.ts'
import { confirmGstin, readOverview, saveMallDetails } from './mall-overview.ts'
import { readToday } from './mall-today.ts'
import { removeCounter, removeMall, removeShop } from './remove-places.ts'

export function mallRoutes(app: App, depsOf: DepsOf): void {
  serve(app, mallCalls.mallOverview, (request) => readOverview(depsOf(request), accountOf(request), request.params.id))
  serve(app, mallToday, (request) => readToday(depsOf(request), accountOf(request), request.params.id))
  serve(app, insightsCalls.readInsights, (request) => readInsights(depsOf(request), accountOf(request), request.params.id, request.query))
  serve(app, mallCalls.changeMallDetails, (request) =>
    saveMallDetails(depsOf(request), accountOf(request), request.params.id, request.body),
  )
  serve(app, mallCalls.confirmGstin, (request) => confirmGstin(depsOf(request), accountOf(request), request.params.id, request.body.gstin))
  serve(app, mallCalls.removeMall, async (request) => {
    await removeMall(depsOf(request), accountOf(request), request.params.id)
    return { message: 'Mall deleted successfully!' }
  })
  serve(app, mallCalls.removeShop, async (request) => {
    await removeShop(depsOf(request), accountOf(request), request.params.shopId, request.params.itemName)
    return { message: 'Menu item deleted successfully!' }
  })
  serve(app, mallCalls.removeCounter, (request) => removeCounter(depsOf(request), accountOf(request), request.params.id))
  serve(app, mallCalls.removeOwnersSecondFactor, (request) =>
    removeOwnersSecondFactor(depsOf(request), accountOf(request), request.params.id),
  )
}
