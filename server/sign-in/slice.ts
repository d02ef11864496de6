import type { Slice } from '#server/slice.ts'
import { signInRoutes } from './routes.ts'

/** The screens of anyone with an account: sign-up, sign-in, a new password, the own account. */
export const signIn: Slice = { routes: [signInRoutes] }
