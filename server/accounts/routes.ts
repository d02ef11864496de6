import type { SignedIn } from '../../contract/accounts.ts'
import * as wire from '../../contract/accounts.wire.ts'
import { type App, answers } from '../http/app.ts'
import type { DepsOf } from '../http/deps-of.ts'
import { localeOf } from '../http/locale.ts'
import { accountOf } from '../http/policy.ts'
import { resetPassword, sendResetCode } from './reset-password.ts'
import { signOut } from './service.ts'
import { completeTotp, type Entered, replaceFirstPassword, signIn } from './sign-in.ts'

/** Signing in and out, and the password reset. `tenantsOf` comes from the slices that know malls and shops. */
export function accountRoutes(app: App, depsOf: DepsOf, tenantsOf: (account: SignedIn['account']) => Promise<SignedIn>): void {
  const entered = async ({ token, account }: Entered) => ({ success: true as const, token, ...landing(await tenantsOf(account)) })
  app.post('/api/auth/login', { schema: { body: wire.login.body, response: answers(wire.login.answer) } }, async (request) =>
    entered(await signIn(depsOf(request), request.body.email, request.body.password, request.ip)),
  )
  app.post('/api/auth/totp', { schema: { body: wire.totp.body, response: answers(wire.totp.answer) } }, async (request) =>
    entered(await completeTotp(depsOf(request), request.body.challenge, request.body.code)),
  )
  app.post(
    '/api/auth/first-password',
    { schema: { body: wire.firstPassword.body, response: answers(wire.firstPassword.answer) } },
    async (request) => entered(await replaceFirstPassword(depsOf(request), request.body.challenge, request.body.newPassword)),
  )
  app.post('/api/auth/logout', { schema: { body: wire.logout.body, response: answers(wire.logout.answer) } }, async (request) => {
    await signOut(depsOf(request), accountOf(request))
    return { success: true as const }
  })
  app.get('/api/auth/me', { schema: { response: answers(wire.me.answer) } }, async (request) => ({
    success: true as const,
    ...landing(accountOf(request)),
  }))
  app.post('/api/check-user', { schema: { body: wire.checkUser.body, response: answers(wire.checkUser.answer) } }, async (request) => ({
    success: true as const,
    ...(await sendResetCode(depsOf(request), request.body.email, request.body.role, localeOf(request))),
  }))
  app.post(
    '/api/reset-password',
    { schema: { body: wire.resetPassword.body, response: answers(wire.resetPassword.answer) } },
    async (request) => {
      const { body } = request
      await resetPassword(depsOf(request), body.email, body.role, body.resetCode, body.newPassword)
      return { success: true as const, message: 'Password updated successfully.' }
    },
  )
}

/** Where an account lands: an owner at the first mall, staff at the first shop, a super administrator at neither. */
function landing({ account, mallIds, shopIds }: SignedIn) {
  const own = account.role === 'owner' ? mallIds : shopIds
  return { user: account, shopId: own[0] ?? null, shopIds: own }
}
