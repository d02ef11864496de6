import type { Slice } from '#server/slice.ts'
import { verificationRoutes } from './routes.ts'
import { forgetOldCodes } from './service.ts'

/** One-time passcodes and the sessions of shoppers. */
export const verification: Slice = {
  routes: [(app, _depsOf, deps) => verificationRoutes(app, deps)],
  forget: forgetOldCodes,
}
