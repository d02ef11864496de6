import type { Slice } from '#server/slice.ts'
import { forgetOldSessions } from './service.ts'

export const accounts: Slice = { forget: forgetOldSessions }
