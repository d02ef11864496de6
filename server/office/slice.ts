import type { Slice } from '#server/slice.ts'
import { auditRoutes } from './audit-routes.ts'
import { formRoutes, settingsRoutes } from './form-routes.ts'
import { mallRoutes } from './mall-routes.ts'

export const office: Slice = { routes: [formRoutes, settingsRoutes, mallRoutes, auditRoutes] }
