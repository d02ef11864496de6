import * as ownAccountCalls from '#contract/sign-in/own-account-calls.ts'
import { endOtherSessions, endOwnSession, ownSessions, prove } from '#server/accounts/own-account.ts'
import { beginSecondFactor, confirmSecondFactor, readSecondFactor, removeSecondFactor } from '#server/accounts/own-second-factor.ts'
import type { App } from '#server/http/app.ts'
import type { DepsOf } from '#server/http/edge/deps-of.ts'
import { accountOf } from '#server/http/edge/policy.ts'
import { keepDevice, visitorOf } from '#server/http/edge/sign-in-answer.ts'
import { serve } from '#server/http/serve.ts'
import { changeOwnPassword } from './new-password.ts'

/** `cookie` is about the cookie of a device; `maxAge` is in seconds. */
export function ownAccountRoutes(app: App, depsOf: DepsOf, cookie: { secure: boolean; maxAge: number }): void {
  serve(app, ownAccountCalls.changePassword, async (request, reply) => {
    const { token, device } = await changeOwnPassword(depsOf(request), accountOf(request), request.body, visitorOf(request).device)
    keepDevice(reply, device, cookie)
    return { token }
  })
  serve(app, ownAccountCalls.prove, async (request) => ({
    token: await prove(depsOf(request), accountOf(request), request.body.currentPassword),
  }))
  serve(app, ownAccountCalls.listSessions, async (request) => ({ sessions: await ownSessions(depsOf(request), accountOf(request)) }))
  serve(app, ownAccountCalls.endSession, (request) => endOwnSession(depsOf(request), accountOf(request), request.params.id))
  serve(app, ownAccountCalls.endOthers, async (request) => ({ ended: await endOtherSessions(depsOf(request), accountOf(request)) }))
  secondFactorRoutes(app, depsOf)
}

function secondFactorRoutes(app: App, depsOf: DepsOf): void {
  serve(app, ownAccountCalls.readSecondFactor, (request) => readSecondFactor(depsOf(request), accountOf(request)))
  serve(app, ownAccountCalls.beginSecondFactor, (request) =>
    beginSecondFactor(depsOf(request), accountOf(request), request.body.currentPassword),
  )
  serve(app, ownAccountCalls.confirmSecondFactor, async (request) => ({
    token: await confirmSecondFactor(depsOf(request), accountOf(request), request.body.code),
  }))
  serve(app, ownAccountCalls.removeSecondFactor, async (request) => ({
    token: await removeSecondFactor(depsOf(request), accountOf(request), request.body, visitorOf(request)),
  }))
}
