import {
  changeMallDetails,
  confirmGstin as confirmGstinCall,
  mallOverview,
  removeCounter as removeCounterCall,
  removeMall as removeMallCall,
  removeOwnersSecondFactor as removeOwnersSecondFactorCall,
  removeShop as removeShopCall,
} from '#contract/office/mall-calls.ts'
import { mallToday } from '#contract/office/today-calls.ts'
import type { App } from '#server/http/app.ts'
import type { DepsOf } from '#server/http/edge/deps-of.ts'
import { accountOf } from '#server/http/edge/policy.ts'
import { serve } from '#server/http/serve.ts'
import { removeOwnersSecondFactor } from './mall-forms.ts'
import { confirmGstin, readOverview, saveMallDetails } from './mall-overview.ts'
import { readToday } from './mall-today.ts'
import { removeCounter, removeMall, removeShop } from './remove-places.ts'

const ok = { success: true as const }

/** The overview, the day and the details of a mall, the removal of malls, shops and counters, and help for an owner who is locked out. */
export function mallRoutes(app: App, depsOf: DepsOf): void {
  serve(app, mallOverview, async (request) => ({
    ...ok,
    ...(await readOverview(depsOf(request), accountOf(request), request.params.id)),
  }))
  serve(app, mallToday, async (request) => ({
    ...ok,
    ...(await readToday(depsOf(request), accountOf(request), request.params.id)),
  }))
  serve(app, changeMallDetails, async (request) => ({
    ...ok,
    ...(await saveMallDetails(depsOf(request), accountOf(request), request.params.id, request.body)),
  }))
  serve(app, confirmGstinCall, async (request) => ({
    ...ok,
    ...(await confirmGstin(depsOf(request), accountOf(request), request.params.id, request.body.gstin)),
  }))
  serve(app, removeMallCall, async (request) => {
    await removeMall(depsOf(request), accountOf(request), request.params.id)
    return { ...ok, message: 'Mall deleted successfully!' }
  })
  serve(app, removeShopCall, async (request) => {
    await removeShop(depsOf(request), accountOf(request), request.params.shopId, request.params.itemName)
    return { ...ok, message: 'Menu item deleted successfully!' }
  })
  serve(app, removeCounterCall, async (request) => {
    await removeCounter(depsOf(request), accountOf(request), request.params.id)
    return ok
  })
  serve(app, removeOwnersSecondFactorCall, async (request) => {
    await removeOwnersSecondFactor(depsOf(request), accountOf(request), request.params.id)
    return ok
  })
}
