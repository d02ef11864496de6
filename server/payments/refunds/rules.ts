import type { Role } from '#contract/accounts/accounts.ts'
import { DAY, HOUR, SECOND } from '#contract/base/time.ts'
import { type GatewayName, LEAST_REFUND_PAISE, type RefundKind, type RefundState } from '#contract/payments/payments.ts'
import type { Ticket } from '#server/queue/rules.ts'

/** What a vendor and its bank call a refund; absent if they do not say. */
export interface RefundNames {
  vendorRefundId?: string | null | undefined
  /** ARN, UTR or RRN: with it, a shopper's bank finds the money. */
  bankReference?: string | null | undefined
}

/** `amountPaise` is what was captured. */
export interface Sums {
  amountPaise: number
  /** All refunds, also those that are under way. */
  refundingPaise: number
  /** The refunds whose money is back. */
  refundedPaise: number
}

/**
 * Who may refund, and what: every refund of ours has one of these kinds. It needs a captured payment, except `late` and `dashboard`. A vendor
 * may also return money on its own, which is noted as an orphan (`capture/settle-order.ts`).
 *
 * - `leave`: the shopper, or staff who remove the ticket, if `refundsOnLeave`; all that is left (`cancel-ticket.ts`).
 * - `rule`: a worker, if `refundsOnExpiry`; all that is left (`settle-ended.ts`).
 * - `late`: a worker or the call that confirms, for money that came after its ticket had ended; all (`capture/capture.ts`).
 * - `promise`: a worker, if `isPromiseBroken` (`queue/promise-rules.ts`); all that is left (`keep-promises.ts`).
 * - `staff`, `owner`: a person who works at the shop, with a reason; what `checkRefund` allows, staff up to `refundLimitOf` for each payment
 *   (`refund-payment.ts`). The owner and the super administrator have no limit.
 * - `dashboard`: someone on the vendor's own pages; what the vendor says (`dashboard.ts`).
 */

/**
 * True if the shopper was never called, leaves before the limit of a booking, and the order promised the refund when it was paid. `ticket`
 * is as it was before.
 */
export const refundsOnLeave = (ticket: Ended & Pick<Ticket, 'refundUntil'>, promised: { refundOnLeave: boolean }, now: Date): boolean =>
  promised.refundOnLeave &&
  (ticket.state === 'booked' || ticket.state === 'waiting') &&
  ticket.calledAt === null &&
  (ticket.refundUntil === null || now <= ticket.refundUntil)

/** True if the service day ended, or the shop closed the time of the booking, before any call. */
export const refundsOnExpiry = ({ state, calledAt }: Ended): boolean => state === 'expired' && calledAt === null

type Ended = Pick<Ticket, 'state' | 'calledAt'>

/** In paise for one payment; null without a limit. A shop that does not exist any more allows staff nothing. */
export const refundLimitOf = (role: Role, shop: { staffRefundLimitPaise: number } | undefined): number | null =>
  role === 'staff' ? (shop?.staffRefundLimitPaise ?? 0) : null

/** How much of a payment can still be refunded, in paise. */
export const leftOf = ({ amountPaise, refundingPaise }: Sums): number => amountPaise - refundingPaise

/** A payment of which only a part goes back stays captured. */
export const summaryOf = ({ amountPaise, refundingPaise, refundedPaise }: Sums): 'captured' | 'refund_pending' | 'refunded' =>
  refundedPaise === amountPaise ? 'refunded' : refundingPaise === amountPaise ? 'refund_pending' : 'captured'

export const firstStateOf = (gateway: GatewayName): RefundState => (gateway === 'cash' ? 'by_hand' : 'due')

/**
 * True if nothing else tells the shopper that cash waits: not a shopper who leaves or still waits in the queue, whose page says so, nor one
 * whom staff refund at the desk.
 */
export const mustCome = ({ kind, actor }: { kind: RefundKind; actor: { kind: string } }): boolean =>
  kind === 'rule' || kind === 'owner' || (kind === 'leave' && actor.kind === 'account')

/** In seconds; each pause is twice the one before. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [20, 3600]

/** In seconds; the first try counts as 1. */
export const pauseAfter = (tries: number): number => Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(tries - 1, 20))

/** How long a vendor is asked for the bank's reference of a refund. */
const NAMING_MS = 10 * DAY

/** When a vendor is asked for it next: after an hour, then after pauses as long as the time since the money was back. Null if it is over. */
export function nextNamingAt(settledAt: Date, now: Date): Date | null {
  const age = now.getTime() - settledAt.getTime()
  return age >= NAMING_MS ? null : new Date(now.getTime() + Math.max(HOUR, age))
}

/** A vendor refuses the same refund again after this time. */
const REFUSED_FOR_GOOD_MS = DAY

