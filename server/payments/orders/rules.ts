import { inCash } from '#contract/base/money.ts'
import type { GatewayName } from '#contract/payments/payments.ts'

/** The amount of an order: the fee; for cash, rounded to the rupee. The receipt shows the difference as its round-off. */
export const amountToPay = (gateway: GatewayName, totalPaise: number): number => (gateway === 'cash' ? inCash(totalPaise) : totalPaise)

/** The seller that a new order at this shop names: its mall as it is now. */
export const sellerAt = ({
  mall,
  receiptCode,
}: {
  mall: { title: string; legalName: string; address: string; gstin: string | null }
  receiptCode: string
}) => ({ name: mall.legalName || mall.title, address: mall.address, gstin: mall.gstin, receiptCode })
