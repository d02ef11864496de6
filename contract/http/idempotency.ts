import type { Call } from '#contract/call.ts'

/** The header with which a caller names a request, so that sending it again has no second effect. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key'
/** The most characters of such a key. */
export const IDEMPOTENCY_KEY_LENGTH = 255
/** The header of a response that was kept from an earlier request; its value is `true`. */
export const REPLAYED = 'Idempotent-Replayed'

/** Whether a call reads the header: every POST that programs make. */
export const takesKey = ({ method, hidden }: Pick<Call, 'method' | 'hidden'>): boolean => method === 'POST' && !hidden

/** Whether a call also keeps its response for the key. A credential is in one response only, and in no store. */
export const keepsResponse = (call: Pick<Call, 'method' | 'hidden' | 'credential'>): boolean => takesKey(call) && !call.credential
