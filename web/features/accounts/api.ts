import type { SignedIn } from '../../../contract/accounts.ts'
import { login, logout, me } from '../../../contract/accounts.wire.ts'
import { call } from '../../session/account-call.ts'
import type { StoredSession } from '../../session/session.ts'

type WhoAmI = ReturnType<typeof me.answer.parse>

/** `shopIds` are malls for an owner and shops for staff; from here on they have names of their own. */
function signedIn({ user, shopIds }: Pick<WhoAmI, 'user' | 'shopIds'>): SignedIn {
  return { account: user, mallIds: user.role === 'owner' ? shopIds : [], shopIds: user.role === 'staff' ? shopIds : [] }
}

/** Signs in; refused with `bad_credentials` where email and password do not fit. */
export function signIn(credentials: { email: string; password: string }): Promise<{ session: StoredSession; who: SignedIn }> {
  return call('POST', '/api/auth/login', {
    body: credentials,
    decode: (wire) => {
      const answer = login.answer.parse(wire)
      return { session: { token: answer.token, role: answer.user.role, shopId: answer.shopId }, who: signedIn(answer) }
    },
  })
}

/** Who the stored session belongs to; refused with `not_signed_in` where it is over. */
export function whoAmI(signal?: AbortSignal): Promise<SignedIn> {
  return call('GET', '/api/auth/me', { decode: (wire) => signedIn(me.answer.parse(wire)), ...(signal && { signal }) })
}

/** Ends the session on the server; it counts as ended here whatever the answer is. */
export async function signOut(): Promise<void> {
  await call('POST', '/api/auth/logout', { timeoutMs: 4000, decode: (wire) => logout.answer.parse(wire) })
}
