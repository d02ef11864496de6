import { refusals } from '#contract/base/errors.ts'
import { en } from '#texts/en/shopper-refusals.ts'
import type { Refusals } from './refusals.ts'

/** The sentences of refusals in English. */
export const english: Refusals = { own: en, of: (code) => refusals[code]?.[1] }
