import type { SignedIn } from '../../contract/accounts.ts'
import { DEFAULT_COUNTDOWN_SECONDS } from '../../contract/queue.ts'
import {
  callByNumber as callWire,
  joinQueue as joinWire,
  listMissed,
  listTickets,
  readCountdown,
  readToken,
  startCountdown as startWire,
  ticketAction,
} from '../../contract/queue.wire.ts'
import type { Deps } from '../deps.ts'
import { type App, answers } from '../http/app.ts'
import type { DepsOf } from '../http/deps-of.ts'
import { localeOf } from '../http/locale.ts'
import { accountOf, shopperOf } from '../http/policy.ts'
import { onlyShopOf, shopById } from '../shops/service.ts'
import { callByNumber, callTicket, endTicket, startCountdown, undoLast } from './desk.ts'
import { joinQueue } from './join-queue.ts'
import { countdownOf, deskTicket, ownView, readDesk, readMissed, runningCountdowns, tokenByMobile } from './read-queue.ts'
import type { Outcome } from './transition.ts'

const ok = { success: true as const }

/** Joining, the staff table and calling. */
export function queueRoutes(app: App, depsOf: DepsOf): void {
  app.post(
    '/api/information',
    { schema: { body: joinWire.body, response: answers(joinWire.answer, 200, 201) } },
    async (request, reply) => {
      const { locale = localeOf(request), ...wish } = request.body
      const { ticket, isNew } = await joinQueue(depsOf(request), shopperOf(request), { ...wish, locale })
      const next = ticket.state === 'pending_payment' ? ('payment' as const) : ('token' as const)
      return reply.code(isNew ? 201 : 200).send({ ...ok, newInfo: ownView(ticket), next })
    },
  )
  app.get('/api/get-token', { schema: { querystring: readToken.query, response: answers(readToken.answer) } }, async (request) => {
    const { query, caller } = request
    const ticket = await tokenByMobile(depsOf(request), caller, query.phone, query.shopId)
    return { ...ok, token: ticket.number, ticket: ownView(ticket) }
  })
  app.get('/api/get-data/:id', { schema: { params: listTickets.params, response: answers(listTickets.answer) } }, async (request) => {
    return (await readDesk(depsOf(request), accountOf(request), request.params.id)).tickets
  })
  app.get('/api/missed/:id', { schema: { params: listMissed.params, response: answers(listMissed.answer) } }, async (request) => ({
    ...ok,
    tickets: await readMissed(depsOf(request), accountOf(request), request.params.id),
  }))
  app.post('/api/send-message', { schema: { body: callWire.body, response: answers(callWire.answer) } }, async (request) => {
    const deps = depsOf(request)
    const { ticket, already } = await callByNumber(deps, accountOf(request), request.body.mobile, request.body.ticketId)
    return { ...ok, message: 'Message Sent Successfully.', alreadyCalled: already, ticket: await deskTicket(deps, ticket) }
  })
  countdownRoutes(app, depsOf)
  ticketActionRoutes(app, depsOf)
}

function countdownRoutes(app: App, depsOf: DepsOf): void {
  app.post('/api/start-countdown', { schema: { body: startWire.body, response: answers(startWire.answer) } }, async (request) => {
    const deps = depsOf(request)
    const { shopId, mobile, duration } = request.body
    const ticket = await startCountdown(deps, accountOf(request), shopId, mobile, duration)
    const countdown = countdownOf(ticket) ?? { startTime: deps.clock.now().getTime(), duration: 0 }
    return { ...ok, ...countdown, serverTime: deps.clock.now().getTime() }
  })
  app.get(
    '/api/get-countdown',
    { schema: { querystring: readCountdown.query, response: answers(readCountdown.answer) } },
    async (request) => {
      const deps = depsOf(request)
      const { query, caller } = request
      const shop = query.shopId ? await shopById(deps.db, query.shopId) : await onlyShopOf(deps, caller.account)
      const countdowns = await runningCountdowns(deps, shop, query.counter)
      const none = { startTime: null, duration: DEFAULT_COUNTDOWN_SECONDS, token: null, counter: null }
      return { ...ok, ...(countdowns[0] ?? none), shopId: shop.id, serverTime: deps.clock.now().getTime(), countdowns }
    },
  )
}

function ticketActionRoutes(app: App, depsOf: DepsOf): void {
  const actions: Record<string, (deps: Deps, caller: SignedIn, ticketId: string) => Promise<Outcome>> = {
    call: callTicket,
    complete: (deps, caller, id) => endTicket(deps, caller, id, 'complete'),
    'no-show': (deps, caller, id) => endTicket(deps, caller, id, 'no_show'),
    undo: undoLast,
  }
  const schema = { params: ticketAction.params, body: ticketAction.body, response: answers(ticketAction.answer) }
  for (const [name, act] of Object.entries(actions)) {
    app.post(`/api/tickets/:id/${name}`, { schema }, async (request) => {
      const deps = depsOf(request)
      const { ticket, already } = await act(deps, accountOf(request), request.params.id)
      return { ...ok, alreadyDone: already, ticket: await deskTicket(deps, ticket) }
    })
  }
}
