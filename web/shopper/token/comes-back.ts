import type { PassWire } from '#contract/storefront/shapes.ts'

/** True if the order promised the fee back on leaving, and the limit of a booking is not over. A call ends it, too. */
export const comesBack = ({ payment, refundUntil }: Pick<PassWire, 'payment' | 'refundUntil'>, now: number): boolean =>
  payment?.refundOnLeave === true && (refundUntil === null || now <= Date.parse(refundUntil))
