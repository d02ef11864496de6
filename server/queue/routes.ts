import * as calls from '#contract/queue/calls.ts'
import { DEFAULT_COUNTDOWN_SECONDS } from '#contract/queue/queue.ts'
import type { App } from '#server/http/app.ts'
import { asEither, type DepsOf } from '#server/http/edge/deps-of.ts'
import { localeOf } from '#server/http/edge/locale.ts'
import { shopperOf } from '#server/http/edge/policy.ts'
import { serve } from '#server/http/serve.ts'
import { onlyShopOf, shopById } from '#server/shops/service.ts'
import { joinQueue } from './join/join-queue.ts'
import { ownView, runningCountdowns, tokenByMobile } from './read-queue.ts'
import { chooseSlot } from './slots/choose-slot.ts'

export function queueRoutes(app: App, depsOf: DepsOf): void {
  serve(app, calls.joinQueue, async (request, reply) => {
    const { locale = localeOf(request), ...body } = request.body
    const { ticket, isNew } = await joinQueue(depsOf(request), shopperOf(request), { ...body, locale })
    const next = ticket.state === 'pending_payment' ? ('payment' as const) : ('token' as const)
    void reply.code(isNew ? 201 : 200)
    return { newInfo: ownView(ticket), next }
  })
  serve(app, calls.chooseSlot, async (request) => {
    const ticket = await chooseSlot(depsOf(request), shopperOf(request), request.params.id, request.body.slotId)
    return { ticket: ownView(ticket), heldUntil: ticket.holdUntil }
  })
  serve(app, calls.readToken, async (request) => {
    const { query } = request
    const ticket = await asEither(depsOf, request, (deps, who) => tokenByMobile(deps, who, query.phone, query.shopId))
    return { token: ticket.number, ticket: ownView(ticket) }
  })
  serve(app, calls.readCountdown, async (request) => {
    const deps = depsOf(request)
    const { query, caller } = request
    const shop = query.shopId ? await shopById(deps.db, query.shopId) : await onlyShopOf(deps, caller.account)
    const countdowns = await runningCountdowns(deps, shop, query.counter)
    const none = { startTime: null, duration: DEFAULT_COUNTDOWN_SECONDS, token: null, counter: null }
    return { ...(countdowns[0] ?? none), shopId: shop.id, serverTime: deps.clock.now().getTime(), countdowns }
  })
}
