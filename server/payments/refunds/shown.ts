import type { RefundInShort } from '#server/payments/store.ts'

/** A refund as its shopper sees it: why a vendor has not paid yet is the mall's to know. */
export interface ShownRefund {
  id: string
  amountPaise: number
  state: 'started' | 'by_hand' | 'done'
  bankReference: string | null
}

/** The refunds of a payment as its shopper sees them. */
export const refundsShown = (refunds: readonly RefundInShort[]): ShownRefund[] =>
  refunds.map(({ id, amountPaise, state, bankReference }) => ({ id, amountPaise, state: stateShown(state), bankReference }))

const stateShown = (state: RefundInShort['state']): ShownRefund['state'] =>
  state === 'processed' ? 'done' : state === 'by_hand' ? 'by_hand' : 'started'
