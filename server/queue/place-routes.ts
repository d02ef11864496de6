import { removeMall as removeMallCall, removeShop as removeShopCall } from '../../contract/malls.wire.ts'
import { changeMallDetails, mallOverview, removeCounter as removeCounterCall } from '../../contract/shops.wire.ts'
import { type App, answers } from '../http/app.ts'
import type { DepsOf } from '../http/deps-of.ts'
import { accountOf } from '../http/policy.ts'
import { readOverview, saveMallDetails } from './mall-overview.ts'
import { removeCounter, removeMall, removeShop } from './remove-places.ts'

const ok = { success: true as const }

/** What managing a mall needs to know of its queues: the overview, and whether something may be removed. */
export function placeRoutes(app: App, depsOf: DepsOf): void {
  app.get(
    '/api/malls/:id/overview',
    { schema: { params: mallOverview.params, response: answers(mallOverview.answer) } },
    async (request) => ({
      ...ok,
      ...(await readOverview(depsOf(request), accountOf(request), request.params.id)),
    }),
  )
  const details = { params: changeMallDetails.params, body: changeMallDetails.body, response: answers(changeMallDetails.answer) }
  app.put('/api/malls/:id', { schema: details }, async (request) => ({
    ...ok,
    ...(await saveMallDetails(depsOf(request), accountOf(request), request.params.id, request.body)),
  }))
  app.delete('/api/shops/:id', { schema: { params: removeMallCall.params, response: answers(removeMallCall.answer) } }, async (request) => {
    await removeMall(depsOf(request), accountOf(request), request.params.id)
    return { ...ok, message: 'Mall deleted successfully!' }
  })
  const shop = { params: removeShopCall.params, response: answers(removeShopCall.answer) }
  app.delete('/api/shops/delete-menu-item/:shopId/:itemName', { schema: shop }, async (request) => {
    await removeShop(depsOf(request), accountOf(request), request.params.shopId, request.params.itemName)
    return { ...ok, message: 'Menu item deleted successfully!' }
  })
  app.delete(
    '/api/counters/:id',
    { schema: { params: removeCounterCall.params, response: answers(removeCounterCall.answer) } },
    async (request) => {
      await removeCounter(depsOf(request), accountOf(request), request.params.id)
      return ok
    },
  )
}
