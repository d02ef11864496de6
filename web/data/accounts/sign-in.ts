import { z } from 'zod'
import type { Role, SignedIn } from '#contract/accounts/accounts.ts'
import { role as roleCodec } from '#contract/accounts/shapes.ts'
import { checkUser, confirmSignUp, firstPassword, login, resetPassword, signUp, totp } from '#contract/sign-in/calls.ts'
import { type Told, useChange } from '#web/data/query.ts'
import { ask } from '#web/session/account-call.ts'
import { type OpenedSession, signedIn, useEntering } from './who.ts'

function entered(answer: z.output<typeof login.answer>): OpenedSession {
  return { session: { token: answer.token, role: answer.user.role, shopId: answer.shopId }, who: signedIn(answer) }
}

/** Refused with `bad_credentials`. If a second step follows, refused with `totp_required` or `password_change_required` and a challenge. */
export const useSignIn = (told: Told<SignedIn, z.input<typeof login.body>>) =>
  useEntering(async (credentials) => entered(await ask(login, { body: credentials })), told)

/** The second step of a sign-in. Refused with `invalid_totp` or `challenge_over`. */
export const useTotp = (challenge: string, told: Told<SignedIn, string>) =>
  useEntering(async (code) => entered(await ask(totp, { body: { challenge, code } })), told)

/** Replaces a one-use first password and signs in. Refused with `challenge_over`, and with `totp_required` as `useSignIn` is. */
export const useFirstPassword = (challenge: string, told: Told<SignedIn, { newPassword: string; confirmPassword: string }>) =>
  useEntering(async (passwords) => entered(await ask(firstPassword, { body: { challenge, ...passwords } })), told)

/** `code` is from the mail of the sign-up. Refused with `sign_up_over` and `not_sign_up_password`. */
export const useConfirmSignUp = (code: string, told: Told<SignedIn, string>) =>
  useEntering(async (password) => entered(await ask(confirmSignUp, { body: { code, password } })), told)

/** `confirm`: a link in a mail confirms the email first. */
export type SignedUp = 'login' | 'confirm'

/** Creates an owner's account and mall. Demo mode opens it at once and refuses with `email_taken`; production sends a mail. */
export const useSignUp = (told: Told<SignedUp, { name: string; email: string; password: string }>) =>
  useChange(
    async (owner): Promise<SignedUp> => ('next' in (await ask(signUp, { body: { ...owner, role: 'owner' } })) ? 'confirm' : 'login'),
    [],
    told,
  )

/** Step 1 of the password reset: sends a code by email. Demo mode also returns it as `resetCode`. Refused with `account_unknown`. */
export const useAskForReset = (told: Told<z.output<typeof checkUser.answer>, { email: string; role: Role }>) =>
  useChange(({ email, role }) => ask(checkUser, { body: { email, role: z.encode(roleCodec, role) } }), [], told)

interface NewSecret {
  newPassword: string
  confirmPassword: string
  resetCode: string
}

/** Step 2 of the password reset. Refused with `invalid_reset_code`. */
export const useFinishReset = (
  { email, role }: { email: string; role: Role },
  told: Told<z.output<typeof resetPassword.answer>, NewSecret>,
) => useChange((secret) => ask(resetPassword, { body: { email, role: z.encode(roleCodec, role), ...secret } }), [], told)
