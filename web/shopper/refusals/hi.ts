import { hi as refusals } from '#texts/hi/refusals.ts'
import { hi } from '#texts/hi/shopper-refusals.ts'
import type { Refusals } from './refusals.ts'

/** The sentences of refusals in Hindi. */
export const hindi: Refusals = { own: hi, of: (code) => refusals[code] }
