import { z } from 'zod'
import { passwordError } from './checks.ts'
import { id, instant, success } from './envelope.ts'
import { email, personName } from './verification.wire.ts'

/** The specification's spelling of the roles: `shop` is our `staff`. */
export const role = z.codec(z.enum(['shop', 'owner', 'superadmin']), z.enum(['staff', 'owner', 'superadmin']), {
  decode: (wire) => (wire === 'shop' ? 'staff' : wire),
  encode: (ours) => (ours === 'staff' ? 'shop' : ours),
})

const user = z.codec(
  z.object({ _id: z.string(), name: z.string(), email: z.string(), role }),
  z.object({ id: z.string(), name: z.string(), email: z.string(), role: z.enum(['staff', 'owner', 'superadmin']) }),
  {
    decode: ({ _id, ...rest }) => ({ id: _id, ...rest }),
    encode: ({ id, ...rest }) => ({ _id: id, ...rest }),
  },
)

/** A password somebody chooses: 8 to 128 characters, not a common one; no other rule. */
export const newPassword = z
  .string()
  .max(1000)
  .superRefine((text, context) => {
    const error = passwordError(text)
    if (error) context.addIssue({ code: 'custom', message: error })
  })

/** Where a sign-in ends: the session token, who it is, and the tenants it works for. */
const signedIn = z.object({ success, token: z.string(), user, shopId: z.string().nullable(), shopIds: z.array(z.string()) })

/** POST /api/auth/login. 401 `totp_required` and 401 `password_change_required` carry a `challenge` for the second step. */
export const login = {
  body: z.object({ email: z.string().trim().min(1).max(254), password: z.string().min(1).max(128) }),
  /** `shopId` is the owner's first mall or the staff's first shop, else null; `shopIds` all of them. */
  answer: signedIn,
}

/** POST /api/auth/signup: an owner with a mall of their own. Any role but `owner` is refused. */
export const signUp = {
  body: z.object({
    name: personName,
    email,
    password: newPassword,
    role: z.literal('owner', 'Accounts made here are owners').default('owner'),
  }),
  answer: z.object({ success, message: z.string(), shopId: z.string() }),
}

/** POST /api/auth/totp: the second step of a super administrator's login; answers as login does. */
export const totp = { body: z.object({ challenge: z.string().min(1).max(200), code: z.string().trim().min(1).max(20) }), answer: signedIn }

/** POST /api/auth/first-password: sets a password of one's own in place of a one-use first password; answers as login does, 401 `totp_required` too. */
export const firstPassword = {
  body: z
    .object({ challenge: z.string().min(1).max(200), newPassword, confirmPassword: z.string().max(1000) })
    .refine((body) => body.newPassword === body.confirmPassword, { path: ['confirmPassword'], message: 'The passwords differ' }),
  answer: signedIn,
}

/** POST /api/check-user: step 1 of the password reset. Sends a code by email; demo mode shows it as `resetCode`. */
export const checkUser = {
  body: z.object({ email, role }),
  answer: z.object({ success, message: z.string(), resetCode: z.string().optional() }),
}

/** POST /api/reset-password: step 2. Ends all sessions of the account. */
export const resetPassword = {
  body: z
    .object({ email, role, newPassword, confirmPassword: z.string().max(1000), resetCode: z.string().trim().max(20).default('') })
    .refine((body) => body.newPassword === body.confirmPassword, { path: ['confirmPassword'], message: 'The passwords differ' }),
  answer: z.object({ success, message: z.string() }),
}

/** POST /api/auth/logout: ends this session. */
export const logout = { body: z.object({}).optional().nullable(), answer: z.object({ success }) }

/** GET /api/auth/me: who am I. */
export const me = { answer: z.object({ success, user, shopId: z.string().nullable(), shopIds: z.array(z.string()) }) }

const staffMember = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  disabled: z.boolean(),
  /** The first password has not been replaced yet. */
  firstPasswordPending: z.boolean(),
  lastSeenAt: instant.nullable(),
})

/** GET /api/staff?shopId= */
export const listStaff = { query: z.object({ shopId: id }), answer: z.object({ success, staff: z.array(staffMember) }) }

/** POST /api/staff: adds a staff account; the answer shows its one-use first password once. */
export const addStaff = {
  body: z.object({ shopId: id, name: personName, email }),
  answer: z.object({ success, member: staffMember, firstPassword: z.string() }),
}

/** POST /api/staff/{id}/disable, /enable, /reset (answers a new first password). */
export const staffAction = {
  params: z.object({ id }),
  body: z.object({ shopId: id }),
  answer: z.object({ success, member: staffMember, firstPassword: z.string().optional() }),
}
