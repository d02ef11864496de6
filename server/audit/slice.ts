import type { Slice } from '#server/slice.ts'
import { forgetOldAudit } from './service.ts'

export const audit: Slice = { forget: forgetOldAudit }
