import type { GatewayName } from '../../contract/payments.ts'

/** An order as a gateway sees it. The id is ours and goes to the vendor as its receipt, so that a repeated order is the same one. */
export interface Order {
  id: string
  amountPaise: number
  currency: 'INR'
  vendorOrderId: string | null
  vendorPaymentId: string | null
}

/**
 * The port that every way to pay implements, named by its phases. A gateway tells what the vendor says and never touches tickets,
 * payments or the database; its calls may go over the network and are never made inside a transaction.
 */
export interface Gateway {
  name: GatewayName
  /** Who confirms that the money is there: the shopper's browser, or staff who took it. */
  confirmedBy: 'shopper' | 'staff'
  /** True where the vendor may hold the money before we hear of it, so that a late confirmation has to be refunded. */
  takesMoneyElsewhere: boolean
  /** Opens the order at the vendor; `checkout` is what the browser needs to pay. */
  open(order: Order): Promise<{ vendorOrderId: string | null; checkout: { processingMs?: number } }>
  /** Checks what the browser (or staff) says with the vendor: captured for exactly this order and amount, or why not. */
  verify(
    order: Order,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<{ captured: true; vendorPaymentId: string } | { captured: false; reason: string }>
  /** Gives the whole amount back; `by-hand` where a person has to. Repeating it for the same order pays once. */
  refund(order: Order): Promise<'refunded' | 'by-hand'>
}

/** The gateways that are switched on, the first one being the default. */
export type Gateways = ReadonlyMap<GatewayName, Gateway>
