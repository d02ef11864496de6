import type { Slice } from '#server/slice.ts'
import { posterRoutes } from './routes.ts'

/** Posters with the code of a shop or a mall. */
export const poster: Slice = { routes: [posterRoutes] }
