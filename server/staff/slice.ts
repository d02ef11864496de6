import type { Slice } from '#server/slice.ts'
import { staffRoutes } from './routes.ts'

/** The people who work at a shop. */
export const staff: Slice = { routes: [staffRoutes] }
