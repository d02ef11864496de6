import type { Call } from '#contract/call.ts'

export const IDEMPOTENCY_KEY = 'Idempotency-Key'
export const IDEMPOTENCY_KEY_LENGTH = 255
/** Header of a replayed response; its value is `true`. */
export const REPLAYED = 'Idempotent-Replayed'

/** Every POST that programs make. */
export const takesKey = ({ method, hidden }: Pick<Call, 'method' | 'hidden'>): boolean => method === 'POST' && !hidden

/** A credential is in one response only, and in no store. */
export const keepsResponse = (call: Pick<Call, 'method' | 'hidden' | 'credential'>): boolean => takesKey(call) && !call.credential
