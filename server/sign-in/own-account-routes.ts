import * as wire from '#contract/sign-in/own-account-calls.ts'
import { endOtherSessions, endOwnSession, ownSessions, prove } from '#server/accounts/own-account.ts'
import { beginSecondFactor, confirmSecondFactor, readSecondFactor, removeSecondFactor } from '#server/accounts/own-second-factor.ts'
import type { App } from '#server/http/app.ts'
import type { DepsOf } from '#server/http/edge/deps-of.ts'
import { accountOf } from '#server/http/edge/policy.ts'
import { keepDevice, visitorOf } from '#server/http/edge/sign-in-answer.ts'
import { serve } from '#server/http/serve.ts'
import { changeOwnPassword } from './new-password.ts'

const ok = { success: true as const }

/** The calls of "Your account". `cookie` is about the cookie of a device: its Secure attribute, and its life in seconds. */
export function ownAccountRoutes(app: App, depsOf: DepsOf, cookie: { secure: boolean; maxAge: number }): void {
  serve(app, wire.changePassword, async (request, reply) => {
    const { token, device } = await changeOwnPassword(depsOf(request), accountOf(request), request.body, visitorOf(request).device)
    keepDevice(reply, device, cookie)
    return { ...ok, token }
  })
  serve(app, wire.prove, async (request) => ({
    ...ok,
    token: await prove(depsOf(request), accountOf(request), request.body.currentPassword),
  }))
  serve(app, wire.listSessions, async (request) => ({ ...ok, sessions: await ownSessions(depsOf(request), accountOf(request)) }))
  serve(app, wire.endSession, async (request) => {
    await endOwnSession(depsOf(request), accountOf(request), request.params.id)
    return ok
  })
  serve(app, wire.endOthers, async (request) => ({ ...ok, ended: await endOtherSessions(depsOf(request), accountOf(request)) }))
  secondFactorRoutes(app, depsOf)
}

function secondFactorRoutes(app: App, depsOf: DepsOf): void {
  serve(app, wire.readSecondFactor, async (request) => ({ ...ok, ...(await readSecondFactor(depsOf(request), accountOf(request))) }))
  serve(app, wire.beginSecondFactor, async (request) => ({
    ...ok,
    ...(await beginSecondFactor(depsOf(request), accountOf(request), request.body.currentPassword)),
  }))
  serve(app, wire.confirmSecondFactor, async (request) => ({
    ...ok,
    token: await confirmSecondFactor(depsOf(request), accountOf(request), request.body.code),
  }))
  serve(app, wire.removeSecondFactor, async (request) => ({
    ...ok,
    token: await removeSecondFactor(depsOf(request), accountOf(request), request.body, visitorOf(request)),
  }))
}
