import type { SignedIn } from '../../contract/accounts.ts'
import { login, logout, me } from '../../contract/accounts.wire.ts'
import type { Deps } from '../deps.ts'
import { type App, answers } from '../http/app.ts'
import { accountOf } from '../http/policy.ts'
import { signIn, signOut } from './service.ts'

/** Login, logout and "who am I". `tenantsOf` comes from the slices that know malls and shops. */
export function accountRoutes(app: App, deps: Deps, tenantsOf: (account: SignedIn['account']) => Promise<SignedIn>): void {
  app.post('/api/auth/login', { schema: { body: login.body, response: answers(login.answer) } }, async ({ body }) => {
    const { token, account } = await signIn(deps, body.email, body.password)
    return { success: true as const, token, ...landing(await tenantsOf(account)) }
  })
  app.post('/api/auth/logout', { schema: { body: logout.body, response: answers(logout.answer) } }, async (request) => {
    await signOut(deps, accountOf(request))
    return { success: true as const }
  })
  app.get('/api/auth/me', { schema: { response: answers(me.answer) } }, async (request) => ({
    success: true as const,
    ...landing(accountOf(request)),
  }))
}

/** Where an account lands: an owner at the first mall, staff at the first shop, a super administrator at neither. */
function landing({ account, mallIds, shopIds }: SignedIn) {
  const own = account.role === 'owner' ? mallIds : shopIds
  return { user: account, shopId: own[0] ?? null, shopIds: own }
}
