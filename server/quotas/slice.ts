import type { Slice } from '#server/slice.ts'
import { forgetOldUse } from './service.ts'

/** How much malls and addresses have used of what they may have. */
export const quotas: Slice = { forget: forgetOldUse }
