import type { SignedIn } from '#contract/accounts/accounts.ts'
import * as calls from '#contract/desk/calls.ts'
import * as ticketCalls from '#contract/desk/ticket-calls.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/http/app.ts'
import type { DepsOf } from '#server/http/edge/deps-of.ts'
import { accountOf } from '#server/http/edge/policy.ts'
import { serve } from '#server/http/serve.ts'
import { countdownOf } from '#server/queue/read-queue.ts'
import { arrive, callByNumber, callTicket, extend, recall, startCountdown } from './calling.ts'
import { endTicket, undoLast } from './end-ticket.ts'
import { pauseShop } from './pause.ts'
import { changeCounterSession, readDeskState } from './state.ts'
import { type Acted, readDesk, readMissed } from './table.ts'

export function deskRoutes(app: App, depsOf: DepsOf): void {
  tableRoutes(app, depsOf)
  ticketRoutes(app, depsOf)
  serve(app, calls.readDeskState, (request) => readDeskState(depsOf(request), accountOf(request), request.params.id))
  serve(app, calls.counterSession, (request) => changeCounterSession(depsOf(request), accountOf(request), request.params.id, request.body))
  serve(app, calls.pauseShop, async (request) => {
    const { body, params } = request
    const pause = 'reason' in body ? { reason: body.reason, until: body.until ?? null } : null
    return { paused: await pauseShop(depsOf(request), accountOf(request), params.id, pause) }
  })
}

function tableRoutes(app: App, depsOf: DepsOf): void {
  serve(app, calls.listTickets, async (request) => (await readDesk(depsOf(request), accountOf(request), request.params.id)).tickets)
  serve(app, calls.listMissed, async (request) => ({
    tickets: await readMissed(depsOf(request), accountOf(request), request.params.id),
  }))
  serve(app, calls.callByNumber, async (request) => {
    const deps = depsOf(request)
    const { ticket, already } = await callByNumber(deps, accountOf(request), request.body)
    return { message: 'Message Sent Successfully.', alreadyCalled: already, ticket }
  })
  serve(app, calls.startCountdown, async (request) => {
    const deps = depsOf(request)
    const { shopId, mobile, duration } = request.body
    const ticket = await startCountdown(deps, accountOf(request), shopId, mobile, duration)
    const countdown = countdownOf(ticket) ?? { startTime: deps.clock.now().getTime(), duration: 0 }
    return { ...countdown, serverTime: deps.clock.now().getTime() }
  })
}

function ticketRoutes(app: App, depsOf: DepsOf): void {
  const done = ({ ticket, already }: Acted) => ({ alreadyDone: already, ticket })
  for (const [call, act] of [[ticketCalls.callTicket, callTicket] as const, [ticketCalls.arriveTicket, arrive] as const])
    serve(app, call, async (request) => {
      return done(await act(depsOf(request), accountOf(request), request.params.id, request.body.counterId))
    })
  serve(app, ticketCalls.extendCountdown, async (request) => {
    return done(await extend(depsOf(request), accountOf(request), request.params.id, request.body.minutes))
  })
  const one = (
    call:
      | typeof ticketCalls.recallTicket
      | typeof ticketCalls.completeTicket
      | typeof ticketCalls.noShowTicket
      | typeof ticketCalls.undoAction,
    act: (deps: Deps, caller: SignedIn, ticketId: string) => Promise<Acted>,
  ) =>
    serve(app, call, async (request) => {
      return done(await act(depsOf(request), accountOf(request), request.params.id))
    })
  one(ticketCalls.recallTicket, recall)
  one(ticketCalls.completeTicket, (deps, caller, id) => endTicket(deps, caller, id, 'complete'))
  one(ticketCalls.noShowTicket, (deps, caller, id) => endTicket(deps, caller, id, 'no_show'))
  one(ticketCalls.undoAction, undoLast)
}
