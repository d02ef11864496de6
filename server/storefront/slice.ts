import type { Slice } from '#server/slice.ts'
import { storefrontRoutes } from './routes.ts'

/** The screens of shoppers. */
export const storefront: Slice = { routes: [storefrontRoutes] }
