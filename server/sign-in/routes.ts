import * as calls from '#contract/sign-in/calls.ts'
import { DEVICE_MAX_AGE } from '#server/accounts/devices.ts'
import type { FinishedSignIn } from '#server/accounts/entering.ts'
import { sendResetCode } from '#server/accounts/reset-password.ts'
import { signOut } from '#server/accounts/service.ts'
import { completeTotp, signIn } from '#server/accounts/sign-in.ts'
import { SIGN_UP_SENT } from '#server/accounts/sign-up.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/http/app.ts'
import type { DepsOf } from '#server/http/edge/deps-of.ts'
import { accountOf } from '#server/http/edge/policy.ts'
import { keepDevice, landing, signInAnswer, visitorOf } from '#server/http/edge/sign-in-answer.ts'
import { serve } from '#server/http/serve.ts'
import { tenantsOf } from '#server/staff/tenants.ts'
import { replaceFirstPassword, resetPassword } from './new-password.ts'
import { ownAccountRoutes } from './own-account-routes.ts'
import { confirmSignUp, signUp } from './sign-up.ts'

export function signInRoutes(app: App, depsOf: DepsOf, deps: Deps): void {
  // the Secure attribute of cookies needs an address with https
  const cookie = { secure: deps.config.publicUrl.protocol === 'https:', maxAge: DEVICE_MAX_AGE }
  const answer = async (reply: Parameters<typeof signInAnswer>[0], entered: FinishedSignIn) =>
    signInAnswer(reply, entered, await tenantsOf(deps.db, entered.account), cookie)
  serve(app, calls.signUp, async (request, reply) => {
    const shopId = await signUp(deps, request.body, visitorOf(request))
    if (shopId === null) {
      void reply.code(202)
      return { message: SIGN_UP_SENT, next: 'confirm' as const }
    }
    void reply.code(201)
    return { message: 'Signup successful, please login.', shopId }
  })
  serve(app, calls.confirmSignUp, async (request, reply) =>
    answer(reply, await confirmSignUp(deps, request.body.code, request.body.password, visitorOf(request))),
  )
  serve(app, calls.login, async (request, reply) =>
    answer(reply, await signIn(depsOf(request), request.body.email, request.body.password, visitorOf(request))),
  )
  serve(app, calls.totp, async (request, reply) =>
    answer(reply, await completeTotp(depsOf(request), request.body.challenge, request.body.code, visitorOf(request))),
  )
  serve(app, calls.firstPassword, async (request, reply) => {
    const { challenge, newPassword: password } = request.body
    return answer(reply, await replaceFirstPassword(depsOf(request), { challenge, password }, visitorOf(request)))
  })
  serve(app, calls.logout, (request) => signOut(depsOf(request), accountOf(request)))
  serve(app, calls.me, async (request) => ({ ...landing(accountOf(request)) }))
  serve(app, calls.checkUser, (request) => sendResetCode(depsOf(request), request.body.email, request.body.role, visitorOf(request)))
  serve(app, calls.resetPassword, async (request, reply) => {
    const { email, role, resetCode: code, newPassword: password } = request.body
    const { device } = await resetPassword(depsOf(request), { email, role, code, password }, visitorOf(request))
    if (device !== null) keepDevice(reply, device, cookie)
    return { message: 'Password updated successfully.' }
  })
  ownAccountRoutes(app, depsOf, cookie)
}
