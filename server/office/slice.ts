import type { Slice } from '#server/slice.ts'
import { auditRoutes } from './audit-routes.ts'
import { formRoutes } from './form-routes.ts'
import { mallRoutes } from './mall-routes.ts'
import { settingsRoutes } from './settings-routes.ts'

/** The screens of owners and of the operator. */
export const office: Slice = { routes: [formRoutes, settingsRoutes, mallRoutes, auditRoutes] }