/** True if staff must hand the money of a refund back, because its vendor will not. */
export const isGivenUp = (answer: { state: RefundState }, { createdAt }: { createdAt: Date }, now: Date): boolean =>
  answer.state === 'failed' && now.getTime() - createdAt.getTime() >= REFUSED_FOR_GOOD_MS

/** A press within this time after an equal one of the same person is the same press. */
const SAME_PRESS_MS = 10 * SECOND

/** Without an amount: all that is left. */
export interface Request {
  accountId: string
  reason: string
  amountPaise: number | undefined
}

/** The refund that an equal press made a moment ago; null if there was none. */
export function samePress<R extends Made>(request: Request, payment: Sums, made: readonly R[], now: Date): R | null {
  const isSame = ({ actor, reason, amountPaise, createdAt }: R) =>
    actor.id === request.accountId &&
    reason === request.reason &&
    now.getTime() - createdAt.getTime() < SAME_PRESS_MS &&
    (request.amountPaise === undefined ? leftOf(payment) === 0 : amountPaise === request.amountPaise)
  return made.findLast(isSame) ?? null
}

interface Made {
  actor: { id: string | null }
  reason: string | null
  amountPaise: number
  createdAt: Date
}

/**
 * `spentPaise` is what staff have refunded of the captured payment before; `limitPaise` is the limit of staff, null for a person without
 * one. A vendor refunds no less than a rupee, and cash is whole rupees.
 */
export function checkRefund(
  payment: Sums & { gateway: GatewayName },
  request: Pick<Request, 'amountPaise'>,
  { limitPaise, spentPaise }: { limitPaise: number | null; spentPaise: number },
): { amountPaise: number } | 'more_than_captured' | 'over_refund_limit' | 'too_small' | 'not_whole' {
  const left = leftOf(payment)
  const amountPaise = request.amountPaise ?? left
  if (left === 0 || amountPaise > left) return 'more_than_captured'
  if (limitPaise !== null && spentPaise + amountPaise > limitPaise) return 'over_refund_limit'
  const isAll = amountPaise === left
  if (!isAll && (amountPaise < LEAST_REFUND_PAISE || left - amountPaise < LEAST_REFUND_PAISE)) return 'too_small'
  return !isAll && payment.gateway === 'cash' && amountPaise % 100 !== 0 ? 'not_whole' : { amountPaise }
}

/** In paise: the limit of staff holds for all that they refund of a payment. */
export const spentOf = (made: readonly { kind: RefundKind; amountPaise: number }[]): number =>
  made.reduce((sum, one) => sum + (one.kind === 'staff' ? one.amountPaise : 0), 0)

/** In paise: what a person may refund of it. */
export const refundableBy = (payment: Sums, { limitPaise, spentPaise }: { limitPaise: number | null; spentPaise: number }): number =>
  Math.max(0, Math.min(leftOf(payment), limitPaise === null ? Number.POSITIVE_INFINITY : limitPaise - spentPaise))

interface Open {
  id: string
  amountPaise: number
  state: RefundState
}

/** States in which the vendor was not asked yet or has refused for good, and in which it may have paid or refused without our knowledge. */
const UNASKED: readonly RefundState[] = ['due', 'by_hand']
const UNCLEAR: readonly RefundState[] = ['sent', 'failed', 'waiting_for_funds']

const totalOf = (refunds: readonly Open[]): number => refunds.reduce((sum, { amountPaise }) => sum + amountPaise, 0)

/**
 * Makes room for money that went back on the vendor's own pages. Returns the refunds of ours that do not fit any more, with what is
 * left of each, down to 0. A vendor never pays more than it took, so one that does not fit next to the accepted money has been refused, or
 * will be. Refunds that no one has asked for yet give way first, then those that cannot have been accepted, each time the newest first.
 * `unclear` if the vendor may have accepted any of several: it must be asked first. Null if none fits: the vendor says something
 * impossible.
 */
export function makeRoom(
  payment: Sums,
  refunds: readonly Open[],
  amountPaise: number,
): { id: string; amountPaise: number }[] | 'unclear' | null {
  const unasked = refunds.filter(({ state }) => UNASKED.includes(state))
  const unclear = refunds.filter(({ state }) => UNCLEAR.includes(state))
  const accepted = payment.refundingPaise - totalOf(unasked) - totalOf(unclear) + amountPaise
  if (accepted > payment.amountPaise) return null
  const refused = unclear.filter((one) => accepted + one.amountPaise > payment.amountPaise)
  let excess = payment.refundingPaise + amountPaise - payment.amountPaise
  const reduced: { id: string; amountPaise: number }[] = []
  for (const { id, amountPaise: amount } of [...unasked.toReversed(), ...refused.toReversed()]) {
    if (excess <= 0) break
    const less = Math.min(amount, excess)
    reduced.push({ id, amountPaise: amount - less })
    excess -= less
  }
  return excess > 0 ? 'unclear' : reduced
}
