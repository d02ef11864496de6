import { MINUTE } from '#contract/base/time.ts'

/** In ms. */
export const CODE_LIFE = 5 * MINUTE
/** Wrong tries that end a passcode. */
export const TRIES_PER_CODE = 5
