import { z } from 'zod'
import type { Role, SignedIn } from '../../../contract/accounts.ts'
import {
  checkUser,
  type firstPassword,
  login,
  logout,
  me,
  resetPassword,
  role as roleCodec,
  signUp,
  type totp,
} from '../../../contract/accounts.wire.ts'
import { call } from '../../session/account-call.ts'
import type { StoredSession } from '../../session/session.ts'

type WhoAmI = ReturnType<typeof me.answer.parse>

/** `shopIds` are malls for an owner and shops for staff; from here on they have names of their own. */
function signedIn({ user, shopIds }: Pick<WhoAmI, 'user' | 'shopIds'>): SignedIn {
  return { account: user, mallIds: user.role === 'owner' ? shopIds : [], shopIds: user.role === 'staff' ? shopIds : [] }
}

/** A finished sign-in: the session to store, and who came in. */
export interface Entered {
  session: StoredSession
  who: SignedIn
}

function entered(wire: unknown): Entered {
  const answer = login.answer.parse(wire)
  return { session: { token: answer.token, role: answer.user.role, shopId: answer.shopId }, who: signedIn(answer) }
}

/**
 * Signs in; refused with `bad_credentials` where email and password do not fit, with `totp_required` or `password_change_required` and
 * a challenge where a second step is due.
 */
export const signIn = (credentials: { email: string; password: string }): Promise<Entered> =>
  call('POST', '/api/auth/login', { body: credentials, decode: entered })

/** The second step of a super administrator; refused with `invalid_totp` or `challenge_over`. */
export const completeTotp = (step: z.input<typeof totp.body>): Promise<Entered> =>
  call('POST', '/api/auth/totp', { body: step, decode: entered })

/** Sets a password of one's own in place of a one-use first password and signs in; refused with `challenge_over`, and with `totp_required` as `signIn` is. */
export const setFirstPassword = (step: z.input<typeof firstPassword.body>): Promise<Entered> =>
  call('POST', '/api/auth/first-password', { body: step, decode: entered })

/** Makes an owner's account with a mall of their own; refused with `email_taken`. */
export const createOwner = (owner: { name: string; email: string; password: string }): Promise<z.output<typeof signUp.answer>> =>
  call('POST', '/api/auth/signup', { body: { ...owner, role: 'owner' }, decode: (wire) => signUp.answer.parse(wire) })

/** Step 1 of the password reset: sends a code by email, which demo mode answers as `resetCode`; refused with `account_unknown`. */
export const askForReset = ({ email, role }: { email: string; role: Role }): Promise<z.output<typeof checkUser.answer>> =>
  call('POST', '/api/check-user', { body: { email, role: z.encode(roleCodec, role) }, decode: (wire) => checkUser.answer.parse(wire) })

/** Step 2: sets the new password; refused with `invalid_reset_code`. */
export const finishReset = ({
  role,
  ...reset
}: {
  email: string
  role: Role
  newPassword: string
  confirmPassword: string
  resetCode: string
}): Promise<z.output<typeof resetPassword.answer>> =>
  call('POST', '/api/reset-password', {
    body: { ...reset, role: z.encode(roleCodec, role) },
    decode: (wire) => resetPassword.answer.parse(wire),
  })

/** Who the stored session belongs to; refused with `not_signed_in` where it is over. */
export function whoAmI(signal?: AbortSignal): Promise<SignedIn> {
  return call('GET', '/api/auth/me', { decode: (wire) => signedIn(me.answer.parse(wire)), ...(signal && { signal }) })
}

/** Ends the session on the server; it counts as ended here whatever the answer is. */
export async function signOut(): Promise<void> {
  await call('POST', '/api/auth/logout', { timeoutMs: 4000, decode: (wire) => logout.answer.parse(wire) })
}
