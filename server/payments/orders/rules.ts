import { inCash } from '#contract/base/money.ts'
import type { GatewayName, paymentStates } from '#contract/payments/payments.ts'

/** Cash is rounded to the rupee. The receipt shows the difference as its round-off. */
export const amountToPay = (gateway: GatewayName, totalPaise: number): number => (gateway === 'cash' ? inCash(totalPaise) : totalPaise)

/** True if we have not taken money for the order. A vendor may have some, also after it has expired. */
export const isUnpaid = ({ state }: { state: (typeof paymentStates)[number] }): boolean => state === 'created' || state === 'expired'

/** A new order names the mall as it is now. */
export const sellerAt = ({
  mall,
  receiptCode,
}: {
  mall: { title: string; legalName: string; address: string; gstin: string | null }
  receiptCode: string
}) => ({ name: mall.legalName || mall.title, address: mall.address, gstin: mall.gstin, receiptCode })
