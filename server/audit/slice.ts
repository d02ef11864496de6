import type { Slice } from '#server/slice.ts'
import { forgetOldAudit } from './service.ts'

/** The record of who changed what. */
export const audit: Slice = { forget: forgetOldAudit }
