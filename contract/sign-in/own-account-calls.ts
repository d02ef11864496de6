import { z } from 'zod'
import { newPassword } from '#contract/accounts/shapes.ts'
import { id, instant, success } from '#contract/base/envelope.ts'
import { typedCode } from '#contract/base/text-shapes.ts'
import { call } from '#contract/call.ts'

/** The calls of "Your account". */

const currentPassword = z.string().min(1).max(128)
const code = typedCode.pipe(z.string().min(1).max(20))

/** The session gets a new token; the old token is void. */
const renewed = z.object({ success, token: z.string() })

export const changePassword = call('POST /api/auth/password', {
  tag: 'Accounts',
  about: 'Changes the password with the current one and ends all other sessions',
  by: 'account',
  own: true,
  credential: true,
  limit: 'write',
  body: z
    .object({ currentPassword, newPassword, confirmPassword: z.string().max(1000) })
    .refine((body) => body.newPassword === body.confirmPassword, { path: ['confirmPassword'], message: 'The passwords do not match' }),
  answer: renewed,
  refuses: ['common_password', 'wrong_password', 'too_many_sign_ins'],
})

/** The refusal `proof_required` asks for this call. */
export const prove = call('POST /api/auth/prove', {
  tag: 'Accounts',
  about: 'Confirms the current password, before a change that needs it',
  by: 'account',
  own: true,
  credential: true,
  limit: 'write',
  body: z.object({ currentPassword }),
  answer: renewed,
  refuses: ['wrong_password', 'too_many_sign_ins'],
})

const ownSession = z.object({
  id: z.string(),
  /** The browser and the system, such as `Chrome` and `Android`; null if unknown. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  createdAt: instant,
  lastUsedAt: instant,
  /** True for the session of this call. */
  current: z.boolean(),
})

/** The session of this call comes first, then the last used. */
export const listSessions = call('GET /api/auth/sessions', {
  tag: 'Accounts',
  about: 'The caller’s own sessions',
  by: 'account',
  own: true,
  limit: 'read',
  answer: z.object({ success, sessions: z.array(ownSession) }),
  refuses: [],
})

/** May also end the session of this call. */
export const endSession = call('DELETE /api/auth/sessions/:id', {
  tag: 'Accounts',
  about: 'Ends one of the caller’s own sessions and its sockets',
  by: 'account',
  own: true,
  limit: 'write',
  params: z.object({ id }),
  answer: z.object({ success }),
  refuses: ['proof_required', 'session_not_found'],
})

export const endOthers = call('POST /api/auth/sessions/end-others', {
  tag: 'Accounts',
  about: 'Ends all sessions of the caller except this one',
  by: 'account',
  own: true,
  limit: 'write',
  body: z.object({}).optional().nullable(),
  answer: z.object({
    success,
    /** How many sessions. */
    ended: z.int().min(0),
  }),
  refuses: ['proof_required'],
})

/** `required`: the account must keep its second factor. */
export const readSecondFactor = call('GET /api/auth/second-factor', {
  tag: 'Accounts',
  about: 'Whether the caller has a second factor',
  by: 'account',
  own: true,
  limit: 'read',
  answer: z.object({ success, on: z.boolean(), required: z.boolean() }),
  refuses: [],
})

/** Returns the secret only once. */
export const beginSecondFactor = call('POST /api/auth/second-factor', {
  tag: 'Accounts',
  about: 'Begins to add a second factor; returns its secret once',
  by: 'account',
  own: true,
  credential: true,
  limit: 'write',
  body: z.object({ currentPassword }),
  answer: z.object({ success, secret: z.string(), url: z.string() }),
  refuses: ['wrong_password', 'too_many_sign_ins', 'second_factor_on'],
})

/** Ends all other sessions. */
export const confirmSecondFactor = call('POST /api/auth/second-factor/confirm', {
  tag: 'Accounts',
  about: 'Adds the second factor with a code of the authenticator app',
  by: 'account',
  own: true,
  credential: true,
  limit: 'write',
  body: z.object({ code }),
  answer: renewed,
  refuses: ['wrong_code', 'enrolment_over', 'second_factor_on'],
})

/** Ends all other sessions. */
export const removeSecondFactor = call('POST /api/auth/second-factor/remove', {
  tag: 'Accounts',
  about: 'Removes the second factor with the password and a code',
  by: 'account',
  own: true,
  credential: true,
  limit: 'write',
  body: z.object({ currentPassword, code }),
  answer: renewed,
  refuses: ['wrong_password', 'wrong_code', 'too_many_sign_ins', 'second_factor_off', 'second_factor_required'],
})
