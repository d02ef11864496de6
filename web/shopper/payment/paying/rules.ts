/** Where a payment at a vendor is, as the shopper sees it: pure rules. */
export type Step =
  /** The vendor's page opens, or is open. */
  | { at: 'opening' }
  /** No one knows yet whether there is money. `paid`: the vendor's page said so. `trouble`: we could not ask just now. */
  | { at: 'asking'; paid: boolean; trouble: 'offline' | 'vendor' | null }
  /** No payment is under way. `own`: this page's shopper closed it a moment ago. */
  | { at: 'closed'; own: boolean }
  | { at: 'failed'; reason: Reason }
  /** The vendor has money, but not the price: a person has to look. */
  | { at: 'other_amount' }
  /** The vendor's script did not arrive. */
  | { at: 'unopened' }
  /** The vendor opens no orders. */
  | { at: 'down' }
  /** The vendor, or we, take no more orders for a moment. */
  | { at: 'busy' }

export type Reason = 'cancelled' | 'slow' | 'declined' | 'funds' | 'other'

/** What ended the vendor's page in this tab, before the server was asked. */
export type Ended = { closed: 'here' | 'elsewhere' } | { failure: string }

const reasons: Readonly<Record<string, Reason>> = {
  payment_cancelled: 'cancelled',
  payment_timed_out: 'slow',
  payment_declined: 'declined',
  insufficient_funds: 'funds',
}

/** The step after an order that did not open; null if trying again does not help. */
export function unopened(code: string | null): Extract<Step, { at: 'down' | 'busy' }> | null {
  if (code === 'gateway_unavailable') return { at: 'down' }
  return code === 'unavailable' ? { at: 'busy' } : null
}

export const reasonOf = (vendorReason: string): Reason => reasons[vendorReason] ?? 'other'

/**
 * The step after the server has asked the vendor: `underWay` is its answer, null if it was not asked. The step stays *asking* as long as
 * money may come: if the vendor's page said that the shopper has paid, or if the vendor has a payment that is not decided.
 */
export function afterAnswer(step: Step, underWay: boolean | null, ended: Ended): Step {
  const paid = step.at === 'asking' && step.paid
  if (underWay !== false || paid) return { at: 'asking', paid, trouble: null }
  return 'failure' in ended ? { at: 'failed', reason: reasonOf(ended.failure) } : { at: 'closed', own: ended.closed === 'here' }
}

/** The pauses between two questions, in ms: the vendor is asked at most once in two seconds, and a bank may take minutes. */
const pauses = [2500, 4000, 6000, 10_000, 15_000, 20_000] as const

/** The pause in ms after `asked` questions. */
export const pauseAfter = (asked: number): number => pauses[Math.min(asked, pauses.length) - 1] ?? pauses[0]
