import type { Slice } from '#server/slice.ts'
import { staffRoutes } from './routes.ts'

export const staff: Slice = { routes: [staffRoutes] }
