import type { Slice } from '#server/slice.ts'
import { displayRoutes } from './routes.ts'
import { displayFilesInUse } from './service.ts'

/** The banners of shops. */
export const displays: Slice = { routes: [displayRoutes], mediaInUse: displayFilesInUse }
