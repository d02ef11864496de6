import type { RefundInShort } from '#server/payments/store.ts'
import { byHandOf } from './store.ts'

/** Of these refunds, those that staff have to hand back now. */
export const waitsInCash = byHandOf

/** Why a vendor has not paid yet is for the mall to know, not for the shopper. */
export interface ShownRefund {
  id: string
  amountPaise: number
  state: 'started' | 'by_hand' | 'done'
  bankReference: string | null
}

export const refundsShown = (refunds: readonly RefundInShort[]): ShownRefund[] =>
  refunds.map(({ id, amountPaise, state, bankReference }) => ({ id, amountPaise, state: stateShown(state), bankReference }))

const stateShown = (state: RefundInShort['state']): ShownRefund['state'] =>
  state === 'processed' ? 'done' : state === 'by_hand' ? 'by_hand' : 'started'
