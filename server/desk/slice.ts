import type { Slice } from '#server/slice.ts'
import { deskRoutes } from './routes.ts'

/** The screens of staff. */
export const desk: Slice = { routes: [deskRoutes] }
