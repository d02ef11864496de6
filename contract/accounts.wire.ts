import { z } from 'zod'
import { success } from './envelope.ts'

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

/** POST /api/auth/login */
export const login = {
  body: z.object({ email: z.string().trim().min(1).max(254), password: z.string().min(1).max(128) }),
  /** `shopId` is the owner's first mall or the staff's first shop, else null; `shopIds` all of them. */
  answer: z.object({ success, token: z.string(), user, shopId: z.string().nullable(), shopIds: z.array(z.string()) }),
}

/** POST /api/auth/logout: ends this session. */
export const logout = { body: z.object({}).optional().nullable(), answer: z.object({ success }) }

/** GET /api/auth/me: who am I. */
export const me = { answer: z.object({ success, user, shopId: z.string().nullable(), shopIds: z.array(z.string()) }) }
