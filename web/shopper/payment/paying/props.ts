import type { ReactNode } from 'react'
import type { GatewayName } from '#contract/payments/payments.ts'
import type { PayingTexts } from '#texts/en/paying.ts'
import type { Say } from '#texts/speak.ts'
import type { VendorOrder } from '#web/data/shopper/payments.ts'
import type { Step } from './rules.ts'

/** The payment that a shopper makes at a vendor, or made in another tab or before this page was loaded. */
export interface PayingStart {
  paymentId: string
  /** The opened order; null to ask first what became of an earlier one. */
  order: VendorOrder | null
  /** What opening the order has led to, if it did not open. */
  unopened?: Extract<Step, { at: 'down' | 'busy' }>
}

export interface PayingProps {
  start: PayingStart
  gateway: GatewayName
  say: Say<PayingTexts>
  reorder: () => Promise<VendorOrder>
  leave: (problem: string | null) => void
  /** The slot that is held for this payment: its clock and its time in words; null without a slot. */
  held: { clock: ReactNode; when: string } | null
  /** Pays cash instead; null if the shop takes none. */
  cash: (() => void) | null
}
