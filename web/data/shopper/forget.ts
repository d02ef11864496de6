import type * as calls from '#contract/verification/calls.ts'
import { askerByName } from '#web/api/ask.ts'
import { caller } from '#web/api/caller.ts'

const ask = askerByName(caller())

/** Ends the shopper's session on this phone. */
export const forgetShopper = (): Promise<unknown> => ask<typeof calls.forgetShopper>('POST /api/forget-shopper')
