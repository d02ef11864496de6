import { z } from 'zod'
import { accountEmail, newPassword, role, user } from '#contract/accounts/shapes.ts'
import { normalEmail } from '#contract/base/checks.ts'
import { success } from '#contract/base/envelope.ts'
import { typedCode } from '#contract/base/text-shapes.ts'
import { call } from '#contract/call.ts'
import { personName } from '#contract/verification/shapes.ts'

const signedIn = z.object({
  success,
  token: z.string(),
  user,
  /** The owner's first mall or the staff's first shop, else null. */
  shopId: z.string().nullable(),
  /** All malls of the owner, or all shops of the staff. */
  shopIds: z.array(z.string()),
})

/** 401 `totp_required` and 401 `password_change_required` carry a `challenge` for the second step. */
export const login = call('POST /api/auth/login', {
  tag: 'Accounts',
  about: 'Sign in; returns the session token and where the account lands',
  by: 'none',
  credential: true,
  limit: 'sign-in',
  body: z.object({ email: z.string().trim().min(1).max(400).transform(normalEmail), password: z.string().min(1).max(128) }),
  answer: signedIn,
  refuses: ['bad_credentials', 'too_many_sign_ins', 'totp_required', 'password_change_required'],
})

/** The account is open: the login comes next. */
const opened = z.object({ success, message: z.string(), shopId: z.string() })
/** A mail is on its way: `confirmSignUp` comes next. */
const mailed = z.object({ success, message: z.string(), next: z.literal('confirm') })

/**
 * Any role but `owner` is refused. Demo mode opens the account at once (201). In production the response is 202 for every email: the
 * account opens when the link in the mail is used.
 */
export const signUp = call('POST /api/auth/signup', {
  tag: 'Accounts',
  about: 'Makes an owner with a mall of their own; in production, once the address is confirmed by mail',
  by: 'none',
  limit: 'sign-up',
  body: z.object({
    name: personName,
    email: accountEmail,
    password: newPassword,
    role: z.literal('owner', 'The role must be owner').default('owner'),
  }),
  answer: z.union([mailed, opened]),
  answers: { 201: opened, 202: mailed },
  refuses: ['common_password', 'quota_sign_ups', 'email_taken'],
})

/** Takes the code from the mail and the password chosen at sign-up. Responds as login does. */
export const confirmSignUp = call('POST /api/auth/confirm', {
  tag: 'Accounts',
  about: 'Confirms the address of a sign-up and signs in',
  by: 'none',
  credential: true,
  limit: 'second-step',
  body: z.object({ code: z.string().min(1).max(200), password: z.string().min(1).max(128) }),
  answer: signedIn,
  refuses: ['sign_up_over', 'not_sign_up_password', 'too_many_sign_ins', 'email_taken'],
})

/** Responds as login does. */
export const totp = call('POST /api/auth/totp', {
  tag: 'Accounts',
  about: 'Second step of a super administrator’s login',
  by: 'none',
  credential: true,
  limit: 'second-step',
  body: z.object({ challenge: z.string().min(1).max(200), code: typedCode.pipe(z.string().min(1).max(20)) }),
  answer: signedIn,
  refuses: ['challenge_over', 'invalid_totp', 'too_many_sign_ins'],
})

/** Responds as login does, also with 401 `totp_required`. */
export const firstPassword = call('POST /api/auth/first-password', {
  tag: 'Accounts',
  about: 'Replaces a one-use first password',
  by: 'none',
  credential: true,
  limit: 'second-step',
  body: z
    .object({ challenge: z.string().min(1).max(200), newPassword, confirmPassword: z.string().max(1000) })
    .refine((body) => body.newPassword === body.confirmPassword, { path: ['confirmPassword'], message: 'The passwords do not match' }),
  answer: signedIn,
  refuses: ['challenge_over', 'common_password', 'bad_credentials', 'totp_required'],
})

/** Demo mode shows the code as `resetCode`. */
export const checkUser = call('POST /api/check-user', {
  tag: 'Accounts',
  about: 'Sends the code of a password reset by email',
  by: 'none',
  limit: 'reset',
  body: z.object({ email: accountEmail, role }),
  answer: z.object({ success, message: z.string(), resetCode: z.string().optional() }),
  refuses: ['account_unknown', 'otp_wait'],
})

export const resetPassword = call('POST /api/reset-password', {
  tag: 'Accounts',
  about: 'Sets a new password and ends all sessions of the account',
  by: 'none',
  credential: true,
  limit: 'reset',
  body: z
    .object({
      email: accountEmail,
      role,
      newPassword,
      confirmPassword: z.string().max(1000),
      resetCode: z.string().trim().max(40).default(''),
    })
    .refine((body) => body.newPassword === body.confirmPassword, { path: ['confirmPassword'], message: 'The passwords do not match' }),
  answer: z.object({ success, message: z.string() }),
  refuses: ['invalid_reset_code', 'too_many_sign_ins', 'common_password'],
})

export const logout = call('POST /api/auth/logout', {
  tag: 'Accounts',
  about: 'End this session and its sockets',
  by: 'account',
  credential: true,
  limit: 'write',
  body: z.object({}).optional().nullable(),
  answer: z.object({ success }),
  refuses: [],
})

export const me = call('GET /api/auth/me', {
  tag: 'Accounts',
  about: 'Who am I',
  by: 'account',
  limit: 'read',
  answer: z.object({ success, user, shopId: z.string().nullable(), shopIds: z.array(z.string()) }),
  refuses: [],
})
