import type { DisputeState } from '#contract/payments/payments.ts'

const finals: readonly DisputeState[] = ['won', 'lost', 'closed']

/** A vendor's words come in any order: the newer one counts. A word of the same moment does not open a decided dispute again. */
export const isNewer = (known: { state: DisputeState; toldAt: Date }, told: { state: DisputeState; toldAt: Date }): boolean =>
  told.toldAt > known.toldAt ||
  (told.toldAt.getTime() === known.toldAt.getTime() && finals.includes(told.state) && !finals.includes(known.state))
