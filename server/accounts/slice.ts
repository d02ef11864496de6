import type { Slice } from '#server/slice.ts'
import { forgetOldSessions } from './service.ts'

/** Accounts, their sessions and their second factors. */
export const accounts: Slice = { forget: forgetOldSessions }
