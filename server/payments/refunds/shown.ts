import type { RefundInShort, StoredPayment } from '#server/payments/store.ts'
import { firstStateOf } from './rules.ts'

/** A refund as its shopper sees it: why a vendor has not paid yet is the mall's to know. */
export interface ShownRefund {
  id: string
  amountPaise: number
  state: 'started' | 'by_hand' | 'done'
  bankReference: string | null
}

/** The refunds of a payment as its shopper sees them. One that a node of the version before has begun might still be without its row. */
export function refundsShown(payment: StoredPayment, refunds: readonly RefundInShort[]): ShownRefund[] {
  const { id, state, amountPaise, gateway } = payment
  const isBegun = refunds.length === 0 && (state === 'refund_pending' || state === 'refunded')
  if (isBegun) {
    const shown = state === 'refunded' ? 'done' : stateShown(firstStateOf(gateway))
    return [{ id, amountPaise, state: shown, bankReference: null }]
  }
  return refunds.map((one) => ({
    id: one.id,
    amountPaise: one.amountPaise,
    state: stateShown(one.state),
    bankReference: one.bankReference,
  }))
}

const stateShown = (state: RefundInShort['state']): ShownRefund['state'] =>
  state === 'processed' ? 'done' : state === 'by_hand' ? 'by_hand' : 'started'
