import { z } from 'zod'
import { normalEmail, passwordError } from '#contract/base/checks.ts'
import { email as anyEmail } from '#contract/verification/shapes.ts'

/** The spelling in which an email is stored, compared and counted. */
export const accountEmail = anyEmail.transform(normalEmail)

/** The specification spells `staff` as `shop`. */
export const role = z.codec(z.enum(['shop', 'owner', 'superadmin']), z.enum(['staff', 'owner', 'superadmin']), {
  decode: (wire) => (wire === 'shop' ? 'staff' : wire),
  encode: (ours) => (ours === 'staff' ? 'shop' : ours),
})

/** An account: `user` on the wire. */
export const user = z.codec(
  z.object({ _id: z.string(), name: z.string(), email: z.string(), role }),
  z.object({ id: z.string(), name: z.string(), email: z.string(), role: z.enum(['staff', 'owner', 'superadmin']) }),
  {
    decode: ({ _id, ...rest }) => ({ id: _id, ...rest }),
    encode: ({ id, ...rest }) => ({ _id: id, ...rest }),
  },
)

/** 8 to 128 characters. The services also refuse common passwords, and nothing else. */
export const newPassword = z
  .string()
  .max(1000)
  .superRefine((text, context) => {
    const error = passwordError(text)
    if (error) context.addIssue({ code: 'custom', message: error })
  })
