import type { Slice } from '#server/slice.ts'
import { forgetUnusedMedia } from './forget-unused.ts'
import { mediaRoutes } from './routes.ts'

export const media: Slice = {
  routes: [(app, _depsOf, deps) => mediaRoutes(app, deps)],
  forget: forgetUnusedMedia,
}
