import type { Config } from '#server/config.ts'
import type { Gateway } from '#server/payments/gateway.ts'
import { cashGateway } from './cash.ts'
import { cashfreeGateway } from './cashfree.ts'
import { demoGateway } from './demo.ts'
import { razorpayGateway } from './razorpay.ts'

/** The default first. Vendors come last: each mall switches on those with which it has an account. */
export const gatewaysOf = ({ mode, vendors: { razorpay, cashfree } }: Pick<Config, 'mode' | 'vendors'>): readonly Gateway[] => [
  ...(mode === 'demo' ? [demoGateway] : []),
  cashGateway,
  ...(razorpay ? [razorpayGateway({ ...razorpay, url: razorpay.url ?? 'https://api.razorpay.com' })] : []),
  ...(cashfree ? [cashfreeGateway(cashfree)] : []),
]
